use std::{ffi::OsString, fs, path::Path};

use lobby::{Access as Rules, Boards, Features, Limits, wording::Language};
use nix::{sys::stat::Mode, unistd::mkfifo};
use tempfile::TempDir;

use super::*;

const COMPLETE: &str = "[matrix]
homeserver = \"https://matrix.example.org\"
user = \"@bot:example.org\"
password = \"hunter2\"
";

/// Loads a configuration from this text and these variables; an error comes as one line, without the folder.
fn load(text: &str, environment: &[(&str, &str)]) -> Result<Config, String> {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("token.txt"), "\u{feff}syt_secret\r\n").unwrap();
    fs::write(folder.path().join("empty.txt"), "\n").unwrap();
    let file = folder.path().join("config.toml");
    fs::write(&file, text).unwrap();
    Config::load(Some(&file), variables(environment)).map_err(|error| {
        error
            .to_string()
            .replace(&format!("{}/", folder.path().display()), "")
    })
}

fn variables(pairs: &[(&str, &str)]) -> Vec<(OsString, OsString)> {
    pairs
        .iter()
        .map(|(name, value)| (name.into(), value.into()))
        .collect()
}

fn check_error(text: &str, environment: &[(&str, &str)], expected: &str) {
    let error = load(text, environment).unwrap_err();
    assert!(error.starts_with(expected), "{error}");
    assert!(error.contains("; accepted: "), "{error}");
    assert!(!error.contains('\n'), "{error}");
}

#[test]
fn a_short_file_gets_the_defaults() {
    let config = load(COMPLETE, &[]).unwrap();
    assert_eq!(config.matrix.homeserver, "https://matrix.example.org");
    assert_eq!(config.matrix.device_name, "Icebreaker");
    assert!(
        matches!(&config.matrix.login, Login::Password(secret) if secret.reveal() == "hunter2")
    );
    assert!(config.state.folder.ends_with("state") && config.state.folder.is_absolute());
    assert_eq!(
        config.chat,
        Chat {
            prefix: "!".into(),
            message_type: MessageType::Text,
            boards: Boards::Picture,
            language: Language::English
        }
    );
    assert_eq!(
        config.log,
        Log {
            level: tracing::Level::INFO,
            json: false
        }
    );
}

#[test]
fn the_environment_overrides_every_key() {
    let environment = [
        ("ICEBREAKER_MATRIX_USER", "@other:example.org"),
        ("ICEBREAKER_MATRIX_ACCESS_TOKEN_FILE", "token.txt"),
        ("ICEBREAKER_MATRIX_RECOVERY_KEY", "EsT abc"),
        ("ICEBREAKER_STATE_FOLDER", "/elsewhere"),
        ("ICEBREAKER_CHAT_PREFIX", "ice!"),
        ("ICEBREAKER_CHAT_MESSAGE_TYPE", "notice"),
        ("ICEBREAKER_CHAT_BOARDS", "wide"),
        ("ICEBREAKER_CHAT_LANGUAGE", "ids"),
        ("ICEBREAKER_GAMES_CLOCKS", "false"),
        ("ICEBREAKER_GAMES_FAST", "true"),
        ("ICEBREAKER_NOTICES_REMINDERS", "false"),
        ("ICEBREAKER_NOTICES_DIGESTS", "false"),
        ("ICEBREAKER_LOG_LEVEL", "trace"),
        ("ICEBREAKER_HTTP_LISTEN", "[::1]:9000"),
        ("ICEBREAKER_LOG_JSON", "true"),
        ("ICEBREAKER_CACHE", "/tmp"),
        ("ICEBREAKER_SERVICE_HOST", "10.0.0.1"),
        ("PATH", "/bin"),
    ];
    let config = load(COMPLETE, &environment).unwrap();
    assert_eq!(config.matrix.user, "@other:example.org");
    assert!(
        matches!(&config.matrix.login, Login::AccessToken(secret) if secret.reveal() == "syt_secret")
    );
    assert_eq!(config.matrix.recovery_key.unwrap().reveal(), "EsT abc");
    assert_eq!(config.state.folder, Path::new("/elsewhere"));
    assert_eq!(
        config.chat,
        Chat {
            prefix: "ice!".into(),
            message_type: MessageType::Notice,
            boards: Boards::Wide,
            language: Language::Ids
        }
    );
    assert_eq!(
        config.features,
        Features {
            clocks: false,
            fast_clocks: true,
            reminders: false,
            digests: false
        }
    );
    assert_eq!(config.http.listen, "[::1]:9000".parse().ok());
    assert_eq!(
        config.log,
        Log {
            level: tracing::Level::TRACE,
            json: true
        }
    );
}

#[test]
fn only_this_machine_may_ask() {
    assert_eq!(load(COMPLETE, &[]).unwrap().http.listen, None);
    let listen = |address: &str| format!("{COMPLETE}[http]\nlisten = \"{address}\"");
    let config = load(&listen("127.0.0.2:80"), &[]).unwrap();
    assert_eq!(config.http.listen, "127.0.0.2:80".parse().ok());
    for address in [
        "0.0.0.0:80",
        "[::]:80",
        "10.0.0.1:80",
        "127.0.0.1:0",
        "localhost:80",
        "80",
        "",
    ] {
        let expected =
            format!("config.toml: [http] listen: {address:?} is not valid; accepted: a loopback");
        check_error(&listen(address), &[], &expected);
    }
}

#[test]
fn an_error_names_place_key_and_accepted_values() {
    check_error(
        "",
        &[],
        "config.toml: [matrix] homeserver: missing, and ICEBREAKER_MATRIX_HOMES",
    );
    check_error(
        "[matrx]",
        &[],
        "config.toml: matrx: unknown section; accepted: [matrix], [state]",
    );
    check_error("matrix = 1", &[], "config.toml: matrix: not a section");
    check_error(
        "[chat]\npreffix = 1",
        &[],
        "config.toml: [chat] preffix: unknown key; accepted: pre",
    );
    check_error("[chat\n", &[], "config.toml: line 1: ");
    check_error(
        "[chat]\nprefix = \"!\"\nprefix = \"?\"\n",
        &[],
        "config.toml: line 3: ",
    );
    check_error(
        COMPLETE,
        &[("ICEBREAKER_LOG_LEVL", "info")],
        "ICEBREAKER_LOG_LEVL: unknown envi",
    );
    let no_login = COMPLETE.replace("password", "device_name");
    check_error(&no_login, &[], "config.toml: [matrix] password: missing");
}

#[test]
fn control_characters_in_names_are_escaped() {
    check_error("\"a\\nb\" = 1", &[], "config.toml: a\\nb: unknown section");
    check_error(
        "[log]\n\"\\r\" = 1",
        &[],
        "config.toml: [log] \\r: unknown key",
    );
    let name = "ICEBREAKER_LOG_\r\n";
    check_error(COMPLETE, &[(name, "1")], "ICEBREAKER_LOG_\\r\\n: unknown");
}

#[test]
fn malformed_values_are_refused() {
    for (key, value) in [
        ("MATRIX_HOMESERVER", "matrix.example.org"),
        ("MATRIX_HOMESERVER", "https://"),
        ("MATRIX_HOMESERVER", "https://a b"),
        ("MATRIX_HOMESERVER", "https://a/path"),
        ("MATRIX_HOMESERVER", "https://a:99999"),
        ("MATRIX_USER", "bot"),
        ("MATRIX_USER", "@bot"),
        ("MATRIX_USER", "@:example.org"),
        ("MATRIX_PASSWORD", ""),
        ("MATRIX_PASSWORD_FILE", "missing.txt"),
        ("MATRIX_PASSWORD_FILE", "empty.txt"),
        ("MATRIX_DEVICE_NAME", ""),
        ("STATE_FOLDER", ""),
        ("CHAT_PREFIX", ""),
        ("CHAT_PREFIX", "a b"),
        ("CHAT_PREFIX", "!!!!!!!!!!!"),
        ("CHAT_PREFIX", "ice"),
        ("CHAT_PREFIX", "!2"),
        ("CHAT_PREFIX", "!\u{202e}"),
        ("CHAT_PREFIX", "\u{200b}"),
        ("CHAT_PREFIX", "`"),
        ("CHAT_PREFIX", "\u{fe0f}"),
        ("CHAT_MESSAGE_TYPE", "m.text"),
        ("CHAT_BOARDS", "pictures"),
        ("CHAT_LANGUAGE", "english"),
        ("LOG_LEVEL", "loud"),
        ("LOG_JSON", "yes"),
    ] {
        let name = format!("ICEBREAKER_{key}");
        check_error(COMPLETE, &[(&name, value)], &format!("{name}: "));
    }
    check_error(
        "[log]\nlevel = 3\n",
        &[],
        "config.toml: [matrix] homeserver",
    );
    let all = format!("{COMPLETE}[log]\nlevel = 3\n");
    check_error(
        &all,
        &[],
        "config.toml: [log] level: has the wrong type: integer",
    );
    let all = format!("{COMPLETE}[log]\njson = \"true\"\n");
    check_error(
        &all,
        &[],
        "config.toml: [log] json: has the wrong type: string",
    );
}

#[test]
fn passwords_within_addresses_are_not_shown() {
    for (address, shown) in [
        ("https://bot:hunter2@host/path", "\"https://…@host/path\""),
        ("https:/bot:hunter2@host", "\"…@host\""),
        ("bot:hunter2@host", "\"…@host\""),
        ("@bot:hunter2@host", "\"…@host\""),
        ("https:/bot:hunter2://x@host", "\"…@host\""),
    ] {
        let variables = [("ICEBREAKER_MATRIX_HOMESERVER", address)];
        let error = load(COMPLETE, &variables).unwrap_err();
        assert!(error.contains(shown), "{error}");
        assert!(!error.contains("hunter2"), "{error}");
    }
}

#[test]
fn homeservers_may_have_ports_and_numbers() {
    for address in [
        "http://127.0.0.1:8008",
        "http://[::1]:8008",
        "https://[::1]",
        "https://matrix.org/",
    ] {
        let config = load(COMPLETE, &[("ICEBREAKER_MATRIX_HOMESERVER", address)]).unwrap();
        assert_eq!(config.matrix.homeserver, address.trim_end_matches('/'));
    }
}

#[test]
fn there_is_exactly_one_way_to_log_in() {
    let both = format!("{COMPLETE}access_token = \"syt\"\n");
    check_error(
        &both,
        &[],
        "config.toml: [matrix] access_token: password is also set",
    );
    let environment = [
        ("ICEBREAKER_MATRIX_PASSWORD", "a"),
        ("ICEBREAKER_MATRIX_ACCESS_TOKEN", "b"),
    ];
    check_error(
        COMPLETE,
        &environment,
        "ICEBREAKER_MATRIX_ACCESS_TOKEN: password is also set",
    );
}

#[test]
fn names_to_answer_under_have_no_port() {
    assert_eq!(load(COMPLETE, &[]).unwrap().http.hosts, [""; 0]);
    let hosts = |hosts: &str| format!("{COMPLETE}[http]\nhosts = [{hosts}]");
    let config = load(&hosts(r#""Bot.Example.org", "2001:db8::1""#), &[]).unwrap();
    assert_eq!(config.http.hosts, ["bot.example.org", "2001:db8::1"]);
    let set = [("ICEBREAKER_HTTP_HOSTS", "one, two")];
    let config = load(&hosts(r#""three""#), &set).unwrap();
    assert_eq!(config.http.hosts, ["one", "two"]);
    for host in ["bot:80", "https://bot", "*", ""] {
        let expected = format!("config.toml: [http] hosts: {host:?} is not valid; accepted: names");
        check_error(&hosts(&format!("{host:?}")), &[], &expected);
    }
}

#[test]
fn only_regular_files_are_read() {
    let folder = TempDir::new().unwrap();
    let pipe = folder.path().join("pipe");
    mkfifo(&pipe, Mode::S_IRWXU).unwrap();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&pipe, &link).unwrap();
    let large = folder.path().join("large");
    fs::write(&large, "#".repeat(65_537)).unwrap();
    let device = Path::new("/dev/zero");
    for file in [&pipe, &link, folder.path(), device, &large] {
        let reason = if file == large {
            "larger than 64 KiB"
        } else {
            "not a regular file"
        };
        let error = Config::load(Some(file), Vec::new()).unwrap_err();
        let told = error.to_string();
        assert!(told.contains(reason), "{told}");
        for key in ["password_file", "access_token_file", "recovery_key_file"] {
            let file = file.display();
            let password = match key {
                "recovery_key_file" => "password = \"hunter2\"\n",
                _ => "",
            };
            let set = format!(
                "[matrix]\nhomeserver = \"https://matrix.example.org\"\n\
                 user = \"@bot:example.org\"\n{password}{key} = \"{file}\"\n"
            );
            let expected = format!("config.toml: [matrix] {key}: cannot read {file}: {reason}");
            check_error(&set, &[], &expected);
        }
    }
}

#[test]
fn a_file_on_the_command_line_must_exist() {
    let error = Config::load(Some(Path::new("/nowhere/config.toml")), []).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("/nowhere/config.toml: cannot read the file: "),
        "{error}"
    );
}

#[test]
fn the_environment_is_enough() {
    let environment = [
        ("ICEBREAKER_MATRIX_HOMESERVER", "https://matrix.example.org"),
        ("ICEBREAKER_MATRIX_USER", "@bot:example.org"),
        ("ICEBREAKER_MATRIX_PASSWORD", "hunter2"),
    ];
    assert!(
        !Path::new(DEFAULT_FILE).exists(),
        "the tests run in the crate's folder"
    );
    let config = Config::load(None, variables(&environment)).unwrap();
    assert_eq!(config.state.folder, Path::new("state"));
    let error = Config::load(None, variables(&environment[1..])).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("config.toml: [matrix] homeserver: no such file")
    );
}

#[test]
fn secrets_never_show() {
    let environment = [("ICEBREAKER_MATRIX_RECOVERY_KEY", "EsTopsecret")];
    let config = load(COMPLETE, &environment).unwrap();
    let debug = format!("{config:?}");
    assert!(
        !debug.contains("hunter2") && !debug.contains("EsT"),
        "{debug}"
    );
    let error = load(&COMPLETE.replace("hunter2", "hunter2\\nx"), &[]).unwrap_err();
    assert!(!error.contains("hunter2"), "{error}");
}

/// Loads the example as it is, and with its commented-out keys enabled.
#[test]
fn the_example_loads_and_names_every_key() {
    let example = include_str!("../../../config.toml.example");
    let here = example.replace("password.txt", "token.txt");
    load(&here, &[]).unwrap();
    for (section, keys) in source::KEYS {
        assert!(example.contains(&format!("[{section}]")));
        for key in keys {
            let set = format!("{key} = ");
            let named = example
                .lines()
                .any(|line| line.trim_start_matches("# ").starts_with(&set));
            assert!(named, "{key} is not in the example");
        }
    }
    let uncommented: String = here
        .lines()
        .map(|line| match line.strip_prefix("# ") {
            Some(set) if set.contains(" = ") && !set.contains('…') && !set.contains("_file") => {
                set
            }
            _ => line,
        })
        .flat_map(|line| [line, "\n"])
        .collect();
    let config = load(&uncommented, &[]).unwrap();
    assert_eq!(
        config.chat,
        Chat {
            prefix: "!".into(),
            message_type: MessageType::Text,
            boards: Boards::Picture,
            language: Language::English
        }
    );
    assert_eq!(config.matrix.device_name, "Icebreaker");
    assert_eq!(
        config.access,
        usual_access(),
        "the example shows what is usual"
    );
    assert_eq!(config.limits, Limits::default());
    assert_eq!(config.features, Features::default());
}

fn usual_access() -> Access {
    Access {
        rules: Rules::default(),
        rejected_invites: RejectedInvitePolicy::Ignore,
    }
}

#[test]
fn access_rules_are_read_from_lists() {
    let file = format!(
        "{COMPLETE}[access]\ninvite = [\"*:club.org\", \"@ann:x\"]\nplay = []\n\
         admin = [\"@ann:x\"]\nverify = [\"@cy:x\"]\ndeny = [\"*:evil.org\"]\nrooms = [\"*:club.org\", \"!new\"]\n\
         deny_rooms = [\"!spam*\"]\nadmin_room = \"!admins\"\nrejected_invites = \"decline\"\n\
         [limits]\nuser_burst = 3\nroom_tables = 4\nuser_challenges = 5\nchallenge_days = 6\n"
    );
    let config = load(&file, &[]).unwrap();
    let rules = &config.access.rules;
    assert!(rules.may_invite("@bob:club.org") && !rules.may_invite("@bob:x"));
    assert!(rules.may_play("@ann:x") && !rules.may_play("@bob:club.org"));
    assert!(rules.may_verify("@cy:x") && !rules.may_verify("@bob:x"));
    assert!(rules.is_denied("@eve:evil.org"));
    assert!(rules.is_room_allowed("!new") && !rules.is_room_allowed("!spam:club.org"));
    assert_eq!(rules.admin_room.as_deref(), Some("!admins"));
    assert_eq!(
        config.access.rejected_invites,
        RejectedInvitePolicy::Decline
    );
    assert_eq!(
        (config.limits.user.burst, config.limits.room_tables),
        (3, 4)
    );
    let challenges = (config.limits.user_challenges, config.limits.challenge_days);
    assert_eq!(challenges, (5, 6));
    assert_eq!(
        config.limits.max_line_bytes,
        Limits::default().max_line_bytes
    );

    let environment = [
        ("ICEBREAKER_ACCESS_PLAY", "*:x, @bob:club.org,"),
        ("ICEBREAKER_ACCESS_ADMIN", ""),
        ("ICEBREAKER_LIMITS_USER_BURST", "7"),
        ("ICEBREAKER_LIMITS_CHALLENGE_DAYS", "365"),
    ];
    let config = load(&file, &environment).unwrap();
    let rules = &config.access.rules;
    assert!(rules.may_play("@any:x") && rules.may_play("@bob:club.org"));
    assert!(!rules.is_admin("@ann:x"));
    assert_eq!(config.limits.user.burst, 7);
    assert_eq!(config.limits.challenge_days, 365);
}

#[test]
fn malformed_patterns_and_limits_are_refused() {
    for (key, value) in [
        ("ACCESS_INVITE", "alice"),
        ("ACCESS_PLAY", "*,example.org"),
        ("ACCESS_ADMIN", "@alice"),
        ("ACCESS_DENY", "@a b:x"),
        ("ACCESS_ROOMS", "#room:example.org"),
        ("ACCESS_DENY_ROOMS", "room"),
        ("ACCESS_ADMIN_ROOM", "!"),
        ("ACCESS_REJECTED_INVITES", "reject"),
        ("LIMITS_LINE", "99"),
        ("LIMITS_USER_BURST", "0"),
        ("LIMITS_ROOM_PER_MINUTE", "many"),
        ("LIMITS_ROOM_TABLES", "-1"),
        ("LIMITS_USER_CHALLENGES", "0"),
        ("LIMITS_CHALLENGE_DAYS", "0"),
        ("LIMITS_CHALLENGE_DAYS", "366"),
    ] {
        let name = format!("ICEBREAKER_{key}");
        check_error(COMPLETE, &[(&name, value)], &format!("{name}: "));
    }
    for (set, expected) in [
        (
            "[access]\nplay = \"*\"",
            "[access] play: has the wrong type: string",
        ),
        (
            "[access]\nplay = [1]",
            "[access] play: has an item of the wrong type: integer",
        ),
        (
            "[access]\nplay = [\"bob\"]",
            "[access] play: \"bob\" is not valid",
        ),
        (
            "[limits]\nline = \"500\"",
            "[limits] line: has the wrong type: string",
        ),
        (
            "[limits]\nline = 5000000000",
            "[limits] line: \"5000000000\" is not valid",
        ),
    ] {
        let file = format!("{COMPLETE}{set}\n");
        check_error(&file, &[], &format!("config.toml: {expected}"));
    }
}
