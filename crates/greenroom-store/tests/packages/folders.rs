//! Folders: played in place, and no way leads out of them.

use std::fs;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use greenroom_store::StoreError;
use scorm_package::Limits;

use super::{MANIFEST, Place, shape};

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
        (Path::new(""), "path: it is not a path"),
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
    let Err(StoreError::FileMissing { near, .. }) = package.open_file("other/My%20Page.html")
    else {
        panic!("the folder counts")
    };
    assert_eq!(near, ["Shared/my page.html"]);
}

#[test]
fn another_letter_case_is_found_where_one_file_can_be_meant() {
    let place = Place::new();
    let root = folder_course(&place);
    let package = place.open(&root, &Limits::default()).unwrap();
    let opened = package.open_file("shared/My%20Page.html").unwrap();
    assert_eq!(opened.path, "Shared/my page.html");
    fs::write(root.join("Shared/MY PAGE.html"), "another").unwrap();
    let ambiguous = package.open_file("shared/My%20Page.html");
    assert!(matches!(ambiguous, Err(StoreError::FileMissing { .. })));
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
