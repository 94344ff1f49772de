//! Each question returns its typed answer, and only what the human gave.

use greenroom_testkit::HumanPage;
use serde_json::{Value, json};

use super::{data_of, with_page};

/// The smallest PNG that is one.
const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3a, 0x7e, 0x9b, 0x55,
];

fn upload(page: &HumanPage, request: &Value, bytes: &[u8]) -> (u16, Value) {
    let token = format!("Bearer {}", page.bench.human_token());
    let dialog = request["requestId"].as_str().unwrap();
    let path = format!("/human/attachments?dialog={dialog}&name=clipboard-1.png&width=1&height=1");
    let headers = [
        ("Authorization", token.as_str()),
        ("Content-Type", "image/png"),
    ];
    let (status, body) = page.bench.http("POST", &path, &headers, bytes);
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

#[test]
fn the_six_tools_and_the_collector_are_listed() {
    let mut client = super::server(&["--tools", "dialog"]);
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
fn every_tool_returns_what_the_human_gave() {
    let (mut client, mut page) = with_page(&[]);
    let options = json!([{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]);
    for (tool, arguments, given, answer) in [
        (
            "planner",
            json!({"decision_context": "Which?", "options": options}),
            json!({"choice": "b", "thinkingMode": "deep", "additionalContext": "soon", "intent": "plan"}),
            json!({"choice": "b", "thinkingMode": "deep", "additionalContext": "soon", "intent": "plan"}),
        ),
        (
            "text_input",
            json!({"question": "Name?"}),
            json!({"text": " ünï\n code "}),
            json!({"text": " ünï\n code "}),
        ),
        (
            "single_choice",
            json!({"question": "Which?", "options": options}),
            json!({"choice": "a"}),
            json!({"choice": "a", "label": "A"}),
        ),
        (
            "single_choice",
            json!({"question": "Or?", "options": options}),
            json!({"choice": null, "text": "neither"}),
            json!({"choice": null, "label": null, "text": "neither"}),
        ),
        (
            "multi_choice",
            json!({"question": "Which?", "options": options}),
            json!({"choices": ["b", "a"]}),
            json!({"choices": ["a", "b"], "labels": ["A", "B"]}),
        ),
        (
            "screenshot_request",
            json!({"question": "Show"}),
            json!({"additionalText": "no screen"}),
            json!({"additionalText": "no screen"}),
        ),
        (
            "confirm",
            json!({"question": "Ship?"}),
            json!({"confirmed": true, "comment": "go"}),
            json!({"confirmed": true}),
        ),
    ] {
        let id = client.send_call(tool, arguments);
        let request = page.question();
        assert_eq!(request["dialogType"], tool);
        assert_eq!(request["asker"], "testkit");
        page.answer(&request, given.clone());
        let answer_message = client.wait(id);
        let result = &answer_message["result"];
        let envelope = &result["structuredContent"];
        let text: Value =
            serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(&text, envelope, "the text is the same JSON");
        let data = &envelope["data"];
        assert_eq!(data["answer"], answer, "{tool}");
        assert_eq!(data["status"], "answered");
        assert_eq!(data["source"], "human");
        assert_eq!(data.get("comment"), given.get("comment"));
        assert_eq!(data["dialog_id"], request["requestId"]);
    }
}

#[test]
fn cancel_decline_and_no_are_not_the_same() {
    let (mut client, mut page) = with_page(&[]);
    for (given, status, code, answered) in [
        (json!({"confirmed": false}), "answered", json!(null), true),
        (
            json!({"cancelled": true, "comment": "later"}),
            "cancelled",
            json!("DIALOG_CANCELLED"),
            false,
        ),
        (
            json!({"declined": true, "comment": "why"}),
            "declined",
            json!("DIALOG_DECLINED"),
            false,
        ),
    ] {
        let id = client.send_call("confirm", json!({"question": "Ship?"}));
        page.answer_next(given.clone());
        let answer = client.wait(id);
        let envelope = &answer["result"]["structuredContent"];
        let data = &envelope["data"];
        assert_eq!((&data["status"], &data["code"]), (&json!(status), &code));
        assert_eq!(data["answered"], answered);
        assert_eq!(data.get("comment"), given.get("comment"));
        assert_eq!(envelope["success"], true);
        assert!(
            answer["result"]
                .get("isError")
                .is_none_or(|error| error == false)
        );
        if !answered {
            assert!(
                envelope["message"]
                    .as_str()
                    .unwrap()
                    .starts_with("No answer")
            );
            assert_eq!(data["answer"], Value::Null);
        }
    }
}

#[test]
fn a_pasted_image_arrives_as_the_very_same_bytes() {
    use base64::Engine as _;
    let (mut client, mut page) = with_page(&[]);
    let id = client.send_call("screenshot_request", json!({"question": "Show me"}));
    let request = page.question();
    let (status, kept) = upload(&page, &request, PNG);
    assert_eq!((status, &kept["type"]), (200, &json!("image/png")));
    assert_eq!(
        upload(
            &page,
            &request,
            b"<svg xmlns='http://www.w3.org/2000/svg'/>"
        )
        .0,
        415
    );
    let mut largest = PNG.to_vec();
    largest.resize((10 << 20) + 1, 0);
    assert_eq!(upload(&page, &request, &largest).0, 413);
    page.answer(
        &request,
        json!({"additionalText": "", "attachments": [kept["id"]]}),
    );
    let result = client.wait(id)["result"].clone();
    assert!(
        result.get("structuredContent").is_none(),
        "else clients hide the picture"
    );
    let image = &result["content"][0];
    assert_eq!(
        (&image["type"], &image["mimeType"]),
        (&json!("image"), &json!("image/png"))
    );
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(image["data"].as_str().unwrap())
        .unwrap();
    assert_eq!(bytes, PNG);
    let envelope: Value =
        serde_json::from_str(result["content"][1]["text"].as_str().unwrap()).unwrap();
    let path = envelope["artifacts"][0]["path"].as_str().unwrap();
    assert_eq!(std::fs::read(client.home().join(path)).unwrap(), PNG);
    assert_eq!(envelope["data"]["attachments"][0]["inline"], "original");
}

#[test]
fn wrong_parameters_are_refused_before_anyone_is_asked() {
    let mut client = super::server(&[]);
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

#[test]
fn ten_questions_at_once_show_three_cards() {
    let (mut client, mut page) = with_page(&[]);
    let ids: Vec<i64> = (0..10)
        .map(|n| client.send_call("text_input", json!({"question": format!("{n}")})))
        .collect();
    let requests: Vec<Value> = (0..10).map(|_| page.wait("dialog-request")).collect();
    let open = requests
        .iter()
        .filter(|request| request["position"] == 0)
        .count();
    assert_eq!(open, 3);
    let order: Vec<String> = requests
        .iter()
        .map(|request| {
            request["parameters"]["question"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    let asked: Vec<String> = (0..10).map(|n| n.to_string()).collect();
    assert_eq!(order, asked, "first come, first shown");
    for request in &requests {
        let text = format!(
            "answer to {}",
            request["parameters"]["question"].as_str().unwrap()
        );
        page.answer(request, json!({"text": text}));
    }
    for (n, id) in ids.into_iter().enumerate() {
        assert_eq!(
            data_of(&mut client, id)["answer"]["text"],
            format!("answer to {n}")
        );
    }
}
