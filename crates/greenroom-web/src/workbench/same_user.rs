//! Requests of other processes of the same user to the workbench, with the token of programs.

use greenroom_human::run_files;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::time::Duration;

/// Loopback answers at once, unless the workbench waits for the human's word.
const PATIENCE: Duration = Duration::from_secs(40);

/// A fresh one-time address of the running workbench, as `greenroom url` prints it. While the human
/// has a page, the human is asked there; `say` tells the one who waits for it.
pub fn ask_for_url(data_directory: &Path, say: impl FnOnce(&str)) -> io::Result<String> {
    ask_for_code(data_directory, false, None, say)
}

/// As [`ask_for_url`], but the address is that of a private file which leads a browser to the page:
/// it may be handed to another program.
pub fn ask_for_opening(
    data_directory: &Path,
    view: Option<&str>,
    say: impl FnOnce(&str),
) -> io::Result<String> {
    ask_for_code(data_directory, true, view, say)
}

/// A course that a running workbench has opened for the human.
#[derive(Debug, Deserialize)]
pub struct OpenedCourse {
    pub session_id: String,
    /// The human has a page, where the course is now.
    pub page_is_open: bool,
}

/// Has the running workbench open a course, as `greenroom play` does.
pub fn ask_for_course(
    data_directory: &Path,
    course: &Path,
    lms_profile: Option<&str>,
) -> io::Result<OpenedCourse> {
    let mut wish = json!({ "path": course });
    // A workbench of an earlier release does not know the word.
    if let Some(name) = lms_profile {
        wish["lms_profile"] = json!(name);
    }
    let wish = wish.to_string();
    let reply = send(data_directory, "POST", "/courses", &wish)?;
    serde_json::from_value(reply).map_err(io::Error::other)
}

/// Whether a workbench runs for this data directory.
pub fn is_running(data_directory: &Path) -> bool {
    send(data_directory, "GET", "/status", "").is_ok()
}

fn ask_for_code(
    data_directory: &Path,
    file: bool,
    view: Option<&str>,
    say: impl FnOnce(&str),
) -> io::Result<String> {
    let post = |wish: &Value| send(data_directory, "POST", "/human/code", &wish.to_string());
    let mut reply = post(&json!({"file": file, "view": view}))?;
    if let Some(id) = reply["waits"]["id"].as_str().map(str::to_owned) {
        let number = reply["waits"]["number"].as_str().unwrap_or_default();
        say(&if reply["page_is_open"] == true {
            format!(
                "The workbench is open in a browser. Let the new one in there: it asks with the \
                 number {number}."
            )
        } else {
            format!(
                "The workbench was open in a browser a moment ago. If it comes back, let the new \
                 one in there (number {number}); else this goes on by itself within a minute."
            )
        });
        while reply.get("url").is_none() {
            reply = post(&json!({"file": file, "view": view, "request": id}))?;
        }
    }
    let url = reply["url"].as_str().map(str::to_owned);
    url.ok_or_else(|| io::Error::other("the workbench gave no address"))
}

/// Sends a request; its reply, or why it was refused.
fn send(data_directory: &Path, method: &str, path: &str, body: &str) -> io::Result<Value> {
    let not_running = || io::Error::new(io::ErrorKind::NotFound, "no workbench is running");
    let running = run_files::running(data_directory).ok_or_else(not_running)?;
    let token = run_files::agent_token(data_directory).ok_or_else(not_running)?;
    let port = running.port;
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).map_err(|_| not_running())?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer
        .split_once("\r\n\r\n")
        .ok_or_else(|| io::Error::other("the workbench gave no answer"))?;
    let status = head.lines().next().unwrap_or_default();
    let reply: Value = serde_json::from_str(body).unwrap_or_default();
    if status.contains(" 200 ") || status.contains(" 202 ") {
        return Ok(reply);
    }
    let reason = reply["error"].as_str().unwrap_or(status);
    Err(io::Error::other(format!("the workbench refused: {reason}")))
}
