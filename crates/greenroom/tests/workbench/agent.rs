//! An agent that asks: an MCP client with a server of its own.

use std::path::Path;
use std::process::Command;

use greenroom_testkit::McpClient;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::GREENROOM;

/// An asker and its server.
pub(crate) struct Agent {
    client: McpClient,
    home: TempDir,
    port: u16,
}

impl Agent {
    /// A server with a data directory of its own, on a port that was free just now.
    pub(crate) fn start() -> Self {
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let home = tempfile::tempdir().unwrap();
        let client = serve(home.path(), port);
        Self { client, home, port }
    }

    /// Kills the server and starts another with the same data and port.
    pub(crate) fn restart(self) -> Self {
        let Self { client, home, port } = self;
        let pid = rustix::process::Pid::from_raw(client.pid().cast_signed()).unwrap();
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        client.wait_for_end();
        let client = serve(home.path(), port);
        Self { client, home, port }
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

    /// A fresh one-time address of the page.
    pub(crate) fn address(&self) -> String {
        let output = Command::new(GREENROOM)
            .arg("url")
            .env("GREENROOM_HOME", self.home.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }
}

fn serve(home: &Path, port: u16) -> McpClient {
    let mut client = McpClient::start_with(GREENROOM, |command| {
        command
            .args(["--mcp", "--no-open", "--port", &port.to_string()])
            .env("GREENROOM_HOME", home)
            .env_remove("SSH_CONNECTION")
    });
    client.initialize("2025-06-18");
    // The workbench is bound at the first need, such as this.
    client.data("dialog_result", json!({"wait_seconds": 0}));
    client
}

/// The envelope of a result: its text content, which is there with and without images.
pub(crate) fn envelope(result: &Value) -> Value {
    let texts = result["content"].as_array().unwrap();
    let text = texts.iter().find(|part| part["type"] == "text").unwrap();
    serde_json::from_str(text["text"].as_str().unwrap()).unwrap()
}
