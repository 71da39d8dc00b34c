//! Films: a whole game as an animated GIF, in which only the changes are drawn again.

mod changes;
mod lzw;

use std::{
    panic::resume_unwind,
    sync::mpsc::{self, Receiver, SyncSender},
    thread,
};

use crate::{
    Limits, Picture, Replay, ReplayError, Shown,
    drawing::{Bounds, Drawing},
    palette::Palette,
    sheet,
    stamp::{self, Placed},
    theme::{Paint, Theme},
};

/// Width in pixels: the most that clients show, on displays with two pixels to one of theirs.
const WIDTH: u32 = 640;
/// Delay of the first picture, in hundredths of a second. It is the end of the game, since many clients show
/// nothing else until they are asked to.
const COVER: u16 = 150;
/// Delay between the rectangles of a turn, in hundredths of a second: clients take less for a mistake.
const STEP: u16 = 2;
/// Delay after a turn, in hundredths of a second.
const TURN: u16 = 100;
/// Delay after the end, in hundredths of a second.
const END: u16 = 500;
/// Capacity of the queue of frames to compress: uncompressed frames are much larger than compressed ones.
const WAITING: usize = 16;

/// Draws a game, or its last turns, turn by turn; the first picture is its end.
///
/// # Errors
/// If the record cannot be replayed, or the film is cancelled.
pub fn film(
    replay: &Replay,
    theme: Theme,
    limits: &Limits<'_>,
) -> Result<Shown<Picture>, ReplayError> {
    let size = |picture: &Picture| picture.bytes.len();
    replay.within(limits, size, |turns| draw(replay, theme, turns, limits))
}

/// Draws the last turns of a game. One thread draws, another one compresses: each takes about half of the
/// time.
#[expect(
    clippy::expect_used,
    reason = "every record has a start, which is shown first"
)]
fn draw(
    replay: &Replay,
    theme: Theme,
    turns: usize,
    limits: &Limits<'_>,
) -> Result<Picture, ReplayError> {
    thread::scope(|scope| {
        let (to_pack, drawn) = mpsc::sync_channel(WAITING);
        let packing = scope.spawn(move || pack(&drawn));
        let mut reel: Option<Reel> = None;
        replay.each(turns, limits.is_cancelled, |diagram| {
            let drawing = sheet::drawing(&[diagram]).scaled(WIDTH);
            match &mut reel {
                None => reel = Some(Reel::new(drawing, theme, to_pack.clone())),
                Some(reel) => reel.turn(drawing),
            }
        })?;
        drop(to_pack);
        let film = reel.expect("every record has a start").end();
        let packed = packing.join().unwrap_or_else(|panic| resume_unwind(panic));
        Ok(film.develop(packed))
    })
}

/// Compresses the pixels of frames, in the order in which they come.
fn pack(drawn: &Receiver<Drawn>) -> Vec<Vec<u8>> {
    let pack = |frame: Drawn| lzw::pack(&frame.pixels, &frame.kept);
    drawn.iter().map(pack).collect()
}

/// The content of a frame, not yet compressed.
struct Drawn {
    pixels: Vec<u8>,
    /// Set for pixels that stay unchanged.
    kept: Vec<bool>,
}

/// A film in progress.
struct Reel {
    palette: Palette,
    /// The newest drawing, and its shapes.
    drawing: Drawing,
    placed: Vec<Placed>,
    /// The pixels of the start.
    start: Vec<u8>,
    /// The pixels of the newest drawing.
    canvas: Vec<u8>,
    /// Positions and delays of the frames; their pixels are with the compressing thread.
    frames: Vec<gif::Frame<'static>>,
    to_pack: SyncSender<Drawn>,
}

impl Reel {
    fn new(drawing: Drawing, theme: Theme, to_pack: SyncSender<Drawn>) -> Reel {
        // Number 0 is transparent; low numbers, for what is in every frame, compress better.
        let mut palette = Palette::new(theme, &[[0; 3]]);
        for often in [Paint::Paper, Paint::LastTurn, Paint::Board, Paint::Line] {
            palette.number(often);
        }
        let placed: Vec<Placed> = drawing.shapes.iter().map(stamp::of).collect();
        let canvas = stamp::print(&placed, &drawing.bounds(), &mut palette);
        Reel {
            palette,
            drawing,
            placed,
            start: canvas.clone(),
            canvas,
            frames: Vec::new(),
            to_pack,
        }
    }

    /// Adds a turn: one frame for each rectangle that changes.
    fn turn(&mut self, drawing: Drawing) {
        let (placed, changed) = changes::between(&self.drawing, &self.placed, &drawing);
        let mut frames: Vec<_> = Vec::new();
        for part in changed {
            let pixels = stamp::print(&placed, &part, &mut self.palette);
            frames.extend(self.frame(part, &pixels, STEP));
        }
        match (frames.last_mut(), self.frames.last_mut()) {
            (Some(last), _) => last.delay = TURN,
            (None, Some(last)) => last.delay = last.delay.saturating_add(TURN),
            (None, None) => {}
        }
        self.frames.append(&mut frames);
        (self.drawing, self.placed) = (drawing, placed);
    }

    /// Draws new pixels over a part of the canvas; returns the smallest frame with the differences, if there
    /// are any.
    #[expect(
        clippy::indexing_slicing,
        reason = "a part of the canvas lies within it, and what differs within that part"
    )]
    fn frame(&mut self, part: Bounds, pixels: &[u8], delay: u16) -> Option<gif::Frame<'static>> {
        let (wide, left) = ((part.right - part.left) as usize, part.left as usize);
        let rows = self.canvas.chunks_exact_mut(self.drawing.width as usize);
        let rows = rows.skip(part.top as usize);
        let mut rows: Vec<(&mut [u8], &[u8])> = rows
            .map(|row| &mut row[left..left + wide])
            .zip(pixels.chunks_exact(wide))
            .collect();

        let first = rows.iter().position(|(old, new)| old != new)?;
        let last = rows.iter().rposition(|(old, new)| old != new)?;
        let rows = &mut rows[first..=last];
        let column = |(old, new): &(&mut [u8], &[u8])| {
            let differs = |(old, new): (&u8, &u8)| old != new;
            let first = old.iter().zip(*new).position(differs)?;
            let last = old.iter().zip(*new).rposition(differs)?;
            Some((first, last + 1))
        };
        let columns = rows.iter().filter_map(column);
        let around = |a: (usize, usize), b: (usize, usize)| (a.0.min(b.0), a.1.max(b.1));
        let (from, to) = columns.reduce(around)?;

        let size = rows.len() * (to - from);
        let (mut new_pixels, mut kept) = (Vec::with_capacity(size), Vec::with_capacity(size));
        for (old, new) in rows.iter_mut() {
            let (old, new) = (&mut old[from..to], &new[from..to]);
            kept.extend(old.iter().zip(new).map(|(old, new)| old == new));
            new_pixels.extend_from_slice(new);
            old.copy_from_slice(new);
        }
        let height = rows.len() as u16;
        self.hand_over(new_pixels, kept);
        Some(gif::Frame {
            delay,
            transparent: Some(lzw::TRANSPARENT),
            top: (part.top as usize + first) as u16,
            left: (left + from) as u16,
            width: (to - from) as u16,
            height,
            ..gif::Frame::default()
        })
    }

    /// Sends the pixels of the next frame to the compressing thread.
    fn hand_over(&self, pixels: Vec<u8>, kept: Vec<bool>) {
        // That thread stops before the last frame only by a panic, which is resumed where the thread is
        // joined.
        let _ = self.to_pack.send(Drawn { pixels, kept });
    }

    /// Adds the end, with which a film begins, and the start.
    fn end(mut self) -> Film {
        if let Some(last) = self.frames.last_mut() {
            last.delay = END;
        }
        let (width, height) = (self.drawing.width as u16, self.drawing.height as u16);
        let turns = self.frames.len();
        self.hand_over(self.canvas.clone(), vec![false; self.canvas.len()]);
        self.frames.push(gif::Frame {
            delay: COVER,
            width,
            height,
            ..gif::Frame::default()
        });
        let start = std::mem::take(&mut self.start);
        let start = self.frame(self.drawing.bounds(), &start, TURN);
        self.frames.extend(start);
        Film {
            width,
            height,
            colours: self.palette.colours().concat(),
            frames: self.frames,
            turns,
        }
    }
}

/// A film without the pixels of its frames.
struct Film {
    width: u16,
    height: u16,
    colours: Vec<u8>,
    /// Positions and delays of the frames: those of the turns, then the end and the start.
    frames: Vec<gif::Frame<'static>>,
    /// Number of frames that belong to turns.
    turns: usize,
}

impl Film {
    /// Writes the GIF file, with the compressed pixels of the frames.
    #[expect(
        clippy::expect_used,
        reason = "memory takes frames that are no larger than the picture"
    )]
    fn develop(mut self, packed: Vec<Vec<u8>>) -> Picture {
        for (frame, packed) in self.frames.iter_mut().zip(packed) {
            frame.buffer = packed.into();
        }
        self.frames.rotate_left(self.turns);
        let mut bytes = Vec::new();
        let mut write = || {
            let (width, height) = (self.width, self.height);
            let mut encoder = gif::Encoder::new(&mut bytes, width, height, &self.colours)?;
            encoder.set_repeat(gif::Repeat::Infinite)?;
            for frame in &self.frames {
                encoder.write_lzw_pre_encoded_frame(frame)?;
            }
            Ok::<(), gif::EncodingError>(())
        };
        write().expect("frames no larger than the picture, into memory");
        Picture {
            bytes,
            width: self.width.into(),
            height: self.height.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use games::Entry;

    use super::*;
    use crate::{random, theme::Rgb};

    /// Returns the picture of every turn, drawn anew.
    fn stills(replay: &Replay) -> Vec<Vec<Rgb>> {
        let mut stills = Vec::new();
        let drawn = replay.each(usize::MAX, Limits::NONE.is_cancelled, |diagram| {
            let drawing = sheet::drawing(&[diagram]).scaled(WIDTH);
            let reel = Reel::new(drawing, Theme::Dark, mpsc::sync_channel(0).0);
            let colour = |number: &u8| reel.palette.colours()[usize::from(*number)];
            stills.push(reel.canvas.iter().map(colour).collect());
        });
        drawn.unwrap();
        stills
    }

    /// Returns the pictures of a film that are followed by a longer delay than that within a turn.
    fn seen(film: &Picture) -> Vec<Vec<Rgb>> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(film.bytes.as_slice()).unwrap();
        let colours = decoder.global_palette().unwrap();
        let colours: Vec<Rgb> = colours.as_chunks().0.to_vec();
        let wide = usize::from(decoder.width());
        let mut canvas = vec![0; wide * usize::from(decoder.height())];
        let mut seen = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let rows = canvas.chunks_exact_mut(wide).skip(frame.top.into());
            let rows = rows.zip(frame.buffer.chunks_exact(frame.width.into()));
            for (old, new) in rows {
                for (old, new) in old[frame.left.into()..].iter_mut().zip(new) {
                    if Some(*new) != frame.transparent {
                        *old = *new;
                    }
                }
            }
            if frame.delay > STEP {
                let colour = |number: &u8| colours[usize::from(*number)];
                seen.push(canvas.iter().map(colour).collect());
            }
        }
        seen
    }

    #[test]
    fn a_film_shows_the_end_then_every_turn() {
        for entry in games::CATALOG {
            let record = random::game(entry, 12);
            let players = ["alice", "bob"].map(str::to_owned);
            let replay = Replay {
                record: &record,
                table: Some(3),
                players: &players[..entry.seats],
                ended: None,
            };
            let film = film(&replay, Theme::Dark, &Limits::NONE).unwrap().file;
            let mut stills = stills(&replay);
            stills.insert(0, stills.last().unwrap().clone());
            stills.dedup();
            assert!(seen(&film) == stills, "{}", entry.id);
        }
    }

    #[test]
    fn a_film_of_nothing_is_the_start() {
        let record = random::game(Entry::find("zertz-basic").unwrap(), 0);
        let replay = Replay {
            record: &record,
            table: None,
            players: &[],
            ended: None,
        };
        let film = film(&replay, Theme::Light, &Limits::NONE).unwrap();
        assert_eq!(seen(&film.file).len(), 1);
    }

    #[test]
    fn a_record_that_breaks_the_rules_is_refused() {
        let mut record = random::game(Entry::find("gipf-basic").unwrap(), 3);
        record.turns[1] = vec!["a1-b9".to_owned()];
        let replay = Replay {
            record: &record,
            table: None,
            players: &[],
            ended: None,
        };
        match film(&replay, Theme::Light, &Limits::NONE) {
            Err(ReplayError::Record(error)) => assert_eq!(error.line, 7),
            other => panic!("{other:?}"),
        }
    }
}
