//! The command `icebreaker run`: the bot in its rooms, until it is told to stop.

mod main_loop;
mod stop;

use std::{
    collections::HashMap,
    io,
    num::NonZero,
    process::ExitCode,
    thread::available_parallelism,
    time::{Duration, Instant},
};

use lobby::Settings;
use tokio::sync::mpsc;
use tracing::{error, warn};

use self::{
    main_loop::MainLoop,
    stop::{Signals, Stop},
};
use crate::{
    backoff::Backoff,
    config::Config,
    event_processor::EventProcessor,
    exit::fatal_error::FatalError,
    jobs::JobRunner,
    logging::rate_limited::server,
    matrix::{Inbox, MatrixAdmin, Session, SessionError, note_expired},
    monitoring::{
        listener::{AllowedHosts, ListenError, listen},
        metrics::Metrics,
    },
    outbox::{Outbox, SendTimeouts},
    scheduler::Scheduler,
    state_folder::{StateFolder, StateFolderError},
    store::{Store, StoreError},
};

/// Time limit for the last answers when the bot is told to stop or its session ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum backoff before the next session, after one that has expired.
const MAX_RESTART_DELAY: Duration = Duration::from_secs(300);

/// Maximum number of threads that run the bot besides its searches. The container and the unit limit all of them.
const MAX_WORKER_THREADS: usize = 8;

/// Capacity of the report channel; senders wait while it is full.
const MAX_QUEUED_RESULTS: usize = 64;

/// The reason why the bot stopped, other than a signal.
#[derive(Debug, thiserror::Error)]
enum ServeError {
    #[error(transparent)]
    StateFolder(#[from] StateFolderError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Listen(#[from] ListenError),
    #[error("cannot start: {0}")]
    Io(#[from] io::Error),
}

/// Runs the bot and returns the exit code. A session that has expired is followed by another one, with
/// everything as after a restart of the program.
pub fn run(config: &Config) -> ExitCode {
    for doubt in &config.warnings {
        warn!("{doubt}");
    }
    let mut backoff = Backoff::new(Duration::from_secs(1), MAX_RESTART_DELAY);
    let mut pause = Duration::ZERO;
    loop {
        let begin = Instant::now();
        match in_runtime(config, pause) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(ServeError::Session(SessionError::SoftLogout(reason))) => {
                if begin.elapsed() > MAX_RESTART_DELAY {
                    backoff.reset();
                }
                pause = backoff.step();
                warn!(delay = ?pause, error = %reason, "session expired: logging in again");
            }
            Err(error) => {
                error!("{}", error.line());
                return error.code().into();
            }
        }
    }
}

fn in_runtime(config: &Config, pause: Duration) -> Result<(), ServeError> {
    let cores = available_parallelism().map_or(1, NonZero::get);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores.min(MAX_WORKER_THREADS))
        .enable_all()
        .build()?;
    let result = runtime.block_on(serve(config, pause));
    // No task of this session may go on during the next one.
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    result
}

impl ServeError {
    fn ending(&self) -> &dyn FatalError {
        match self {
            Self::StateFolder(error) => error,
            Self::Store(error) => error,
            Self::Session(error) => error,
            Self::Listen(error) => error,
            Self::Io(error) => error,
        }
    }
}

impl FatalError for ServeError {
    fn code(&self) -> u8 {
        self.ending().code()
    }

    fn advice(&self) -> Option<&'static str> {
        self.ending().advice()
    }
}

/// Waits for the pause, then serves until the bot is told to stop.
async fn serve(config: &Config, pause: Duration) -> Result<(), ServeError> {
    let mut stop = Signals::new()?;
    tokio::select! {
        () = tokio::time::sleep(pause) => {}
        () = stop.asked() => return Ok(()),
    }
    let folder = StateFolder::take(&config.state.folder)?;
    folder.check_room()?;
    let store = Store::open(&config.state.folder).await?;
    let started = tokio::select! {
        started = start(config, &folder, &store) => started,
        () = stop.asked() => return Ok(()),
    };
    let ended = match started {
        Ok((main_loop, inbox)) => serve_until_stopped(main_loop, inbox, &mut stop).await,
        Err(error) => Err(error),
    };
    if let Err(ServeError::Session(SessionError::SoftLogout(_))) = &ended {
        note_expired(&folder)?;
    }
    ended?;
    store.close().await;
    Ok(())
}

async fn serve_until_stopped(
    mut main_loop: MainLoop<Session, MatrixAdmin>,
    mut inbox: Inbox,
    stop: &mut Signals,
) -> Result<(), ServeError> {
    let timeout = main_loop.serve(&mut inbox, stop).await?;
    main_loop.stop(timeout, stop).await;
    main_loop.matrix_api.release().await;
    Ok(())
}

/// Loads the stored state and connects to the homeserver; returns the main loop and its source of responses.
async fn start(
    config: &Config,
    folder: &StateFolder,
    store: &Store,
) -> Result<(MainLoop<Session, MatrixAdmin>, Inbox), ServeError> {
    let metrics = Metrics::default();
    if let Some(address) = config.http.listen {
        let hosts = AllowedHosts::new(&config.http.hosts);
        listen(address, hosts, metrics.clone()).await?;
    }
    let snapshot = store.load().await?;
    let token = snapshot.token.as_deref();
    if snapshot.is_new() && Session::is_stored(folder) {
        warn!("database is new: starting without games and settings");
    }
    let session = Session::connect(config, folder, token, metrics.clone()).await?;
    session.restore_threads(&snapshot.sent);
    let (reports, reported) = mpsc::channel(MAX_QUEUED_RESULTS);
    let outbox = Outbox::new(
        server(&config.matrix.user),
        store.clone(),
        session.clone(),
        SendTimeouts::default(),
        metrics.clone(),
        reports.clone(),
    );
    let admin_api = MatrixAdmin::new(session.clone(), outbox.clone(), metrics.clone());
    let jobs = JobRunner::new(
        session.clone(),
        admin_api,
        store.clone(),
        reports.clone(),
        config.computer,
    );
    let scheduler = Scheduler::new(session.clone(), reports);
    let processor = EventProcessor::new(settings(config), store.clone(), snapshot.lobby, metrics);
    let inbox = session.inbox(snapshot.token, snapshot.undecrypted);
    let main_loop = MainLoop {
        processor,
        matrix_api: session,
        outbox,
        jobs,
        scheduler,
        reported,
        waiting: Some(snapshot.waiting),
        rejected_invites: config.access.rejected_invites,
        changed_rooms: std::collections::BTreeSet::new(),
        last_lookup: String::new(),
        hindrances: HashMap::new(),
    };
    Ok((main_loop, inbox))
}

/// Returns the configuration of the lobby.
fn settings(config: &Config) -> Settings {
    Settings {
        prefix: config.chat.prefix.clone(),
        access: config.access.rules.clone(),
        limits: config.limits,
        boards: config.chat.boards,
        language: config.chat.language,
        is_shared_screen: false,
        features: config.features,
    }
}
