//! LZW compression, as in GIF files: every string of pixels that has come before gets a code.

#![expect(
    clippy::indexing_slicing,
    reason = "strings begin and end within the frame; there is a place for every code with every colour, \
              and a run for every colour, which is never empty"
)]

/// Maximum number of codes.
const MAX_CODES: u32 = 1 << 12;

/// The number of the transparent colour: the picture below shows.
pub const TRANSPARENT: u8 = 0;

/// Compresses the pixels of a frame; the minimum code size comes first. Pixels marked in `kept` may be
/// transparent instead, whichever compresses better; others are not.
pub fn pack(pixels: &[u8], kept: &[bool]) -> Vec<u8> {
    let new = pixels.iter().zip(kept);
    let new = new.map(|(pixel, kept)| if *kept { TRANSPARENT } else { *pixel });
    let highest = new.fold(TRANSPARENT, u8::max);
    let mut packer = Packer::new(highest);
    let mut strings = Strings {
        pixels,
        kept,
        run: (0, 0),
        ways: Vec::new(),
    };
    let mut at = 0;
    let mut string = None;
    while at < pixels.len() {
        if let Some(string) = string {
            packer.put(string);
            packer.learn(string, strings.first(at));
        }
        let (longest, end) = strings.longest(&packer, at);
        (string, at) = (Some(longest), end);
    }
    packer.finish(string)
}

/// Pixels to be read as strings.
struct Strings<'a> {
    pixels: &'a [u8],
    kept: &'a [bool],
    /// The colour of the newest run of equal pixels, and its end.
    run: (u8, usize),
    /// Strings that may become longer, and their ends.
    ways: Vec<(u32, usize)>,
}

impl Strings<'_> {
    /// Returns the first pixel of a string.
    fn first(&self, at: usize) -> u8 {
        if self.kept[at] {
            TRANSPARENT
        } else {
            self.pixels[at]
        }
    }

    /// Returns the longest known string from `start` on, and its end.
    fn longest(&mut self, packer: &Packer, start: usize) -> (u32, usize) {
        let first = self.first(start);
        if self.run.0 != first || self.run.1 <= start {
            let length = if self.kept[start] {
                run_of_kept(&self.kept[start..])
            } else {
                let pixels = self.pixels[start..].iter();
                pixels.take_while(|pixel| **pixel == first).count()
            };
            self.run = (first, start + length);
        }
        // All strings of one colour are known up to a length: the search begins with the longest.
        let known = &packer.runs[usize::from(first)];
        let length = (self.run.1 - start).min(known.len());
        let mut best = (known[length - 1], start + length);
        self.ways.push(best);
        while let Some((string, end)) = self.ways.pop() {
            if end > best.1 {
                best = (string, end);
            }
            let (Some(pixel), Some(kept)) = (self.pixels.get(end), self.kept.get(end)) else {
                continue;
            };
            let mut follow = |pixel: u8| {
                if let Some(longer) = packer.longer(string, pixel) {
                    self.ways.push((longer, end + 1));
                }
            };
            follow(*pixel);
            if *kept {
                follow(TRANSPARENT);
            }
        }
        best
    }
}

/// Returns the number of kept pixels before the first other one.
fn run_of_kept(kept: &[bool]) -> usize {
    // In chunks, since most of a frame may be kept.
    let many = kept.chunks_exact(32);
    let many = many.take_while(|many| many.iter().fold(true, |all, kept| all & kept));
    let first = many.count() * 32;
    let rest = kept[first..].iter().take_while(|kept| **kept);
    first + rest.count()
}

struct Packer {
    bytes: Vec<u8>,
    bits: u64,
    filled: u32,
    /// The minimum code size, then the current code size, in bits.
    size: u32,
    width: u32,
    next: u32,
    /// The code of a string and one more pixel, by the code of the string and, in the lower bits, the pixel;
    /// 0 for none.
    longer: Vec<u16>,
    /// For each colour, the codes of runs of one pixel, two pixels, and so on.
    runs: Vec<Vec<u32>>,
}

impl Packer {
    /// Creates a packer that only knows the colours up to a number.
    fn new(highest: u8) -> Packer {
        let size = (8 - highest.leading_zeros()).max(2);
        let mut packer = Packer {
            bytes: vec![size as u8],
            bits: 0,
            filled: 0,
            size,
            width: size + 1,
            next: 0,
            longer: vec![0; (MAX_CODES as usize) << size],
            runs: (0..=highest.into()).map(|colour| vec![colour]).collect(),
        };
        packer.clear();
        packer
    }

    /// Deletes all strings, and writes the clear code.
    fn clear(&mut self) {
        self.put(1 << self.size);
        let used = (self.next << self.size) as usize;
        self.longer[..used].fill(0);
        self.runs.iter_mut().for_each(|run| run.truncate(1));
        self.width = self.size + 1;
        self.next = (1 << self.size) + 2;
    }

    fn put(&mut self, code: u32) {
        self.bits |= u64::from(code) << self.filled;
        self.filled += self.width;
        while self.filled >= 8 {
            self.bytes.push(self.bits as u8);
            self.bits >>= 8;
            self.filled -= 8;
        }
    }

    /// Returns the code of a string and one more pixel, if there is one.
    fn longer(&self, string: u32, pixel: u8) -> Option<u32> {
        // A kept pixel may have a colour beyond those of the frame.
        let code = match u32::from(pixel) >> self.size {
            0 => self.longer[(string << self.size) as usize | usize::from(pixel)],
            _ => 0,
        };
        (code != 0).then(|| code.into())
    }

    /// Assigns the next code to a string and one more pixel, after the string has been written.
    fn learn(&mut self, string: u32, pixel: u8) {
        if self.next == MAX_CODES {
            return self.clear();
        }
        // A decoder learns one string later.
        if self.next == 1 << self.width {
            self.width += 1;
        }
        let place = (string << self.size) as usize | usize::from(pixel);
        self.longer[place] = self.next as u16;
        let run = &mut self.runs[usize::from(pixel)];
        if run.last() == Some(&string) {
            run.push(self.next);
        }
        self.next += 1;
    }

    fn finish(mut self, string: Option<u32>) -> Vec<u8> {
        if let Some(string) = string {
            self.put(string);
            if self.next == 1 << self.width && self.next < MAX_CODES {
                self.width += 1;
            }
        }
        self.put((1 << self.size) + 1);
        if self.filled > 0 {
            self.bytes.push(self.bits as u8);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes compressed pixels, as a reader of GIF files does.
    fn read(packed: &[u8], pixels: usize) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = gif::Encoder::new(&mut file, pixels as u16, 1, &[7; 32 * 3]).unwrap();
        let frame = gif::Frame {
            width: pixels as u16,
            height: 1,
            buffer: packed.into(),
            ..gif::Frame::default()
        };
        encoder.write_lzw_pre_encoded_frame(&frame).unwrap();
        drop(encoder);
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(file.as_slice()).unwrap();
        decoder.read_next_frame().unwrap().unwrap().buffer.to_vec()
    }

    #[test]
    fn packed_pixels_are_read_back() {
        let mut picker = 1u32;
        for (length, colours) in [
            (1, 1),
            (2, 2),
            (100, 3),
            (5_000, 2),
            (60_000, 31),
            (60_000, 4),
        ] {
            let pixels = (0..length).map(|_| {
                picker = picker.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                ((picker >> 16) % colours + 1) as u8
            });
            let pixels: Vec<u8> = pixels.collect();
            let packed = pack(&pixels, &vec![false; pixels.len()]);
            assert!(read(&packed, pixels.len()) == pixels, "{length} {colours}");
        }
    }

    #[test]
    fn kept_pixels_are_unchanged_or_transparent() {
        let pixels: Vec<u8> = (0..9_000u32)
            .map(|at| (at * at / 70 % 5 + 1) as u8)
            .collect();
        let kept: Vec<bool> = (0..9_000u32).map(|at| at / 13 % 3 > 0).collect();
        let read = read(&pack(&pixels, &kept), pixels.len());
        let right = |((read, pixel), kept): ((&u8, &u8), &bool)| {
            read == pixel || *kept && *read == TRANSPARENT
        };
        assert!(read.iter().zip(&pixels).zip(&kept).all(right));
    }
}
