//! A room whose place another one takes.

use end_to_end::{Homeserver, Party};

#[test]
fn a_duel_goes_on_in_the_room_that_takes_the_place_of_its_own() {
    let mut party = Party::gather(Homeserver::shared(), "upgrade");
    let root = party
        .alice
        .send(&party.room, "!challenge @bob-upgrade white");
    party.answer().says(&["challenges you"]);
    party
        .ask_in(&party.bob, &root, "accept")
        .says(&["your turn"]);
    party
        .ask_in(&party.alice, &root, "Gb2")
        .says(&["(Black), your turn"]);

    let old = party.room.clone();
    let new = party.alice.upgrade(&old);
    party.alice.invite(&new, party.bot.user());
    party.alice.invite(&new, party.bob.user());
    party.bob.join(&new);
    // It greets the room as well.
    let mut said = [(); 2].map(|()| party.bob.next_message(&new, party.bot.user()));
    said.sort_by_key(|said| said.body.starts_with("Hello"));
    said[0].says(&["goes on here: t1"]);
    said[1].says(&["Hello"]);
    party.bot.kill();
    party.bot.start_again();
    party.bob.send(&new, "!t1 Gi2");
    let step = party.bob.next_message(&new, party.bot.user());
    step.says(&["(White), your turn"]);
    assert!(step.thread.is_some(), "{step}");
}
