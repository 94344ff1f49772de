//! `greenroom rehearse` in a shell: with `--record`, and with what it has recorded.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::GREENROOM;

/// A recording that goes on.
pub(crate) struct Recording {
    process: Child,
    address: String,
    home: TempDir,
}

impl Recording {
    pub(crate) fn start(course: &Path, out: &Path) -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut process = Command::new(GREENROOM)
            .args(["rehearse", "--record"])
            .arg(course)
            .arg("--out")
            .arg(out)
            .args(["--no-open", "--port", "0"])
            .env("GREENROOM_HOME", home.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let mut said = lines.by_ref().map_while(Result::ok);
        let address = said.find(|line| line.starts_with("http://")).unwrap();
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            process,
            address,
            home,
        }
    }

    /// The one-time address that it told.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Waits until it has ended by itself; what it printed.
    pub(crate) fn printed(mut self) -> String {
        let mut printed = String::new();
        let mut stdout = self.process.stdout.take().unwrap();
        stdout.read_to_string(&mut printed).unwrap();
        assert!(self.process.wait().unwrap().success(), "{printed}");
        assert!(self.home.path().exists());
        printed.trim().to_owned()
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        // It has ended already, unless the test failed.
        let _ended = self.process.kill();
        let _reaped = self.process.wait();
    }
}

/// Plays a rehearsal; whether everything was as stated, and what was said.
pub(crate) fn rehearse(file: &Path, secret: Option<&str>) -> (bool, String) {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new(GREENROOM);
    command
        .arg("rehearse")
        .arg(file)
        .env("GREENROOM_HOME", home.path());
    if let Some(secret) = secret {
        command.env("COURSE_PASSWORD", secret);
    }
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

/// A copy of a course that can be changed.
pub(crate) fn copy_of(course: &Path) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    let mut folders = vec![course.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let to = copy.path().join(path.strip_prefix(course).unwrap());
            if path.is_dir() {
                std::fs::create_dir_all(to).unwrap();
                folders.push(path);
            } else {
                std::fs::copy(path, to).unwrap();
            }
        }
    }
    copy
}
