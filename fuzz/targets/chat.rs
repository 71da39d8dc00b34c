//! Chat lines: several people talk with the bot in a room, its threads and direct messages. The invariants
//! are in [`Conversation`].

#![no_main]

use icebreaker_fuzz::{conversation::Conversation, lines, made_up::made_up};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|text: &str| Conversation::hold(text));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    lines::mutate(data, size, max_size, seed, made_up)
});
