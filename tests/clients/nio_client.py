"""A Matrix client for the end-to-end tests (matrix-nio), driven by lines of JSON.

usage: nio_client.py HOMESERVER USER PASSWORD STORE

Standard input takes requests such as {"id": 1, "do": "join", "room": "!r"}; each is answered by
{"id": 1, "done": ...} or {"id": 1, "failed": "why"}. Whatever appears in the timelines of the
client's rooms is reported as {"seen": event, "room": "!r", "encrypted": true}, and {"ready": ...}
comes once after the login. The client ends when its standard input closes.
"""

import asyncio
import base64
import json
import logging
import sys
from urllib.parse import quote
from uuid import uuid4

from aiohttp import ClientError
from nio import (
    Api,
    AsyncClient,
    AsyncClientConfig,
    EnableEncryptionBuilder,
    Event,
    LoginResponse,
    MegolmEvent,
    RoomPreset,
    RoomSendResponse,
    SyncResponse,
)
from nio.crypto.attachments import decrypt_attachment
from nio.crypto.sas import SasState
from nio.exceptions import LocalProtocolError
from nio.responses import ErrorResponse
from vodozemac import Account
from verification import RoomVerification


def tell(**line):
    print(json.dumps(line), flush=True)


def checked(response):
    if isinstance(response, ErrorResponse):
        raise RuntimeError(str(response))
    return response


def in_trouble(response):
    """Return whether this is the answer of a homeserver that is just ending or starting."""
    return response.transport_response is None or response.transport_response.status >= 500


class Client:
    def __init__(self, homeserver, user, store):
        # Through outages, every request is repeated until there is an answer.
        config = AsyncClientConfig(encryption_enabled=True, max_timeout_retry_wait_time=1)
        self.nio = AsyncClient(homeserver, user, store_path=store, config=config)
        self.synced = asyncio.Condition()
        self.withheld = []
        self.kept = {}
        self.room_keys = {}

    async def start(self, password):
        login = await self.nio.login(password, device_name="end-to-end tests")
        if not isinstance(login, LoginResponse):
            raise RuntimeError(f"cannot log in: {login}")
        self.nio.add_response_callback(self.on_sync, SyncResponse)
        self.nio.add_event_callback(self.on_event, Event)
        self.remember_room_keys()
        # More events than usual in one answer, so that no burst has gaps.
        many = {"room": {"timeline": {"limit": 200}}}
        checked(await self.nio.sync(timeout=0, sync_filter=many, full_state=True))
        if self.nio.should_upload_keys:
            checked(await self.nio.keys_upload())
        tell(ready=self.nio.device_id)
        while True:
            try:
                await self.nio.sync_forever(timeout=30000, sync_filter=many)
            except ClientError:
                # Cut off within an answer: from the token before it, the same comes again.
                logging.exception("sync")
                await asyncio.sleep(0.5)
            except LocalProtocolError:
                # A request of a test has asked for the same keys meanwhile.
                logging.exception("sync")

    async def on_sync(self, _response):
        async with self.synced:
            self.synced.notify_all()

    async def on_event(self, room, event):
        unreadable = isinstance(event, MegolmEvent)
        encrypted = unreadable or event.decrypted
        tell(seen=event.source, room=room.room_id, encrypted=encrypted, unreadable=unreadable)

    async def until(self, condition):
        async with self.synced:
            await self.synced.wait_for(condition)

    def joined(self, room, user):
        # matrix-nio counts who is only invited among the users.
        members = self.nio.rooms[room].users if room in self.nio.rooms else {}
        return user in members and not members[user].invited

    async def create_room(self, name, invite, encrypted, direct):
        response = checked(
            await self.nio.room_create(
                name=name,
                invite=invite,
                is_direct=direct,
                preset=RoomPreset.trusted_private_chat if direct else RoomPreset.private_chat,
                initial_state=[EnableEncryptionBuilder().as_dict()] if encrypted else [],
            )
        )
        room = response.room_id
        await self.until(lambda: self.joined(room, self.nio.user_id))
        await self.until(lambda: self.nio.rooms[room].encrypted == encrypted)
        return room

    async def invite(self, room, user):
        checked(await self.nio.room_invite(room, user))

    async def join(self, room):
        checked(await self.nio.join(room))
        await self.until(lambda: self.joined(room, self.nio.user_id))

    async def wait_for_invitation(self, user):
        """The room to which a user has invited this one."""

        def invitation():
            rooms = self.nio.invited_rooms.items()
            return next((id for id, room in rooms if room.inviter == user), None)

        await self.until(invitation)
        return invitation()

    async def invitations(self):
        return list(self.nio.invited_rooms)

    async def leave(self, room):
        checked(await self.nio.room_leave(room))

    async def remove(self, room, user):
        checked(await self.nio.room_kick(room, user))

    async def wait_for_member(self, room, user):
        await self.until(lambda: self.joined(room, user))

    async def send(self, room, type, content):
        transaction = str(uuid4())
        while True:
            try:
                await self.query_keys()
                if room in self.kept:
                    self.nio.olm.outbound_group_sessions[room] = self.kept[room]
                response = await self.nio.room_send(
                    room, type, content, tx_id=transaction, ignore_unverified_devices=True
                )
                if isinstance(response, RoomSendResponse) or not in_trouble(response):
                    return checked(response).event_id
            except ClientError:
                logging.exception("send")
            # The same transaction a second time is no second message.
            await asyncio.sleep(0.5)

    async def encrypt_room(self, room, messages):
        """Turns encryption on, with a new Megolm session after so many messages."""
        content = {"algorithm": "m.megolm.v1.aes-sha2", "rotation_period_msgs": messages}
        checked(await self.nio.room_put_state(room, "m.room.encryption", content))

    async def wait_for_encryption(self, room):
        await self.until(lambda: self.nio.rooms[room].encrypted)

    async def change_key(self, room):
        """Begins a new Megolm session with the next message."""
        self.kept.pop(room, None)
        self.nio.olm.outbound_group_sessions.pop(room, None)

    def remember_room_keys(self):
        """Keeps each session key as it comes, signed by whoever began the session."""
        create = self.nio.olm.create_group_session

        def remember(sender_key, fingerprint, room, session, key):
            self.room_keys[session] = key
            return create(sender_key, fingerprint, room, session, key)

        self.nio.olm.create_group_session = remember

    async def query_keys(self):
        """Asks for the devices of users whose devices are not known, unless the sync loop has done that already."""
        if self.nio.should_query_keys:
            try:
                checked(await self.nio.keys_query())
            except LocalProtocolError:
                logging.exception("keys")

    async def share_key(self, room, session, user):
        """Sends a user the key of a Megolm session, whoever has begun it."""
        olm = self.nio.olm
        olm.users_for_key_query.add(user)
        await self.query_keys()
        devices = list(self.nio.device_store.active_user_devices(user))
        missing = [one.device_id for one in devices if not olm.session_store.get(one.curve25519)]
        if missing:
            checked(await self.nio.keys_claim({user: missing}))
        key = {
            "algorithm": "m.megolm.v1.aes-sha2",
            "room_id": room,
            "session_id": session,
            "session_key": self.room_keys[session],
        }
        messages = {}
        for device in devices:
            with_device = olm.session_store.get(device.curve25519)
            messages[device.id] = olm._olm_encrypt(with_device, device, "m.room_key", key)
        path = f"sendToDevice/m.room.encrypted/{uuid4()}"
        await self.ask("PUT", path, {"messages": {user: messages}})

    async def session(self, room, event):
        """The id of the Megolm session of an event."""
        event = await self.ask("GET", f"rooms/{quote(room)}/event/{quote(event)}", None)
        return event["content"]["session_id"]

    async def send_again(self, room, event):
        """Sends the ciphertext of an event in another event, as the homeserver could."""
        sent = await self.ask("GET", f"rooms/{quote(room)}/event/{quote(event)}", None)
        return await self.send_sealed(room, sent["content"])

    async def seal(self, room, payload):
        """Encrypts any payload with the current Megolm session, without sending it."""
        return self.nio.olm.group_encrypt(room, payload)

    async def send_sealed(self, room, content):
        path = f"rooms/{quote(room)}/send/m.room.encrypted/{uuid4()}"
        return (await self.ask("PUT", path, content))["event_id"]

    async def keep_key(self, room):
        """Goes on with the current Megolm session, whoever comes and whatever devices appear."""
        self.kept[room] = self.nio.olm.outbound_group_sessions[room]

    async def download(self, content):
        """The file of a message, decrypted if it was encrypted, in base64."""
        file = content.get("file")
        response = checked(await self.nio.download(mxc=file["url"] if file else content["url"]))
        data = response.body
        if file:
            data = decrypt_attachment(data, file["key"]["k"], file["hashes"]["sha256"], file["iv"])
        return base64.b64encode(data).decode()

    async def withhold_key(self, room):
        """Begins a Megolm session whose key nobody gets until it is released."""
        await self.query_keys()
        if missing := self.nio.get_missing_sessions(room):
            checked(await self.nio.keys_claim(missing))
        olm = self.nio.olm
        olm.create_outbound_group_session(room)
        users = list(self.nio.rooms[room].users)
        shares = olm.share_group_session_parallel(room, users, ignore_unverified_devices=True)
        self.withheld = [messages for _, messages in shares]
        olm.outbound_group_sessions[room].shared = True

    async def release_key(self):
        for messages in self.withheld:
            await self.ask("PUT", f"sendToDevice/m.room.encrypted/{uuid4()}", messages)

    async def verify(self, user, room):
        """Begins to verify a user's device, in a room or not, and confirms the emojis that it sees;
        or nothing if the other side refuses."""
        await self.until(lambda: self.nio.device_store.active_user_devices(user))
        device = next(iter(self.nio.device_store.active_user_devices(user)))
        if room:
            return await RoomVerification(self, room, device).run()
        response = checked(await self.nio.start_key_verification(device))
        sas = self.nio.key_verifications[response.to_device_message.content["transaction_id"]]
        await self.until(lambda: sas.canceled or sas.state == SasState.key_received)
        if sas.canceled:
            return None
        emojis = sas.get_emoji()
        checked(await self.nio.confirm_short_auth_string(sas.transaction_id))
        await self.until(lambda: sas.canceled or sas.verified)
        return [symbol for symbol, _ in emojis] if sas.verified else None

    async def rename(self, name):
        checked(await self.nio.set_displayname(name))

    async def set_profile(self, field, value):
        path = f"profile/{quote(self.nio.user_id)}/{quote(field)}"
        await self.ask("PUT", path, {field: value})

    async def ask(self, method, path, content):
        """Asks the homeserver for what matrix-nio has no call for."""
        path = f"/_matrix/client/v3/{path}?access_token={self.nio.access_token}"
        headers = {"Content-Type": "application/json"}
        data = None if content is None else json.dumps(content)
        response = await self.nio.send(method, path, data, headers)
        response.raise_for_status()
        return await response.json()

    async def set_state(self, room, type, key, content):
        checked(await self.nio.room_put_state(room, type, content, key))

    async def set_state_in_order(self, room, type, key, fields):
        """Set state with a content of fields in this order."""
        await self.set_state(room, type, key, dict(fields))

    async def redact(self, room, event):
        checked(await self.nio.room_redact(room, event))

    async def may_set_state(self, room, type, key, content):
        """Return whether the homeserver takes a state event of this user."""
        response = await self.nio.room_put_state(room, type, content, key)
        return not isinstance(response, ErrorResponse)

    async def membership(self, room, user):
        """The membership of a user as the homeserver tells it."""
        path = f"rooms/{quote(room)}/state/m.room.member/{quote(user)}"
        answer = await self.ask("GET", path, None)
        return answer["membership"]

    async def upgrade(self, room):
        """Lets another room take the place of one; its id."""
        answer = await self.ask("POST", f"rooms/{quote(room)}/upgrade", {"new_version": "12"})
        return answer["replacement_room"]

    async def keys(self, user):
        """The published keys of a user, as the homeserver hands them out to anybody."""
        return await self.ask("POST", "keys/query", {"device_keys": {user: []}})

    async def add_device(self, password, key):
        """Logs in as another device, which publishes a key under this id besides its own."""
        user = self.nio.user_id
        login = {"type": "m.login.password", "identifier": {"type": "m.id.user", "user": user}}
        device = await self.ask("POST", "login", login | {"password": password})
        name, value = device["device_id"], "A" * 43
        keys = {f"{kind}:{name}": value for kind in ("curve25519", "ed25519")} | {key: value}
        device_keys = {
            "user_id": user,
            "device_id": name,
            "algorithms": ["m.olm.v1.curve25519-aes-sha2", "m.megolm.v1.aes-sha2"],
            "keys": keys,
            "signatures": {user: {f"ed25519:{name}": "B" * 86}},
        }
        own = self.nio.access_token
        try:
            self.nio.access_token = device["access_token"]
            await self.ask("POST", "keys/upload", {"device_keys": device_keys})
        finally:
            self.nio.access_token = own

    async def publish_malformed_key(self):
        """Publishes a master key, and a user-signing key that is no text."""
        user, account = self.nio.user_id, Account()
        public = account.ed25519_key.to_base64()
        master = {"user_id": user, "usage": ["master"], "keys": {f"ed25519:{public}": public}}
        malformed = {"user_id": user, "usage": ["user_signing"], "keys": {"ed25519:x": 5}}
        signature = account.sign(Api.to_canonical_json(malformed).encode()).to_base64()
        malformed["signatures"] = {user: {f"ed25519:{public}": signature}}
        keys = {"master_key": master, "user_signing_key": malformed}
        await self.ask("POST", "keys/device_signing/upload", keys)

    async def block_invitations(self):
        path = f"user/{self.nio.user_id}/account_data/m.invite_permission_config"
        await self.ask("PUT", path, {"default_action": "block"})

    async def answer(self, line):
        request = json.loads(line)
        number, action = request.pop("id"), request.pop("do")
        try:
            tell(id=number, done=await getattr(self, action)(**request))
        except Exception as error:
            logging.exception("request %s", action)
            tell(id=number, failed=f"{type(error).__name__}: {error}")

    async def answer_requests(self):
        reader = asyncio.StreamReader(limit=1 << 22)
        protocol = asyncio.StreamReaderProtocol(reader)
        await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
        while line := await reader.readline():
            await self.answer(line)


async def main():
    homeserver, user, password, store = sys.argv[1:]
    logging.basicConfig(level=logging.WARNING)
    client = Client(homeserver, user, store)
    tasks = [
        asyncio.create_task(client.start(password)),
        asyncio.create_task(client.answer_requests()),
    ]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await client.nio.close()
    for task in done:
        task.result()


asyncio.run(main())
