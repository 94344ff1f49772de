//! No parameter of any tool leads out of what a caller may name.

use greenroom_tools::TOOLS;
use serde_json::{Map, Value, json};

use super::houses::upload;
use super::{MANIFEST, Theater, example, small_zip, zip_of};

/// Every parameter that is marked as a path, with its tool and purpose.
fn path_parameters() -> Vec<(&'static str, String, String)> {
    let mut found = Vec::new();
    for tool in TOOLS {
        let schema = Value::Object(tool.input_schema());
        let properties = schema["properties"]
            .as_object()
            .cloned()
            .unwrap_or_default();
        for (name, property) in properties {
            if let Some(purpose) = property["x-path"].as_str() {
                found.push((tool.name(), name, purpose.to_owned()));
            }
        }
    }
    found
}

/// Arguments that fit, so that nothing but the path is wrong.
fn arguments(tool: &str) -> Map<String, Value> {
    let tool = TOOLS.iter().find(|one| one.name() == tool).expect("a tool");
    let schema = Value::Object(tool.input_schema());
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let required = required.iter().filter_map(Value::as_str);
    required
        .map(|name| (name.to_owned(), example_of(&schema["properties"][name])))
        .collect()
}

fn example_of(schema: &Value) -> Value {
    if let Some(first) = schema["enum"].get(0) {
        return first.clone();
    }
    if schema["x-path"].is_string() {
        return json!("greenroom://files/x");
    }
    match schema["type"].as_str() {
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(1)),
        Some("boolean") => json!(false),
        Some("array") => json!([]),
        Some("object") => json!({}),
        _ => json!("x"),
    }
}

#[test]
fn no_path_parameter_of_any_tool_leads_out() {
    let theater = Theater::new();
    let home = theater.server.home();
    let secret = home.join("secret");
    std::fs::create_dir_all(&secret).unwrap();
    std::fs::write(secret.join("imsmanifest.xml"), MANIFEST).unwrap();
    std::os::unix::fs::symlink(&secret, theater.root().join("link")).unwrap();
    std::os::unix::fs::symlink(home.join("nothing"), theater.root().join("dangling")).unwrap();
    // Bob's house exists, so that there is something to reach.
    upload(&theater, &theater.bob, "b.zip", &small_zip());
    let at = |path: &str| home.join(path).display().to_string();
    let escapes = [
        at("secret"),
        at("secret/imsmanifest.xml"),
        at("root/../secret"),
        at("root/link"),
        at("root/link/imsmanifest.xml"),
        at("root/dangling"),
        at("data"),
        at("data/houses/bob/uploads"),
        at("data/houses/anna/run"),
        "greenroom://run/x".to_owned(),
        "greenroom://uploads/../../bob/uploads".to_owned(),
        "greenroom://files/%2e%2e/%2e%2e/bob".to_owned(),
        "/".to_owned(),
        "/etc/passwd".to_owned(),
        "/proc/self/environ".to_owned(),
        "../secret".to_owned(),
        ".".to_owned(),
        "secret".to_owned(),
        format!("file://{}", at("secret")),
        "C:\\secret".to_owned(),
        "\\\\host\\share".to_owned(),
        "http://example.com/a.zip".to_owned(),
    ];
    let parameters = path_parameters();
    assert!(parameters.len() >= 38, "{} are marked", parameters.len());
    for (tool, parameter, purpose) in &parameters {
        let mut tried = escapes.to_vec();
        if purpose == "write" {
            tried.extend([
                at("root"),
                "greenroom://sessions/x".to_owned(),
                "greenroom://uploads/x".to_owned(),
            ]);
        }
        // The two names of the package stand for each other.
        let mut names = vec![parameter.as_str()];
        match parameter.as_str() {
            "package_path" => names.push("workspace_path"),
            "workspace_path" => names.push("package_path"),
            _ => {}
        }
        for escape in &tried {
            for name in &names {
                let mut arguments = arguments(tool);
                arguments.remove(parameter);
                arguments.insert((*name).to_owned(), json!(escape));
                let answer = theater
                    .server
                    .call(&theater.anna, tool, Value::Object(arguments));
                let error = answer.expect_err(&format!("{tool} {name} {escape}"));
                let code = &error["data"]["error_code"];
                assert_eq!(code, "PATH_NOT_ALLOWED", "{tool} {name} {escape}: {error}");
                assert_eq!(error["data"]["details"]["parameter"], **parameter);
                let message = error["message"].as_str().unwrap();
                assert!(message.contains("--root"), "the next step: {message}");
            }
        }
    }
    let left: Vec<_> = std::fs::read_dir(&secret).unwrap().collect();
    assert_eq!(left.len(), 1, "nothing was written there");
}

#[test]
fn below_a_root_tools_read_and_write() {
    let theater = Theater::new();
    let course = theater.root().join("tea");
    greenroom_testkit::copy_folder(&example(), &course);
    let call = |tool: &str, arguments| theater.server.call(&theater.anna, tool, arguments);
    call("scorm_session_open", json!({"package_path": course})).unwrap();
    let zip = theater.root().join("tea.zip");
    call(
        "scorm_package_course",
        json!({"package_path": course, "output_path": zip}),
    )
    .unwrap();
    assert!(zip.is_file());
    call("scorm_session_open", json!({"package_path": zip})).unwrap();
    for target in [
        theater.root().join("new").display().to_string(),
        "greenroom://files/new".to_owned(),
    ] {
        let made = json!({"target_path": target, "title": "New"});
        let made = call("scorm_create_course", made).unwrap();
        let rehearsal = made["structuredContent"]["data"]["rehearsal_path"].clone();
        // It names its course beside it, by `..`.
        let played = call(
            "scorm_rehearse",
            json!({"path": rehearsal, "mode": "engine"}),
        );
        let played = played.unwrap_or_else(|error| panic!("{target}: {error}"));
        assert_eq!(played["structuredContent"]["success"], true, "{played}");
    }
    let files = theater
        .server
        .home()
        .join("data/houses/anna/files/new/imsmanifest.xml");
    assert!(files.is_file());
}

#[test]
fn rehearsals_name_nothing_that_their_caller_may_not() {
    let theater = Theater::new();
    let home = theater.server.home();
    std::fs::create_dir_all(home.join("secret")).unwrap();
    std::fs::write(home.join("secret/imsmanifest.xml"), MANIFEST).unwrap();
    std::fs::write(
        home.join("secret/other.json"),
        r#"{"id":"other","steps":[]}"#,
    )
    .unwrap();
    let at = |path: &str| home.join(path).display().to_string();
    let root = theater.root();
    greenroom_testkit::copy_folder(&example(), &root.join("tea"));
    let cases = [
        json!({"id": "a", "course": at("secret"), "steps": [{"expect_activity": "x", "then": {"kind": "end"}}]}),
        json!({"id": "a", "course": "../secret", "steps": [{"expect_activity": "x", "then": {"kind": "end"}}]}),
        json!({"id": "a", "manifest": at("secret/imsmanifest.xml"), "steps": [{"expect_activity": "x", "then": {"kind": "end"}}]}),
        json!({"id": "a", "manifest": "../secret/imsmanifest.xml", "steps": [{"expect_activity": "x", "then": {"kind": "end"}}]}),
        json!({"id": "a", "course": "tea", "requires": ["../secret/other"], "steps": [{"expect_activity": "x", "then": {"kind": "end"}}]}),
        json!({"id": "a", "course": "tea", "steps": [{"expect_activity": "x", "then": {"kind": "end"}, "acts": [{"action": "upload", "selector": "#f", "files": [at("secret/other.json")]}]}]}),
        json!({"id": "a", "course": "tea", "steps": [{"expect_activity": "x", "then": {"kind": "end"}, "acts": [{"action": "expect", "picture": {"file": "../secret/other.json"}}]}]}),
        json!({"id": "a", "course": "tea", "steps": [{"expect_activity": "x", "then": {"kind": "end"}, "acts": [{"action": "fill", "selector": "#f", "value": "${env:GREENROOM_HOME}"}]}]}),
        json!({"id": "a", "course": "tea", "steps": [{"expect_activity": "x", "then": {"kind": "end"}, "acts": [{"action": "fill", "selector": "#f", "value": "${secret:PATH}"}]}]}),
    ];
    for case in &cases {
        let file = root.join("case.json");
        std::fs::write(&file, case.to_string()).unwrap();
        let by_file = json!({"path": file, "mode": "engine"});
        let inline = json!({"rehearsal": case, "mode": "engine"});
        for arguments in [by_file, inline] {
            let answer = theater
                .server
                .call(&theater.anna, "scorm_rehearse", arguments);
            let error = answer.expect_err(&case.to_string()).to_string();
            let told = [
                "neither yours",
                "not an absolute path",
                "does not give away",
            ];
            assert!(
                told.iter().any(|words| error.contains(words)),
                "{case}: {error}"
            );
        }
    }
    let home_text = theater.server.home().display().to_string();
    let error = json!({"rehearsal": cases[7], "mode": "engine"});
    let error = theater
        .server
        .call(&theater.anna, "scorm_rehearse", error)
        .unwrap_err();
    assert!(!error.to_string().contains(&home_text), "{error}");
}

#[test]
fn lua_stays_in_the_folder_of_its_caller() {
    let theater = Theater::new();
    let call = |tool: &str, arguments| theater.server.call(&theater.anna, tool, arguments);
    call(
        "ui_configure",
        json!({"base_dir": "greenroom://files/page"}),
    )
    .unwrap();
    call("ui_start", json!({})).unwrap();
    let secret = theater
        .server
        .home()
        .join("tokens.toml")
        .display()
        .to_string();
    for path in [
        secret.as_str(),
        "/etc/passwd",
        "../../run",
        "../../../bob",
        "greenroom://run",
    ] {
        let code = format!("local f, why = io.open({path:?}) return f == nil, why");
        let run = call("ui_run", json!({"code": code})).unwrap().to_string();
        assert!(run.contains("true"), "{path}: {run}");
    }
    let run = call(
        "ui_run",
        json!({"code": "return os.execute == nil or not pcall(os.execute, 'true')"}),
    );
    assert!(run.unwrap().to_string().contains("true"));
}

#[test]
fn options_of_a_launch_name_nothing_that_their_caller_may_not() {
    let theater = Theater::new();
    let path = upload(&theater, &theater.anna, "a.zip", &small_zip());
    greenroom_testkit::copy_folder(&example(), &theater.root().join("tea"));
    let launch = json!({"saved_state": "/etc/passwd"});
    for (tool, arguments) in [
        (
            "scorm_explore_course",
            json!({"package_path": path, "launch": launch}),
        ),
        (
            "scorm_interactive_develop",
            json!({"workspace_path": theater.root().join("tea"), "launch": launch,
                "development_mode": "content_edit"}),
        ),
    ] {
        let error = theater.server.call(&theater.anna, tool, arguments);
        let error = error.expect_err(tool);
        assert_eq!(error["data"]["error_code"], "PATH_NOT_ALLOWED", "{error}");
        assert_eq!(error["data"]["details"]["parameter"], "saved_state");
    }
}

/// A course gets what is in the files that are chosen for it.
#[test]
fn browser_a_course_is_given_no_file_that_its_caller_may_not_name() {
    let theater = Theater::new();
    let page = "<title>a</title><label>File <input type=file id=f></label>";
    let zip = zip_of(&[("imsmanifest.xml", MANIFEST), ("a.html", page)]);
    let path = upload(&theater, &theater.anna, "files.zip", &zip);
    let call = |tool: &str, arguments| theater.server.call(&theater.anna, tool, arguments);
    let opened = call("scorm_open_course", json!({"package_path": path})).unwrap();
    let session = opened["structuredContent"]["data"]["session_id"].clone();
    let tokens = theater
        .server
        .home()
        .join("tokens.toml")
        .display()
        .to_string();
    let theirs = "is neither yours";
    for secret in [tokens.as_str(), "/etc/passwd"] {
        let fill = json!({"session_id": session, "selector": "#f", "value": secret});
        let error = call("scorm_dom_fill", fill).expect_err(secret);
        assert_eq!(error["data"]["error_code"], "DOM_FILL_FAILED");
        assert!(error.to_string().contains(theirs), "{error}");
        let fields = json!([{"selector": "#f", "value": secret}]);
        let batch = call(
            "scorm_dom_fill_form_batch",
            json!({"session_id": session, "fields": fields}),
        );
        let batch = batch.map_or_else(|error| error.to_string(), |told| told.to_string());
        assert!(batch.contains(theirs), "{batch}");
        let steps = json!([{"action": "upload", "selector": "#f", "files": [secret]}]);
        let test = json!({"workspace_path": path, "test_scenario": {"steps": steps}});
        let test = call("scorm_test_api_integration", test);
        let test = test.map_or_else(|error| error.to_string(), |told| told.to_string());
        assert!(test.contains(theirs), "{test}");
    }
    let chosen =
        json!({"session_id": session, "expression": "document.querySelector('#f').files.length"});
    let none = call("scorm_dom_evaluate", chosen.clone())
        .unwrap()
        .to_string();
    assert!(
        none.contains("\"result\":0") || none.contains(":0"),
        "{none}"
    );
    let fill = json!({"session_id": session, "selector": "#f", "value": path});
    call("scorm_dom_fill", fill).unwrap();
    let one = call("scorm_dom_evaluate", chosen).unwrap();
    let data = one["structuredContent"]["data"].to_string();
    assert!(data.contains('1'), "{data}");
    // A picture is a link beside itself.
    let pictured = call("scorm_capture_screenshot", json!({"session_id": session})).unwrap();
    let kinds: Vec<&str> = pictured["content"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|block| block["type"].as_str())
        .collect();
    assert_eq!(
        (kinds.first(), kinds.last()),
        (Some(&"image"), Some(&"resource_link"))
    );
    let trace = call("scorm_export_trace", json!({"session_id": session})).unwrap();
    assert!(
        trace["content"].to_string().contains("resource_link"),
        "{trace}"
    );
    call("scorm_close_course", json!({"session_id": session})).unwrap();
}
