//! `run/` in the data directory: how processes of the same user find the workbench.

use super::token::Token;
use greenroom_stdx::{now_ms, private_files};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// `run/workbench.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Running {
    pub port: u16,
    pub pid: u32,
    pub started_at: u64,
}

/// The files of this process. They are removed when it ends.
#[derive(Debug)]
pub struct RunFiles {
    folder: PathBuf,
    running: Running,
}

impl RunFiles {
    /// Says where this process serves, and with which token of programs.
    pub fn write(data_directory: &Path, port: u16, agent: &Token) -> io::Result<Self> {
        let folder = folder(data_directory);
        private_files::create_dir(&folder)?;
        // Earlier versions kept the human's token here.
        let _none_there = std::fs::remove_file(folder.join("human.token"));
        let running = Running {
            port,
            pid: std::process::id(),
            started_at: now_ms(),
        };
        agent.write(&folder.join("agent.token"))?;
        // Last, so that who finds it finds the token too.
        let bytes = serde_json::to_vec(&running)?;
        private_files::replace_durably(&folder.join("workbench.json"), &bytes)?;
        Ok(Self { folder, running })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where pages that may come back are remembered.
    pub fn resume(&self) -> PathBuf {
        self.folder.join("resume.json")
    }
}

impl Drop for RunFiles {
    fn drop(&mut self) {
        let file = self.folder.join("workbench.json");
        // Another process may have taken over.
        if read(&file).as_ref() == Some(&self.running) {
            for name in ["workbench.json", "agent.token"] {
                let _already_gone = std::fs::remove_file(self.folder.join(name));
            }
        }
    }
}

/// The workbench that runs for this data directory, as far as the file says.
pub fn running(data_directory: &Path) -> Option<Running> {
    read(&folder(data_directory).join("workbench.json"))
}

/// The token of programs that ask.
pub fn agent_token(data_directory: &Path) -> Option<String> {
    let text = std::fs::read_to_string(folder(data_directory).join("agent.token")).ok()?;
    Some(text.trim().to_owned())
}

fn folder(data_directory: &Path) -> PathBuf {
    data_directory.join("run")
}

fn read(path: &Path) -> Option<Running> {
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}
