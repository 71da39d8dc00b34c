//! The errands that wait for their results.

use sqlx::{Row, Sqlite, Transaction};
use tables::Errand;

use super::{Store, StoreError, readable};

/// An errand that has not been settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenErrand {
    /// The number of its row.
    pub row: i64,
    /// What is to be carried out.
    pub errand: Errand,
}

impl Store {
    /// Whether an errand still waits for its result.
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
