//! The suite of the store, over a database.

use greenroom_store::SavedStates;
use greenroom_store::saved_state::Namespace;
use greenroom_store::shared::suite;
use greenroom_testkit::Postgres;

use crate::{Server, two_servers};

#[test]
fn hold_on_a_database_as_on_files() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let objects = tempfile::tempdir().unwrap();
    let server = Server::join(&postgres, objects.path());
    suite::all(&server.data_dir());
    // Again, with what the first run left.
    suite::all(&server.data_dir());
}

#[test]
fn a_state_saved_on_one_server_is_that_of_the_other() {
    let Some((_postgres, _objects, a, b)) = two_servers() else {
        return;
    };
    let (on_a, on_b) = (
        SavedStates::new(&a.data_dir()),
        SavedStates::new(&b.data_dir()),
    );
    assert_eq!(suite::location(&on_b), None);
    let write = |states: &SavedStates, place: &str| {
        let state = suite::state("", place);
        let written = states.write_unless(Namespace::Mcp, suite::owner(), &state, |_| false);
        written.unwrap().revision
    };
    assert_eq!(write(&on_a, "one"), 1);
    assert_eq!(suite::location(&on_b).as_deref(), Some("one"));
    assert_eq!(write(&on_b, "two"), 2);
    assert_eq!(suite::location(&on_a).as_deref(), Some("two"));
    // What one server sees as newer is kept aside, for both.
    let aside = on_a
        .write_unless(
            Namespace::Mcp,
            suite::owner(),
            &suite::state("x", "y"),
            |meta| meta.revision == 2,
        )
        .unwrap();
    assert!(aside.aside);
    assert!(on_b.remove(Namespace::Mcp, suite::owner()).unwrap());
    assert_eq!(suite::location(&on_a), None);
    let theirs = b
        .data_dir()
        .saved_states()
        .join(aside.path.file_name().unwrap());
    assert!(theirs.is_file(), "both have what was kept aside");
}
