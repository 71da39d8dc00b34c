//! The bot's public keys, with which users encrypt events between devices.

use matrix_sdk::{
    encryption::vodozemac::{
        Curve25519PublicKey,
        olm::{Account, Session, SessionConfig},
    },
    ruma::serde::{Base64, base64::Standard},
};
use serde_json::{Value, json};

use super::{BOT, DEVICE, Mocked};

/// The public keys of the bot, as it has uploaded them.
pub(in crate::matrix) struct BotKeys {
    curve: Curve25519PublicKey,
    ed25519: String,
    one_time_keys: Vec<Curve25519PublicKey>,
    /// The key that is used once there are no others.
    fallback_key: Option<Curve25519PublicKey>,
}

impl BotKeys {
    pub(in crate::matrix) async fn read(mocked: &Mocked) -> Self {
        let requests = mocked.server.received_requests().await.unwrap();
        let mut uploads: Vec<Value> = Vec::new();
        for request in requests {
            if request.url.path().ends_with("/keys/upload") {
                uploads.push(request.body_json().unwrap());
            }
        }
        let own = |body: &&Value| body["device_keys"]["device_id"] == DEVICE;
        let body = uploads.iter().find(own).expect("the bot's keys");
        let curve = |key: &Value| Curve25519PublicKey::from_base64(key.as_str().unwrap()).unwrap();
        let keys = &body["device_keys"]["keys"];
        let one_time_keys = body["one_time_keys"].as_object().unwrap().values();
        let fallback_keys = uploads
            .iter()
            .flat_map(|body| body["fallback_keys"].as_object());
        let fallback_key = fallback_keys.flat_map(|keys| keys.values()).last();
        Self {
            curve: curve(&keys[format!("curve25519:{DEVICE}")]),
            ed25519: keys[format!("ed25519:{DEVICE}")]
                .as_str()
                .unwrap()
                .to_owned(),
            one_time_keys: one_time_keys.map(|key| curve(&key["key"])).collect(),
            fallback_key: fallback_key.map(|key| curve(&key["key"])),
        }
    }

    /// Returns the bot's Curve25519 key.
    pub(in crate::matrix) fn curve(&self) -> Curve25519PublicKey {
        self.curve
    }

    /// Encrypts an event for the bot, with a new Olm session.
    pub(in crate::matrix) fn encrypt(
        &mut self,
        sender: &str,
        account: &Account,
        event: Value,
    ) -> Value {
        self.forge(sender, account, event, |_, body| body)
    }

    /// Makes an Olm message that no session of its sender reads, after many that were lost.
    pub(in crate::matrix) fn unreadable(&self, sender: &str, account: &Account) -> Value {
        let ratchet_key = Curve25519PublicKey::from_bytes(rand::random());
        // Version, ratchet key, chain index 1,999, ciphertext, authentication code.
        let parts: [&[u8]; 5] = [
            &[3, 0x0a, 32],
            &ratchet_key.to_bytes(),
            &[0x10, 0xcf, 0x0f],
            &[0x22, 16],
            &[7; 24],
        ];
        let body = Base64::<Standard, _>::new(parts.concat()).encode();
        self.message(sender, account, 1, &body)
    }

    /// Encrypts an event for the bot, with a change of the Olm message that is made with the session as it was before.
    pub(in crate::matrix) fn forge(
        &mut self,
        sender: &str,
        account: &Account,
        event: Value,
        change: impl FnOnce(&Value, Vec<u8>) -> Vec<u8>,
    ) -> Value {
        let mut session = self.begin(account);
        let before = serde_json::to_value(session.pickle()).unwrap();
        let text = self.payload(sender, account, event);
        let (message_type, body) = session.encrypt(text).unwrap().to_parts();
        let body = Base64::<Standard, _>::new(change(&before, body)).encode();
        self.message(sender, account, message_type, &body)
    }

    /// Begins an Olm session with the bot.
    pub(in crate::matrix) fn begin(&mut self, account: &Account) -> Session {
        let config = SessionConfig::version_1();
        let one_time_key = self.one_time_keys.pop().or(self.fallback_key).unwrap();
        let session = account.create_outbound_session(config, self.curve, one_time_key);
        session.unwrap()
    }

    /// Returns the text of an event for the bot.
    pub(in crate::matrix) fn payload(
        &self,
        sender: &str,
        account: &Account,
        mut event: Value,
    ) -> String {
        event["sender"] = json!(sender);
        event["recipient"] = json!(BOT);
        event["recipient_keys"] = json!({ "ed25519": self.ed25519 });
        event["keys"] = json!({ "ed25519": account.ed25519_key().to_base64() });
        event.to_string()
    }

    /// Encrypts a text in an Olm session.
    pub(in crate::matrix) fn encrypt_in(
        &self,
        session: &mut Session,
        sender: &str,
        account: &Account,
        text: &str,
    ) -> Value {
        let (message_type, body) = session.encrypt(text).unwrap().to_parts();
        let body = Base64::<Standard, _>::new(body).encode();
        self.message(sender, account, message_type, &body)
    }

    fn message(&self, sender: &str, account: &Account, message_type: usize, body: &str) -> Value {
        json!({
            "type": "m.room.encrypted",
            "sender": sender,
            "content": {
                "algorithm": "m.olm.v1.curve25519-aes-sha2",
                "sender_key": account.curve25519_key().to_base64(),
                "ciphertext": {
                    self.curve.to_base64(): { "type": message_type, "body": body },
                },
            },
        })
    }
}
