//! Drawing of the files of messages, on blocking threads: boards in parallel with films and pages, so that no
//! board waits for a film.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use lobby::Message;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
    time::timeout,
};
use tracing::error;

use crate::attachment::Attachment;

/// Timeouts of a file.
#[derive(Clone, Copy, Debug)]
pub struct DrawingTimeouts {
    /// Maximum wait of a film or page for those before it in the queue.
    pub replay_queue: Duration,
    /// Maximum wait of a board in the queue: for its drawing, and once more for its upload.
    pub board_queue: Duration,
    /// Maximum time to draw a file.
    pub drawing: Duration,
}

/// Maximum number of simultaneous board uploads: an upload is mostly waiting.
const MAX_BOARD_UPLOADS: usize = 8;

/// The drawing queues: one board at a time, and one film or page in parallel.
#[derive(Clone, Debug)]
pub struct DrawingQueues {
    timeouts: DrawingTimeouts,
    boards: Arc<Semaphore>,
    board_uploads: Arc<Semaphore>,
    replays: Arc<Semaphore>,
}

/// A file with a permit to upload it. While the permit of a film or page is held, no other one is drawn.
#[derive(Debug)]
pub struct Drawn {
    /// The file.
    pub attachment: Attachment,
    permit: OwnedSemaphorePermit,
}

impl Drawn {
    /// Returns the file, and the permit, which has to be held until the file is gone.
    pub fn into_parts(self) -> (Attachment, OwnedSemaphorePermit) {
        (self.attachment, self.permit)
    }
}

/// The reason for a missing file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDrawn {
    /// A timeout while other files were drawn first.
    #[error("drawing queue full")]
    Busy,
    /// A timeout while drawing.
    #[error("drawing timed out")]
    TooLong,
    /// A failure, or a message without anything to draw.
    #[error("nothing drawn")]
    Nothing,
}

impl DrawingQueues {
    /// Creates empty queues.
    pub fn new(timeouts: DrawingTimeouts) -> DrawingQueues {
        DrawingQueues {
            timeouts,
            boards: Arc::new(Semaphore::new(1)),
            board_uploads: Arc::new(Semaphore::new(MAX_BOARD_UPLOADS)),
            replays: Arc::new(Semaphore::new(1)),
        }
    }

    /// Makes the file of a message.
    ///
    /// # Errors
    ///
    /// If there is none within the timeouts.
    pub async fn draw(&self, message: &Message) -> Result<Drawn, NotDrawn> {
        let message = message.clone();
        let is_replay = message.replay().is_some();
        let make = move |is_cancelled: &dyn Fn() -> bool| Attachment::of(&message, is_cancelled);
        if is_replay {
            self.replay(make).await
        } else {
            self.board(make).await
        }
    }

    /// Makes a film or a page.
    async fn replay(
        &self,
        make: impl FnOnce(&dyn Fn() -> bool) -> Option<Attachment> + Send + 'static,
    ) -> Result<Drawn, NotDrawn> {
        self.in_lane(&self.replays, self.timeouts.replay_queue, make)
            .await
    }

    /// Makes a picture of boards. The next one is drawn while this one is uploaded.
    async fn board(
        &self,
        make: impl FnOnce(&dyn Fn() -> bool) -> Option<Attachment> + Send + 'static,
    ) -> Result<Drawn, NotDrawn> {
        let queue_timeout = self.timeouts.board_queue;
        let Drawn { attachment, .. } = self.in_lane(&self.boards, queue_timeout, make).await?;
        let permit = permit_within(queue_timeout, &self.board_uploads).await?;
        Ok(Drawn { attachment, permit })
    }

    /// Makes a file after those before it in the queue. The blocking task itself holds the permit; it ends
    /// soon after its caller has stopped waiting.
    async fn in_lane(
        &self,
        lane: &Arc<Semaphore>,
        queue_timeout: Duration,
        make: impl FnOnce(&dyn Fn() -> bool) -> Option<Attachment> + Send + 'static,
    ) -> Result<Drawn, NotDrawn> {
        let permit = permit_within(queue_timeout, lane).await?;
        let cancelled = Cancelled::default();
        let flag = Arc::clone(&cancelled.0);
        let work = spawn_blocking(move || {
            let attachment = make(&|| flag.load(Ordering::Relaxed))?;
            Some(Drawn { attachment, permit })
        });
        match timeout(self.timeouts.drawing, work).await {
            Ok(Ok(drawn)) => drawn.ok_or(NotDrawn::Nothing),
            Ok(Err(problem)) => {
                error!(error = %problem, "drawing panicked");
                Err(NotDrawn::Nothing)
            }
            Err(_) => Err(NotDrawn::TooLong),
        }
    }
}

/// Acquires a permit within a time limit.
async fn permit_within(
    limit: Duration,
    permits: &Arc<Semaphore>,
) -> Result<OwnedSemaphorePermit, NotDrawn> {
    match timeout(limit, Arc::clone(permits).acquire_owned()).await {
        Ok(Ok(permit)) => Ok(permit),
        Ok(Err(_)) | Err(_) => Err(NotDrawn::Busy),
    }
}

/// A cancellation flag, set on drop: nobody waits any more.
#[derive(Default)]
struct Cancelled(Arc<AtomicBool>);

impl Drop for Cancelled {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, thread};

    use super::*;
    use crate::attachment::FileLabel;

    const SOON: Duration = Duration::from_millis(50);
    const LATE: Duration = Duration::from_secs(60);

    fn queues(queue_timeout: Duration, drawing: Duration) -> DrawingQueues {
        DrawingQueues::new(DrawingTimeouts {
            replay_queue: queue_timeout,
            board_queue: queue_timeout,
            drawing,
        })
    }

    fn file() -> Option<Attachment> {
        Some(Attachment {
            label: FileLabel {
                name: "film.gif".into(),
                mimetype: "image/gif".into(),
                size: 0,
                pixels: None,
                turns: None,
            },
            bytes: Vec::new(),
        })
    }

    #[tokio::test]
    async fn boards_pass_films() {
        let queues = queues(LATE, LATE);
        let (release, released) = mpsc::channel::<()>();
        let film = {
            let queues = queues.clone();
            tokio::spawn(async move {
                let make = move |_: &dyn Fn() -> bool| {
                    let _ = released.recv();
                    file()
                };
                queues.replay(make).await.is_ok()
            })
        };
        while queues.replays.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let board = queues.board(|_| file()).await;
        assert!(board.is_ok(), "the film is still being drawn");
        assert!(!film.is_finished());
        drop(release);
        assert!(film.await.unwrap());
    }

    #[tokio::test]
    async fn late_work_is_cancelled_and_keeps_its_permit() {
        let queues = queues(SOON, SOON);
        let (release, released) = mpsc::channel::<()>();
        let stubborn = move |is_cancelled: &dyn Fn() -> bool| {
            while !is_cancelled() {
                thread::yield_now();
            }
            // Cancellation does not take effect at once.
            let _ = released.recv();
            file()
        };
        let late = queues.replay(stubborn).await;
        assert_eq!(late.err(), Some(NotDrawn::TooLong));
        let next = queues.replay(|_| file()).await;
        assert_eq!(next.err(), Some(NotDrawn::Busy), "two are drawn at once");
        drop(release);
        while queues.replays.available_permits() == 0 {
            tokio::task::yield_now().await;
        }
        assert!(queues.replay(|_| file()).await.is_ok());
    }

    #[tokio::test]
    async fn a_file_keeps_its_permit_until_dropped() {
        let queues = queues(SOON, LATE);
        let drawn = queues.replay(|_| file()).await.unwrap();
        let (_, permit) = drawn.into_parts();
        let next = queues.replay(|_| file()).await;
        assert_eq!(next.err(), Some(NotDrawn::Busy));
        drop(permit);
        assert!(queues.replay(|_| file()).await.is_ok());
    }

    #[tokio::test]
    async fn boards_are_uploaded_side_by_side() {
        let queues = queues(SOON, LATE);
        let mut uploading = Vec::new();
        for _ in 0..MAX_BOARD_UPLOADS {
            uploading.push(queues.board(|_| file()).await.unwrap());
        }
        let next = queues.board(|_| file()).await;
        assert_eq!(next.err(), Some(NotDrawn::Busy), "it waits no longer");
        uploading.pop();
        assert!(queues.board(|_| file()).await.is_ok());
    }

    #[tokio::test]
    async fn a_drawing_that_panics_gives_its_permit_back() {
        let queues = queues(LATE, LATE);
        let failed = queues.board(|_| panic!("on purpose"));
        assert_eq!(failed.await.err(), Some(NotDrawn::Nothing));
        assert!(queues.board(|_| file()).await.is_ok());
    }
}
