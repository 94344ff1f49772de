//! Answers say what happened: what was refused, what was not shown, what changed.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client;

/// A course of SCORM 2004 with two SCOs; `control` are the attributes of the organization's
/// control mode, `page` is what both show.
fn course(control: &str, page: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let manifest = format!(
        "<?xml version=\"1.0\"?><manifest identifier=\"truths\" version=\"1\" \
         xmlns=\"http://www.imsglobal.org/xsd/imscp_v1p1\" \
         xmlns:adlcp=\"http://www.adlnet.org/xsd/adlcp_v1p3\" \
         xmlns:imsss=\"http://www.imsglobal.org/xsd/imsss\">\
         <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>\
         <organizations default=\"org\"><organization identifier=\"org\"><title>Truths</title>\
         <item identifier=\"one\" identifierref=\"r\"><title>One</title></item>\
         <item identifier=\"two\" identifierref=\"r\"><title>Two</title></item>\
         <imsss:sequencing><imsss:controlMode {control}/></imsss:sequencing>\
         </organization></organizations><resources>\
         <resource identifier=\"r\" type=\"webcontent\" adlcp:scormType=\"sco\" href=\"index.html\">\
         <file href=\"index.html\"/></resource></resources></manifest>"
    );
    fs::write(folder.path().join("imsmanifest.xml"), manifest).unwrap();
    fs::write(folder.path().join("index.html"), page).unwrap();
    folder
}

const FLOW: &str = "choice=\"true\" flow=\"true\"";
const PAGE: &str = "<!doctype html><html lang='en'><head><title>Truths</title></head><body><h1>Truths</h1>
<button id='wrong'>Wrong</button> <button id='same'>Same</button>
<script>
  var api = (function find(w) { return w.API_1484_11 || (w.parent !== w ? find(w.parent) : null); })(window);
  api.Initialize('');
  api.GetValue('cmi.location');
  api.SetValue('cmi.suspend_data', 'x');
  api.Commit('');
  document.getElementById('wrong').onclick = function () {
    for (var i = 0; i < 4; i++) api.SetValue('cmi.nonsense', String(i));
  };
  document.getElementById('same').onclick = function () { api.SetValue('cmi.suspend_data', 'x'); };
</script></body></html>";

fn opened(path: &Path) -> (greenroom_testkit::McpClient, Value) {
    let mut client = client();
    let envelope = client
        .call("scorm_open_course", json!({ "package_path": path }))
        .unwrap();
    (client, envelope)
}

fn session(envelope: &Value) -> Value {
    envelope["data"]["session_id"].clone()
}

#[test]
fn browser_refused_calls_are_an_effect_and_same_values_are_none() {
    let course = course(FLOW, PAGE);
    let (mut client, envelope) = opened(course.path());
    let click = |selector: &str| json!({"session_id": session(&envelope), "selector": selector});
    let clicked = client.call("scorm_dom_click", click("#wrong")).unwrap();
    let effects = &clicked["data"]["effects"];
    assert_eq!(effects["refused_calls"]["count"], 4, "{effects:#}");
    assert_eq!(effects["refused_calls"]["first"][0]["error_code"], "401");
    assert!(
        clicked["message"].as_str().unwrap().contains("4 refused"),
        "{clicked:#}"
    );
    let effects = client.data("scorm_dom_click", click("#same"))["effects"].clone();
    assert_eq!(effects["api_calls"]["count"], 1);
    assert_eq!(effects["data_changes"]["count"], 0, "{effects:#}");
    assert_eq!(effects["refused_calls"]["count"], 0);
}

#[test]
fn browser_reading_what_was_never_set_is_no_fault_and_filters_hide_no_commit() {
    let course = course(FLOW, PAGE);
    let arguments = json!({"workspace_path": course.path(), "api_filters": ["set_value"]});
    let data = client().data("scorm_debug_api_calls", arguments);
    assert!(
        data["error_analysis"]["by_code"].get("403").is_none(),
        "{data:#}"
    );
    let anomalies = data["anomalies"].as_array().unwrap();
    assert!(
        anomalies.iter().all(|it| it["type"] != "failed_call"),
        "{anomalies:#?}"
    );
    let methods = data["metrics"]["methods"].as_array().unwrap();
    assert_eq!(methods.len(), 1, "{methods:?}");
    assert_eq!(
        data["data_flow_analysis"]["written_without_commit"],
        json!([])
    );
}

#[test]
fn browser_a_refused_step_delivers_nothing_and_may_be_expected() {
    let course = course(FLOW, PAGE);
    let steps =
        json!(["start", {"step": "previous", "expect": "refused"}, "next", "previous", "previous"]);
    let arguments = json!({"workspace_path": course.path(), "navigation_sequence": steps});
    let data = client().data("scorm_test_navigation_flow", arguments);
    let steps = data["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 5, "{data:#}");
    assert_eq!(
        (&steps[1]["ok"], &steps[1]["refused"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(steps[1]["delivered"], Value::Null);
    assert_eq!(steps[2]["ok"], true);
    assert_eq!(
        (&steps[4]["ok"], &steps[4]["delivered"]),
        (&json!(false), &Value::Null)
    );
    assert!(steps[4]["exception"].is_string());
}

#[test]
fn browser_patterns_reach_into_names_and_tell_when_nothing_fits() {
    let course = course(FLOW, PAGE);
    let (mut client, envelope) = opened(course.path());
    let arguments =
        json!({"session_id": session(&envelope), "patterns": ["cmi.*_status", "cmi.nope*"]});
    let data = client.data("scorm_data_model_get", arguments);
    assert!(
        data["data"].get("cmi.completion_status").is_some(),
        "{data:#}"
    );
    assert_eq!(data["unmatched_patterns"], json!(["cmi.nope*"]));
}

#[test]
fn browser_a_course_that_delivers_nothing_says_why_and_what_can_be_chosen() {
    let course = course("choice=\"true\" flow=\"false\"", PAGE);
    let (mut client, envelope) = opened(course.path());
    let undelivered = &envelope["data"]["runtime"]["not_delivered"];
    let choices = undelivered["choices"].as_array().unwrap();
    assert_eq!(choices[0]["identifier"], "one", "{envelope:#}");
    assert!(
        undelivered["reason"]
            .as_str()
            .is_some_and(|reason| !reason.is_empty())
    );
    let message = envelope["message"].as_str().unwrap();
    assert!(
        message.contains("nothing is shown") && message.contains("one, two"),
        "{message}"
    );
    let id = json!({"session_id": session(&envelope)});
    let context = client.data("scorm_get_current_page_context", id.clone());
    assert_eq!(context["page_type"], "blank", "{context:#}");
    assert!(
        context["evidence"].to_string().contains("nothing is shown"),
        "{context:#}"
    );
    let choice = json!({"session_id": session(&envelope), "targetId": "two"});
    client.data("scorm_nav_choice", choice);
    let context = client.data("scorm_get_current_page_context", id);
    assert_ne!(context["page_type"], "blank");
}

#[test]
fn browser_a_blank_page_names_the_script_that_is_missing() {
    let page = "<!doctype html><html><head><title>App</title></head><body><div id='root'></div>\
                <script src='assets/app.js'></script></body></html>";
    let course = course(FLOW, page);
    let (mut client, envelope) = opened(course.path());
    let id = json!({"session_id": session(&envelope)});
    let context = client.data("scorm_get_current_page_context", id);
    assert_eq!(context["page_type"], "blank", "{context:#}");
    assert!(
        context["evidence"].to_string().contains("assets/app.js"),
        "{context:#}"
    );
}

#[test]
fn browser_a_reloaded_session_names_its_new_id() {
    let course = course(FLOW, PAGE);
    let (mut client, envelope) = opened(course.path());
    let id = json!({"session_id": session(&envelope)});
    let second = client.data("scorm_reload_course", id.clone())["session_id"].clone();
    let third =
        client.data("scorm_reload_course", json!({"session_id": second}))["session_id"].clone();
    let failure = client.failure("scorm_get_page_state", id.clone());
    let failure_of_status = client.failure("scorm_session_status", id);
    for failure in [failure, failure_of_status] {
        assert_eq!(failure["details"]["new_session_id"], third, "{failure:#}");
        assert!(
            failure["message"]
                .as_str()
                .unwrap()
                .contains(third.as_str().unwrap())
        );
    }
}

#[test]
fn browser_a_reloaded_course_begins_at_the_item_it_was_opened_at() {
    let course = course(FLOW, PAGE);
    let mut client = client();
    let open = json!({"package_path": course.path(), "activity": "two"});
    let opened = client.data("scorm_open_course", open);
    assert_eq!(opened["runtime"]["activity"], "two", "{opened:#}");
    let mut session = opened["session_id"].clone();
    for force_new in [false, true] {
        let reload = json!({"session_id": session, "force_new": force_new});
        let reloaded = client.data("scorm_reload_course", reload);
        assert_eq!(reloaded["runtime"]["activity"], "two", "{reloaded:#}");
        session = reloaded["session_id"].clone();
    }
}

#[test]
fn wrong_parameters_always_have_their_faults() {
    let arguments = json!({"workspace_path": "/nowhere", "monitoring_mode": "replay"});
    let failure = client().failure("scorm_debug_api_calls", arguments);
    assert_eq!(failure["error_code"], "MCP_INVALID_PARAMS");
    assert_eq!(
        failure["details"]["faults"].as_array().unwrap().len(),
        1,
        "{failure:#}"
    );
}

#[test]
fn issues_of_the_workspace_have_the_names_of_the_lint_tools() {
    let page =
        "<html><body><script>API_1484_11.SetValue('cmi.nonsense', '1');</script></body></html>";
    let course = course(FLOW, page);
    let data = client().data(
        "scorm_validate_workspace",
        json!({"workspace_path": course.path()}),
    );
    let issues = &data["validation_results"]["api_usage"]["issues"];
    assert!(issues[0]["issue"].is_string(), "{issues:#}");
}

#[test]
fn a_log_that_cannot_be_written_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let in_the_way = folder.path().join("file");
    fs::write(&in_the_way, "not a folder").unwrap();
    let mut client = greenroom_testkit::McpClient::start_with(super::GREENROOM, |command| {
        command
            .arg("--mcp")
            .env("SCORM_TESTER_LOG_DIR", in_the_way.join("logs"))
    });
    let health = client.data("system_health", json!({}));
    let codes = health["issues"].as_array().unwrap().iter();
    let codes: Vec<&Value> = codes.map(|issue| &issue["code"]).collect();
    assert!(codes.contains(&&json!("log-not-written")), "{health:#}");
}
