//! Several processes of one user: one page, and no question lost when the host ends.

use std::fs::File;
use std::path::Path;

use greenroom_testkit::{Bench, HumanPage, McpClient, ParentApp};
use serde_json::{Value, json};

use super::{GREENROOM, data_of, server_at, until};

#[test]
fn two_processes_share_one_page_and_get_their_own_answers() {
    let home = tempfile::tempdir().unwrap();
    let mut host = server_at(home.path(), "alpha", &[]);
    bind_home(&mut host, home.path());
    let mut guest = server_at(home.path(), "beta", &[]);
    bind_home(&mut guest, home.path());
    let mut page = HumanPage::connect(home.path());
    let first = host.send_call("text_input", json!({"question": "from the host"}));
    let second = guest.send_call("text_input", json!({"question": "from the guest"}));
    assert_eq!(first, second, "equal ids of two clients are two requests");
    for _ in 0..2 {
        let request = page.question();
        let (asker, question) = (
            &request["asker"],
            request["parameters"]["question"].as_str().unwrap(),
        );
        let expected = if question == "from the host" {
            "alpha"
        } else {
            "beta"
        };
        assert_eq!(asker, expected);
        page.answer(&request, json!({"text": format!("to {expected}")}));
    }
    assert_eq!(data_of(&mut host, first)["answer"]["text"], "to alpha");
    assert_eq!(data_of(&mut guest, second)["answer"]["text"], "to beta");
}

#[test]
fn a_guest_holds_collects_and_leaves_like_a_host() {
    let home = tempfile::tempdir().unwrap();
    let mut host = server_at(home.path(), "alpha", &[]);
    bind_home(&mut host, home.path());
    let mut guest = server_at(home.path(), "beta", &["--hold", "0.3"]);
    let mut page = HumanPage::connect(home.path());
    let pending = guest.data("confirm", json!({"question": "?", "timeout_seconds": 1}));
    assert_eq!(pending["status"], "pending");
    let notes = pending["notes"].to_string();
    assert!(
        notes.contains("timeout_seconds 1 was changed to 60"),
        "{notes}"
    );
    let request = page.question();
    assert_eq!(request["requestId"], pending["dialog_id"]);
    page.wait_for("the mark", |message| {
        message["type"] == "dialog-update" && message["agent_waiting"] == false
    });
    let again = guest.data("confirm", json!({"question": "?"}));
    assert_eq!(again["dialog_id"], pending["dialog_id"], "one card");
    let lists = guest.data("dialog_result", json!({}));
    assert_eq!(lists["open"].as_array().unwrap().len(), 1);
    page.answer(&request, json!({"declined": true, "comment": "no"}));
    let next = guest.data("confirm", json!({"question": "another?"}));
    assert_eq!(next["undelivered_answers"][0]["comment"], "no");
    let data = guest.data("dialog_result", json!({"dialog_id": pending["dialog_id"]}));
    assert_eq!(
        (&data["status"], &data["comment"]),
        (&json!("declined"), &json!("no"))
    );
    let taken = guest.data(
        "dialog_result",
        json!({"dialog_id": next["dialog_id"], "withdraw": true}),
    );
    assert_eq!(taken["cancelled_by"], "agent");
    let failure = guest.failure("dialog_result", json!({"dialog_id": "d_none"}));
    assert_eq!(failure["error_code"], "DIALOG_UNKNOWN");
    assert_eq!(
        host.data("dialog_result", json!({}))["open"],
        json!([]),
        "it is another client's"
    );
}

#[test]
fn a_guest_may_require_a_page_of_its_host() {
    let home = tempfile::tempdir().unwrap();
    let mut host = server_at(home.path(), "alpha", &[]);
    bind_home(&mut host, home.path());
    let mut guest = server_at(home.path(), "beta", &["--require-ui", "--hold", "0"]);
    let failure = guest.failure("confirm", json!({"question": "?"}));
    assert_eq!(failure["error_code"], "DIALOG_UI_UNAVAILABLE");
    let mut page = HumanPage::connect(home.path());
    let pending = guest.data("confirm", json!({"question": "?"}));
    assert_eq!(page.question()["requestId"], pending["dialog_id"]);
}

#[test]
fn a_guest_prints_its_messages_too() {
    let home = tempfile::tempdir().unwrap();
    let mut host = server_at(home.path(), "alpha", &[]);
    bind_home(&mut host, home.path());
    let mut guest = McpClient::start_with(GREENROOM, |command| {
        command
            .args(["--mcp", "--port", "0", "--no-open", "--hold", "0"])
            .env("GREENROOM_HOME", home.path())
            .env("MCP_DEBUG", "true")
    });
    guest.initialize_as("beta", "2025-06-18");
    guest.data("confirm", json!({"question": "from the guest"}));
    let stderr = guest.finish().stderr;
    for line in ["[MCP] Message received: ", "[MCP] Message sent: "] {
        assert!(stderr.contains(line), "{stderr}");
    }
}

#[test]
fn a_guest_takes_over_port_and_questions_when_the_host_is_killed() {
    let home = tempfile::tempdir().unwrap();
    let mut host = server_at(home.path(), "alpha", &["--hold", "0"]);
    let before = bind_home(&mut host, home.path());
    let left_behind = host.data("text_input", json!({"question": "from the host"}));
    let mut guest = server_at(home.path(), "beta", &[]);
    let mut page = HumanPage::connect(home.path());
    page.question();
    let id = guest.send_call("text_input", json!({"question": "from the guest"}));
    let asked = page.question();
    drop(host);
    let mut page = until(|| HumanPage::try_connect(home.path()));
    assert_eq!(
        Bench::of(home.path()).port,
        before.port,
        "an open page finds it again"
    );
    let mut requests = [page.question(), page.question()];
    requests.sort_by_key(|request| request["asker"].to_string());
    assert_eq!(requests[0]["requestId"], left_behind["dialog_id"]);
    assert_eq!(requests[1]["requestId"], asked["requestId"]);
    page.answer(&requests[1], json!({"text": "still here"}));
    assert_eq!(data_of(&mut guest, id)["answer"]["text"], "still here");
    page.answer(&requests[0], json!({"text": "late"}));
    let mut back = server_at(home.path(), "alpha", &[]);
    let data: Value = back.data(
        "dialog_result",
        json!({"dialog_id": left_behind["dialog_id"]}),
    );
    assert_eq!(data["answer"]["text"], "late");
}

#[test]
fn what_a_guest_asks_of_a_host_that_ends_is_asked_of_the_next_one() {
    for arguments in [json!({"dialog_id": "d_gone"}), json!({})] {
        let home = tempfile::tempdir().unwrap();
        let lock = take_desk(home.path());
        let mut host = ParentApp::listen();
        let port = host
            .address()
            .trim_end_matches('/')
            .rsplit_once(':')
            .unwrap()
            .1
            .to_owned();
        let run = home.path().join("run");
        std::fs::create_dir(&run).unwrap();
        std::fs::write(run.join("agent.token"), "a token").unwrap();
        let running = format!(r#"{{"port":{port},"pid":1,"started_at":0}}"#);
        std::fs::write(run.join("workbench.json"), running).unwrap();
        let mut guest = server_at(home.path(), "beta", &[]);
        let id = guest.send_call("dialog_result", arguments.clone());
        assert_eq!(host.next_call()["params"]["name"], "dialog_result");
        drop(lock);
        host.hang_up();
        let answer = guest.wait(id);
        if arguments.get("dialog_id").is_some() {
            let code = &answer["error"]["data"]["error_code"];
            assert_eq!(code, "DIALOG_UNKNOWN", "{answer}");
        } else {
            let data = &answer["result"]["structuredContent"]["data"];
            assert_eq!(data, &json!({"open": [], "undelivered": []}), "{answer}");
        }
    }
}

#[test]
fn a_host_that_does_not_answer_is_left_alone() {
    let home = tempfile::tempdir().unwrap();
    // Someone has the desk and serves nobody.
    let lock = take_desk(home.path());
    let mut client = server_at(home.path(), "alpha", &["--hold", "0"]);
    let started = std::time::Instant::now();
    let envelope = client.call("confirm", json!({"question": "?"})).unwrap();
    assert!(
        started.elapsed().as_secs() >= 7,
        "it was tried at 1, 2 and 4 s"
    );
    let notice = envelope["diagnostics"]["notices"][0].as_str().unwrap();
    let port = Bench::of(home.path()).port.to_string();
    assert!(
        notice.contains("cannot be reached") && notice.contains(&port),
        "{notice}"
    );
    let mut page = HumanPage::connect(home.path());
    page.answer_next(json!({"confirmed": true}));
    let fetch = json!({"dialog_id": envelope["data"]["dialog_id"]});
    let data = client.data("dialog_result", fetch.clone());
    assert_eq!(data["answer"]["confirmed"], true);

    // The next host has what was asked there.
    client.finish();
    drop(lock);
    let mut client = server_at(home.path(), "alpha", &[]);
    let data = client.data("dialog_result", fetch);
    assert_eq!(data["answer"]["confirmed"], true);
}

/// Holds the lock of a desk that nobody has opened.
fn take_desk(home: &Path) -> File {
    std::fs::create_dir(home.join("dialogs")).unwrap();
    let lock = File::create(home.join("dialogs/host.lock")).unwrap();
    lock.lock().unwrap();
    lock
}

/// Binds the workbench of a home that the test keeps.
fn bind_home(client: &mut McpClient, home: &Path) -> Bench {
    client.data("dialog_result", json!({}));
    Bench::of(home)
}
