//! Composition of messages: news, board, player to move and possible commands.
