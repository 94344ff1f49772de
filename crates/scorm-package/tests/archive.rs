//! Zip files with one fault each: the fault is reported with the entry's name, the rest still reads.
#![cfg(feature = "archive")]
#![expect(clippy::unwrap_used, reason = "tests")]

use std::io::{Cursor, Read, Write};

use scorm_package::archive::{Compression, open_entry, read_entry, read_table};
use scorm_package::files::FileTable;
use scorm_package::{Limits, Package, Problem, ProblemKind};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    zip_with(files, SimpleFileOptions::default())
}

fn zip_with(files: &[(&str, &[u8])], options: SimpleFileOptions) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Replaces every occurrence of `from` by `to` of the same length, in headers and directory.
fn replace(bytes: &mut [u8], from: &[u8], to: &[u8]) {
    assert_eq!(from.len(), to.len());
    let places: Vec<usize> = bytes
        .windows(from.len())
        .enumerate()
        .filter(|(_, w)| *w == from)
        .map(|(at, _)| at)
        .collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at..at + from.len()].copy_from_slice(to);
    }
}

/// Offset of a directory header's field for the entry `name`.
fn directory_field(bytes: &[u8], name: &str, field: usize) -> usize {
    let header = |at: &usize| {
        bytes[*at..].starts_with(b"PK\x01\x02") && bytes[at + 46..].starts_with(name.as_bytes())
    };
    (0..bytes.len() - 46).find(header).unwrap() + field
}

fn table(bytes: &[u8]) -> (FileTable, Vec<Problem>) {
    read_table(&mut Cursor::new(bytes), &Limits::default())
}

fn check(bytes: &[u8], limits: &Limits, files: &[&str], problems: &[(ProblemKind, &str)]) {
    let (table, found) = read_table(&mut Cursor::new(bytes), limits);
    let paths: Vec<&str> = table.iter().map(|entry| entry.path.as_str()).collect();
    let found: Vec<(ProblemKind, &str)> = found
        .iter()
        .map(|problem| (problem.kind, problem.entry.as_deref().unwrap_or_default()))
        .collect();
    assert_eq!(paths, files);
    assert_eq!(found, problems);
}

#[test]
fn names_that_lead_out_are_refused() {
    for (name, kind) in [
        ("/abc", ProblemKind::NameAbsolute),
        ("../abc", ProblemKind::NameTraversal),
        ("x/../../abc", ProblemKind::NameTraversal),
        ("..\\abc", ProblemKind::NameTraversal),
        ("C:/abc", ProblemKind::NameDriveLetter),
        ("C:\\abc", ProblemKind::NameDriveLetter),
        ("a\\b.html", ProblemKind::NameBackslash),
        ("a\0b", ProblemKind::NameNul),
    ] {
        let placeholder = "#".repeat(name.len());
        let mut bytes = zip(&[("good.html", b"good"), (&placeholder, b"bad")]);
        replace(&mut bytes, placeholder.as_bytes(), name.as_bytes());
        check(&bytes, &Limits::default(), &["good.html"], &[(kind, name)]);
    }
}

#[test]
fn links_and_devices_are_refused() {
    for (mode, kind) in [
        (0o120_777_u32, ProblemKind::EntrySymlink),
        (0o020_644, ProblemKind::EntryDevice),
        (0o060_644, ProblemKind::EntryDevice),
        (0o010_644, ProblemKind::EntryDevice),
    ] {
        let mut bytes = zip(&[("link", b"/etc/passwd"), ("good", b"good")]);
        let at = directory_field(&bytes, "link", 38);
        bytes[at..at + 4].copy_from_slice(&(mode << 16).to_le_bytes());
        check(&bytes, &Limits::default(), &["good"], &[(kind, "link")]);
    }
}

#[test]
fn names_that_collide_are_told() {
    let mut bytes = zip(&[("a.html", b"first"), ("b.html", b"last")]);
    replace(&mut bytes, b"b.html", b"a.html");
    check(
        &bytes,
        &Limits::default(),
        &["a.html"],
        &[(ProblemKind::NameDuplicate, "a.html")],
    );
    let (files, _) = table(&bytes);
    let entry = files.get("a.html").unwrap();
    assert_eq!(
        read_entry(Cursor::new(&bytes), entry, 100).unwrap(),
        b"last"
    );

    let bytes = zip(&[("img/A.png", b"1"), ("img/a.png", b"2")]);
    let want = [(ProblemKind::NameCaseCollision, "img/a.png")];
    check(
        &bytes,
        &Limits::default(),
        &["img/A.png", "img/a.png"],
        &want,
    );

    let bytes = zip(&[("Img/a.png", b"1"), ("img/b.png", b"2")]);
    let want = [(ProblemKind::NameCaseCollision, "img")];
    check(
        &bytes,
        &Limits::default(),
        &["Img/a.png", "img/b.png"],
        &want,
    );

    let bytes = zip(&[("a", b"1"), ("a/b", b"2")]);
    let want = [(ProblemKind::NameFileAndFolder, "a")];
    check(&bytes, &Limits::default(), &["a", "a/b"], &want);
}

#[test]
fn encrypted_and_rare_entries_are_refused() {
    let mut bytes = zip(&[("secret", b"x"), ("good", b"y")]);
    let at = directory_field(&bytes, "secret", 8);
    bytes[at] |= 1;
    check(
        &bytes,
        &Limits::default(),
        &["good"],
        &[(ProblemKind::ZipEncrypted, "secret")],
    );

    let mut bytes = zip(&[("rare", b"x"), ("good", b"y")]);
    let at = directory_field(&bytes, "rare", 10);
    bytes[at] = 12;
    check(
        &bytes,
        &Limits::default(),
        &["good"],
        &[(ProblemKind::ZipUnsupported, "rare")],
    );
}

#[test]
fn limits_are_kept() {
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let bytes = zip_with(&[("a", &[1; 60]), ("b", &[2; 60]), ("c", &[3; 30])], stored);
    let limits = Limits {
        unpacked: 100,
        ..Limits::default()
    };
    check(
        &bytes,
        &limits,
        &["a", "c"],
        &[(ProblemKind::UnpackedTooLarge, "b")],
    );
    let limits = Limits {
        entries: 2,
        ..Limits::default()
    };
    check(
        &bytes,
        &limits,
        &["a", "b"],
        &[(ProblemKind::TooManyEntries, "c")],
    );
    let limits = Limits {
        packed: 10,
        ..Limits::default()
    };
    check(&bytes, &limits, &[], &[(ProblemKind::PackedTooLarge, "")]);

    let bytes = zip(&[("zeros", &vec![0; 2 << 20]), ("good", b"good")]);
    check(
        &bytes,
        &Limits::default(),
        &["good"],
        &[(ProblemKind::RatioTooHigh, "zeros")],
    );
}

#[test]
fn a_size_that_lies_is_stopped_while_streaming() {
    let mut bytes = zip(&[("bomb", &vec![0; 100_000])]);
    let at = directory_field(&bytes, "bomb", 24);
    bytes[at..at + 4].copy_from_slice(&10_u32.to_le_bytes());
    let (files, problems) = table(&bytes);
    assert_eq!(problems, []);
    let mut unpacked = Vec::new();
    let mut reader = open_entry(Cursor::new(&bytes), files.get("bomb").unwrap(), 0).unwrap();
    let error = reader.read_to_end(&mut unpacked).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the entry has more bytes than it declares"
    );
    assert_eq!(unpacked.len(), 10);

    bytes[at..at + 4].copy_from_slice(&200_000_u32.to_le_bytes());
    let (files, _) = table(&bytes);
    let problem = read_entry(Cursor::new(&bytes), files.get("bomb").unwrap(), 1 << 20).unwrap_err();
    assert_eq!(problem.kind, ProblemKind::ZipEntryDamaged);
    assert_eq!(
        problem.message,
        "the entry has fewer bytes than it declares"
    );
}

#[test]
fn damage_is_seen_when_an_entry_is_read() {
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut bytes = zip_with(&[("a", b"precious"), ("b", b"fine")], stored);
    replace(&mut bytes, b"precious", b"precIous");
    let (files, problems) = table(&bytes);
    assert_eq!(problems, []);
    let problem = read_entry(Cursor::new(&bytes), files.get("a").unwrap(), 100).unwrap_err();
    assert_eq!(problem.message, "the entry's checksum is wrong");
    assert_eq!(problem.entry.as_deref(), Some("a"));
    assert_eq!(
        read_entry(Cursor::new(&bytes), files.get("b").unwrap(), 100).unwrap(),
        b"fine"
    );
}

#[test]
fn entries_that_share_data_are_told() {
    let mut bytes = zip(&[("a", b"1"), ("b", b"2")]);
    let at = directory_field(&bytes, "b", 42);
    bytes[at..at + 4].copy_from_slice(&0_u32.to_le_bytes());
    check(
        &bytes,
        &Limits::default(),
        &["a", "b"],
        &[(ProblemKind::ZipEntriesOverlap, "b")],
    );
}

#[test]
fn a_zip_file_cut_anywhere_is_told() {
    let bytes = zip(&[("imsmanifest.xml", b"<manifest/>"), ("a.html", &[7; 300])]);
    for length in 0..bytes.len() {
        let (_, problems) =
            Package::from_zip(&mut Cursor::new(&bytes[..length]), &Limits::default());
        assert!(!problems.is_empty(), "cut at {length}");
    }
    let (_, problems) = table(&bytes[..bytes.len() - 30]);
    assert_eq!(problems[0].kind, ProblemKind::ZipTruncated);
    let (_, problems) = table(b"no zip at all");
    assert_eq!(problems[0].kind, ProblemKind::ZipUnreadable);
}

#[test]
fn any_part_of_an_entry_can_be_streamed() {
    let content: Vec<u8> = (0..50_000_u32).map(|number| (number % 251) as u8).collect();
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let options = SimpleFileOptions::default().compression_method(method);
        let bytes = zip_with(&[("video.mp4", &content)], options);
        let (files, _) = table(&bytes);
        let entry = files.get("video.mp4").unwrap();
        let stored = entry.packed.unwrap().compression == Compression::Stored;
        assert_eq!(stored, method == CompressionMethod::Stored);
        for start in [0, 1, 25_000, 49_999, 50_000, 60_000] {
            let mut part = Vec::new();
            open_entry(Cursor::new(&bytes), entry, start)
                .unwrap()
                .read_to_end(&mut part)
                .unwrap();
            assert_eq!(
                part,
                content[content.len().min(start as usize)..],
                "{method} from {start}"
            );
        }
    }
}

#[test]
fn data_before_the_zip_and_zip64_are_read() {
    let mut bytes = b"#!/bin/sh\nexit\n".to_vec();
    bytes.extend(zip(&[("a.html", b"hello")]));
    let (files, problems) = table(&bytes);
    assert_eq!(problems, []);
    let entry = files.get("a.html").unwrap();
    assert_eq!(
        read_entry(Cursor::new(&bytes), entry, 100).unwrap(),
        b"hello"
    );

    let bytes = zip_with(
        &[("b.html", b"large")],
        SimpleFileOptions::default().large_file(true),
    );
    let (files, problems) = table(&bytes);
    assert_eq!(problems, []);
    assert_eq!(
        read_entry(Cursor::new(&bytes), files.get("b.html").unwrap(), 9).unwrap(),
        b"large"
    );
}

#[test]
fn packages_without_a_manifest_say_what_they_are() {
    for (name, kind) in [
        ("IMSManifest.xml", ProblemKind::ManifestNameCase),
        ("course/imsmanifest.xml", ProblemKind::ManifestNested),
        ("cmi5.xml", ProblemKind::NotScorm),
        ("tincan.xml", ProblemKind::NotScorm),
        ("course.au", ProblemKind::NotScorm),
        ("index.html", ProblemKind::ManifestMissing),
    ] {
        let bytes = zip(&[(name, b"x")]);
        let (_, problems) = Package::from_zip(&mut Cursor::new(bytes), &Limits::default());
        let kinds: Vec<ProblemKind> = problems.iter().map(|problem| problem.kind).collect();
        assert_eq!(kinds, [kind], "{name}");
    }
}

#[test]
fn lookup_offers_what_may_have_been_meant() {
    let bytes = zip(&[
        ("img/Logo.png", b"1"),
        ("index.html", b"2"),
        ("other.css", b"3"),
    ]);
    let (files, _) = table(&bytes);
    for (wanted, want) in [
        ("IMG/logo.png", &["img/Logo.png"][..]),
        ("logo.png", &["img/Logo.png"]),
        ("indx.html", &["index.html"]),
        ("nothing.like.it", &[]),
    ] {
        assert!(files.get(wanted).is_none());
        let near: Vec<&str> = files
            .near(wanted, 3)
            .iter()
            .map(|entry| entry.path.as_str())
            .collect();
        assert_eq!(near, want, "{wanted}");
    }
}
