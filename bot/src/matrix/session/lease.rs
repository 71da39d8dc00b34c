//! The lease, by which only one bot at a time plays on an account.
//!
//! It is an event in the account data with its holder and the time of the last heartbeat. Matrix has no
//! compare-and-set, so the last writer holds it: every bot reads back after writing, and ends if it finds
//! another holder. A change of the account data arrives with, or before, the answers of the other bot, so
//! nothing is answered twice after that.

#[cfg(test)]
mod tests;

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use jiff::Timestamp;
use matrix_sdk::{
    Client,
    ruma::{
        api::client::device::Device,
        events::{
            AnyGlobalAccountDataEvent, AnyGlobalAccountDataEventContent, GlobalAccountDataEventType,
        },
        serde::Raw,
    },
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::{
    sync::{Mutex, watch},
    task::AbortHandle,
    time::{sleep, timeout},
};
use tracing::{info, warn};

use super::{login::retry_until_reached, session_error::SessionError};
use crate::{
    backoff::Backoff, error_chain::ErrorChain, matrix::failure::Failure, state_folder::StateFolder,
};

/// The type of the account data event.
const LEASE_TYPE: &str = "icebreaker.lease";
/// Time between two heartbeats.
const REFRESH_INTERVAL: Duration = Duration::from_secs(60);
/// Expiry of the lease: time after its last heartbeat for which a bot counts as alive.
const EXPIRY: Duration = Duration::from_secs(180);
/// Maximum difference between the clocks of two bots.
const MAX_CLOCK_DIFFERENCE: Duration = Duration::from_secs(60);
/// Longest retry delay of a failed heartbeat.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(15);
/// Timeout for the release of a lease.
const RELEASE_TIMEOUT: Duration = Duration::from_secs(3);

/// The file with the ids of the instances that have run with the state folder, one per line, after a line with the inode
/// of the folder. The last is the newest.
const INSTANCES_FILE: &str = "lease-instances";
/// Maximum number of these instances.
const MAX_INSTANCES: usize = 16;

/// An instance of the bot: one process, from its start to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Instance {
    device_id: String,
    /// Random, made at the start of the program: two state folders with one access token, or two copies of a
    /// folder, are one device.
    instance_id: String,
}

/// The content of the event; after a release, only the last instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct LeaseContent {
    #[serde(flatten)]
    holder: Instance,
    /// Milliseconds since 1970, by the holder's clock.
    heartbeat_ts: i64,
}

impl LeaseContent {
    /// Returns whether the lease has not expired. A heartbeat far in the future comes from a wrong clock.
    fn is_fresh(&self, now: Timestamp) -> bool {
        let age = now.as_millisecond().abs_diff(self.heartbeat_ts);
        u128::from(age) < EXPIRY.as_millis()
    }

    fn read<T>(content: &Raw<T>) -> Option<Self> {
        // An unreadable lease has no holder.
        content.deserialize_as_unchecked().ok()
    }
}

/// The lease of the bot's account, held by this device.
#[derive(Clone, Debug)]
pub(in crate::matrix) struct Lease {
    account: Account,
    /// Locked while the event is written, so that nothing is written after a release.
    writing: Arc<Mutex<()>>,
    /// The device of the bot that has taken over.
    lost_to: watch::Receiver<Option<String>>,
    heartbeats: AbortHandle,
}

impl Lease {
    /// Takes the lease and refreshes it in the background from then on. Outages are waited out. Earlier
    /// instances with the same state folder have ended.
    ///
    /// # Errors
    ///
    /// If another bot holds it, the session is over, or the state folder cannot be used.
    pub(super) async fn take(client: &Client, folder: &StateFolder) -> Result<Self, SessionError> {
        let account = Account::of(client)?;
        let here = folder.inode()?.to_string();
        let instances = folder.read(INSTANCES_FILE)?.unwrap_or_default();
        let mut instances = instances.lines();
        // In a copy of the folder, the instance may still run in the original.
        let is_copy = instances.next() != Some(here.as_str());
        let mut known: Vec<&str> = instances.collect();
        known.drain(..known.len().saturating_sub(MAX_INSTANCES - 1));
        let last = answered(async || account.last_instance().await).await?;
        if last.is_some_and(|last| !known.is_empty() && !known.contains(&last.as_str())) {
            warn!("state folder older than the last run: answers may be repeated or unreadable");
        }
        let earlier = if is_copy { Vec::new() } else { known };
        let note = |instances: &[&str]| {
            let lines = [&[&here[..]], instances].concat();
            folder.write(INSTANCES_FILE, &lines.join("\n"))
        };
        let is_valid = |content: &LeaseContent| {
            let instance = content.holder.instance_id.as_str();
            !earlier.contains(&instance) && content.is_fresh(Timestamp::now())
        };
        // This start is noted before the lease is taken: after a kill between the two, the next start is not refused.
        let own = account.own.instance_id.as_str();
        note(&[&earlier[..], &[own]].concat())?;
        if let Some(device) = answered(async || account.take(is_valid).await).await? {
            note(&earlier)?;
            return Err(SessionError::AccountInUse(device));
        }
        let writing = Arc::default();
        let (lose, lost_to) = watch::channel(None);
        let kept = keep(
            account.clone(),
            Arc::clone(&writing),
            lose,
            REFRESH_INTERVAL,
        );
        let heartbeats = tokio::spawn(kept);
        Ok(Self {
            account,
            writing,
            lost_to,
            heartbeats: heartbeats.abort_handle(),
        })
    }

    /// Waits until a heartbeat finds that another bot holds the lease.
    pub(in crate::matrix) async fn lost(&self) -> SessionError {
        let mut lost_to = self.lost_to.clone();
        if let Ok(device) = lost_to.wait_for(Option::is_some).await
            && let Some(device) = device.clone()
        {
            return SessionError::TakenOver(device);
        }
        // The lease was released.
        std::future::pending().await
    }

    /// Checks the holder of the lease, if this account data names another one. The account data can be older
    /// than the last heartbeat, so the homeserver is asked again.
    ///
    /// # Errors
    ///
    /// If another bot holds the lease, or the session is over.
    pub(in crate::matrix) async fn check(
        &self,
        account_data: &[Raw<AnyGlobalAccountDataEvent>],
    ) -> Result<(), SessionError> {
        let mut leases = account_data.iter().filter_map(lease_in);
        if leases.all(|lease| lease.holder == self.account.own) {
            return Ok(());
        }
        let account = &self.account;
        let holder = async || {
            if account.other_holder(|_| true).await?.is_none() {
                return Ok(None);
            }
            let _write_lock = self.writing.lock().await;
            account.take(|lease| account.is_new(lease)).await
        };
        match answered(holder).await? {
            Some(device) => Err(SessionError::TakenOver(device)),
            None => Ok(()),
        }
    }

    /// Stops the heartbeats and releases the lease, if the homeserver can be reached.
    pub(super) async fn release(&self) {
        let released = timeout(RELEASE_TIMEOUT, async {
            let _write_lock = self.writing.lock().await;
            self.heartbeats.abort();
            match self.account.other_holder(|_| true).await? {
                Some(_) => Ok(()),
                None => {
                    let last = &self.account.own;
                    self.account.write(&json!({ "last": last })).await
                }
            }
        });
        let problem = match released.await {
            Ok(Ok(())) => return,
            Ok(Err(failure)) => failure.to_string(),
            Err(_) => "timed out".to_owned(),
        };
        let expiry = EXPIRY.as_secs();
        info!(seconds = expiry, error = %problem, "lease not released: waiting for it to expire");
    }
}

/// Returns the lease in an event of the account data.
fn lease_in(event: &Raw<AnyGlobalAccountDataEvent>) -> Option<LeaseContent> {
    let kind: Option<String> = event.get_field("type").ok()?;
    if kind.as_deref() != Some(LEASE_TYPE) {
        return None;
    }
    event.get_field("content").ok().flatten()
}

/// Retries until the homeserver answers. If it refuses account data, there is no lease, and the bot plays
/// without one.
async fn answered(
    ask: impl AsyncFn() -> Result<Option<String>, Failure>,
) -> Result<Option<String>, SessionError> {
    retry_until_reached(async || match ask().await {
        Err(Failure::Refused(reason)) => {
            warn!(error = %reason, "lease rejected: a second bot on this account is not detected");
            Ok(None)
        }
        answer => answer,
    })
    .await
}

/// Sends heartbeats until another bot holds the lease. Failed ones are retried.
async fn keep(
    account: Account,
    writing: Arc<Mutex<()>>,
    lose: watch::Sender<Option<String>>,
    interval: Duration,
) {
    let mut backoff = Backoff::new(Duration::from_secs(1), MAX_RETRY_DELAY);
    let mut pause = interval;
    let mut warned = false;
    loop {
        sleep(pause).await;
        let refreshed = async {
            let _write_lock = writing.lock().await;
            // Since the last heartbeat only a bot that is alive can have written there; after an outage, one
            // that was.
            account.take(|lease| account.is_new(lease)).await
        };
        match refreshed.await {
            Ok(None) => {
                backoff.reset();
                pause = interval;
                warned = false;
            }
            Ok(Some(device)) => {
                let _no_receiver = lose.send(Some(device));
                return;
            }
            Err(failure) => {
                if !warned {
                    warn!(error = %failure, "lease renewal failed: retrying");
                    warned = true;
                }
                pause = match failure {
                    Failure::Unreachable { .. } => failure.retry_delay(backoff.step()),
                    // A retry would be refused again for now.
                    _ => interval,
                };
            }
        }
    }
}

/// The account data and the devices of the bot's account, as this instance sees them.
#[derive(Clone, Debug)]
struct Account {
    client: Client,
    own: Instance,
    /// The time of the last heartbeat in milliseconds since 1970; 0 before the first one.
    last_heartbeat: Arc<AtomicI64>,
}

impl Account {
    fn of(client: &Client) -> Result<Self, SessionError> {
        let device = client.device_id();
        let device = device.ok_or_else(|| SessionError::Sdk(ErrorChain::new("no session")))?;
        Ok(Self {
            client: client.clone(),
            own: Instance {
                device_id: device.to_string(),
                instance_id: format!("{:032x}", rand::random::<u128>()),
            },
            last_heartbeat: Arc::default(),
        })
    }

    /// Takes the lease, or returns the device of the bot that holds a valid one.
    async fn take(
        &self,
        is_valid: impl Fn(&LeaseContent) -> bool,
    ) -> Result<Option<String>, Failure> {
        let holder = self.other_holder(is_valid).await?;
        if holder.is_some() {
            return Ok(holder);
        }
        let heartbeat_ts = Timestamp::now().as_millisecond();
        self.write(&json!(LeaseContent {
            holder: self.own.clone(),
            heartbeat_ts,
        }))
        .await?;
        self.last_heartbeat.store(heartbeat_ts, Ordering::Relaxed);
        // The last of several writers holds it.
        self.other_holder(|_| true).await
    }

    /// Returns whether a lease was taken after the last heartbeat, by clocks that differ a little. Older ones come from a
    /// backup of the homeserver.
    fn is_new(&self, lease: &LeaseContent) -> bool {
        let last = self.last_heartbeat.load(Ordering::Relaxed);
        let age = last.saturating_sub(lease.heartbeat_ts);
        i128::from(age) < MAX_CLOCK_DIFFERENCE.as_millis().cast_signed()
    }

    /// Returns the last instance that held the lease, if it was of the same device.
    async fn last_instance(&self) -> Result<Option<String>, Failure> {
        let Some(content) = self.content().await? else {
            return Ok(None);
        };
        let last = content.get_field("last").ok().flatten();
        let last: Option<Instance> = last.or_else(|| Some(LeaseContent::read(&content)?.holder));
        let last = last.filter(|last| last.device_id == self.own.device_id);
        Ok(last.map(|last| last.instance_id))
    }

    async fn content(&self) -> Result<Option<Raw<AnyGlobalAccountDataEventContent>>, Failure> {
        let kind = GlobalAccountDataEventType::from(LEASE_TYPE);
        Ok(self.client.account().fetch_account_data(kind).await?)
    }

    /// Returns the device of another bot that holds the lease, if the lease is valid and the device still belongs
    /// to the account.
    async fn other_holder(
        &self,
        is_valid: impl Fn(&LeaseContent) -> bool,
    ) -> Result<Option<String>, Failure> {
        let content = self.content().await?;
        let Some(lease) = content.and_then(|content| LeaseContent::read(&content)) else {
            return Ok(None);
        };
        if lease.holder == self.own || !is_valid(&lease) {
            return Ok(None);
        }
        let device = lease.holder.device_id;
        let devices = match self.client.devices().await.map_err(Failure::from) {
            Ok(answer) => answer.devices,
            Err(Failure::Refused(_)) => return Ok(Some(device)),
            Err(failure) => return Err(failure),
        };
        let is_known = |known: &Device| known.device_id == *device;
        Ok(devices.iter().any(is_known).then_some(device))
    }

    async fn write(&self, content: &Value) -> Result<(), Failure> {
        let content = Raw::new(content).map_err(Failure::of_store)?;
        let account = self.client.account();
        account
            .set_account_data_raw(LEASE_TYPE.into(), content.cast_unchecked())
            .await?;
        Ok(())
    }
}
