//! Files that one server writes and another reads.

use std::fs;

use greenroom_cluster::ClusterError;

use crate::{HOUSE, Server, two_servers, wait};

#[test]
fn are_had_from_every_server_as_they_were_written() {
    let Some((_postgres, objects, a, b)) = two_servers() else {
        return;
    };
    let at = |server: &Server, path: &str| server.data_dir().root().join(path);
    let folder = at(&a, "sessions/x/reports");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("1.html"), "<p>one").unwrap();
    let large: Vec<u8> = (0..12_000_000_u32).map(|n| n as u8).collect();
    fs::write(folder.join("2.bin"), &large).unwrap();
    let shared = a.data_dir();
    let shared = shared.shared().unwrap();
    for path in ["sessions/x/reports/1.html", "sessions/x/reports/2.bin"] {
        shared.files.publish(path);
    }
    assert_eq!(wait(shared.files.settled()), Vec::<String>::new());
    assert!(wait(b.share.fetch_files("sessions/x")).unwrap());
    assert_eq!(
        fs::read(at(&b, "sessions/x/reports/1.html")).unwrap(),
        b"<p>one"
    );
    assert_eq!(fs::read(at(&b, "sessions/x/reports/2.bin")).unwrap(), large);
    assert!(!wait(b.share.fetch_files("sessions/y")).unwrap());

    // Written again, and fetched again.
    fs::write(folder.join("1.html"), "<p>two").unwrap();
    wait(a.share.store_changed("sessions/x")).unwrap();
    wait(b.share.fetch_files("sessions/x/reports/1.html")).unwrap();
    assert_eq!(
        fs::read(at(&b, "sessions/x/reports/1.html")).unwrap(),
        b"<p>two"
    );
    let count = || fs::read_dir(objects.path().join(HOUSE)).unwrap().count();
    assert_eq!(count(), 2, "an object that no row names is gone");

    // What was altered behind our back is not used.
    for object in fs::read_dir(objects.path().join(HOUSE)).unwrap() {
        fs::write(object.unwrap().path(), "altered").unwrap();
    }
    fs::remove_dir_all(at(&b, "sessions")).unwrap();
    let altered = wait(b.share.fetch_files("sessions/x"));
    assert!(
        matches!(altered, Err(ClusterError::Altered { .. })),
        "{altered:?}"
    );
    assert!(!at(&b, "sessions/x/reports/1.html").exists());

    wait(a.share.remove_files("sessions/x")).unwrap();
    assert!(!wait(b.share.fetch_files("sessions/x")).unwrap());
    assert_eq!(count(), 0);
    for outside in ["../x", "/etc/passwd", "a/../../b", ""] {
        assert!(wait(b.share.fetch_files(outside)).is_ok_and(|found| !found));
        assert!(wait(b.share.store_changed(outside)).is_err(), "{outside}");
    }
}
