//! What is one caller's own cannot be named by another.

use serde_json::{Value, json};

use super::{Theater, small_zip};

/// Uploads a package; its path for tools.
pub(crate) fn upload(theater: &Theater, token: &str, name: &str, bytes: &[u8]) -> String {
    let bearer = format!("Bearer {token}");
    let headers = [("Authorization", bearer.as_str())];
    let answer = theater
        .server
        .request("PUT", &format!("/uploads/{name}"), &headers, bytes);
    assert!([200, 201].contains(&answer.status), "{answer:?}");
    answer.json()["package_path"]
        .as_str()
        .expect("a path")
        .to_owned()
}

fn data(mut result: Value) -> Value {
    result["structuredContent"]["data"].take()
}

#[test]
fn sessions_artifacts_uploads_and_logs_of_others_are_unknown() {
    let theater = Theater::new();
    let server = &theater.server;
    let anna = |tool: &str, arguments| server.call(&theater.anna, tool, arguments);
    let bob = |tool: &str, arguments| server.call(&theater.bob, tool, arguments);

    let package = upload(&theater, &theater.anna, "small.zip", &small_zip());
    let opened = anna("scorm_session_open", json!({"package_path": package})).unwrap();
    let session = data(opened)["session_id"].as_str().unwrap().to_owned();
    let report = anna(
        "scorm_report",
        json!({"workspace_path": package, "format": "html"}),
    );
    let report = data(report.unwrap())["artifact_path"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(report.starts_with("greenroom://sessions/"), "{report}");

    assert_eq!(
        data(anna("scorm_session_list", json!({})).unwrap())["sessions"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        data(bob("scorm_session_list", json!({})).unwrap())["sessions"],
        json!([])
    );
    anna("scorm_session_status", json!({"session_id": session})).unwrap();
    let log = |token: &str| {
        let log = server.call(token, "system_get_logs", json!({"tail": 500}));
        log.unwrap()["structuredContent"]["data"]["logs"].to_string()
    };
    assert!(log(&theater.anna).contains(&session));
    assert!(
        log(&theater.bob).contains("scorm_session_list"),
        "Bob sees his own calls"
    );
    assert!(!log(&theater.bob).contains(&session) && !log(&theater.bob).contains("scorm_report"));
    // What Bob is told of Anna's is what he is told of nothing.
    let known = bob("scorm_session_status", json!({"session_id": session})).unwrap_err();
    let nothing = bob(
        "scorm_session_status",
        json!({"session_id": "aaaaaaaaaaaaaaaa"}),
    )
    .unwrap_err();
    assert_eq!(known["data"]["error_code"], "MCP_UNKNOWN_SESSION");
    assert_eq!(
        known.to_string().replace(&session, "aaaaaaaaaaaaaaaa"),
        nothing.to_string()
    );
    for (tool, arguments) in [
        ("scorm_session_events", json!({"session_id": session})),
        ("scorm_session_close", json!({"session_id": session})),
        ("scorm_course_status", json!({"session_id": session})),
        ("scorm_runtime_open", json!({"session_id": session})),
        ("scorm_export_trace", json!({"session_id": session})),
        (
            "scorm_export_trace",
            json!({"session_id": format!("../../anna/sessions/{session}")}),
        ),
        (
            "scorm_record_rehearsal",
            json!({"session_id": format!("../../anna/sessions/{session}")}),
        ),
    ] {
        let error = bob(tool, arguments).unwrap_err();
        assert_eq!(error["data"]["error_code"], "MCP_UNKNOWN_SESSION", "{tool}");
    }
    // The same address is another place in another house.
    for address in [package.as_str(), report.as_str()] {
        let error = bob("scorm_session_open", json!({"package_path": address})).unwrap_err();
        assert_eq!(
            error["data"]["error_code"], "PATH_RESOLUTION_ERROR",
            "{address}"
        );
        let read = server.ask(&theater.bob, "resources/read", json!({"uri": address}));
        assert_eq!(
            read["error"]["data"]["error_code"], "MCP_INVALID_PARAMS",
            "{read}"
        );
        let read = server.ask(&theater.anna, "resources/read", json!({"uri": address}));
        assert!(read["result"]["contents"][0].is_object(), "{read}");
        let path = address.replace("greenroom://", "/files/");
        for (token, want) in [(&theater.anna, 200), (&theater.bob, 404)] {
            let bearer = format!("Bearer {token}");
            let headers = [("Authorization", bearer.as_str())];
            assert_eq!(
                server.request("GET", &path, &headers, b"").status,
                want,
                "{path}"
            );
        }
    }
    let listed = |token: &str| {
        let list = server.ask(token, "resources/list", json!({}));
        assert_eq!(list["result"]["cacheScope"], "private");
        list.to_string()
    };
    assert!(listed(&theater.anna).contains(&report) && listed(&theater.anna).contains("small.zip"));
    assert!(
        !listed(&theater.bob).contains(&session) && !listed(&theater.bob).contains("small.zip")
    );
}

#[test]
fn an_mcp_session_is_of_its_caller_alone() {
    let theater = Theater::new();
    let begin = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "testkit", "version": "1"},
    }});
    let begun = theater.server.post(&theater.anna, &[], &begin);
    let id = begun.header("mcp-session-id").unwrap().to_owned();
    let list = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"});
    let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let headers = [("Mcp-Session-Id", id.as_str())];
    theater.server.post(&theater.anna, &headers, &ready);
    assert_eq!(
        theater.server.post(&theater.bob, &headers, &list).status,
        404
    );
    assert_eq!(
        theater.server.post(&theater.anna, &headers, &list).status,
        200
    );
    let bearer = format!("Bearer {}", theater.bob);
    let stolen = [
        ("Authorization", bearer.as_str()),
        ("Accept", "text/event-stream"),
        ("Mcp-Session-Id", id.as_str()),
    ];
    for method in ["GET", "DELETE"] {
        let answer = theater.server.request(method, "/mcp", &stolen, b"");
        assert!(
            answer.status == 404 || answer.status == 202 && method == "DELETE",
            "{answer:?}"
        );
    }
    assert_eq!(
        theater.server.post(&theater.anna, &headers, &list).status,
        200
    );
}

#[test]
fn questions_and_uis_are_of_their_caller_alone() {
    let theater = Theater::new();
    let server = &theater.server;
    let question = json!({"question": "Shall I?", "title": "Anna's question"});
    let asked = server.call(&theater.anna, "confirm", question).unwrap();
    assert!(asked.to_string().contains("pending"), "{asked}");
    let open = |token: &str| {
        server
            .call(token, "dialog_result", json!({}))
            .unwrap()
            .to_string()
    };
    let id = asked["structuredContent"]["data"]["dialog_id"].as_str();
    let id = id.unwrap_or_else(|| panic!("{asked}"));
    assert!(open(&theater.anna).contains(id), "{}", open(&theater.anna));
    assert!(!open(&theater.bob).contains(id));
    let stolen = json!({"dialog_id": id});
    let error = server
        .call(&theater.bob, "dialog_result", stolen)
        .unwrap_err();
    assert_eq!(error["data"]["error_code"], "DIALOG_UNKNOWN");

    let configure = json!({"base_dir": "greenroom://files/page"});
    server
        .call(&theater.anna, "ui_configure", configure)
        .unwrap();
    server.call(&theater.anna, "ui_start", json!({})).unwrap();
    let status = |token: &str| server.call(token, "ui_status", json!({}));
    assert!(
        status(&theater.anna)
            .unwrap()
            .to_string()
            .contains("RUNNING")
    );
    let bobs = status(&theater.bob);
    let bobs = bobs.map_or_else(|error| error.to_string(), |status| status.to_string());
    assert!(
        !bobs.contains("RUNNING") && !bobs.contains("127.0.0.1"),
        "{bobs}"
    );
    let run = json!({"code": "return 1"});
    let error = server.call(&theater.bob, "ui_run", run).unwrap_err();
    assert_eq!(error["data"]["error_code"], "UI_NOT_CONFIGURED");
    // No browser opens on the machine of the server.
    let error = server
        .call(&theater.anna, "ui_open_browser", json!({}))
        .unwrap_err();
    assert_eq!(error["data"]["error_code"], "UI_BROWSER_FAILED");
}
