//! An agent that asks: an MCP client with a server of its own.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use greenroom_testkit::McpClient;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::GREENROOM;

/// An asker and its server.
pub(crate) struct Agent {
    client: McpClient,
    home: Arc<TempDir>,
    port: u16,
}

impl Agent {
    /// A server with a data directory of its own, on a port that was free just now.
    pub(crate) fn start() -> Self {
        Self::start_as("testkit", &json!({}), &[])
    }

    /// As [`Agent::start`], with the settings that a new human has.
    pub(crate) fn start_anew() -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), "testkit", &json!({}), &[])
    }

    /// As [`Agent::start`], with these settings in `config.toml`.
    pub(crate) fn start_with_settings(settings: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("config.toml"), settings).unwrap();
        Self::start_in(home, "testkit", &json!({}), &[])
    }

    /// A client of this name and with these capabilities; `more` are arguments of the server.
    pub(crate) fn start_as(name: &str, capabilities: &Value, more: &[&str]) -> Self {
        let home = tempfile::tempdir().unwrap();
        // Answers that count at once: only some tests are about undoing them.
        let folder = home.path().join("dialogs");
        std::fs::create_dir(&folder).unwrap();
        let settings = json!({"settings": {"undoSeconds": 0}});
        std::fs::write(folder.join("preferences.json"), settings.to_string()).unwrap();
        Self::start_in(home, name, capabilities, more)
    }

    fn start_in(home: TempDir, name: &str, capabilities: &Value, more: &[&str]) -> Self {
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let home = Arc::new(home);
        let client = serve(home.path(), port, name, capabilities, more);
        Self { client, home, port }
    }

    /// Another process of the same user.
    pub(crate) fn beside(&self, name: &str, capabilities: &Value, more: &[&str]) -> Self {
        Self {
            client: serve(self.home.path(), self.port, name, capabilities, more),
            home: Arc::clone(&self.home),
            port: self.port,
        }
    }

    /// As [`Agent::beside`], but nothing was ever asked of the human: it knows of no workbench.
    pub(crate) fn unaware_beside(&self, name: &str) -> Self {
        let client = serve_unaware(self.home.path(), self.port, name, &json!({}), &[]);
        Self {
            client,
            home: Arc::clone(&self.home),
            port: self.port,
        }
    }

    /// Ends the server at once, as a crash does.
    pub(crate) fn crash(self) {
        rustix::process::kill_process(self.process(), rustix::process::Signal::KILL).unwrap();
        self.client.wait_for_end();
    }

    /// Kills the server and starts another with the same data and port.
    pub(crate) fn restart(self) -> Self {
        rustix::process::kill_process(self.process(), rustix::process::Signal::KILL).unwrap();
        let Self { client, home, port } = self;
        client.wait_for_end();
        let client = serve(home.path(), port, "testkit", &json!({}), &[]);
        Self { client, home, port }
    }

    /// The client wants the answer of a call no longer.
    pub(crate) fn cancel(&mut self, call: i64) {
        let params = json!({"requestId": call});
        self.client.notify("notifications/cancelled", params);
    }

    /// The MCP client itself.
    pub(crate) fn client(&mut self) -> &mut McpClient {
        &mut self.client
    }

    /// The data directory.
    pub(crate) fn home(&self) -> PathBuf {
        self.home.path().to_owned()
    }

    /// The port of the workbench.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The server's process.
    pub(crate) fn process(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_raw(self.client.pid().cast_signed()).unwrap()
    }

    /// Asks, without waiting for the answer.
    pub(crate) fn ask(&mut self, tool: &str, arguments: Value) -> i64 {
        self.client.send_call(tool, arguments)
    }

    /// The whole result of a call, as MCP carries it.
    pub(crate) fn result(&mut self, call: i64) -> Value {
        let answer = self.client.wait(call);
        assert_eq!(answer.get("error"), None, "{answer:#}");
        answer["result"].clone()
    }

    /// `data` of the result of a call.
    pub(crate) fn data(&mut self, call: i64) -> Value {
        envelope(&self.result(call))["data"].clone()
    }

    /// Asks and waits: for calls that need no human.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let call = self.ask(tool, arguments);
        self.data(call)
    }

    /// Whether the answer to a call has already come. The server is asked something first, so
    /// that what it had sent before has been read.
    pub(crate) fn has_answer(&mut self, call: i64) -> bool {
        self.call("dialog_result", json!({"wait_seconds": 0}));
        self.client.has_answer(call)
    }

    /// Someone asks for an address of the page, in a shell.
    pub(crate) fn asks_for_address(&self) -> Child {
        Command::new(GREENROOM)
            .arg("url")
            .env("GREENROOM_HOME", self.home.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// A fresh one-time address of the page, when no page is open yet.
    pub(crate) fn address(&self) -> String {
        Self::printed(self.asks_for_address())
    }

    /// The address that was asked for.
    pub(crate) fn printed(asking: Child) -> String {
        let output = asking.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }
}

fn serve(home: &Path, port: u16, name: &str, capabilities: &Value, more: &[&str]) -> McpClient {
    let mut client = serve_unaware(home, port, name, capabilities, more);
    // The workbench is bound at the first need, such as this.
    client.data("dialog_result", json!({"wait_seconds": 0}));
    client
}

fn serve_unaware(
    home: &Path,
    port: u16,
    name: &str,
    capabilities: &Value,
    more: &[&str],
) -> McpClient {
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command
            .args(["--mcp", "--no-open", "--port", &port.to_string()])
            .args(more)
            .env("GREENROOM_HOME", home)
            .env_remove("SSH_CONNECTION")
    });
    client.request(
        "initialize",
        json!({
            "protocolVersion": "2025-06-18", "capabilities": capabilities,
            "clientInfo": {"name": name, "version": "1"},
        }),
    );
    client.notify("notifications/initialized", json!({}));
    client
}

/// The envelope of a result: its text content, which is there with and without images.
pub(crate) fn envelope(result: &Value) -> Value {
    let texts = result["content"].as_array().unwrap();
    let text = texts.iter().find(|part| part["type"] == "text").unwrap();
    serde_json::from_str(text["text"].as_str().unwrap()).unwrap()
}
