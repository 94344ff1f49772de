//! Zips: unpacked file by file, hostile ones refused.

use std::fs;

use greenroom_store::{OpenPackage, SourcePackage, StoreError};
use greenroom_testkit::{ENCRYPTED, ZipEntry, ZipFile};
use scorm_package::Limits;
use tokio_util::sync::CancellationToken;

use super::{MANIFEST, Place, good, shape};

#[test]
fn a_zip_is_unpacked_file_by_file() {
    let place = Place::new();
    let package = place
        .open(&place.zip(&good().bytes()), &Limits::default())
        .unwrap();
    assert_eq!(package.root(), place.folder.path().join("session/package"));
    assert_eq!(fs::read(package.root().join("one.html")).unwrap(), b"one");
    assert_eq!(
        fs::read(package.root().join("media/film.bin")).unwrap(),
        vec![7; 100_000]
    );
    let course = package.course();
    assert_eq!(course.course_id.as_deref(), Some("course-1"));
    assert_eq!(course.title.as_deref(), Some("A course"));
    assert_eq!((course.scorm_version, course.sco_count), (Some("1.2"), 1));
    assert_eq!(course.organization.as_deref(), Some("org"));
    assert!(package.problems().is_empty(), "{:?}", package.problems());
}

#[test]
fn a_zip_and_its_folder_have_one_fingerprint() {
    let place = Place::new();
    let zip = place
        .open(&place.zip(&good().bytes()), &Limits::default())
        .unwrap();
    let folder = SourcePackage::read(zip.root(), &Limits::default()).unwrap();
    assert_eq!(zip.fingerprint().unwrap(), folder.fingerprint().unwrap());
    assert!(zip.fingerprint().unwrap().is_some());
}

#[test]
fn hostile_zips_are_refused_and_write_nothing() {
    let with = |entry: ZipEntry| good().entry(entry).bytes();
    let named = |name: &str| with(ZipEntry::new(name, b"evil"));
    let truncated = |left: usize| good().bytes()[..left].to_vec();
    let zeros = |size: usize| ZipEntry::new("bomb.bin", &vec![0; size]).deflated();
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        ("traversal", named("../evil.txt"), "security: ../evil.txt"),
        (
            "deep traversal",
            named("a/../../../evil.txt"),
            "security: a/../../../evil.txt",
        ),
        (
            "backslash traversal",
            named("..\\..\\evil.txt"),
            "security: ..\\..\\evil.txt",
        ),
        ("absolute", named("/evil.txt"), "security: /evil.txt"),
        ("drive", named("C:/evil.txt"), "security: C:/evil.txt"),
        ("backslash", named("a\\evil.txt"), "security: a\\evil.txt"),
        ("nul", named("evil.txt\0.html"), "security: evil.txt"),
        ("duplicate", named("one.html"), "security: one.html"),
        ("case collision", named("ONE.html"), "security: ONE.html"),
        (
            "file as folder",
            named("one.html/evil"),
            "security: one.html",
        ),
        (
            "symlink",
            with(ZipEntry {
                mode: 0o120_777,
                ..ZipEntry::new("link", b"/etc/passwd")
            }),
            "security: link",
        ),
        (
            "device",
            with(ZipEntry {
                mode: 0o020_666,
                ..ZipEntry::new("null", b"")
            }),
            "security: null",
        ),
        (
            "encrypted",
            with(ZipEntry {
                flags: ENCRYPTED,
                ..ZipEntry::new("secret.html", b"x")
            }),
            "security: secret.html",
        ),
        ("bomb", with(zeros(4 << 20)), "limit: limits.zip_ratio"),
        (
            "bomb that lies about its size",
            with(ZipEntry {
                declared_size: Some(1000),
                ..zeros(4 << 20)
            }),
            "path: `bomb.bin` cannot be unpacked",
        ),
        (
            "declares more than it has",
            with(ZipEntry {
                declared_size: Some(5000),
                ..zeros(1000)
            }),
            "path: `bomb.bin` cannot be unpacked",
        ),
        ("cut in the data", truncated(100), "path: "),
        (
            "cut in the directory",
            truncated(good().bytes().len() - 30),
            "path: ",
        ),
        ("empty file", Vec::new(), "path: "),
        ("text", b"this is not a zip".to_vec(), "path: "),
        ("no entry at all", ZipFile::new().bytes(), "manifest: None"),
        (
            "nested",
            ZipFile::new()
                .file("course/imsmanifest.xml", MANIFEST)
                .bytes(),
            "manifest: Some(\"course\")",
        ),
        (
            "upper case",
            ZipFile::new().file("IMSMANIFEST.XML", MANIFEST).bytes(),
            "manifest: None",
        ),
    ];
    for (name, bytes, want) in cases {
        let place = Place::new();
        let path = place.zip(&bytes);
        let error = place.open(&path, &Limits::default()).unwrap_err();
        let got = shape(&error);
        assert!(
            got.starts_with(want),
            "{name}: wanted `{want}`, got `{got}`"
        );
        assert_eq!(place.written_elsewhere(), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn a_wrong_checksum_is_found() {
    let place = Place::new();
    let mut bytes = good().bytes();
    // The data follows the name in the local header.
    let at = bytes
        .windows(11)
        .position(|window| window == b"one.htmlone")
        .unwrap();
    let data = at + b"one.html".len();
    bytes[data] = b'O';
    let error = place
        .open(&place.zip(&bytes), &Limits::default())
        .unwrap_err();
    assert!(shape(&error).starts_with("path: `one.html`"), "{error}");
}

#[test]
fn every_limit_names_its_setting() {
    let check = |limits: Limits, want: &str| {
        let place = Place::new();
        let error = place
            .open(&place.zip(&good().bytes()), &limits)
            .unwrap_err();
        assert_eq!(shape(&error), format!("limit: {want}"));
    };
    let limits = Limits::default();
    check(
        Limits {
            packed: 100,
            ..limits
        },
        "limits.package_bytes",
    );
    check(
        Limits {
            unpacked: 50_000,
            ..limits
        },
        "limits.unpacked_bytes",
    );
    check(
        Limits {
            entries: 2,
            ..limits
        },
        "limits.zip_entries",
    );
    check(
        Limits {
            ratio: 20,
            ratio_free: 0,
            ..limits
        },
        "limits.zip_ratio",
    );
}

#[test]
fn unpacking_stops_when_it_is_cancelled() {
    let place = Place::new();
    let source = SourcePackage::read(&place.zip(&good().bytes()), &Limits::default()).unwrap();
    let cancel = CancellationToken::new();
    cancel.cancel();
    let opened = OpenPackage::open(
        source,
        &place.folder.path().join("session/package"),
        &cancel,
    );
    assert!(matches!(opened, Err(StoreError::Cancelled)), "{opened:?}");
}
