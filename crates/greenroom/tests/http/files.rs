//! The folder that a caller's tools write to: how much, what is there, and its removal.

use serde_json::{Value, json};

use super::houses::upload;
use super::{Theater, small_zip};

/// Packs a course into the caller's folder.
fn pack(theater: &Theater, token: &str, to: &str) -> Result<Value, Value> {
    let package = upload(theater, token, "small.zip", &small_zip());
    let arguments =
        json!({"workspace_path": package, "output_path": format!("greenroom://files/{to}")});
    theater
        .server
        .call(token, "scorm_package_course", arguments)
}

fn request(theater: &Theater, token: &str, method: &str, path: &str) -> (u16, Value) {
    let bearer = format!("Bearer {token}");
    let answer = theater
        .server
        .request(method, path, &[("Authorization", &bearer)], b"");
    let body = serde_json::from_slice(&answer.body).unwrap_or_default();
    (answer.status, body)
}

#[test]
fn what_is_written_is_bounded_listed_and_removed() {
    let theater = Theater::with("file_bytes = 4000\n");
    let anna = theater.anna.as_str();
    pack(&theater, anna, "one.zip").unwrap();
    let (_, listed) = request(&theater, anna, "GET", "/files");
    assert_eq!(
        listed["files"][0]["path"], "greenroom://files/one.zip",
        "{listed}"
    );
    assert_eq!(
        (&listed["used"], &listed["maximum"]),
        (&json!(4096), &json!(4000))
    );
    let full = pack(&theater, anna, "two.zip").unwrap_err();
    assert_eq!(full["data"]["error_code"], "LIMIT_EXCEEDED", "{full}");
    assert_eq!(full["data"]["details"]["limit"], "file_bytes");
    let configured = theater.server.call(
        anna,
        "ui_configure",
        json!({"base_dir": "greenroom://files/page"}),
    );
    assert_eq!(
        configured.unwrap_err()["data"]["error_code"],
        "LIMIT_EXCEEDED"
    );
    // Reading goes on, and so do others.
    assert_eq!(
        request(&theater, anna, "GET", "/files/files/one.zip").0,
        200
    );
    pack(&theater, &theater.bob, "two.zip").unwrap();
    for path in [
        "/files/files",
        "/files/files/none",
        "/files/uploads",
        "/files/files/..%2f..%2fbob%2ffiles%2ftwo.zip",
        "/files/sessions",
    ] {
        assert_eq!(request(&theater, anna, "DELETE", path).0, 404, "{path}");
    }
    assert_eq!(
        request(&theater, &theater.bob, "GET", "/files/files/two.zip").0,
        200
    );
    assert_eq!(
        request(&theater, anna, "DELETE", "/files/files/one.zip").0,
        204
    );
    let (_, listed) = request(&theater, anna, "GET", "/files");
    assert_eq!((&listed["files"], &listed["used"]), (&json!([]), &json!(0)));
    pack(&theater, anna, "two.zip").unwrap();
}
