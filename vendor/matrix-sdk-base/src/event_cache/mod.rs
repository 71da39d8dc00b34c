// Copyright 2024 The Matrix.org Foundation C.I.C.
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

//! Event cache store and common types shared with `matrix_sdk::event_cache`.

use matrix_sdk_common::deserialized_responses::TimelineEvent;

pub mod store;

/// The kind of event the event storage holds.
pub type Event = TimelineEvent;

/// The kind of gap the event storage holds.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The token to use in the pagination query as the `from` parameter,
    /// extracted from a previous `start` / `end` field of a `/messages`
    /// response, or from the `prev_batch` / `next_batch` field of a `/sync`
    /// response.
    pub token: String,
}
