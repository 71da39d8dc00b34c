//! Drawing: files of messages are made on threads for such work, boards beside films and pages, so that no
//! board waits for a film.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tables::Message;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
    time::timeout,
};
use tracing::error;

use crate::attachment::Attachment;

/// Times to wait.
#[derive(Clone, Copy, Debug)]
pub struct Deadlines {
    /// Longest wait of a film or page for those before it.
    pub for_turn: Duration,
    /// Longest time to draw a file.
    pub for_drawing: Duration,
}

/// Files that are being drawn: one board, and one film or page beside it.
#[derive(Clone, Debug)]
pub struct Studio {
    deadlines: Deadlines,
    boards: Arc<Semaphore>,
    replays: Arc<Semaphore>,
}

/// A file, with the permit under which it was drawn: as long as it is held, no other one of its kind is.
#[derive(Debug)]
pub struct Drawn {
    /// The file.
    pub attachment: Attachment,
    permit: OwnedSemaphorePermit,
}

impl Drawn {
    /// The file, and the permit, to be held until the file is gone.
    pub fn into_parts(self) -> (Attachment, OwnedSemaphorePermit) {
        (self.attachment, self.permit)
    }
}

/// Why there is no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDrawn {
    /// Too many others were drawn before it.
    #[error("too many files are drawn before it")]
    Busy,
    /// It took too long.
    #[error("drawing takes too long")]
    TooLong,
    /// It cannot be drawn, or there is nothing to be drawn.
    #[error("there is none")]
    Nothing,
}

impl Studio {
    /// Nothing is drawn yet.
    pub fn new(deadlines: Deadlines) -> Studio {
        Studio {
            deadlines,
            boards: Arc::new(Semaphore::new(1)),
            replays: Arc::new(Semaphore::new(1)),
        }
    }

    /// Makes the file of a message.
    ///
    /// # Errors
    ///
    /// If there is none within the deadlines.
    pub async fn draw(&self, message: &Message) -> Result<Drawn, NotDrawn> {
        let message = message.clone();
        let lane = match message.replay() {
            Some(_) => &self.replays,
            None => &self.boards,
        };
        self.in_lane(lane, move |is_cancelled| {
            Attachment::of(&message, is_cancelled)
        })
        .await
    }

    /// Makes a file when those before it are made. The permit is held by the work itself, which ends soon
    /// after nobody waits for it any more.
    async fn in_lane(
        &self,
        lane: &Arc<Semaphore>,
        make: impl FnOnce(&dyn Fn() -> bool) -> Option<Attachment> + Send + 'static,
    ) -> Result<Drawn, NotDrawn> {
        let turn = timeout(self.deadlines.for_turn, Arc::clone(lane).acquire_owned());
        let permit = match turn.await {
            Ok(Ok(permit)) => permit,
            Ok(Err(_)) | Err(_) => return Err(NotDrawn::Busy),
        };
        let cancelled = Cancelled::default();
        let flag = Arc::clone(&cancelled.0);
        let work = spawn_blocking(move || {
            let attachment = make(&|| flag.load(Ordering::Relaxed))?;
            Some(Drawn { attachment, permit })
        });
        match timeout(self.deadlines.for_drawing, work).await {
            Ok(Ok(drawn)) => drawn.ok_or(NotDrawn::Nothing),
            Ok(Err(problem)) => {
                error!("the program has failed at a drawing: {problem}");
                Err(NotDrawn::Nothing)
            }
            Err(_) => Err(NotDrawn::TooLong),
        }
    }
}

/// A flag that is set as soon as nobody waits any more.
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
    use crate::attachment::Label;

    const SOON: Duration = Duration::from_millis(50);
    const LATE: Duration = Duration::from_secs(60);

    fn studio(for_turn: Duration, for_drawing: Duration) -> Studio {
        Studio::new(Deadlines {
            for_turn,
            for_drawing,
        })
    }

    fn file() -> Option<Attachment> {
        Some(Attachment {
            label: Label {
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
        let studio = studio(LATE, LATE);
        let (release, released) = mpsc::channel::<()>();
        let film = {
            let studio = studio.clone();
            tokio::spawn(async move {
                let make = move |_: &dyn Fn() -> bool| {
                    let _ = released.recv();
                    file()
                };
                studio.in_lane(&studio.replays, make).await.is_ok()
            })
        };
        while studio.replays.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let board = studio.in_lane(&studio.boards, |_| file()).await;
        assert!(board.is_ok(), "the film is still being drawn");
        assert!(!film.is_finished());
        drop(release);
        assert!(film.await.unwrap());
    }

    #[tokio::test]
    async fn work_is_cancelled_at_its_deadline_and_keeps_its_permit() {
        let studio = studio(SOON, SOON);
        let (release, released) = mpsc::channel::<()>();
        let stubborn = move |is_cancelled: &dyn Fn() -> bool| {
            while !is_cancelled() {
                thread::yield_now();
            }
            // It does not end at once.
            let _ = released.recv();
            file()
        };
        let late = studio.in_lane(&studio.replays, stubborn).await;
        assert_eq!(late.err(), Some(NotDrawn::TooLong));
        let next = studio.in_lane(&studio.replays, |_| file()).await;
        assert_eq!(next.err(), Some(NotDrawn::Busy), "two are drawn at once");
        drop(release);
        while studio.replays.available_permits() == 0 {
            tokio::task::yield_now().await;
        }
        assert!(studio.in_lane(&studio.replays, |_| file()).await.is_ok());
    }

    #[tokio::test]
    async fn a_file_keeps_its_permit_until_it_is_gone() {
        let studio = studio(SOON, LATE);
        let drawn = studio.in_lane(&studio.replays, |_| file()).await.unwrap();
        let (_, permit) = drawn.into_parts();
        let next = studio.in_lane(&studio.replays, |_| file()).await;
        assert_eq!(next.err(), Some(NotDrawn::Busy));
        drop(permit);
        assert!(studio.in_lane(&studio.replays, |_| file()).await.is_ok());
    }

    #[tokio::test]
    async fn a_drawing_that_panics_gives_its_permit_back() {
        let studio = studio(LATE, LATE);
        let failed = studio.in_lane(&studio.boards, |_| panic!("on purpose"));
        assert_eq!(failed.await.err(), Some(NotDrawn::Nothing));
        assert!(studio.in_lane(&studio.boards, |_| file()).await.is_ok());
    }
}
