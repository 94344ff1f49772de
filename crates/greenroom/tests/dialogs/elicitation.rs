//! `--elicit`: the question stands in the client too, and the first answer wins.

use greenroom_testkit::{HumanPage, McpClient};
use serde_json::{Value, json};

use super::{GREENROOM, data_of};

fn server(more: &[&str]) -> (McpClient, HumanPage) {
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command
            .args(["--mcp", "--port", "0", "--no-open"])
            .args(more)
    });
    client.request(
        "initialize",
        json!({
            "protocolVersion": "2025-06-18", "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "form-client", "version": "1"},
        }),
    );
    client.notify("notifications/initialized", json!({}));
    client.data("dialog_result", json!({}));
    let page = HumanPage::connect(client.home());
    (client, page)
}

/// The request that the server sent to the client.
fn asked(client: &mut McpClient) -> Value {
    client.wait_message("elicitation/create")
}

fn accept(client: &mut McpClient, request: &Value, result: Value) {
    let answer = json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
    client.send_line(answer.to_string().as_bytes());
}

#[test]
fn an_answer_in_the_client_closes_the_card() {
    let (mut client, mut page) = server(&["--elicit"]);
    let options = json!([{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]);
    let id = client.send_call(
        "single_choice",
        json!({"question": "Which?", "options": options}),
    );
    page.question();
    let request = asked(&mut client);
    assert_eq!(request["params"]["message"], "Which?");
    assert_eq!(
        request["params"]["requestedSchema"]["required"],
        json!(["choice"])
    );
    accept(
        &mut client,
        &request,
        json!({"action": "accept", "content": {"choice": "b"}}),
    );
    let data = data_of(&mut client, id);
    assert_eq!(
        (&data["source"], &data["answer"]["label"]),
        (&json!("elicitation"), &json!("B"))
    );
    let change = page.wait_for("the end", |message| message["state"] == "COMPLETED");
    assert_eq!(change["by"], "elicitation");
}

#[test]
fn an_answer_on_the_page_closes_the_form_and_a_refusal_there_is_none_here() {
    let (mut client, mut page) = server(&["--elicit"]);
    let id = client.send_call("confirm", json!({"question": "Ship?"}));
    let card = page.question();
    let request = asked(&mut client);
    page.answer(&card, json!({"confirmed": true}));
    assert_eq!(data_of(&mut client, id)["source"], "human");
    let cancelled = client.wait_notification("notifications/cancelled");
    assert_eq!(cancelled["requestId"], request["id"]);

    let id = client.send_call("confirm", json!({"question": "And now?"}));
    let card = page.question();
    let request = asked(&mut client);
    accept(&mut client, &request, json!({"action": "decline"}));
    page.answer(&card, json!({"confirmed": false}));
    let data = data_of(&mut client, id);
    assert_eq!(
        (&data["source"], &data["answer"]["confirmed"]),
        (&json!("human"), &json!(false))
    );
}

#[test]
fn dangerous_questions_and_default_settings_ask_nowhere_else() {
    for more in [&["--elicit"][..], &[]] {
        let (mut client, mut page) = server(more);
        let dangerous = !more.is_empty();
        let id = client.send_call(
            "confirm",
            json!({"question": "?", "isDangerous": dangerous}),
        );
        page.answer_next(json!({"confirmed": true}));
        assert_eq!(data_of(&mut client, id)["source"], "human");
        let sent = client
            .notifications
            .iter()
            .any(|sent| sent["method"] == "elicitation/create");
        assert!(!sent, "{more:?}");
    }
}

#[test]
fn a_guest_brings_the_answer_of_its_client_to_the_host() {
    let (client, mut page) = server(&[]);
    let home = client.home();
    let mut guest = McpClient::start_with(GREENROOM, |command| {
        command
            .args(["--mcp", "--port", "0", "--no-open", "--elicit"])
            .env("GREENROOM_HOME", &home)
    });
    guest.request(
        "initialize",
        json!({
            "protocolVersion": "2025-06-18", "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "guest", "version": "1"},
        }),
    );
    guest.notify("notifications/initialized", json!({}));
    let id = guest.send_call("confirm", json!({"question": "Through the host?"}));
    page.question();
    let request = asked(&mut guest);
    let content = json!({"action": "accept", "content": {"confirmed": true}});
    accept(&mut guest, &request, content);
    let data = data_of(&mut guest, id);
    assert_eq!(
        (&data["source"], &data["proof"]),
        (&json!("elicitation"), &json!("client_form"))
    );
}
