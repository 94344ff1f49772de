//! Several servers on one PostgreSQL and one object store, as processes that are killed, stopped and
//! restarted.

mod backup;
mod deployment;
mod forwarding;
mod grid;
mod grid_jobs;
mod mcp_sessions;
mod network;
mod object_store;
mod outages;
mod partition;
mod passing_on;
mod questions;
mod shared_state;

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use greenroom_testkit::{HttpServer, Postgres};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

/// The binary under test.
const GREENROOM: &str = env!("CARGO_BIN_EXE_greenroom");

/// What all servers of a test use.
struct Company {
    postgres: Postgres,
    /// For tokens, the secret and, in the place of S3, the objects.
    folder: tempfile::TempDir,
    anna: String,
    bob: String,
    artifacts: String,
    environment: Vec<(&'static str, String)>,
}

impl Company {
    /// None, and loudly, where PostgreSQL is not installed.
    fn new() -> Option<Self> {
        Some(Self::on(Postgres::start()?))
    }

    fn on(postgres: Postgres) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (anna, annas) = token("anna");
        let (bob, bobs) = token("bob");
        std::fs::write(folder.path().join("tokens.toml"), annas + &bobs).expect("tokens");
        std::fs::write(folder.path().join("secret"), "sixteen-letters-at-least").expect("a secret");
        let artifacts = format!("file://{}", folder.path().join("objects").display());
        Self {
            postgres,
            folder,
            anna,
            bob,
            artifacts,
            environment: Vec::new(),
        }
    }

    fn server(&self) -> HttpServer {
        HttpServer::start(GREENROOM, |command, _| {
            self.prepare(command, &self.postgres.url(), "127.0.0.1:0");
        })
    }

    /// Adds to the command of a server what makes it one of the company.
    fn prepare(&self, command: &mut Command, database: &str, internal: &str) {
        command
            .args(["--hold", "0.2", "--internal", internal])
            .args(["--database", database])
            .args(["--artifacts", &self.artifacts])
            .arg("--tokens")
            .arg(self.folder.path().join("tokens.toml"))
            .arg("--cluster-secret")
            .arg(self.folder.path().join("secret"))
            .envs(self.environment.iter().map(|(name, value)| (name, value)));
    }
}

/// A new token and its entry, as the command makes them.
fn token(name: &str) -> (String, String) {
    let made = Command::new(GREENROOM)
        .args(["token", name])
        .output()
        .expect("the command runs");
    let said = String::from_utf8(made.stderr).expect("text");
    let token = said.lines().nth(1).expect("the token").to_owned();
    (token, String::from_utf8(made.stdout).expect("text"))
}

fn signal(server: &HttpServer, signal: Signal) {
    let pid = Pid::from_raw(i32::try_from(server.pid()).expect("a pid")).expect("a pid");
    kill_process(pid, signal).expect("it is there");
}

/// Brings a package; the address to give to tools.
fn upload(server: &HttpServer, token: &str, zip: &[u8]) -> String {
    let bearer = format!("Bearer {token}");
    let headers = [("Authorization", bearer.as_str())];
    let answer = server.request("PUT", "/uploads/course.zip", &headers, zip);
    let told = answer.json();
    let path = told["package_path"].as_str();
    path.unwrap_or_else(|| panic!("{told}")).to_owned()
}

/// The smallest course.
fn small_zip() -> Vec<u8> {
    let zip = greenroom_testkit::ZipFile::default();
    zip.file("imsmanifest.xml", MANIFEST.as_bytes())
        .file("a.html", b"<title>a</title><h1>A page</h1>")
        .bytes()
}

const MANIFEST: &str = r#"<manifest identifier="small" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Small</title><item identifier="i" identifierref="r"><title>A</title></item></organization></organizations>
<resources><resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="a.html"><file href="a.html"/></resource></resources>
</manifest>"#;

/// The data of a result.
fn data(result: &Result<Value, Value>) -> &Value {
    match result {
        Ok(result) => &result["structuredContent"]["data"],
        Err(error) => panic!("{error}"),
    }
}

/// The notices of a result.
fn notices(result: &Result<Value, Value>) -> String {
    let result = result.as_ref().unwrap_or_else(|error| panic!("{error}"));
    result["structuredContent"]["diagnostics"]["notices"].to_string()
}

fn error_code(error: &Value) -> &str {
    error["data"]["error_code"].as_str().unwrap_or_default()
}

/// Opens the small course in the browser; its session.
fn play(server: &HttpServer, token: &str) -> String {
    let package = upload(server, token, &small_zip());
    let opened = server.call(token, "scorm_open_course", json!({"package_path": package}));
    let id = data(&opened)["session_id"].as_str();
    id.expect("a session").to_owned()
}

/// Has the content say where it is, and commit.
fn set_location(
    server: &HttpServer,
    token: &str,
    session: &str,
    location: &str,
) -> Result<Value, Value> {
    let args = json!(["cmi.core.lesson_location", location]);
    let call = json!({"session_id": session, "method": "LMSSetValue", "args": args});
    server.call(token, "scorm_api_call", call)
}

fn location(server: &HttpServer, token: &str, session: &str) -> Result<Value, Value> {
    let args = json!(["cmi.core.lesson_location"]);
    let call = json!({"session_id": session, "method": "LMSGetValue", "args": args});
    server.call(token, "scorm_api_call", call)
}

/// Tries until it succeeds, not for ever.
fn until<T>(patience: Duration, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < patience, "it did not come");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Whether any file below a folder has this name.
fn exists_below(folder: &Path, name: &str) -> bool {
    std::fs::read_dir(folder).is_ok_and(|entries| {
        entries
            .flatten()
            .any(|entry| entry.file_name() == name || exists_below(&entry.path(), name))
    })
}

/// Whether the journal of any session below a folder has this word.
fn has_journal_with(folder: &Path, word: &str) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| {
        if path.is_dir() {
            return has_journal_with(&path, word);
        }
        let text = || std::fs::read_to_string(&path).unwrap_or_default();
        path.ends_with("journal") && text().contains(word)
    })
}
