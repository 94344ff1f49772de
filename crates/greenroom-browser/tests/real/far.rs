//! Browsers elsewhere: a Chromium with a DevTools port whose `*.localhost` is not ours.

use std::process::Stdio;

use greenroom_browser::{Browser, LaunchOptions, RemoteOptions};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::grid::Grid;

/// On this machine, with `*.localhost` leading to an address where nobody listens: a page that is
/// reached was reached through the proxy.
const NOT_OURS: &str = "--host-resolver-rules=MAP *.localhost 127.0.0.99";

/// A browser that others started. It ends with this value.
pub(crate) struct Far {
    child: Child,
    pub(crate) port: u16,
    folder: tempfile::TempDir,
}

impl Far {
    pub(crate) async fn start() -> Self {
        Self::start_at(0).await
    }

    /// On this port, as one that is started again.
    pub(crate) async fn start_at(port: u16) -> Self {
        Self::run(|program| Command::new(program), port).await
    }

    /// Started by `command`, which may put it into another network. Its port is on the loopback of
    /// that network: Chromium has no other.
    pub(crate) async fn run(command: impl Fn(&std::path::Path) -> Command, port: u16) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = greenroom_browser::locate(None).unwrap();
        let mut child = command(&program.path)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                NOT_OURS,
            ])
            .arg(format!("--remote-debugging-port={port}"))
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let url = loop {
            let line = lines.next_line().await.unwrap();
            let line = line.expect("the browser tells its address");
            if let Some((_, url)) = line.split_once("listening on ") {
                break url.trim().to_owned();
            }
        };
        // What it says later must not fill the pipe.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        let authority = url.trim_start_matches("ws://").split('/').next().unwrap();
        let port = authority.rsplit(':').next().unwrap().parse().unwrap();
        Self {
            child,
            port,
            folder,
        }
    }

    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Kills it and all its processes.
    pub(crate) fn kill(&mut self) {
        kill_group(&self.child);
    }
}

impl Drop for Far {
    fn drop(&mut self) {
        self.kill();
        // Processes that are just ending may still write there.
        while self.folder.path().exists() && std::fs::remove_dir_all(self.folder.path()).is_err() {
            std::thread::yield_now();
        }
    }
}

/// A browser that takes its contexts from `pool`.
pub(crate) fn browser_of(pool: &str, set: impl FnOnce(&mut RemoteOptions)) -> Browser {
    let mut remote = RemoteOptions::parse(pool).unwrap();
    set(&mut remote);
    Browser::new(LaunchOptions {
        remote: Some(remote),
        ..LaunchOptions::default()
    })
}

/// Where a browser runs in a test that is the same for all.
pub(crate) enum Whence {
    Here,
    Far(Far),
    Grid(Grid),
}

impl Whence {
    /// All that this machine has.
    pub(crate) async fn all() -> Vec<Self> {
        let mut all = vec![Self::Here, Self::Far(Far::start().await)];
        all.extend(Grid::start().await.map(Self::Grid));
        all
    }

    pub(crate) fn browser(&self) -> Browser {
        match self {
            Self::Here => Browser::new(LaunchOptions::default()),
            Self::Far(far) => browser_of(&format!("connect={}", far.address()), |_| {}),
            Self::Grid(grid) => browser_of(&grid.pool(), |_| {}),
        }
    }
}

impl std::fmt::Display for Whence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Here => "here",
            Self::Far(_) => "from elsewhere",
            Self::Grid(_) => "from a Grid",
        })
    }
}

/// Kills a process that began a group, with all of that group.
pub(crate) fn kill_group(child: &Child) {
    if let Some(pid) = child.id() {
        let group = format!("-{pid}");
        std::process::Command::new("kill")
            .args(["-9", "--", &group])
            .status()
            .unwrap();
    }
}
