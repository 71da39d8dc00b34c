//! Boards as pictures: uploads, the choices of rooms and players, and the fallback to text if uploads fail.

use std::{
    io::Cursor,
    time::{Duration, Instant},
};

use end_to_end::{Client, Fault, Homeserver, Message, NewRoom, Party, Proxy, Request};
use games::Live;

/// Downloads a picture and checks it against the message.
#[track_caller]
fn check_picture(client: &Client, message: &Message) {
    message.is_pictured();
    let bytes = client.download(message);
    let info = &message.content["info"];
    assert_eq!(info["size"], bytes.len());
    assert_eq!(info["mimetype"], "image/png");
    let mut picture = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; picture.output_buffer_size().unwrap()];
    let frame = picture.next_frame(&mut pixels).unwrap();
    assert_eq!((frame.width, frame.height), (720, 720));
    assert_eq!((&info["w"], &info["h"]), (&720.into(), &720.into()));
    assert!(
        pixels.iter().any(|pixel| *pixel != pixels[0]),
        "all the same"
    );
}

/// Returns the number of successful uploads through a proxy.
fn uploads(proxy: &Proxy) -> usize {
    let log = proxy.log();
    log.iter()
        .filter(|exchange| exchange.request.is_upload() && exchange.status == Some(200))
        .count()
}

#[test]
fn boards_in_encrypted_rooms_are_encrypted_pictures() {
    let party = Party::gather_in(Homeserver::shared(), "pictures", true);
    let bob = party.bob.user();
    let thread = party.start_duel();
    let board = party.ask_in(&party.alice, &thread, "Gb2");
    assert!(board.encrypted);
    board
        .says(&["gipf-entered ", "gipf-ask-gipf "])
        .stands_in(Some(&thread))
        .mentions_only(&[bob]);
    assert_eq!(board.spot("b2"), "G");
    let html = board.html.clone().unwrap();
    assert!(html.starts_with("<p>gipf-entered "), "{html}");
    assert_eq!(board.content["filename"], "matrx-t1.png");
    assert!(
        board.content["file"]["key"].is_object(),
        "{}",
        board.content
    );
    assert!(board.content.get("url").is_none());
    check_picture(&party.bob, &board);
    let refusal = party.ask_in(&party.alice, &thread, "Gb2");
    assert_eq!(refusal.kind, "m.text", "nothing to be seen: {refusal}");
}

#[test]
fn rooms_and_people_choose_how_boards_come() {
    let party = Party::gather(Homeserver::shared(), "looks");
    let (alice, bot) = (&party.alice, party.bot.user());
    let thread = party.start_duel();
    let picture = party.ask_in(alice, &thread, "board");
    assert!(
        picture.content["url"]
            .as_str()
            .unwrap()
            .starts_with("mxc://")
    );
    check_picture(alice, &picture);

    party
        .ask_in(alice, &thread, "boards wide")
        .says(&["boards=wide"]);
    let wide = party.ask_in(alice, &thread, "board");
    assert_eq!(wide.kind, "m.text");
    assert!(wide.html.as_ref().unwrap().contains("<pre>"), "{wide}");
    assert_eq!(wide.body, picture.body);

    party.ask_in(alice, &thread, "boards text");
    let narrow = party.ask_in(alice, &thread, "board");
    assert_eq!(narrow.kind, "m.text");
    let html = narrow.html.as_ref().unwrap();
    assert!(!html.contains("<pre>") && html.contains("<code>"), "{html}");
    check_picture(alice, &party.ask_in(alice, &thread, "board picture"));

    // The settings of a room and a direct message are independent.
    let direct = alice.create_room(NewRoom {
        invite: &[bot],
        direct: true,
        ..NewRoom::default()
    });
    alice.next_message(&direct, bot);
    let ask = |line: &str| {
        alice.send(&direct, line);
        alice.next_message(&direct, bot)
    };
    let light = ask("run");
    check_picture(alice, &light);
    ask("theme dark").says(&["theme=dark"]);
    let dark = ask("board");
    check_picture(alice, &dark);
    assert_ne!(alice.download(&light), alice.download(&dark));
    ask("boards text");
    assert_eq!(ask("board").kind, "m.text");
    party.ask_in(alice, &thread, "boards default");
    check_picture(alice, &party.ask_in(alice, &thread, "board"));
}

#[test]
fn boards_are_text_where_uploads_fail() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let mut party = Party::gather_behind(&proxy, homeserver, "no-files");
    let thread = party.start_duel();
    let spoiled = |fault: fn() -> Fault| {
        move |request: &Request| match request.is_upload() {
            true => fault(),
            false => Fault::None,
        }
    };
    // The start board was uploaded before.
    proxy.spoil(spoiled(|| Fault::TooLarge));
    party.ask_in(&party.alice, &thread, "Gb2");
    for fault in [
        (|| Fault::TooLarge) as fn() -> Fault,
        || Fault::BadGateway,
        || Fault::CutBefore,
        || Fault::Limit(60_000),
        || Fault::Delay(Duration::from_secs(20)),
    ] {
        proxy.spoil(spoiled(fault));
        let asked = Instant::now();
        let board = party.ask_in(&party.alice, &thread, "board");
        assert_eq!(board.kind, "m.text", "{board}");
        assert!(board.html.as_ref().unwrap().contains("<code>"), "{board}");
        assert!(
            asked.elapsed() < Duration::from_secs(10),
            "{:?}",
            asked.elapsed()
        );
    }
    party
        .bot
        .wait_to_log("upload failed: sending boards as text");
    let told = party.bot.log();
    assert_eq!(
        told.matches("upload failed: sending boards as text")
            .count(),
        1
    );
    // After an upload that was too slow, the next board does not wait for another one.
    let asked = Instant::now();
    party.ask_in(&party.alice, &thread, "board");
    assert!(
        asked.elapsed() < Duration::from_secs(3),
        "{:?}",
        asked.elapsed()
    );
}

#[test]
fn a_kill_after_the_upload_sends_once() {
    let homeserver = Homeserver::shared();
    let proxy = Proxy::start(homeserver.port());
    let mut party = Party::gather_behind(&proxy, homeserver, "killed-upload");
    let thread = party.start_duel();
    let before = uploads(&proxy);
    proxy.spoil(|request| match request.transaction() {
        Some(_) => Fault::CutBefore,
        None => Fault::None,
    });
    party.alice.send_in_thread(&party.room, &thread, "Gb2");
    party
        .bot
        .wait_until_stored("SELECT 1 FROM outbox WHERE file IS NOT NULL");
    party.bot.kill();
    proxy.pass();
    party.bot.start_again();
    let board = party.answer();
    check_picture(&party.bob, &board);
    assert_eq!(uploads(&proxy), before + 1);
    let next = party.ask_in(&party.bob, &thread, "gi2");
    assert_eq!(next.spot("i2"), "g");
}

#[test]
fn a_finished_game_is_a_film_or_page() {
    let mut party = Party::gather(Homeserver::shared(), "replay");
    let thread = party.start_duel();
    // More turns than a homeserver could make animated thumbnails of in time.
    for turns in [
        ["Gb2", "gi2"],
        ["g b1 b2", "Gi4"],
        ["Gb5", "Gd2"],
        ["Tf2", "Zc2"],
    ] {
        party.ask_in(&party.alice, &thread, turns[0]);
        party.ask_in(&party.bob, &thread, turns[1]);
    }
    let film = party.ask_in(&party.alice, &thread, "replay");
    assert_eq!(film.kind, "m.image");
    assert_eq!(film.content["filename"], "matrx-t1.gif");
    let info = &film.content["info"];
    assert_eq!(info["mimetype"], "image/gif");
    assert_eq!(info["org.matrix.msc4230.is_animated"], true);
    assert!(party.bob.download(&film).starts_with(b"GIF89a"));

    // Another game in the same thread: after a restart only the store has the first one.
    party.ask_in(&party.bob, &thread, "resign");
    party.ask_in(&party.bob, &thread, "resign");
    party.ask_in(&party.alice, &thread, "rematch");
    party.ask_in(&party.bob, &thread, "accept");
    party.bot.kill();
    party.bot.start_again();
    let page = party.ask_in(&party.alice, &thread, "replay page t1");
    assert_eq!(page.kind, "m.file");
    assert_eq!(page.content["filename"], "matrx-t1.html");
    let bytes = party.bob.download(&page);
    assert_eq!(page.content["info"]["size"], bytes.len());
    let text = String::from_utf8(bytes).unwrap();
    let [alice, bob] = [&party.alice, &party.bob].map(|client| {
        let (name, _) = client.user()[1..].split_once(':').unwrap();
        name.to_owned()
    });
    for part in [
        "Content-Security-Policy",
        "Gb2",
        &alice,
        &bob,
        "end-resigned ",
    ] {
        assert!(text.contains(part), "no {part:?}");
    }
    party
        .ask_in(&party.alice, &thread, "replay t99")
        .says(&["table-unknown "]);
}

/// A lesson that can go on for ever, as was possible before lessons had an end: each side enters along a line
/// of its own until a row of four is taken off. After eight turns the board is empty again.
fn endless_lesson() -> Live {
    let mut live = Live::set_up("gipf-basic w - B15 B15", None).unwrap();
    for turn in 0..8 {
        let line = ["b1-b2", "h1-h2"][turn % 2];
        live.play(line).unwrap();
        if live.is_in_turn() {
            let row = live.legal_actions();
            live.play(&row[0]).unwrap();
        }
    }
    live
}

#[test]
fn boards_pass_films_of_endless_lessons() {
    let mut party = Party::gather(Homeserver::shared(), "films");
    let thread = party.start_duel();
    let bot = party.bot.user().to_owned();
    let direct = party.bob.create_room(NewRoom {
        invite: &[&bot],
        direct: true,
        encrypted: true,
        ..NewRoom::default()
    });
    party.bob.next_message(&direct, &bot);
    party.bob.send(&direct, "setup gipf-basic w - B15 B15");
    party
        .bob
        .next_message(&direct, &bot)
        .says(&["lesson-begun "]);
    party.bot.stop();
    let lesson = endless_lesson();
    let record = lesson.record().to_string();
    let (head, turns) = record.split_once("\n\n").unwrap();
    party.bot.change_database(&format!(
        "UPDATE tables SET data = json_set(data, '$.stage.playing.record', '{head}\n\n' || \
         replace(hex(zeroblob(3000)), '00', '{turns}')) WHERE id = 2"
    ));
    party.bot.start_again();

    party.bob.send(&direct, "replay");
    party.bob.send(&direct, "replay");
    let board = party.ask_in(&party.alice, &thread, "board");
    check_picture(&party.alice, &board);
    let [film, again] = [(); 2].map(|()| party.bob.next_message(&direct, &bot));
    film.says(&["300", "24000", "film"]);
    let size = film.content["info"]["size"].as_u64().unwrap();
    assert!(size <= 1_000_000, "{size} bytes");
    let bytes = party.bob.download(&film);
    assert!(bytes.starts_with(b"GIF89a") && bytes.len() as u64 == size);
    assert_eq!(
        again.content["file"], film.content["file"],
        "uploaded twice"
    );

    party.bob.send(&direct, "replay page");
    let page = party.bob.next_message(&direct, &bot);
    page.says(&["300", "24000", "page"]);
    assert!(party.bob.download(&page).len() <= 1_000_000);
    party.bob.send(&direct, &lesson.legal_actions()[0]);
    let ended = party.bob.next_message(&direct, &bot);
    ended.says(&["lesson-full ", "again-lesson"]);
}
