//! Who comes in: tokens, hosts, origins, and what the operator is refused.

use std::process::Command;

use greenroom_testkit::HttpServer;
use serde_json::json;

use super::{GREENROOM, Theater, token};

#[test]
fn only_callers_with_a_token_come_in_and_only_as_themselves() {
    let theater = Theater::new();
    let server = &theater.server;
    let anna = theater.anna.as_str();
    for (authorization, want) in [
        (None, 401),
        (Some(String::new()), 401),
        (Some(anna.to_owned()), 401),
        (Some(format!("Basic {anna}")), 401),
        (Some(format!("Bearer {}", &anna[1..])), 401),
        (Some(format!("Bearer {anna}x")), 401),
        (Some("Bearer ".to_owned()), 401),
        (Some(format!("Bearer {anna}")), 200),
        (Some(format!("bearer  {anna}")), 200),
    ] {
        let headers: Vec<(&str, &str)> = authorization
            .iter()
            .map(|value| ("Authorization", value.as_str()))
            .collect();
        for path in ["/mcp", "/uploads", "/files/uploads/x"] {
            let answer = server.request("GET", path, &headers, b"");
            if want == 401 {
                assert_eq!(answer.status, 401, "{path} {authorization:?}");
                assert_eq!(answer.error_code(), "UNAUTHORIZED");
                assert!(answer.header("www-authenticate").is_some());
            } else {
                assert_ne!(answer.status, 401, "{path} {authorization:?}");
            }
        }
    }
    let both = [
        ("Authorization", format!("Bearer {anna}")),
        ("Authorization", format!("Bearer {}", theater.bob)),
    ];
    let both: Vec<(&str, &str)> = both.iter().map(|(n, v)| (*n, v.as_str())).collect();
    assert_eq!(server.request("GET", "/uploads", &both, b"").status, 401);
    // A body is not read from a stranger.
    let huge = [("Content-Length", "10000000000")];
    assert_eq!(
        server.request("PUT", "/uploads/a.zip", &huge, b"").status,
        401
    );
}

#[test]
fn foreign_hosts_and_origins_are_refused_before_anything_else() {
    let theater = Theater::new();
    let bearer = format!("Bearer {}", theater.anna);
    let port = theater.server.address().port();
    let own = format!("localhost:{port}");
    let own_page = format!("http://127.0.0.1:{port}");
    for (headers, want) in [
        (vec![("Host", own.as_str())], 200),
        (vec![("Host", "evil.example")], 403),
        (vec![("Host", "localhost")], 403),
        (vec![("Host", own.as_str()), ("Host", "evil.example")], 400),
        (vec![("Origin", own_page.as_str())], 200),
        (vec![("Origin", "http://evil.example")], 403),
        (vec![("Origin", "null")], 403),
    ] {
        for path in ["/uploads", "/nowhere"] {
            let mut all = headers.clone();
            all.push(("Authorization", &bearer));
            let answer = theater.server.request("GET", path, &all, b"");
            let want = if path == "/nowhere" && want == 200 {
                404
            } else {
                want
            };
            assert_eq!(answer.status, want, "{path} {headers:?}");
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
            if want != 200 && want != 400 {
                assert_eq!(answer.error_code(), "HTTP_REFUSED");
            }
        }
    }
}

#[test]
fn tokens_are_exchanged_without_a_restart() {
    let theater = Theater::new();
    let (server, file) = (&theater.server, theater.server.home().join("tokens.toml"));
    let status = |token: &str| {
        let bearer = format!("Bearer {token}");
        let headers = [("Authorization", bearer.as_str())];
        server.request("GET", "/uploads", &headers, b"").status
    };
    assert_eq!(status(&theater.bob), 200);
    let (newer, entry) = token("anna");
    std::fs::write(&file, entry).unwrap();
    hang_up(server);
    server.until_said("TOKENS_READ");
    assert_eq!((status(&newer), status(&theater.bob)), (200, 401));
    // A file that cannot be read locks nobody out.
    std::fs::write(&file, "[[token]]\n").unwrap();
    hang_up(server);
    server.until_said("TOKENS_UNREADABLE");
    assert_eq!(status(&newer), 200);
}

fn hang_up(server: &HttpServer) {
    let killed = Command::new("kill")
        .args(["-HUP", &server.pid().to_string()])
        .status();
    assert!(killed.expect("kill runs").success());
}

#[test]
fn without_a_file_there_is_one_private_token_on_this_machine_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let server = HttpServer::start(GREENROOM, |_, _| {});
    let file = server.home().join("data/http/token");
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let token = std::fs::read_to_string(&file).unwrap();
    let echoed = server
        .call(token.trim(), "scorm_echo", json!({"a": 1}))
        .unwrap();
    assert_eq!(
        echoed["structuredContent"]["data"]["echoed"],
        json!({"a": 1})
    );
    assert!(server.call("", "scorm_echo", json!({})).is_err());
}

#[test]
fn what_would_open_too_much_does_not_start() {
    let home = tempfile::tempdir().unwrap();
    let data = home.path().join("data");
    std::fs::create_dir_all(data.join("houses/anna")).unwrap();
    std::fs::create_dir_all(home.path().join("roots")).unwrap();
    std::os::unix::fs::symlink(&data, home.path().join("roots/link")).unwrap();
    let (_, entry) = token("anna");
    let tokens = home.path().join("tokens.toml");
    std::fs::write(&tokens, format!("{entry}roots = [{:?}]\n", home.path())).unwrap();
    let at = |path: &str| home.path().join(path).display().to_string();
    for (arguments, want) in [
        (vec!["--http", "0.0.0.0:0"], "--tokens"),
        (vec!["--http", "example.com"], "no address"),
        (vec!["--http", "0", "--root", "/"], "data directory"),
        (vec!["--http", "0", "--root", &at("")], "data directory"),
        (
            vec!["--http", "0", "--root", &at("data/houses")],
            "data directory",
        ),
        (
            vec!["--http", "0", "--root", &at("roots/link")],
            "data directory",
        ),
        (vec!["--http", "0", "--root", &at("none")], "No such file"),
        (
            vec!["--http", "0", "--root", &at("tokens.toml")],
            "no folder",
        ),
        (
            vec!["--http", "0", "--tokens", &at("tokens.toml")],
            "data directory",
        ),
        (vec!["--http", "0", "--tokens", &at("none")], "No such file"),
        (
            vec!["--http", "0", "--lua-full-access"],
            "--lua-full-access",
        ),
        (
            vec!["--http", "0", "--parent", "ws://127.0.0.1:1"],
            "--parent",
        ),
    ] {
        let ended = Command::new(GREENROOM)
            .arg("serve")
            .args(&arguments)
            .env("GREENROOM_HOME", &data)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(want), "{arguments:?}: {said}");
    }
}
