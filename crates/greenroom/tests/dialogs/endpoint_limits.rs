//! The limits of the WebSocket endpoint: who goes beyond them hears of it, loses no dialog, and
//! harms nobody else.

use greenroom_testkit::WsProgram;
use serde_json::{Value, json};

use super::{bind, server, with_page};

#[test]
fn a_program_is_limited_and_others_are_not() {
    let (_client, page) = with_page(&[]);
    let mut program = WsProgram::connect(&page.bench, "client=a");
    for n in 0..101 {
        program.call(
            json!(n),
            "confirm",
            json!({"question": format!("{}", n % 10)}),
        );
    }
    let error = program.reply(json!(100))["error"].clone();
    assert_eq!(
        (&error["code"], &error["message"]),
        (&json!(-32010), &json!("Rate limit exceeded"))
    );
    assert!(error["data"]["retryAfterMs"].as_u64().unwrap() > 0);
    let mut other = WsProgram::connect(&page.bench, "client=b");
    other.call(json!(1), "confirm", json!({"question": "?"}));
    other.send(json!({"jsonrpc": "2.0", "id": 2, "method": "status"}));
    assert_eq!(other.reply(json!(2))["result"]["activeDialogs"], 11);
}

#[test]
fn twenty_broken_messages_close_the_connection() {
    let mut client = server(&[]);
    let bench = bind(&mut client);
    let mut program = WsProgram::connect(&bench, "");
    for _ in 0..20 {
        program.send_text("{");
    }
    assert_eq!(program.closed(), Some(1008));
    let mut program = WsProgram::connect(&bench, "");
    for n in 0..20 {
        program.call(json!(n), "confirm", json!({}));
    }
    assert_eq!(program.closed(), Some(1008), "no question, twenty times");
}

#[test]
fn a_compressed_question_is_read_and_a_bomb_is_refused() {
    let (_client, mut page) = with_page(&[]);
    let mut program = WsProgram::connect(&page.bench, "");
    let packed = |text: String| greenroom_dialog::compression::deflate(Value::String(text));
    let long = "x".repeat(2_000);
    program.call(
        json!(1),
        "text_input",
        json!({"question": packed(long.clone())}),
    );
    let request = page.question();
    assert_eq!(request["parameters"]["question"], json!(long));
    page.answer(&request, json!({"text": "read"}));
    assert_eq!(program.reply(json!(1))["result"]["text"], "read");
    program.call(
        json!(2),
        "text_input",
        json!({"question": packed("x".repeat(9 << 20))}),
    );
    assert_eq!(program.reply(json!(2))["error"]["code"], -32602);
    program.send(json!({"jsonrpc": "2.0", "id": 3, "method": "ping"}));
    assert_eq!(
        program.reply(json!(3))["result"],
        json!({}),
        "the connection stays"
    );
}

#[test]
fn a_frame_of_16_mb_is_read_and_a_larger_one_closes_the_connection() {
    let (_client, mut page) = with_page(&[]);
    let mut program = WsProgram::connect(&page.bench, "client=a");
    program.call(json!("q"), "text_input", json!({"question": "?"}));
    let request = page.question();
    let ping_of = |bytes: usize| {
        let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        ping.to_owned() + &" ".repeat(bytes - ping.len())
    };
    program.send_text(&ping_of(16 << 20));
    assert_eq!(program.reply(json!(1))["result"], json!({}));
    program.send_text(&ping_of((16 << 20) + 1));
    assert_eq!(program.closed(), Some(1009));

    page.wait_for("the mark", |message| {
        message["type"] == "dialog-update" && message["agent_waiting"] == false
    });
    page.answer(&request, json!({"text": "kept"}));
    let mut program = WsProgram::connect(&page.bench, "client=a");
    let arguments = json!({"question": "?", "dialog_id": request["requestId"]});
    program.call(json!(2), "text_input", arguments);
    assert_eq!(program.reply(json!(2))["result"]["text"], "kept");
}

#[test]
fn a_program_that_never_reads_is_let_go_and_its_dialogs_stay() {
    let (_client, mut page) = with_page(&[]);
    let mut program = WsProgram::connect(&page.bench, "client=a");
    program.call(json!("q"), "text_input", json!({"question": "?"}));
    let request = page.question();
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    for _ in 0..20_000 {
        // It may be gone before all is sent.
        let _gone = program.try_send(list.clone());
    }
    page.wait_for("the mark", |message| {
        message["type"] == "dialog-update" && message["agent_waiting"] == false
    });
    let mut again = WsProgram::connect(&page.bench, "client=a");
    let arguments = json!({"question": "?", "dialog_id": request["requestId"]});
    again.call(json!(2), "text_input", arguments);
    page.answer(&request, json!({"text": "kept"}));
    assert_eq!(again.reply(json!(2))["result"]["text"], "kept");
}
