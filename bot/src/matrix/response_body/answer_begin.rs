//! The moment at which the homeserver begins to answer a sync request.

use std::{future::pending, sync::Arc, time::Duration};

use tokio::{sync::Notify, task_local, time::timeout};

task_local! {
    /// Notified once the answer to the sync request of this task begins.
    static BEGUN: Arc<Notify>;
}

/// Notes that an answer begins.
pub(super) fn note() {
    // Other sync requests are made in other tasks.
    _ = BEGUN.try_with(|begun| begun.notify_one());
}

/// Runs a sync request of the SDK, which fails if the homeserver doesn't begin to answer within the time, if any. Once it
/// has begun, the request is never dropped, as the SDK may be storing the response.
pub(in crate::matrix) async fn answered_in_time<T>(
    request: impl Future<Output = Result<T, matrix_sdk::Error>>,
    time: Option<Duration>,
) -> Result<T, matrix_sdk::Error> {
    let begun = Arc::new(Notify::new());
    let expired = async {
        let Some(time) = time else {
            return pending().await;
        };
        match timeout(time, begun.notified()).await {
            Ok(()) => pending().await,
            Err(elapsed) => elapsed,
        }
    };
    tokio::select! {
        answer = BEGUN.scope(Arc::clone(&begun), request) => answer,
        elapsed = expired => Err(matrix_sdk::Error::UnknownError(elapsed.into())),
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::sleep;

    use super::*;

    #[tokio::test]
    async fn only_unanswered_sync_requests_expire() {
        let time = Duration::from_millis(400);
        let limit = Some(time / 4);
        let unanswered = async || {
            sleep(time).await;
            Ok(())
        };
        // Answers in other tasks don't count.
        tokio::spawn(BEGUN.scope(Arc::default(), async { note() }));
        answered_in_time(unanswered(), limit).await.unwrap_err();
        answered_in_time(unanswered(), None).await.unwrap();
        let answered = async {
            note();
            unanswered().await
        };
        answered_in_time(answered, limit).await.unwrap();
    }
}
