//! Backup and restore, as docs/operations.md says.

use greenroom_testkit::{Postgres, copy_folder};
use serde_json::json;

use crate::{Company, data, location, play, set_location, small_zip, upload};

#[test]
fn browser_what_was_backed_up_is_there_on_machines_that_were_never_used() {
    let Some(mut company) = Company::new() else {
        return;
    };
    let anna = company.anna.clone();
    let server = company.server();
    let session = play(&server, &anna);
    set_location(&server, &anna, &session, "page-7").unwrap();
    let asked = server.call(&anna, "confirm", json!({"question": "Ship it?"}));
    let dialog = data(&asked)["dialog_id"].clone();
    // The database first: objects are only added, so that a later copy has all that its rows name.
    let dump = company.postgres.dump();
    let objects = tempfile::tempdir().unwrap();
    copy_folder(&company.folder.path().join("objects"), objects.path());
    // What comes after the backup is lost with the machines.
    set_location(&server, &anna, &session, "page-8").unwrap();
    drop(server);

    company.postgres = Postgres::start().unwrap();
    company.postgres.restore(&dump);
    company.artifacts = format!("file://{}", objects.path().display());
    let server = company.server();
    // The session went on when the backup was made; it goes on from there.
    let there = location(&server, &anna, &session);
    assert_eq!(data(&there)["result"], "page-7", "{there:?}");
    let told = server.call(&anna, "dialog_result", json!({"dialog_id": dialog}));
    assert_eq!(data(&told)["status"], "pending", "{told:?}");
    let package = upload(&server, &anna, &small_zip());
    let known = server.call(
        &anna,
        "scorm_session_open",
        json!({"package_path": package}),
    );
    assert!(known.is_ok(), "{known:?}");
}
