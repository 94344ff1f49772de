//! What the page is told and may do, beside answering.

use greenroom_testkit::{HumanPage, WsProgram};
use serde_json::{Value, json};

use super::{data_of, server_at, with_page};

#[test]
fn an_answer_is_acknowledged_only_when_it_is_on_disk() {
    let (mut client, mut page) = with_page(&[]);
    let id = client.send_call("text_input", json!({"question": "?"}));
    let request = page.question();
    page.wait_for("ACTIVE", |message| message["state"] == "ACTIVE");
    let journal = client.home().join("dialogs/journal.jsonl");
    let aside = client.home().join("aside");
    std::fs::rename(&journal, &aside).unwrap();
    std::os::unix::fs::symlink("/dev/full", &journal).unwrap();
    let refused = page.respond(&request, json!({"text": "kept"}));
    assert_eq!(
        (&refused["success"], &refused["error"]),
        (&json!(false), &json!("Answer could not be stored"))
    );
    std::fs::remove_file(&journal).unwrap();
    std::fs::rename(&aside, &journal).unwrap();
    page.answer(&request, json!({"text": "kept"}));
    assert_eq!(data_of(&mut client, id)["answer"]["text"], "kept");
    let kept = std::fs::read_to_string(&journal).unwrap();
    assert!(kept.contains("\"text\":\"kept\""));
}

#[test]
fn wrong_responses_are_told_and_leave_the_card_open() {
    let (mut client, mut page) = with_page(&[]);
    let id = client.send_call(
        "single_choice",
        json!({"question": "?", "options": [
        {"value": "a", "label": "A"}, {"value": "b", "label": "B", "disabled": true}]}),
    );
    let request = page.question();
    page.send(json!({"type": "dialog-response", "requestId": request["requestId"]}));
    assert_eq!(
        page.wait("dialog-response-result")["error"],
        "Invalid response format"
    );
    assert_eq!(
        page.respond(&request, json!({"choice": "b"}))["error"],
        "Choose one of the options"
    );
    assert_eq!(
        page.respond(&json!({"requestId": "d_none"}), json!({"choice": "a"}))["error"],
        "Unknown dialog"
    );
    page.answer(&request, json!({"choice": "a"}));
    assert_eq!(data_of(&mut client, id)["answer"]["choice"], "a");
}

#[test]
fn standing_answers_are_stored_shown_and_removable() {
    let (mut client, mut page) = with_page(&[]);
    let question = json!({"question": "Tabs?", "options": [{"value": "y", "label": "Yes"}]});
    let id = client.send_call("single_choice", question.clone());
    let request = page.question();
    page.send(json!({"type": "dialog-response", "requestId": request["requestId"], "data": {"choice": "y"}, "remember": true}));
    let remembered = page.wait("remembered")["remembered"].clone();
    assert_eq!(
        (&remembered[0]["question"], &remembered[0]["answer"]),
        (&json!("Tabs?"), &json!("Yes"))
    );
    assert_eq!(data_of(&mut client, id)["source"], "human");
    let data = client.data("single_choice", question);
    assert_eq!(
        (&data["source"], &data["answer"]["choice"]),
        (&json!("remembered"), &json!("y"))
    );
    page.send(json!({"type": "remembered-remove", "id": remembered[0]["id"]}));
    assert_eq!(page.wait("remembered")["remembered"], json!([]));
    let id = client.send_call("confirm", json!({"question": "Sure?", "isDangerous": true}));
    let request = page.question();
    page.send(json!({"type": "dialog-response", "requestId": request["requestId"], "data": {"confirmed": true}, "remember": true}));
    assert_eq!(
        page.wait_for("a refusal", |message| message["type"]
            == "dialog-response-result"
            && message["requestId"] == request["requestId"])["success"],
        false
    );
    page.send(json!({"type": "dialog-response", "requestId": request["requestId"], "data": {"confirmed": true}, "auto": true}));
    assert_eq!(
        page.wait_for("a refusal", |message| message["type"]
            == "dialog-response-result"
            && message["requestId"] == request["requestId"])["success"],
        false
    );
    page.answer(&request, json!({"confirmed": false}));
    assert_eq!(data_of(&mut client, id)["answer"]["confirmed"], false);
}

#[test]
fn the_history_is_searched_exported_and_deleted() {
    let (mut client, mut page) = with_page(&[]);
    for (question, data) in [
        ("alpha", json!({"confirmed": true})),
        ("beta", json!({"cancelled": true})),
        ("gamma", json!({"declined": true})),
    ] {
        let id = client.send_call("confirm", json!({"question": question, "project": "p"}));
        page.answer_next(data);
        client.wait(id);
    }
    let query = |filter: Value| json!({"type": "history-query", "filter": filter, "offset": 0, "limit": 50});
    let all = page.ask(query(json!({})));
    assert_eq!(
        (&all["total"], &all["projects"]),
        (&json!(3), &json!(["p"]))
    );
    assert_eq!(all["entries"][2]["answer"], "Yes");
    assert_eq!(
        page.ask(query(json!({"text": "BETA"})))["entries"][0]["status"],
        "cancelled"
    );
    assert_eq!(page.ask(query(json!({"state": "COMPLETED"})))["total"], 1);
    let id = all["entries"][0]["dialog_id"].clone();
    let entry = page.ask(json!({"type": "history-get", "dialog_id": id}))["entry"].clone();
    assert_eq!(
        (
            &entry["parameters"]["question"],
            &entry["response"]["status"]
        ),
        (&json!("gamma"), &json!("declined"))
    );
    assert!(entry["answered_by"]["user_agent"].is_string());
    let metrics = page.ask(json!({"type": "metrics-query"}));
    assert_eq!(metrics["metrics"]["cancelled"], 2);
    assert_eq!(
        page.ask(json!({"type": "history-export", "filter": {}}))["entries"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    assert_eq!(
        page.ask(json!({"type": "history-delete", "dialog_id": id}))["type"],
        "done"
    );
    assert_eq!(page.ask(query(json!({})))["total"], 2);
    assert_eq!(page.ask(json!({"type": "history-delete"}))["type"], "done");
    assert_eq!(page.ask(query(json!({})))["total"], 0);
    assert_eq!(page.ask(json!({"type": "make-coffee"}))["type"], "failed");
}

#[test]
fn the_inspector_shows_requests_with_their_replies() {
    let (client, mut page) = with_page(&[]);
    page.send(json!({"type": "inspector-switch", "on": true}));
    assert_eq!(page.wait("inspecting")["on"], true);
    page.send(json!({"type": "inspector-watch", "on": true}));
    page.wait("inspector-entries");
    let mut program = WsProgram::connect(&page.bench, "client=x");
    program.call(json!(1), "confirm", json!({"question": "?"}));
    page.answer_next(json!({"confirmed": true}));
    program.reply(json!(1));
    let export = page
        .ask(json!({"type": "inspector-export", "filter": {"tools": ["confirm"], "asker": "x"}}));
    let messages = export["export"]["messages"].as_array().unwrap();
    let directions: Vec<&Value> = messages
        .iter()
        .map(|message| &message["direction"])
        .collect();
    assert_eq!(directions, ["incoming", "outgoing"]);
    assert_eq!(export["export"]["session"]["messageCount"], 2);
    assert_eq!(
        messages[0]["size"],
        messages[0]["message"].to_string().len()
    );
    let written = std::fs::read(client.home().join(export["path"].as_str().unwrap())).unwrap();
    assert_eq!(
        serde_json::from_slice::<Value>(&written).unwrap(),
        export["export"]
    );
}

#[test]
fn the_inspector_shows_the_calls_of_an_mcp_client_with_their_replies_and_failures() {
    let (mut client, mut page) = with_page(&["--hold", "0"]);
    page.send(json!({"type": "inspector-switch", "on": true}));
    page.wait("inspecting");
    client.failure("confirm", json!({}));
    let pending = client.data("confirm", json!({"question": "?"}));
    client.data("dialog_result", json!({"dialog_id": pending["dialog_id"]}));
    client.failure("dialog_result", json!({"dialog_id": "d_none"}));
    let export = page.ask(json!({"type": "inspector-export", "filter": {"asker": "testkit"}}));
    let seen: Vec<(&Value, &str)> = export["export"]["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            let message = &entry["message"];
            let kind = ["method", "result", "error"];
            let kind = kind.into_iter().find(|name| message.get(name).is_some());
            (&entry["tool"], kind.unwrap())
        })
        .collect();
    let (asked, fetched) = (&json!("confirm"), &json!("dialog_result"));
    assert_eq!(
        seen,
        [
            (asked, "method"),
            (asked, "error"),
            (asked, "method"),
            (asked, "result"),
            (fetched, "method"),
            (fetched, "result"),
            (fetched, "method"),
            (fetched, "error"),
        ]
    );
}

#[test]
fn a_damaged_journal_is_told_to_the_first_page() {
    let home = tempfile::tempdir().unwrap();
    let mut client = server_at(home.path(), "alpha", &["--hold", "0"]);
    let asked = client.data("confirm", json!({"question": "?"}));
    client.finish();
    let journal = home.path().join("dialogs/journal.jsonl");
    let mut lines = std::fs::read(&journal).unwrap();
    lines.extend(b"{\"half a l");
    std::fs::write(&journal, lines).unwrap();

    let mut client = server_at(home.path(), "alpha", &[]);
    client.data("dialog_result", json!({}));
    let mut page = HumanPage::connect(home.path());
    assert_eq!(page.question()["requestId"], asked["dialog_id"]);
    let notice = page.wait("notice");
    assert_eq!(notice["code"], "journal-cut");
    assert!(
        notice["text"].as_str().unwrap().contains("last 10 bytes"),
        "{notice}"
    );
}

#[test]
fn settings_reach_all_pages_and_survive() {
    let (client, mut first) = with_page(&[]);
    let mut second = HumanPage::connect(client.home());
    first.send(json!({"type": "settings-change", "settings": {"theme": "dark", "snippets": [{"id": "1", "text": "LGTM"}]}}));
    for page in [&mut first, &mut second] {
        assert_eq!(page.wait("settings")["settings"]["theme"], "dark");
    }
    assert_eq!(
        HumanPage::connect(client.home()).welcome["settings"]["snippets"][0]["text"],
        "LGTM"
    );
}

#[test]
fn a_waiting_question_may_be_picked() {
    let (mut client, mut page) = with_page(&["--hold", "0"]);
    for n in 0..4 {
        client.data("confirm", json!({"question": n.to_string()}));
    }
    let requests: Vec<Value> = (0..4).map(|_| page.wait("dialog-request")).collect();
    assert_eq!(requests[3]["position"], 1);
    page.send(json!({"type": "dialog-pick", "requestId": requests[3]["requestId"]}));
    let picked = page.wait_for("the picked one", |message| {
        message["type"] == "dialog-update"
            && message["requestId"] == requests[3]["requestId"]
            && message["position"] == 0
    });
    assert_eq!(picked["position"], 0);
    let moved = page.wait_for("the youngest", |message| {
        message["type"] == "dialog-update"
            && message["requestId"] == requests[2]["requestId"]
            && message["position"] == 1
    });
    assert_eq!(moved["agent_waiting"], false);
}

#[test]
fn a_page_gets_all_questions_however_many_wait() {
    let (_client, first) = with_page(&[]);
    let mut programs: Vec<WsProgram> = ["a", "b", "c"]
        .iter()
        .map(|name| WsProgram::connect(&first.bench, &format!("client={name}")))
        .collect();
    for (program, name) in programs.iter_mut().zip(["a", "b", "c"]) {
        for n in 0..100 {
            let question = json!({"question": format!("{name} {n}")});
            program.call(json!(n), "text_input", question);
        }
        // The calls are taken in order: now all are open.
        program.send(json!({"jsonrpc": "2.0", "id": "after", "method": "ping"}));
        program.reply(json!("after"));
    }
    let mut page = HumanPage::connect(&first.bench.home);
    assert_eq!(page.welcome["open"].as_array().unwrap().len(), 300);
    let requests: Vec<Value> = (0..300).map(|_| page.wait("dialog-request")).collect();
    // All others move up, and the page hears of each.
    page.answer(&requests[0], json!({"text": "one"}));
    for request in &requests[3..] {
        page.wait_for("a new place", |message| {
            message["type"] == "dialog-update" && message["requestId"] == request["requestId"]
        });
    }
}
