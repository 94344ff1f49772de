//! Packages: real ones open, broken ones say why, hostile ones write nothing anywhere.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use greenroom_store::{OpenPackage, SourcePackage, StoreError};
use greenroom_testkit::{ENCRYPTED, ZipEntry, ZipFile, test_data};
use scorm_package::Limits;
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

const MANIFEST: &[u8] = br#"<manifest identifier="course-1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="org"><organization identifier="org"><title>A course</title>
<item identifier="i1" identifierref="r1"><title>One</title></item>
<item identifier="i2" identifierref="r2"><title>Two</title></item>
</organization></organizations>
<resources>
<resource identifier="r1" type="webcontent" adlcp:scormtype="sco" href="one.html"/>
<resource identifier="r2" type="webcontent" adlcp:scormtype="asset" href="two.html"/>
</resources></manifest>"#;

/// A folder for one test, with a place that nothing may be written to.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("session")).unwrap();
        Self { folder }
    }

    fn zip(&self, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join("course.zip");
        fs::write(&path, bytes).unwrap();
        path
    }

    fn open(&self, path: &Path, limits: &Limits) -> Result<OpenPackage, StoreError> {
        let source = SourcePackage::read(path, limits)?;
        let into = self.folder.path().join("session/package");
        OpenPackage::open(source, &into, &CancellationToken::new())
    }

    /// Everything in the folder that is not in the unpacked copy.
    fn written_elsewhere(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.ends_with("session/package") {
                } else if path.is_dir() {
                    folders.push(path);
                } else if !path.ends_with("course.zip") {
                    found.push(path.display().to_string());
                }
            }
        }
        found
    }
}

/// The variant and what it names: the shape that tests compare.
fn shape(error: &StoreError) -> String {
    match error {
        StoreError::PathResolution { reason, .. } => format!("path: {reason}"),
        StoreError::ManifestNotFound {
            found_in, reason, ..
        } => {
            format!("manifest: {found_in:?}: {reason}")
        }
        StoreError::SecurityViolation { entry, reason } => format!("security: {entry}: {reason}"),
        StoreError::LimitExceeded { setting, .. } => format!("limit: {setting}"),
        other => format!("unexpected: {other:?}"),
    }
}

fn good() -> ZipFile {
    ZipFile::new()
        .file("imsmanifest.xml", MANIFEST)
        .file("one.html", b"one")
        .entry(ZipEntry::new("media/film.bin", &vec![7; 100_000]).deflated())
}

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
        (
            "absolute",
            named("/tmp/evil.txt"),
            "security: /tmp/evil.txt",
        ),
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
        ("text", b"this is no zip".to_vec(), "path: "),
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
fn paths_that_lead_to_no_package_say_so() {
    let place = Place::new();
    let manifest = place.folder.path().join("imsmanifest.xml");
    fs::write(&manifest, MANIFEST).unwrap();
    let missing = place.folder.path().join("missing");
    for (path, want) in [
        (missing.as_path(), "path: it does not exist"),
        (
            &manifest,
            "path: it is a manifest; give the folder that holds it",
        ),
        (Path::new(""), "path: it is no path"),
        (
            Path::new("/dev/null"),
            "path: it is neither a folder nor a zip file",
        ),
    ] {
        let error = place.open(path, &Limits::default()).unwrap_err();
        assert!(shape(&error).starts_with(want), "{path:?}: {error}");
    }
    let StoreError::PathResolution { path, .. } = place
        .open(Path::new("no/such/course"), &Limits::default())
        .unwrap_err()
    else {
        panic!("a missing path is a path that cannot be resolved")
    };
    assert!(
        path.is_absolute() && path.ends_with("no/such/course"),
        "{path:?}"
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

fn folder_course(place: &Place) -> PathBuf {
    let root = place.folder.path().join("course");
    fs::create_dir_all(root.join("Shared")).unwrap();
    fs::write(root.join("imsmanifest.xml"), MANIFEST).unwrap();
    fs::write(root.join("Shared/my page.html"), "0123456789").unwrap();
    root
}

#[test]
fn a_folder_is_played_in_place_and_shows_edits() {
    let place = Place::new();
    let root = folder_course(&place);
    let package = place.open(&root, &Limits::default()).unwrap();
    assert_eq!(package.root(), root);
    assert!(!place.folder.path().join("session/package").exists());

    let mut found = package
        .open_file("Shared/./my%20page.html?x=1#top")
        .unwrap();
    assert_eq!(
        (found.path.as_str(), found.bytes),
        ("Shared/my page.html", 10)
    );
    found.file.seek(SeekFrom::Start(4)).unwrap();
    let mut range = [0; 3];
    found.file.read_exact(&mut range).unwrap();
    assert_eq!(&range, b"456");

    fs::write(root.join("Shared/my page.html"), "edited").unwrap();
    fs::write(root.join("new.html"), "new").unwrap();
    assert_eq!(package.open_file("Shared/my%20page.html").unwrap().bytes, 6);
    assert_eq!(package.open_file("new.html").unwrap().bytes, 3);
}

#[test]
fn a_folder_with_too_many_files_opens_with_a_notice() {
    let place = Place::new();
    let root = folder_course(&place);
    let package = place
        .open(
            &root,
            &Limits {
                entries: 2,
                ..Limits::default()
            },
        )
        .unwrap();
    let notices = package.notices();
    assert!(
        notices
            .iter()
            .any(|notice| notice.contains("too-many-entries")),
        "{notices:?}"
    );
}

#[test]
fn no_path_leads_out_of_a_package() {
    let place = Place::new();
    let root = folder_course(&place);
    fs::write(place.folder.path().join("secret.txt"), "secret").unwrap();
    let package = place.open(&root, &Limits::default()).unwrap();
    for url in [
        "../secret.txt",
        "%2e%2e/secret.txt",
        "Shared/../../secret.txt",
        "Shared/%2E%2E/..%2fsecret.txt",
        "/etc/passwd",
        "%2fetc/passwd",
        "//host/x",
        "http://example.org/x",
        "c:/x",
        "..%5c..%5csecret.txt",
        "a%00.html",
    ] {
        let opened = package.open_file(url);
        assert!(
            matches!(opened, Err(StoreError::SecurityViolation { .. })),
            "{url}: {opened:?}"
        );
    }
    for url in ["", "?x", "Shared", "none.html", "%252e%252e/secret.txt"] {
        let opened = package.open_file(url);
        assert!(
            matches!(opened, Err(StoreError::FileMissing { .. })),
            "{url}: {opened:?}"
        );
    }
    let Err(StoreError::FileMissing { near, .. }) = package.open_file("shared/My%20Page.html")
    else {
        panic!("letter case counts")
    };
    assert_eq!(near, ["Shared/my page.html"]);
}

#[cfg(unix)]
#[test]
fn links_work_inside_a_folder_and_are_refused_outside() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    let root = folder_course(&place);
    fs::write(place.folder.path().join("secret.txt"), "secret").unwrap();
    symlink("Shared", root.join("inside")).unwrap();
    symlink("..", root.join("up")).unwrap();
    symlink("../secret.txt", root.join("outside.txt")).unwrap();
    symlink(".", root.join("Shared/circle")).unwrap();
    let package = place.open(&root, &Limits::default()).unwrap();
    assert!(package.open_file("inside/my%20page.html").is_ok());
    for url in ["up/secret.txt", "outside.txt"] {
        let opened = package.open_file(url);
        assert!(
            matches!(opened, Err(StoreError::SecurityViolation { .. })),
            "{url}: {opened:?}"
        );
    }
    let told: Vec<_> = package
        .problems()
        .iter()
        .filter_map(|p| p.entry.as_deref())
        .collect();
    assert_eq!(told, ["outside.txt", "up"]);

    fs::remove_file(root.join("imsmanifest.xml")).unwrap();
    fs::write(place.folder.path().join("imsmanifest.xml"), MANIFEST).unwrap();
    symlink("../imsmanifest.xml", root.join("imsmanifest.xml")).unwrap();
    let opened = place.open(&root, &Limits::default());
    assert!(
        matches!(opened, Err(StoreError::ManifestNotFound { .. })),
        "{opened:?}"
    );
}

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

/// Rows of the table in the test data's README: name, version, number of SCOs.
fn known_courses(folder: &Path) -> Vec<(String, String, usize)> {
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let rows = readme.lines().filter(|line| line.starts_with("| `"));
    let rows = rows.map(|line| {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let name = cells[1].trim_matches('`').trim_end_matches('/').to_owned();
        (name, cells[2].replace('-', "_"), cells[5].parse().unwrap())
    });
    rows.collect()
}

#[test]
fn every_real_course_opens() {
    let Some(folder) = test_data("packages") else {
        return;
    };
    let courses = known_courses(&folder);
    assert!(courses.len() > 15, "the table of courses was found");
    let mut wrong = Vec::new();
    for (name, version, scos) in courses {
        let place = Place::new();
        let package = place.open(&folder.join(&name), &Limits::default()).unwrap();
        let course = package.course();
        if course.scorm_version != Some(version.as_str()) || course.sco_count != scos {
            wrong.push(format!(
                "{name}: {version} with {scos} SCOs, got {course:?}"
            ));
        }
        assert!(
            course.course_id.is_some() && course.organization.is_some(),
            "{name}: {course:?}"
        );
        assert!(package.open_file("imsmanifest.xml").is_ok(), "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_bad_package_gets_an_error_or_a_problem() {
    let Some(folder) = test_data("packages/bad") else {
        return;
    };
    let index = fs::read(folder.join("index.json")).unwrap();
    let index: Vec<serde_json::Value> = serde_json::from_slice(&index).unwrap();
    for case in index {
        let name = case["file"].as_str().unwrap();
        let place = Place::new();
        let category = case["category"].as_str().unwrap();
        match place.open(&folder.join(name), &Limits::default()) {
            // What cannot be read as a package, and only that, cannot be opened.
            Err(error) => {
                let got = shape(&error);
                let want: &[&str] = match category {
                    "zip" => &["path:", "security:", "manifest:"],
                    "security" => &["security:"],
                    "package" => &["manifest:"],
                    _ => &[],
                };
                assert!(
                    want.iter().any(|want| got.starts_with(want)),
                    "{name}: {got}"
                );
            }
            Ok(package) => {
                let notices = package.notices();
                assert!(!notices.is_empty(), "{name}: nothing was found");
                assert!(
                    ["manifest", "files", "xml", "security"].contains(&category),
                    "{name}"
                );
            }
        }
        assert_eq!(place.written_elsewhere(), Vec::<String>::new(), "{name}");
    }
}
