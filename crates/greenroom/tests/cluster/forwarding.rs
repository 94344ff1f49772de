//! Any server takes any call.

use serde_json::json;

use crate::{Company, data, error_code, small_zip, upload};

#[test]
fn a_session_is_used_through_every_server_by_its_caller_only() {
    let Some(company) = Company::new() else {
        return;
    };
    let (a, b) = (company.server(), company.server());
    let package = upload(&a, &company.anna, &small_zip());
    // What was uploaded to one is opened on the other.
    let opened = b.call(
        &company.anna,
        "scorm_session_open",
        json!({"package_path": package}),
    );
    let id = data(&opened)["session_id"].as_str().unwrap().to_owned();
    for server in [&a, &b] {
        let status = server.call(
            &company.anna,
            "scorm_session_status",
            json!({"session_id": id}),
        );
        assert_eq!(data(&status)["state"], "ready");
        let others = server.call(
            &company.bob,
            "scorm_session_status",
            json!({"session_id": id}),
        );
        assert_eq!(error_code(&others.unwrap_err()), "MCP_UNKNOWN_SESSION");
    }
    let both = |server: &greenroom_testkit::HttpServer| {
        let bearer = format!("Bearer {}", company.anna);
        let list = server.request("GET", "/uploads", &[("Authorization", &bearer)], b"");
        list.json()["uploads"].as_array().unwrap().len()
    };
    assert_eq!((both(&a), both(&b)), (1, 1));
    // Wrong parameters are told by the server that has the session, in the same words.
    let wrong = a.call(
        &company.anna,
        "scorm_session_status",
        json!({"session_id": id, "nonsense": 1}),
    );
    let wrong = wrong.unwrap_err();
    assert_eq!(error_code(&wrong), "MCP_INVALID_PARAMS");
    assert_eq!(wrong["code"], -32602);
    let closed = a.call(
        &company.anna,
        "scorm_session_close",
        json!({"session_id": id}),
    );
    assert!(closed.is_ok(), "{closed:?}");
    let gone = a.call(
        &company.anna,
        "scorm_session_status",
        json!({"session_id": id}),
    );
    let gone = gone.unwrap_err();
    assert_eq!(error_code(&gone), "MCP_UNKNOWN_SESSION");
    assert_eq!(gone["data"]["details"]["reason"], "close", "{gone}");
}

#[test]
fn what_a_call_wrote_is_read_through_every_server() {
    let Some(company) = Company::new() else {
        return;
    };
    let (a, b) = (company.server(), company.server());
    let package = upload(&a, &company.anna, &small_zip());
    let report = a.call(
        &company.anna,
        "scorm_report",
        json!({"workspace_path": package, "format": "html"}),
    );
    let told = report.as_ref().unwrap().to_string();
    let at = told
        .find("greenroom://sessions/")
        .unwrap_or_else(|| panic!("{told}"));
    let address: String = told[at..]
        .chars()
        .take_while(|c| !matches!(c, '"' | '\\' | ' '))
        .collect();
    let read = b.ask(&company.anna, "resources/read", json!({"uri": address}));
    assert!(
        read["result"]["contents"][0]["text"].is_string(),
        "{address}: {read}"
    );
    let bearer = format!("Bearer {}", company.anna);
    let path = address.replace("greenroom://", "/files/");
    let fetched = b.request("GET", &path, &[("Authorization", &bearer)], b"");
    assert_eq!(fetched.status, 200);
    let bobs = format!("Bearer {}", company.bob);
    let refused = b.request("GET", &path, &[("Authorization", &bobs)], b"");
    assert_eq!(refused.status, 404);
}

#[test]
fn what_exists_once_for_a_house_is_where_it_is() {
    let Some(company) = Company::new() else {
        return;
    };
    let (a, b) = (company.server(), company.server());
    let folder = json!({"base_dir": "greenroom://files/ui"});
    let configured = a.call(&company.anna, "ui_configure", folder);
    assert!(configured.is_ok(), "{configured:?}");
    let started = b.call(&company.anna, "ui_start", json!({}));
    assert!(started.is_ok(), "{started:?}");
    let status = |server: &greenroom_testkit::HttpServer| {
        let told = server.call(&company.anna, "ui_status", json!({})).unwrap();
        told["structuredContent"].clone()
    };
    assert_eq!(status(&a)["data"]["url"], status(&b)["data"]["url"]);
}

#[test]
fn nobody_else_is_answered_on_the_internal_address() {
    let Some(company) = Company::new() else {
        return;
    };
    let a = company.server();
    let b = company.server();
    let package = upload(&a, &company.anna, &small_zip());
    let opened = a.call(
        &company.anna,
        "scorm_session_open",
        json!({"package_path": package}),
    );
    let id = data(&opened)["session_id"].as_str().unwrap().to_owned();
    drop(b);
    // The public address has no such route, with or without a token.
    let call =
        json!({"house": "anna", "tool": "scorm_session_status", "arguments": {"session_id": id}});
    let bearer = format!("Bearer {}", company.anna);
    let answer = a.request(
        "POST",
        "/call",
        &[
            ("Authorization", &bearer),
            ("Content-Type", "application/json"),
        ],
        call.to_string().as_bytes(),
    );
    assert_eq!(answer.status, 404);
}
