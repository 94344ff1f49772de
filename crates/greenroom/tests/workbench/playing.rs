//! `greenroom play` in a shell.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::GREENROOM;

/// A course of the project.
pub(crate) fn bundled(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/courses")
        .join(name)
}

/// A course that only tests play.
pub(crate) fn test_course(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/courses")
        .join(name)
}

/// The process, and the data directory of its user.
pub(crate) struct Playing {
    process: Child,
    home: TempDir,
    address: String,
}

impl Playing {
    pub(crate) fn start(course: &Path) -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut process = Command::new(GREENROOM)
            .arg("play")
            .arg(course)
            .args(["--no-open", "--port", "0"])
            .env("GREENROOM_HOME", home.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let address = lines.next().unwrap().unwrap();
        Self {
            process,
            home,
            address,
        }
    }

    /// The one-time address that it printed.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Ends it as Ctrl+C does; what it has saved of the courses that people played.
    pub(crate) fn end(mut self) -> Vec<String> {
        let pid = rustix::process::Pid::from_child(&self.process);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        assert!(self.process.wait().unwrap().success());
        let saved = std::fs::read_dir(self.home.path().join("scorm-sessions")).unwrap();
        saved
            .map(|file| file.unwrap().file_name().to_string_lossy().into_owned())
            .filter(|name| !name.starts_with('.'))
            .collect()
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        // It has ended already, unless the test failed.
        let _ended = self.process.kill();
        let _reaped = self.process.wait();
    }
}
