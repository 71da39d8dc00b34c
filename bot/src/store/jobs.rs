//! The job queue: jobs that wait for their results.

use lobby::Job;
use sqlx::{Row, Sqlite, Transaction};

use super::{RETENTION_SECONDS, Store, StoreError, readable};

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
        let rows = sqlx::query("SELECT id, data FROM jobs ORDER BY id")
            .fetch_all(&self.pool)
            .await?;
        let mut jobs = Vec::new();
        for row in rows {
            let (id, data): (i64, String) = (row.try_get("id")?, row.try_get("data")?);
            if let Some(job) = readable(&data, &format!("job {id}")) {
                jobs.push(OpenJob { row: id, job });
            }
        }
        Ok(jobs)
    }

    /// Deletes expired rows.
    pub(super) async fn forget_jobs(&self) -> Result<(), StoreError> {
        // Only unreadable jobs become so old.
        sqlx::query("DELETE FROM jobs WHERE since < unixepoch() - ?")
            .bind(RETENTION_SECONDS)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

pub(super) async fn open(
    transaction: &mut Transaction<'_, Sqlite>,
    job: Job,
) -> Result<OpenJob, StoreError> {
    let row = sqlx::query_scalar("INSERT INTO jobs (data) VALUES (?) RETURNING id")
        .bind(serde_json::to_string(&job)?)
        .fetch_one(&mut **transaction)
        .await?;
    Ok(OpenJob { row, job })
}

pub(super) async fn settle(
    transaction: &mut Transaction<'_, Sqlite>,
    job: i64,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM jobs WHERE id = ?")
        .bind(job)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use lobby::Effect;
    use tempfile::TempDir;

    use super::*;
    use crate::store::{
        Batch,
        tests::{batch, job},
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
        assert_eq!(store.load().await.unwrap().waiting, due);
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
        let damage = "UPDATE jobs SET data = '{}' WHERE id = (SELECT min(id) FROM jobs)";
        sqlx::query(damage).execute(&store.pool).await.unwrap();
        assert_eq!(store.load().await.unwrap().waiting, later);
    }
}
