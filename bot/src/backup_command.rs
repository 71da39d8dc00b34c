//! The commands `icebreaker backup` and `icebreaker restore`.

use std::{path::Path, process::ExitCode};

use crate::{
    config::StateConfig,
    exit::fatal_error::FatalError,
    state_folder::StateFolder,
    store::{self, BackupError},
    terminal,
};

/// Copies the database into a new file; the bot may be running.
pub fn back_up(state: &StateConfig, file: &Path) -> ExitCode {
    let copied = block_on(store::back_up(&state.folder, file));
    print_result(copied.map(|()| format!("Backed up to {}.", file.display())))
}

/// Replaces the database with a backup; the bot must not be running. A state folder that doesn't exist is refused, as
/// the configuration may not be the bot's.
pub fn restore(state: &StateConfig, file: &Path) -> ExitCode {
    if !state.folder.exists() {
        return print_result(Err::<String, _>(BackupError::NoFolder(
            state.folder.clone(),
        )));
    }
    let folder = match StateFolder::take(&state.folder) {
        Ok(folder) => folder,
        Err(error) => return print_result(Err::<String, _>(error)),
    };
    let restored = block_on(store::restore(&folder, file));
    print_result(restored.map(|replaced| {
        let kept = replaced.map_or_else(String::new, |path| {
            format!(" The replaced database is kept as {}.", path.display())
        });
        let (file, folder) = (file.display(), state.folder.display());
        format!("Restored {file} to {folder}.{kept}")
    }))
}

fn block_on<T>(task: impl Future<Output = Result<T, BackupError>>) -> Result<T, BackupError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    match runtime {
        Ok(runtime) => runtime.block_on(task),
        Err(error) => Err(BackupError::Start(error)),
    }
}

/// Prints the result and returns its exit code.
fn print_result(result: Result<String, impl FatalError>) -> ExitCode {
    match result {
        Ok(line) => {
            terminal::say(line);
            ExitCode::SUCCESS
        }
        Err(error) => {
            terminal::print_error(error.line());
            error.code().into()
        }
    }
}
