//! Asking a workbench of the same user for a one-time address, as `greenroom url` does.

use super::run_files;
use serde_json::Value;
use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::path::Path;
use std::time::Duration;

/// Loopback answers at once or not at all.
const PATIENCE: Duration = Duration::from_secs(5);

/// A fresh one-time address of the running workbench.
pub fn one_time_url(data_directory: &Path) -> io::Result<String> {
    let not_running = || io::Error::new(io::ErrorKind::NotFound, "no workbench is running");
    let running = run_files::running(data_directory).ok_or_else(not_running)?;
    let token = run_files::human_token(data_directory).ok_or_else(not_running)?;
    let port = running.port;
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).map_err(|_| not_running())?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "POST /human/code HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (head, body) = answer
        .split_once("\r\n\r\n")
        .ok_or_else(|| io::Error::other("the workbench gave no answer"))?;
    let url = serde_json::from_str::<Value>(body)
        .ok()
        .and_then(|body| Some(body["url"].as_str()?.to_owned()));
    url.ok_or_else(|| {
        let status = head.lines().next().unwrap_or_default();
        io::Error::other(format!("the workbench refused: {status}"))
    })
}
