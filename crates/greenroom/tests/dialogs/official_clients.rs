//! The official clients wait for the human through the ladder, with their default timeout.

use std::time::{Duration, Instant};

use greenroom_testkit::{HumanPage, OfficialClient};
use serde_json::json;

use super::until;
use crate::GREENROOM;

const BOTH: [OfficialClient; 2] = [OfficialClient::Python, OfficialClient::TypeScript];

#[test]
fn the_official_clients_get_an_answer_that_came_after_their_call() {
    // The hold is cut from 50 s to 1 s: this is about what a pending result says.
    for client in BOTH {
        follow(client, &["--hold", "1"], Duration::from_secs(2));
    }
}

#[test]
fn an_answer_after_90_seconds_reaches_both_official_clients() {
    // Nothing is cut here; a call of these clients ends after 60 s by itself.
    std::thread::scope(|scope| {
        for client in BOTH {
            scope.spawn(move || follow(client, &[], Duration::from_secs(90)));
        }
    });
}

/// A client asks, and the human thinks for so long.
fn follow(client: OfficialClient, more: &[&str], thinks: Duration) {
    let home = tempfile::tempdir().unwrap();
    let plan = json!({
        "name": "text_input", "arguments": {"question": "Patience?"},
        "answer": {"text": "at last"},
    });
    std::thread::scope(|scope| {
        let human = scope.spawn(|| {
            let mut page = until(|| HumanPage::try_connect(home.path()));
            let request = page.question();
            let asked = Instant::now();
            while asked.elapsed() < thinks {
                // A page that says nothing for long counts as gone.
                page.send(json!({"type": "ping"}));
                page.wait("pong");
                std::thread::park_timeout(Duration::from_millis(500));
            }
            page.answer(&request, json!({"text": "at last"}));
        });
        let server = [&[GREENROOM, "--mcp", "--no-open", "--port", "0"][..], more].concat();
        client.drive_script("ladder", &plan, &server, |command| {
            command.env("GREENROOM_HOME", home.path())
        });
        human.join().unwrap();
    });
}
