"""Verification by emojis for the end-to-end tests: what matrix-nio 0.26 gets wrong, and what it
does not do, verification in a room."""

import base64
import hashlib

from nio import Event, KeyVerificationAccept, KeyVerificationKey, KeyVerificationMac
from nio.api import Api
from nio.crypto.sas import Sas

KINDS = "m.key.verification."


class FixedSas(Sas):
    """As the specification has it."""

    # The MAC that matrix-nio calculates is right for the newer method only.
    _mac_normal = "hkdf-hmac-sha256.v2"
    _mac_v1 = [_mac_normal]

    def _check_commitment(self, key):
        # matrix-nio compares with hexadecimal digits.
        start = Api.to_canonical_json(self.start_verification().content)
        digest = hashlib.sha256((key + start).encode()).digest()
        return self.commitment == base64.b64encode(digest).decode().rstrip("=")

    def _generate_emoji(self, extra_info):
        # matrix-nio takes the numbers of the emojis for the bytes that they are made of.
        numbers = self.established_sas.bytes(extra_info).emoji_indices
        return [self.emoji[number] for number in numbers]


for name in ["_mac_normal", "_mac_v1", "_check_commitment", "_generate_emoji"]:
    setattr(Sas, name, getattr(FixedSas, name))


class RoomSas(FixedSas):
    """The same in a room, where the request's event id takes the transaction id's place."""

    def start_verification(self):
        message = super().start_verification()
        message.content = self.for_room(message)
        return message

    def for_room(self, message):
        content = {key: value for key, value in message.content.items() if key != "transaction_id"}
        content["m.relates_to"] = {"rel_type": "m.reference", "event_id": self.transaction_id}
        return content


class RoomVerification:
    """Verifies a device by a request in a room; the emojis are its result."""

    def __init__(self, client, room, device):
        self.client, self.room, self.device = client, room, device
        self.seen = {}

    async def run(self):
        nio = self.client.nio
        nio.add_event_callback(self.on_event, Event)
        request = {
            "msgtype": "m.key.verification.request",
            "body": "Please verify me",
            "from_device": nio.device_id,
            "methods": ["m.sas.v1"],
            "to": self.device.user_id,
        }
        self.flow = await self.client.send(self.room, "m.room.message", request)
        if await self.next("ready") is None:
            return None
        own = nio.olm.account.identity_keys["ed25519"]
        sas = RoomSas(nio.user_id, nio.device_id, own, self.device, self.flow)
        await self.send("start", sas.start_verification().content)
        sas.receive_accept_event(KeyVerificationAccept.from_dict(await self.next("accept")))
        await self.send("key", sas.for_room(sas.share_key()))
        sas.receive_key_event(KeyVerificationKey.from_dict(await self.next("key")))
        emojis = sas.get_emoji()
        sas.accept_sas()
        await self.send("mac", sas.for_room(sas.get_mac()))
        sas.receive_mac_event(KeyVerificationMac.from_dict(await self.next("mac")))
        await self.send("done", {"m.relates_to": sas.start_verification().content["m.relates_to"]})
        await self.next("done")
        return [symbol for symbol, _ in emojis] if sas.verified else None

    async def on_event(self, room, event):
        kind = event.source["type"].removeprefix(KINDS)
        content = event.source["content"]
        flow = content.get("m.relates_to", {}).get("event_id")
        if event.sender == self.device.user_id and kind != event.source["type"]:
            content = {"transaction_id": flow, **content}
            self.seen.setdefault((flow, kind), {**event.source, "content": content})

    async def next(self, kind):
        """The other side's next event; nothing if it cancels."""
        ours, end = (self.flow, kind), (self.flow, "cancel")
        await self.client.until(lambda: ours in self.seen or end in self.seen)
        return self.seen.get(ours)

    async def send(self, kind, content):
        await self.client.send(self.room, KINDS + kind, content)
