//! Backup while the bot plays, and restore while it does not.

use end_to_end::{Homeserver, Party};

#[test]
fn a_duel_goes_on_from_its_backup() {
    let mut party = Party::gather(Homeserver::shared(), "backup");
    let thread = party.start_duel();
    party.ask_in(&party.alice, &thread, "Gb2");
    party.ask_in(&party.bob, &thread, "Gi2");
    let made = party.bot.command(&["backup", "backup.db"]);
    assert_eq!(
        (made.code, made.told.as_str()),
        (0, "Backed up to backup.db.\n")
    );

    party.ask_in(&party.alice, &thread, "Gb3");
    party.ask_in(&party.bob, &thread, "Gi3");
    let refused = party.bot.command(&["restore", "backup.db"]);
    assert_eq!(refused.code, 4, "{refused:?}");
    party.bot.stop();
    // This move belongs to a state of the table that is not in the backup.
    party.alice.send_in_thread(&party.room, &thread, "Gf2");
    let restored = party.bot.command(&["restore", "backup.db"]);
    assert_eq!(restored.code, 0, "{restored:?}");
    assert!(
        restored.told.contains("icebreaker.db.replaced-"),
        "{restored:?}"
    );

    party.bot.start_again();
    let board = party.ask_in(&party.alice, &thread, "board");
    let spots = ["b2", "i2", "b3", "i3", "f2"].map(|spot| board.spot(spot).to_owned());
    assert_eq!(spots, ["G", "g", "", "", ""]);
    let answer = party.ask_in(&party.alice, &thread, "Gf2");
    answer.mentions_only(&[party.bob.user()]);
    assert_eq!(answer.spot("f2"), "G");
    // Nothing is answered twice, and nothing from between backup and restart again.
    assert_eq!(party.answers(), 8);
}
