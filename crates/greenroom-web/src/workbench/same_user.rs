//! Requests of other processes of the same user to the workbench, with the human's token.

use super::run_files;
use serde_json::{Value, json};
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::time::Duration;

/// Loopback answers at once or not at all.
const PATIENCE: Duration = Duration::from_secs(5);

/// A fresh one-time address of the running workbench, as `greenroom url` prints it.
pub fn one_time_url(data_directory: &Path) -> io::Result<String> {
    let reply = post(data_directory, "/human/code", &json!({}))?;
    let url = reply["url"].as_str().map(str::to_owned);
    url.ok_or_else(|| io::Error::other("the workbench gave no address"))
}

/// Hands over what the human gave in a form of this process's client.
pub fn submit_elicited(data_directory: &Path, dialog_id: &str, data: &Value) -> io::Result<()> {
    let body = json!({"dialog_id": dialog_id, "data": data});
    post(data_directory, "/human/elicited", &body)?;
    Ok(())
}

/// Sends a request; its reply, or why it was refused.
fn post(data_directory: &Path, path: &str, body: &Value) -> io::Result<Value> {
    let not_running = || io::Error::new(io::ErrorKind::NotFound, "no workbench is running");
    let running = run_files::running(data_directory).ok_or_else(not_running)?;
    let token = run_files::human_token(data_directory).ok_or_else(not_running)?;
    let port = running.port;
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).map_err(|_| not_running())?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let body = body.to_string();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\
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
    if status.contains(" 200 ") {
        return Ok(reply);
    }
    let reason = reply["error"].as_str().unwrap_or(status);
    Err(io::Error::other(format!("the workbench refused: {reason}")))
}
