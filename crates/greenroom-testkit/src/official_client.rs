//! The official MCP clients, driving a server of ours.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A client that others wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfficialClient {
    /// `mcp` of PyPI.
    Python,
    /// `@modelcontextprotocol/sdk` of npm.
    TypeScript,
}

impl OfficialClient {
    /// Lets the client initialize, list, call, fail and cancel; fails the test if anything differs.
    ///
    /// `plan` names the calls, see `tests/clients`; `prepare` sets the environment of the server.
    pub fn drive(
        self,
        plan: &Value,
        server: &[&str],
        prepare: impl FnOnce(&mut Command) -> &mut Command,
    ) {
        self.drive_script("client", plan, server, prepare);
    }

    /// Runs another script of `tests/clients`, named without its ending.
    pub fn drive_script(
        self,
        script: &str,
        plan: &Value,
        server: &[&str],
        prepare: impl FnOnce(&mut Command) -> &mut Command,
    ) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/clients");
        let (program, installed, ending) = match self {
            Self::Python => (folder.join(".venv/bin/python"), ".venv/installed", "py"),
            Self::TypeScript => (PathBuf::from("node"), "node_modules/installed", "mjs"),
        };
        assert!(
            folder.join(installed).exists(),
            "the official clients are not installed: run tests/clients/setup.sh"
        );
        let mut command = Command::new(program);
        command
            .arg(folder.join(format!("{script}.{ending}")))
            .arg(plan.to_string())
            .args(server);
        let output = prepare(&mut command).output().expect("the client starts");
        assert!(
            output.status.success(),
            "{self:?} client: {}\n{}{}",
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
    }
}
