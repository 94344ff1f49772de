//! Deflate by blocks, in parallel: the bytes depend on the input alone.
//!
//! Each block is compressed with the 32 KB before it as dictionary and ends at a byte boundary, so
//! that the blocks one behind the other are one deflate stream. How many threads there are changes
//! only how many blocks are at work at once.

use std::io::{self, Read, Write};

use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use rayon::prelude::*;

/// Bytes of a block. Part of the format of our zips: another size gives other bytes.
const BLOCK: usize = 512 << 10;
/// What a block can refer back to.
const WINDOW: usize = 32 << 10;
/// Blocks in memory at once, whatever the number of threads.
const AT_ONCE: usize = 16;
/// If the first blocks do not shrink by this part, the rest will not either: it is media.
const WORTH: usize = 50;

/// What a stream came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Streamed {
    pub(crate) crc32: u32,
    pub(crate) size: u64,
    pub(crate) packed: u64,
    /// Was it given up, since it does not shrink? Then it must be stored.
    pub(crate) given_up: bool,
}

/// Compresses all of `input` into `output`.
pub(crate) fn deflate(input: &mut dyn Read, output: &mut dyn Write) -> io::Result<Streamed> {
    let mut crc = Crc::new();
    let mut streamed = Streamed {
        crc32: 0,
        size: 0,
        packed: 0,
        given_up: false,
    };
    let mut window: Vec<u8> = Vec::new();
    let mut buffer: Vec<u8> = Vec::new();
    let mut is_first = true;
    loop {
        buffer.clear();
        let wanted = if is_first { BLOCK } else { BLOCK * AT_ONCE };
        let read = (&mut *input).take(wanted as u64).read_to_end(&mut buffer)?;
        crc.update(&buffer);
        streamed.size += read as u64;
        let is_last = read < wanted;
        let packed = blocks(&window, &buffer, is_last)?;
        let length: usize = packed.iter().map(Vec::len).sum();
        if is_first && !is_last && length + read / WORTH > read {
            streamed.given_up = true;
            return Ok(streamed);
        }
        for block in &packed {
            output.write_all(block)?;
        }
        streamed.packed += length as u64;
        if is_last {
            streamed.crc32 = crc.sum();
            return Ok(streamed);
        }
        window.clear();
        window.extend_from_slice(&buffer[buffer.len().saturating_sub(WINDOW)..]);
        is_first = false;
    }
}

/// Compresses the blocks of a buffer; `window` is what comes before it.
fn blocks(window: &[u8], buffer: &[u8], is_last: bool) -> io::Result<Vec<Vec<u8>>> {
    let count = buffer.len().div_ceil(BLOCK).max(1);
    (0..count)
        .into_par_iter()
        .map(|number| {
            let start = number * BLOCK;
            let end = buffer.len().min(start + BLOCK);
            let before = match start {
                0 => window,
                _ => &buffer[start - WINDOW.min(start)..start],
            };
            block(before, &buffer[start..end], is_last && number + 1 == count)
        })
        .collect()
}

fn block(before: &[u8], data: &[u8], is_last: bool) -> io::Result<Vec<u8>> {
    let mut compress = Compress::new(Compression::best(), false);
    if !before.is_empty() {
        compress.set_dictionary(before).map_err(io::Error::other)?;
    }
    // A dictionary may count as input.
    let before = compress.total_in();
    let mut packed = Vec::with_capacity(data.len() / 2 + 64);
    let flush = if is_last {
        FlushCompress::Finish
    } else {
        FlushCompress::Sync
    };
    loop {
        let done = (compress.total_in() - before) as usize;
        let status = compress
            .compress_vec(&data[done..], &mut packed, flush)
            .map_err(io::Error::other)?;
        let is_done = match status {
            Status::StreamEnd => true,
            Status::Ok | Status::BufError => {
                !is_last
                    && (compress.total_in() - before) as usize == data.len()
                    && packed.len() < packed.capacity()
            }
        };
        if is_done {
            return Ok(packed);
        }
        packed.reserve(packed.len().max(4096));
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::{BLOCK, deflate};

    /// Text that shrinks, and is nowhere the same.
    fn text(bytes: usize) -> Vec<u8> {
        let mut state = 7_u64;
        let words = std::iter::repeat_with(|| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            format!("word{} ", (state >> 33) % 5000).into_bytes()
        });
        words.flatten().take(bytes).collect()
    }

    #[test]
    fn blocks_make_one_stream_whatever_the_number_of_threads() {
        for size in [0, 1, 5000, BLOCK - 1, BLOCK, BLOCK + 1, 20 * BLOCK + 17] {
            let input = text(size);
            let packed_by = |threads: usize| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
                pool.build().unwrap().install(|| {
                    let mut packed = Vec::new();
                    let streamed = deflate(&mut input.as_slice(), &mut packed).unwrap();
                    assert_eq!(streamed.packed, packed.len() as u64);
                    assert_eq!(streamed.size, size as u64);
                    packed
                })
            };
            let packed = packed_by(1);
            assert_eq!(packed, packed_by(3), "{size}");
            let mut unpacked = Vec::new();
            flate2::read::DeflateDecoder::new(packed.as_slice())
                .read_to_end(&mut unpacked)
                .unwrap();
            assert_eq!(unpacked, input, "{size}");
        }
    }

    #[test]
    fn what_does_not_shrink_is_given_up_after_the_first_block() {
        let mut state = 1_u64;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 56) as u8
        })
        .take(3 * BLOCK)
        .collect();
        let mut packed = Vec::new();
        let streamed = deflate(&mut noise.as_slice(), &mut packed).unwrap();
        assert!(streamed.given_up && packed.is_empty());
    }
}
