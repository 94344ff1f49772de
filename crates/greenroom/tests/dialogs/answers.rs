//! Each question returns its typed answer, and only what the human gave.

use greenroom_testkit::HumanPage;
use serde_json::{Value, json};

use crate::{data_of, with_page};

/// Asks with a tool, gives what the human gives, and compares what the tool returns.
pub(crate) fn returns(tool: &str, arguments: Value, given: &Value, answer: &Value) {
    let (mut client, mut page) = with_page(&[]);
    let id = client.send_call(tool, arguments);
    let request = page.question();
    assert_eq!(request["dialogType"], tool);
    assert_eq!(request["asker"], "testkit");
    page.answer(&request, given.clone());
    let answer_message = client.wait(id);
    let result = &answer_message["result"];
    let envelope = &result["structuredContent"];
    let text: Value = serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(&text, envelope, "the text is the same JSON");
    let data = &envelope["data"];
    assert_eq!(&data["answer"], answer, "{tool}");
    assert_eq!(data["status"], "answered");
    assert_eq!(data["source"], "human");
    assert_eq!(data.get("comment"), given.get("comment"));
    assert_eq!(data["dialog_id"], request["requestId"]);
}

#[test]
fn the_six_tools_and_the_collector_are_listed() {
    let mut client = crate::server(&["--tools", "dialog"]);
    let list = client.request("tools/list", json!({}));
    let names: Vec<&str> = list["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .filter(|name| !name.starts_with("system_"))
        .collect();
    assert_eq!(
        names,
        [
            "confirm",
            "dialog_result",
            "multi_choice",
            "planner",
            "screenshot_request",
            "single_choice",
            "text_input"
        ]
    );
}

#[test]
fn wrong_parameters_are_refused_before_anyone_is_asked() {
    let mut client = crate::server(&[]);
    let failure = client.failure("planner", json!({"decision_context": "?", "options": "x"}));
    assert_eq!(
        failure["message"],
        "Options must be an array. Give options as [{label, value}]. [MCP_INVALID_PARAMS]"
    );
    assert_eq!(failure["code"], -32602);
    let failure = client.failure(
        "confirm",
        json!({"question": "?", "danger": true, "warning": 5}),
    );
    let paths: Vec<&str> = failure["details"]["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| fault["path"].as_str().unwrap())
        .collect();
    assert_eq!(paths, ["danger", "warning"]);
    assert!(
        !client.home().join("run").exists(),
        "nothing was bound for it"
    );
    let failure = client.failure("dialog_result", json!({"dialog_id": "d_none"}));
    assert_eq!(
        (&failure["error_code"], &failure["code"]),
        (&json!("DIALOG_UNKNOWN"), &json!(-32000))
    );
}

#[test]
fn a_short_life_is_lengthened_with_a_note() {
    let (mut client, mut page) = with_page(&[]);
    let id = client.send_call("confirm", json!({"question": "?", "timeout_seconds": 1}));
    page.answer_next(json!({"confirmed": true}));
    let data = data_of(&mut client, id);
    assert!(data["notes"][0].as_str().unwrap().contains("60"), "{data}");
}

#[test]
fn two_pages_one_answer() {
    let (mut client, mut first) = with_page(&[]);
    let mut second = HumanPage::connect(client.home());
    let id = client.send_call("confirm", json!({"question": "?"}));
    let request = first.question();
    assert_eq!(second.question()["requestId"], request["requestId"]);
    first.answer(&request, json!({"confirmed": true}));
    let refused = second.respond(&request, json!({"confirmed": false}));
    assert_eq!(refused["error"], "Already answered");
    let change = second.wait_for("the end", |message| message["state"] == "COMPLETED");
    assert_eq!(change["by"], "page");
    assert_eq!(data_of(&mut client, id)["answer"]["confirmed"], true);
}
