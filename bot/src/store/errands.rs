//! The job queue: errands that wait for their results.

use sqlx::{Row, Sqlite, Transaction};
use tables::Errand;

use super::{RETENTION_SECONDS, Store, StoreError, readable};

/// An errand that has not been settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenErrand {
    /// The number of its row.
    pub row: i64,
    /// The stored errand.
    pub errand: Errand,
}

impl Store {
    /// Returns whether an errand still waits for its result.
    ///
    /// # Errors
    ///
    /// If the database fails.
    pub async fn is_errand_open(&self, errand: i64) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT 1 FROM errands WHERE id = ?")
            .bind(errand)
            .fetch_optional(&self.pool)
            .await?;
        Ok(found.is_some())
    }

    pub(super) async fn errands(&self) -> Result<Vec<OpenErrand>, StoreError> {
        let rows = sqlx::query("SELECT id, data FROM errands ORDER BY id")
            .fetch_all(&self.pool)
            .await?;
        let mut errands = Vec::new();
        for row in rows {
            let (id, data): (i64, String) = (row.try_get("id")?, row.try_get("data")?);
            if let Some(errand) = readable(&data, &format!("the errand {id}")) {
                errands.push(OpenErrand { row: id, errand });
            }
        }
        Ok(errands)
    }

    /// Deletes expired rows.
    pub(super) async fn forget_errands(&self) -> Result<(), StoreError> {
        // Only unreadable errands become so old.
        sqlx::query("DELETE FROM errands WHERE since < unixepoch() - ?")
            .bind(RETENTION_SECONDS)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

pub(super) async fn open(
    transaction: &mut Transaction<'_, Sqlite>,
    errand: Errand,
) -> Result<OpenErrand, StoreError> {
    let row = sqlx::query_scalar("INSERT INTO errands (data) VALUES (?) RETURNING id")
        .bind(serde_json::to_string(&errand)?)
        .fetch_one(&mut **transaction)
        .await?;
    Ok(OpenErrand { row, errand })
}

pub(super) async fn settle(
    transaction: &mut Transaction<'_, Sqlite>,
    errand: i64,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM errands WHERE id = ?")
        .bind(errand)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use tables::Effect;
    use tempfile::TempDir;

    use super::*;
    use crate::store::{
        Batch,
        tests::{batch, errand},
    };

    #[tokio::test]
    async fn an_errand_waits_over_kills_until_it_is_settled() {
        let folder = TempDir::new().unwrap();
        let store = Store::open(folder.path()).await.unwrap();
        let errands = ["$a", "$b"].map(errand);
        let effects = errands.clone().map(Effect::Errand);
        let due = store
            .commit(batch("s1", &["$a", "$b"], effects.into()))
            .await
            .unwrap();
        let opened: Vec<_> = due.errands.iter().map(|open| open.errand.clone()).collect();
        assert_eq!(opened, errands);
        drop(store);

        let store = Store::open(folder.path()).await.unwrap();
        assert_eq!(store.load().await.unwrap().waiting, due);
        let settled = Batch {
            errand: Some(due.errands[1].row),
            effects: vec![Effect::Errand(errand("$c"))],
            ..Batch::default()
        };
        let later = store.commit(settled).await.unwrap();
        assert!(
            later.errands[0].row > due.errands[1].row,
            "a number was used again"
        );
        let damage = "UPDATE errands SET data = '{}' WHERE id = (SELECT min(id) FROM errands)";
        sqlx::query(damage).execute(&store.pool).await.unwrap();
        assert_eq!(store.load().await.unwrap().waiting, later);
    }
}
