//! A test of the test clients themselves: if it fails, the bot is not to blame.

use end_to_end::{Client, Homeserver, NewRoom};

#[test]
fn two_clients_read_each_others_encrypted_threads() {
    let homeserver = Homeserver::shared();
    let ann = Client::login(homeserver, "ann");
    let ben = Client::login(homeserver, "ben");
    let invite = &[ben.user()];
    let room = ann.create_room(NewRoom {
        invite,
        encrypted: true,
        ..NewRoom::default()
    });
    ben.join(&room);
    ann.wait_for_member(&room, ben.user());

    let root = ann.send(&room, "ping");
    let ping = ben.next_message(&room, ann.user());
    ping.says(&["ping"]).stands_in(None);
    ben.send_in_thread(&room, &root, "pong");
    let pong = ann.next_message(&room, ben.user());
    pong.says(&["pong"]).stands_in(Some(&root));
    assert!(ping.encrypted && pong.encrypted);
    assert_eq!(ping.event, root);
}
