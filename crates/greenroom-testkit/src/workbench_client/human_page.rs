//! A page of the human, without its looks.

#![expect(
    clippy::needless_pass_by_value,
    reason = "callers write `json!(…)` in place"
)]

use std::path::Path;

use serde_json::{Value, json};

use super::bench::Bench;
use super::messages::Messages;

/// A page of the human, without its looks.
#[derive(Debug)]
pub struct HumanPage {
    messages: Messages,
    /// What the server said first.
    pub welcome: Value,
    pub bench: Bench,
}

impl HumanPage {
    /// Connects to the workbench of a data directory as the human's page.
    pub fn connect(home: impl AsRef<Path>) -> Self {
        let bench = Bench::of(home);
        Self::with_token(&bench, &bench.human_token())
    }

    /// Connects as a page that was paired in the test.
    pub fn with_token(bench: &Bench, token: &str) -> Self {
        let mut messages = Self::authenticate(bench, token);
        let welcome = messages.wait("welcome", |message| message["type"] == "welcome");
        Self {
            messages,
            welcome,
            bench: bench.clone(),
        }
    }

    /// As [`HumanPage::connect`]; nothing when the workbench is not there now.
    pub fn try_connect(home: &Path) -> Option<Self> {
        let bench = Bench::try_of(home)?;
        let token = bench.try_human_token()?;
        let socket = bench.try_socket("/human", &[("Origin", &bench.origin())])?;
        let mut messages = Messages::over(socket);
        messages.try_send(&json!({"type": "auth", "token": token}))?;
        let welcome = messages.try_wait(|message| message["type"] == "welcome")?;
        Some(Self {
            messages,
            welcome,
            bench,
        })
    }

    /// Says `auth` with another token; the close code.
    pub fn refused(bench: &Bench, token: &str) -> Option<u16> {
        Self::authenticate(bench, token).closed()
    }

    fn authenticate(bench: &Bench, token: &str) -> Messages {
        let socket = bench
            .socket("/human", &[("Origin", &bench.origin())])
            .expect("the human socket opens");
        let mut messages = Messages::over(socket);
        messages.send(&json!({"type": "auth", "token": token}));
        messages
    }

    pub fn send(&mut self, message: Value) {
        self.messages.send(&message);
    }

    /// Sends, if the connection is there.
    pub fn try_send(&mut self, message: Value) -> Option<()> {
        self.messages.try_send(&message)
    }

    /// Waits for a message of this type.
    pub fn wait(&mut self, kind: &str) -> Value {
        self.messages.wait(kind, |message| message["type"] == kind)
    }

    /// Waits for a message that fits.
    pub fn wait_for(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        self.messages.wait(what, fits)
    }

    /// The next message that fits, or nothing when the connection is gone.
    pub fn try_wait(&mut self, fits: impl Fn(&Value) -> bool) -> Option<Value> {
        self.messages.try_wait(fits)
    }

    /// The next message that is no text.
    pub fn bytes(&mut self) -> Vec<u8> {
        self.messages.wait_bytes()
    }

    /// Waits for the next question, and says that it is shown.
    pub fn question(&mut self) -> Value {
        let request = self.wait("dialog-request");
        self.send(json!({"type": "dialog-displayed", "requestId": request["requestId"]}));
        request
    }

    /// Sends what the human did; the server's acknowledgment.
    pub fn respond(&mut self, request: &Value, data: Value) -> Value {
        let id = request["requestId"].clone();
        self.send(json!({"type": "dialog-response", "requestId": id, "data": data}));
        self.messages.wait("an acknowledgment", |message| {
            message["type"] == "dialog-response-result" && message["requestId"] == id
        })
    }

    /// Sends an answer that must be taken.
    pub fn answer(&mut self, request: &Value, data: Value) {
        let result = self.respond(request, data);
        assert_eq!(result["success"], true, "{result}");
    }

    /// Waits for the next question and answers it.
    pub fn answer_next(&mut self, data: Value) -> Value {
        let request = self.question();
        self.answer(&request, data);
        request
    }

    /// Sends a message with `seq` and waits for its reply.
    pub fn ask(&mut self, mut message: Value) -> Value {
        message["seq"] = json!(4711);
        self.messages.send(&message);
        self.messages
            .wait("a reply", |message| message["seq"] == json!(4711))
    }
}
