//! The time zone in the profile of a person, for those who have set none.

use jiff::Timestamp;

use crate::{
    context::Context,
    job::Job,
    players::PlayerData,
    traffic::{Effect, ProfileZone},
};

/// Queues the job that reads the profile of a sender in a direct message, at most once a day.
pub fn read_profile(cx: &Context<'_>, players: &mut PlayerData) -> Option<Effect> {
    let user = cx.sender();
    let preferences = players.preferences_mut();
    let is_due = cx.line.direct && preferences.begin_reading_profile(user, cx.today());
    is_due.then(|| {
        let user = user.to_owned();
        Effect::Job(Job::ReadProfile { user })
    })
}

/// Notes the time zone in a profile; a name that is not in the database counts as none. The one before stays if the
/// profile could not be read.
pub fn profile_read(
    players: &mut PlayerData,
    user: &str,
    zone: &ProfileZone,
    now: Timestamp,
) -> Vec<Effect> {
    let zone = match zone {
        ProfileZone::Named(name) => name.parse().ok(),
        ProfileZone::Missing => None,
        ProfileZone::Unread => return Vec::new(),
    };
    let noted = players.preferences_mut().note_profile(user, zone);
    players.digests_mut().schedule_check(user, now);
    noted.into_iter().collect()
}
