// Copyright 2025 The Matrix.org Foundation C.I.C.
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

use ruma::MilliSecondsSinceUnixEpoch;

use super::Room;
use crate::latest_event::LatestEventValue;

impl Room {
    /// Return the [`LatestEventValue`] of this room.
    ///
    /// Note that it clones the [`LatestEventValue`]! This can add pressure
    /// on the memory if used in a hot path.
    pub fn latest_event(&self) -> LatestEventValue {
        self.info.read().latest_event_value.clone()
    }

    /// Return the value of [`LatestEventValue::timestamp`].
    pub fn latest_event_timestamp(&self) -> Option<MilliSecondsSinceUnixEpoch> {
        self.info.read().latest_event_value.timestamp()
    }

    /// Return the value of [`LatestEventValue::is_unsent`].
    pub fn latest_event_is_unsent(&self) -> bool {
        self.info.read().latest_event_value.is_unsent()
    }
}
