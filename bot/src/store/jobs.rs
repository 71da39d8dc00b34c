//! The job queue: jobs that wait for their results.

use lobby::Job;
use sqlx::SqliteConnection;

use super::{RETENTION_SECONDS, Store, StoreError, execute, readable};

/// A job that has not been settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenJob {
    /// The number of its row.
    pub row: i64,
    /// The stored job.
    pub job: Job,
}

impl Store {
    /// Returns whether a job still waits for its result.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn is_job_open(&self, job: i64) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT 1 FROM jobs WHERE id = ?")
            .bind(job)
            .fetch_optional(&self.pool)
            .await?;
        Ok(found.is_some())
    }

    pub(super) async fn jobs(&self) -> Result<Vec<OpenJob>, StoreError> {
        let rows: Vec<(i64, String)> = sqlx::query_as("SELECT id, data FROM jobs ORDER BY id")
            .fetch_all(&self.pool)
            .await?;
        let jobs = rows.into_iter().filter_map(|(row, data)| {
            let job = readable(&data, "job ", row)?;
            Some(OpenJob { row, job })
        });
        Ok(jobs.collect())
    }

    /// Deletes expired rows: unreadable jobs. Others are only old if the bot was off for long.
    pub(super) async fn forget_jobs(&self) -> Result<(), StoreError> {
        let rows: Vec<(i64, String)> =
            sqlx::query_as("SELECT id, data FROM jobs WHERE since < unixepoch() - ?")
                .bind(RETENTION_SECONDS)
                .fetch_all(&self.pool)
                .await?;
        let is_unreadable = |data: &String| serde_json::from_str::<Job>(data).is_err();
        for (row, _) in rows.iter().filter(|(_, data)| is_unreadable(data)) {
            let statement = sqlx::query("DELETE FROM jobs WHERE id = ?").bind(row);
            execute(statement, &self.pool).await?;
        }
        Ok(())
    }
}

pub(super) async fn open(
    connection: &mut SqliteConnection,
    job: Job,
) -> Result<OpenJob, StoreError> {
    let row = sqlx::query_scalar("INSERT INTO jobs (data) VALUES (?) RETURNING id")
        .bind(serde_json::to_string(&job)?)
        .fetch_one(&mut *connection)
        .await?;
    Ok(OpenJob { row, job })
}

pub(super) async fn settle(connection: &mut SqliteConnection, job: i64) -> Result<(), StoreError> {
    let statement = sqlx::query("DELETE FROM jobs WHERE id = ?").bind(job);
    execute(statement, connection).await
}

/// Deletes the jobs that would start a player's run. The results of those that are already carried out are ignored, so
/// that at most an empty direct message is left.
pub(super) async fn forget_player(
    connection: &mut SqliteConnection,
    player: &str,
) -> Result<(), StoreError> {
    let statement = sqlx::query(
        "DELETE FROM jobs
         WHERE json_valid(data) AND json_extract(data, '$.\"open-direct\".line.sender.id') = ?",
    );
    execute(statement.bind(player), connection).await
}

#[cfg(test)]
mod tests {
    use lobby::Effect;
    use tempfile::TempDir;

    use super::*;
    use crate::store::{
        Batch,
        tests::{batch, commit, job},
    };

    #[tokio::test]
    async fn a_job_survives_kills_until_it_settles() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let jobs = ["$a", "$b"].map(job);
        let effects = jobs.clone().map(Effect::Job);
        let due = store
            .commit(batch("s1", &["$a", "$b"], effects.into()))
            .await
            .unwrap();
        let opened: Vec<_> = due.jobs.iter().map(|open| open.job.clone()).collect();
        assert_eq!(opened, jobs);
        drop(store);

        let store = Store::open(folder.path()).await.unwrap();
        assert_eq!(store.load().await.unwrap().waiting.jobs, due.jobs);
        let settled = Batch {
            job: Some(due.jobs[1].row),
            effects: vec![Effect::Job(job("$c"))],
            ..Batch::default()
        };
        let later = store.commit(settled).await.unwrap();
        assert!(
            later.jobs[0].row > due.jobs[1].row,
            "a number was used again"
        );
        for change in [
            "UPDATE jobs SET data = '{}' WHERE id = (SELECT min(id) FROM jobs)",
            "UPDATE jobs SET since = 1",
        ] {
            sqlx::query(change).execute(&store.pool).await.unwrap();
            assert_eq!(store.load().await.unwrap().waiting.jobs, later.jobs);
        }
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM jobs")
            .fetch_one(&store.pool)
            .await
            .unwrap();
        assert_eq!(left, 1, "unreadable jobs expire");
    }

    #[tokio::test]
    async fn a_forgotten_player_gets_no_run() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let asked = |event: &str| Effect::Job(job(event));
        let due = store
            .commit(batch("s1", &["$a"], vec![asked("$a")]))
            .await
            .unwrap();
        let forget = |player: &str| Effect::Forget {
            player: player.into(),
            somebody: crate::tests::alice(),
        };
        let Job::OpenDirect(request) = &due.jobs[0].job else {
            panic!("{due:?}");
        };
        let player = request.line.sender.id.clone();
        for (forgotten, is_open) in [("@other:x", true), (player.as_str(), false)] {
            commit(&store, vec![forget(forgotten)]).await;
            let row = due.jobs[0].row;
            assert_eq!(
                store.is_job_open(row).await.unwrap(),
                is_open,
                "{forgotten}"
            );
        }
    }
}
