//! Packages are brought, used, fetched back and removed.

use greenroom_testkit::{HttpAnswer, read_answer};
use serde_json::json;

use super::houses::upload;
use super::{Theater, small_zip, zip_of};

fn request(theater: &Theater, method: &str, path: &str, body: &[u8]) -> HttpAnswer {
    let bearer = format!("Bearer {}", theater.anna);
    let headers = [("Authorization", bearer.as_str())];
    theater.server.request(method, path, &headers, body)
}

#[test]
fn an_upload_is_named_by_its_content_and_opens_as_a_package() {
    let theater = Theater::new();
    let zip = small_zip();
    let first = request(&theater, "PUT", "/uploads/tea%20%C3%BC.zip", &zip);
    assert_eq!(first.status, 201);
    let told = first.json();
    let sha256 = told["sha256"].as_str().unwrap();
    assert_eq!(
        told["package_path"],
        format!("greenroom://uploads/{sha256}/tea.zip")
    );
    let again = request(&theater, "PUT", "/uploads/other.zip", &zip);
    assert_eq!(
        (again.status, &again.json()),
        (200, &told),
        "the same content is the same upload"
    );

    let path = told["package_path"].as_str().unwrap();
    let checked = theater.server.call(
        &theater.anna,
        "scorm_validate_workspace",
        json!({"workspace_path": path}),
    );
    assert!(
        checked.unwrap()["structuredContent"]["success"]
            .as_bool()
            .unwrap()
    );
    let opened = theater.server.call(
        &theater.anna,
        "scorm_session_open",
        json!({"package_path": path}),
    );
    let opened = opened.unwrap();
    let links: Vec<&str> = opened["content"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|block| block["type"] == "resource_link")
        .filter_map(|block| block["uri"].as_str())
        .collect();
    let course = links
        .iter()
        .find(|uri| uri.ends_with("/package/imsmanifest.xml"));
    let course = course.unwrap_or_else(|| panic!("the course is no link: {opened}"));
    let read = theater
        .server
        .ask(&theater.anna, "resources/read", json!({"uri": course}));
    let manifest = read["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(manifest.contains("identifier=\"small\""), "{manifest}");
    let text = opened["content"][0]["text"].as_str().unwrap();
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(text).unwrap(),
        opened["structuredContent"]
    );

    let fetched = request(
        &theater,
        "GET",
        &path.replace("greenroom://", "/files/"),
        b"",
    );
    assert_eq!((fetched.status, fetched.body == zip), (200, true));
    assert_eq!(fetched.header("content-disposition"), Some("attachment"));
    let listed = request(&theater, "GET", "/uploads", b"").json();
    assert_eq!(listed["uploads"], json!([told]));
    assert_eq!(
        request(&theater, "DELETE", &format!("/uploads/{sha256}"), b"").status,
        204
    );
    assert_eq!(
        request(&theater, "DELETE", &format!("/uploads/{sha256}"), b"").status,
        404
    );
    assert_eq!(
        request(&theater, "DELETE", "/uploads/..%2Frun", b"").status,
        404
    );
    let gone = theater.server.call(
        &theater.anna,
        "scorm_session_open",
        json!({"package_path": path}),
    );
    assert_eq!(
        gone.unwrap_err()["data"]["error_code"],
        "PATH_RESOLUTION_ERROR"
    );
}

#[test]
fn artifacts_traces_and_packages_are_links_that_can_be_read() {
    let theater = Theater::new();
    let path = upload(&theater, &theater.anna, "a.zip", &small_zip());
    let call = |tool: &str, arguments| theater.server.call(&theater.anna, tool, arguments).unwrap();
    let packed = call(
        "scorm_package_course",
        json!({"package_path": path, "override_errors": true}),
    );
    let report = call(
        "scorm_report",
        json!({"workspace_path": path, "format": "html"}),
    );
    for (result, ending, mime) in [
        (packed, ".zip", "application/zip"),
        (report, ".html", "text/html"),
    ] {
        let blocks = result["content"].as_array().unwrap().clone();
        let link = blocks.iter().find(|block| {
            block["type"] == "resource_link"
                && block["uri"].as_str().unwrap().contains("//sessions/")
        });
        let link = link.unwrap_or_else(|| panic!("no link in {result}"));
        let uri = link["uri"].as_str().unwrap();
        assert!(uri.ends_with(ending), "{uri}");
        assert_eq!(link["mimeType"], mime);
        let read = theater
            .server
            .ask(&theater.anna, "resources/read", json!({"uri": uri}));
        let contents = &read["result"]["contents"][0];
        assert_eq!(contents["mimeType"], mime, "{read}");
        assert!(contents["text"].is_string() || contents["blob"].is_string());
        let fetched = request(
            &theater,
            "GET",
            &uri.replace("greenroom://", "/files/"),
            b"",
        );
        assert_eq!(fetched.body.len() as u64, link["size"].as_u64().unwrap());
    }
    // No path of the server's disk is told.
    let told = call("scorm_session_open", json!({"package_path": path})).to_string();
    let home = theater.server.home().display().to_string();
    assert!(!told.contains(&home), "{told}");
}

#[test]
fn uploads_have_bounds_and_leave_nothing_when_they_break_off() {
    let theater = Theater::with("upload_bytes = 4000\n");
    let big = zip_of(&[("a.txt", &"x".repeat(5000))]);
    let refused = request(&theater, "PUT", "/uploads/big.zip", &big);
    assert_eq!(
        (refused.status, refused.error_code().as_str()),
        (507, "LIMIT_EXCEEDED")
    );
    // One that does not say how long it is comes no further.
    let bearer = format!("Bearer {}", theater.anna);
    let mut chunked = format!("{:x}\r\n", big.len()).into_bytes();
    chunked.extend_from_slice(&big);
    chunked.extend_from_slice(b"\r\n0\r\n\r\n");
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Transfer-Encoding", "chunked"),
    ];
    let refused = send_chunked(&theater, &headers, &chunked);
    assert_eq!(
        (refused.status, refused.error_code().as_str()),
        (507, "LIMIT_EXCEEDED")
    );
    let empty = request(&theater, "PUT", "/uploads/none.zip", b"");
    assert_eq!(
        (empty.status, empty.error_code().as_str()),
        (400, "HTTP_REFUSED")
    );
    // A caller who goes away in the middle.
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Content-Length", "3000"),
    ];
    drop(
        theater
            .server
            .send("PUT", "/uploads/half.zip", &headers, b"PK half"),
    );
    upload(
        &theater,
        &theater.anna,
        "a.zip",
        &zip_of(&[("a.txt", &"x".repeat(1500))]),
    );
    upload(
        &theater,
        &theater.anna,
        "b.zip",
        &zip_of(&[("b.txt", &"y".repeat(1500))]),
    );
    let full = request(
        &theater,
        "PUT",
        "/uploads/c.zip",
        &zip_of(&[("c.txt", &"z".repeat(1500))]),
    );
    assert_eq!(
        (full.status, full.error_code().as_str()),
        (507, "LIMIT_EXCEEDED")
    );
    let folder = theater.server.home().join("data/houses/anna/uploads");
    let left: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with('.'))
        .collect();
    assert_eq!(left, Vec::<String>::new());
    // Bob's room is his own.
    upload(&theater, &theater.bob, "big.zip", &big);
}

fn send_chunked(theater: &Theater, headers: &[(&str, &str)], body: &[u8]) -> HttpAnswer {
    use std::io::Write as _;
    let mut stream =
        std::net::TcpStream::connect(theater.server.address()).expect("the server listens");
    let mut head = format!(
        "PUT /uploads/x.zip HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n",
        theater.server.address()
    );
    for (name, value) in headers {
        head.push_str(&[name, ": ", value, "\r\n"].concat());
    }
    head += "\r\n";
    stream
        .write_all(head.as_bytes())
        .expect("the server listens");
    let _refused_early = stream.write_all(body);
    read_answer(&mut stream)
}
