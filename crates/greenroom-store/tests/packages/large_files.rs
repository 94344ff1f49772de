//! Large files: never whole in memory.

use std::fs;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;

use greenroom_testkit::ZipFile;
use scorm_package::Limits;

use super::{MANIFEST, Place};

#[cfg(target_os = "linux")]
#[test]
fn a_large_file_is_streamed() {
    const SIZE: u64 = 256 << 20;
    let peak = || {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let line = status
            .lines()
            .find(|line| line.starts_with("VmHWM:"))
            .unwrap()
            .to_owned();
        line.split_whitespace()
            .nth(1)
            .unwrap()
            .parse::<u64>()
            .unwrap()
    };
    let place = Place::new();
    // Stored zeros: one hole on disk, so that the test itself needs no memory for it.
    let bytes = ZipFile::new().file("imsmanifest.xml", MANIFEST).bytes();
    let path = place.zip(&bytes);
    append_stored_zeros(&path, SIZE);
    let before = peak();
    let package = place.open(&path, &Limits::default()).unwrap();
    assert_eq!(package.open_file("film.bin").unwrap().bytes, SIZE);
    let grown = peak() - before;
    assert!(grown < 20 << 10, "unpacking {SIZE} bytes took {grown} KiB");
}

/// Rewrites the zip at `path` so that it also has `film.bin`, `size` zeros.
#[cfg(target_os = "linux")]
fn append_stored_zeros(path: &Path, size: u64) {
    let mut crc = flate2::Crc::new();
    let chunk = vec![0; 1 << 20];
    for _ in 0..size >> 20 {
        crc.update(&chunk);
    }
    // The bytes of an entry without data, with size and checksum put in where the format has them.
    let patch = |bytes: &mut [u8], at: usize| {
        bytes[at..at + 4].copy_from_slice(&crc.sum().to_le_bytes());
        bytes[at + 4..at + 8].copy_from_slice(&(size as u32).to_le_bytes());
        bytes[at + 8..at + 12].copy_from_slice(&(size as u32).to_le_bytes());
    };
    let mut bytes = ZipFile::new()
        .file("imsmanifest.xml", MANIFEST)
        .file("film.bin", b"")
        .bytes();
    let start = |bytes: &[u8], signature: &[u8], nth: usize| {
        let mut found = bytes
            .windows(4)
            .enumerate()
            .filter(|(_, window)| *window == signature);
        found.nth(nth).unwrap().0
    };
    let local = start(&bytes, b"PK\x03\x04", 1);
    patch(&mut bytes, local + 14);
    let central = start(&bytes, b"PK\x01\x02", 1);
    patch(&mut bytes, central + 16);
    let directory = start(&bytes, b"PK\x01\x02", 0);
    let end = start(&bytes, b"PK\x05\x06", 0);
    let moved = (directory as u64 + size) as u32;
    bytes[end + 16..end + 20].copy_from_slice(&moved.to_le_bytes());

    let mut file = fs::File::create(path).unwrap();
    file.write_all(&bytes[..directory]).unwrap();
    file.seek(SeekFrom::Current(size as i64)).unwrap();
    file.write_all(&bytes[directory..]).unwrap();
}
