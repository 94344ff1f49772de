//! A PostgreSQL of a test's own: a child process on a free port, with a folder that goes with it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{IpAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The user `nobody`, as whom it runs when the test runs as root: PostgreSQL refuses root.
const NOBODY: &str = "65534";

/// For so long it may take to start.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server that ends with this value.
#[derive(Debug)]
pub struct Postgres {
    child: Child,
    /// The addresses at which it listens.
    addresses: Vec<IpAddr>,
    port: u16,
    programs: PathBuf,
    folder: tempfile::TempDir,
}

/// Where it always listens.
const LOOPBACK: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

impl Postgres {
    /// Starts a server with an empty database; none, and loudly, where it is not installed.
    pub fn start() -> Option<Self> {
        Self::start_with(vec![LOOPBACK], "")
    }

    /// As [`Postgres::start`], and listens at `ours`, an address of this machine, for `theirs` alone.
    pub fn start_for(ours: IpAddr, theirs: IpAddr) -> Option<Self> {
        let trust = format!("host all all {theirs}/32 trust\n");
        Self::start_with(vec![LOOPBACK, ours], &trust)
    }

    #[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
    fn start_with(addresses: Vec<IpAddr>, trust: &str) -> Option<Self> {
        let Some(programs) = programs() else {
            println!(
                "SKIPPED: no PostgreSQL is installed: scripts/setup installs it; or set GREENROOM_POSTGRES to the folder of initdb"
            );
            return None;
        };
        let folder = tempfile::tempdir().expect("a temporary folder");
        if is_root() {
            let mut giving = Command::new("chown");
            let given = giving.arg(NOBODY).arg(folder.path()).status();
            assert!(
                given.is_ok_and(|given| given.success()),
                "the folder can be given away"
            );
        }
        let made = command(&programs.join("initdb"))
            .args(["-A", "trust", "-U", "greenroom", "--no-sync", "-D"])
            .arg(folder.path().join("data"))
            .current_dir(folder.path())
            .output()
            .expect("initdb runs");
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "initdb: {said}");
        let who = folder.path().join("data/pg_hba.conf");
        let mut who = std::fs::OpenOptions::new().append(true).open(who);
        let who = who.as_mut().expect("who may connect stands there");
        who.write_all(trust.as_bytes()).expect("it can be written");
        let port = free_port();
        let child = serve(&programs, folder.path(), &addresses, port);
        Some(Self {
            child,
            addresses,
            port,
            programs,
            folder,
        })
    }

    /// For `--database`.
    pub fn url(&self) -> String {
        self.url_at(LOOPBACK)
    }

    /// For `--database` of whoever reaches it at this address.
    pub fn url_at(&self, address: IpAddr) -> String {
        format!("postgres://greenroom@{address}:{}/postgres", self.port)
    }

    /// What a question of one row is answered with, as `psql` prints it: columns with `|` between.
    pub fn ask(&self, sql: &str) -> String {
        let asked = command(&self.programs.join("psql"))
            .args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql, &self.url()])
            .current_dir(self.folder.path())
            .output()
            .expect("psql runs");
        let said = String::from_utf8_lossy(&asked.stderr);
        assert!(asked.status.success(), "{sql}: {said}");
        let answer = String::from_utf8_lossy(&asked.stdout);
        answer.trim().to_owned()
    }

    /// All that is in it, as `pg_dump` writes it.
    pub fn dump(&self) -> Vec<u8> {
        let dumped = command(&self.programs.join("pg_dump"))
            .args(["--format", "custom", "--dbname", &self.url()])
            .current_dir(self.folder.path())
            .output()
            .expect("pg_dump runs");
        let said = String::from_utf8_lossy(&dumped.stderr);
        assert!(dumped.status.success(), "pg_dump: {said}");
        dumped.stdout
    }

    /// Has in it what was dumped.
    pub fn restore(&self, dump: &[u8]) {
        let mut restoring = command(&self.programs.join("pg_restore"))
            .args(["--dbname", &self.url()])
            .current_dir(self.folder.path())
            .stdin(Stdio::piped())
            .spawn()
            .expect("pg_restore runs");
        let mut input = restoring.stdin.take().expect("it reads");
        input.write_all(dump).expect("it reads all");
        drop(input);
        let restored = restoring.wait().expect("it ends");
        assert!(restored.success(), "pg_restore failed");
    }

    /// Ends it as a power cut would, and starts it again.
    pub fn kill_and_restart(&mut self) {
        self.kill();
        self.restart();
    }

    /// Starts it again after [`Postgres::kill`].
    pub fn restart(&mut self) {
        let folder = self.folder.path();
        self.child = serve(&self.programs, folder, &self.addresses, self.port);
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) {
        self.child.kill().expect("it can be ended");
        self.child.wait().expect("it ends");
        // Its children see that it is gone, and free the memory that they share.
        let lock = self.folder.path().join("data/postmaster.pid");
        let _gone_or_not = std::fs::remove_file(lock);
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let _ended_already = self.child.kill();
        let _status = self.child.wait();
    }
}

/// Starts it; again for as long as children of one that was killed hold on to the memory they share.
fn serve(programs: &Path, folder: &Path, addresses: &[IpAddr], port: u16) -> Child {
    let addresses: Vec<String> = addresses.iter().map(IpAddr::to_string).collect();
    let addresses = addresses.join(",");
    let begun = Instant::now();
    loop {
        match try_to_serve(programs, folder, &addresses, port) {
            Ok(child) => return child,
            Err(said) => {
                let is_held = said.contains("is still in use");
                assert!(
                    is_held && begun.elapsed() < PATIENCE,
                    "postgres ended: {said}"
                );
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    }
}

fn try_to_serve(
    programs: &Path,
    folder: &Path,
    addresses: &str,
    port: u16,
) -> Result<Child, String> {
    let mut child = command(&programs.join("postgres"))
        .arg("-D")
        .arg(folder.join("data"))
        .args(["-p", &port.to_string()])
        .args(["-c", &format!("listen_addresses={addresses}")])
        .args(["-c", "max_connections=200"])
        .arg("-c")
        .arg(format!("unix_socket_directories={}", folder.display()))
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("postgres starts");
    let mut errors = BufReader::new(child.stderr.take().expect("its errors are read"));
    let mut said = String::new();
    loop {
        let mut line = String::new();
        let count = errors.read_line(&mut line).expect("it speaks text");
        if count == 0 {
            child.wait().expect("it ends");
            return Err(said);
        }
        said.push_str(&line);
        if line.contains("ready to accept connections") {
            break;
        }
    }
    // It must never wait for a reader.
    std::thread::spawn(move || {
        let mut rest = Vec::new();
        let _until_it_ends = errors.read_to_end(&mut rest);
    });
    Ok(child)
}

/// A command that does not run as root.
fn command(program: &Path) -> Command {
    let mut command = if is_root() {
        let mut command = Command::new("setpriv");
        command
            .args(["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"])
            .arg(program);
        command
    } else {
        Command::new(program)
    };
    command.env("LC_ALL", "C");
    command
}

fn is_root() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mut users = status.lines().filter_map(|line| line.strip_prefix("Uid:"));
    users.any(|users| users.split_whitespace().next() == Some("0"))
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    listener.local_addr().expect("it has an address").port()
}

/// The folder with `initdb` and `postgres`.
fn programs() -> Option<PathBuf> {
    let named = std::env::var_os("GREENROOM_POSTGRES").map(PathBuf::from);
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter();
    let installed = installed.flatten().flatten();
    let installed = installed.map(|version| version.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut all = named.into_iter().chain(installed).chain(path);
    all.find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}
