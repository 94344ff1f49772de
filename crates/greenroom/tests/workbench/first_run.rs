//! `greenroom` in a shell: what it prints, and which browser it opens.

use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::GREENROOM;
use crate::person::Person;

/// A way to browsers on which `xdg-open` notes what it is asked to open, then ends as told.
fn browser(folder: &Path, code: u8) -> String {
    let script = folder.join("xdg-open");
    let text = format!(
        "#!/bin/sh\necho \"$1\" >> {}/opened\nexit {code}\n",
        folder.display()
    );
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:{}", folder.display(), std::env::var("PATH").unwrap())
}

fn greenroom(folder: &Path, code: u8, options: &[&str]) -> Command {
    let mut command = Command::new(GREENROOM);
    command
        .args(options)
        .env("GREENROOM_HOME", folder.join("data"))
        .env("PATH", browser(folder, code))
        .env_remove("SSH_CONNECTION")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The first line that a server prints.
fn printed(server: &mut Child) -> String {
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap()
}

/// Ends it, whatever becomes of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ended = self.0.kill();
        let _reaped = self.0.wait();
    }
}

#[test]
fn the_address_is_printed_whether_or_not_a_browser_opens() {
    for code in [0, 1] {
        let folder = tempfile::tempdir().unwrap();
        let server = greenroom(folder.path(), code, &["--port", "0"])
            .spawn()
            .unwrap();
        let mut server = Running(server);
        let address = printed(&mut server.0);
        assert!(address.starts_with("http://127.0.0.1:"), "{address}");
        // It is good: a browser comes in by it, at Home.
        let person = Person::visiting(&address, &[]);
        person.until("location.hash === '#/home'");
        // Good once.
        let again = Person::at_address(&address);
        again.sees("[data-connection=unpaired]");
        assert!(again.sees(".warning-box").contains("used already"));
        assert!(again.sees(".command-line").contains("greenroom url"));
        let opened = std::fs::read_to_string(folder.path().join("opened")).unwrap();
        assert!(
            opened.starts_with("file://"),
            "no secret on a command line: {opened}"
        );
    }
}

#[test]
fn no_open_is_honoured_also_where_a_workbench_runs() {
    let folder = tempfile::tempdir().unwrap();
    let server = greenroom(folder.path(), 0, &["--port", "0", "--no-open"]);
    let mut server = Running({ server }.spawn().unwrap());
    let first = printed(&mut server.0);
    let second = greenroom(folder.path(), 0, &["--no-open"])
        .output()
        .unwrap();
    let second = String::from_utf8(second.stdout).unwrap();
    assert!(second.starts_with("http://127.0.0.1:"), "{second}");
    assert_ne!(first, second.trim());
    assert!(
        !folder.path().join("opened").exists(),
        "no browser was opened"
    );
}
