//! One HTTP request and its JSON answer: all that Grid and DevTools are asked for besides CDP.

use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const CONNECT_LIMIT: Duration = Duration::from_secs(5);
/// Far more than a Grid of hundreds of nodes has to say.
const ANSWER_LIMIT: usize = 16 << 20;

/// Status and body.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Value,
}

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question<'a> {
    /// `host:port` to connect to, and as the Host header has it.
    pub(super) authority: &'a str,
    pub(super) method: &'a str,
    pub(super) path: &'a str,
    pub(super) body: Option<&'a Value>,
}

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoAnswer {
    /// Not within the limit.
    Late,
    /// Nobody is there, or no HTTP server with JSON.
    Failed(String),
}

impl std::fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Late => f.write_str("it does not answer in time"),
            Self::Failed(reason) => f.write_str(reason),
        }
    }
}

/// Ask and read the answer, all within `limit`.
pub(super) async fn ask(question: Question<'_>, limit: Duration) -> Result<Answer, NoAnswer> {
    let asked = tokio::time::timeout(limit, exchange(question)).await;
    asked.map_err(|_| NoAnswer::Late)?.map_err(NoAnswer::Failed)
}

async fn exchange(question: Question<'_>) -> Result<Answer, String> {
    let Question {
        authority,
        method,
        path,
        body,
    } = question;
    let connect = tokio::time::timeout(CONNECT_LIMIT, TcpStream::connect(authority)).await;
    let mut stream = connect
        .map_err(|_| "nobody answers there (no connection within 5 s)".to_owned())?
        .map_err(|error| format!("nobody answers there ({error})"))?;
    let body = body.map(ToString::to_string).unwrap_or_default();
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {authority}\r\nAccept: application/json\r\nContent-Type: \
         application/json; charset=utf-8\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let broken = |error: std::io::Error| format!("the connection broke ({error})");
    stream.write_all(head.as_bytes()).await.map_err(broken)?;
    stream.write_all(body.as_bytes()).await.map_err(broken)?;
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 16 << 10];
    loop {
        if let Some(answer) = whole(&bytes, false) {
            return answer;
        }
        let read = stream.read(&mut buffer).await.map_err(broken)?;
        if read == 0 {
            let cut = || Err("the connection ended before the answer".into());
            return whole(&bytes, true).unwrap_or_else(cut);
        }
        bytes.extend_from_slice(&buffer[..read]);
        if bytes.len() > ANSWER_LIMIT {
            return Err("its answer is too long".into());
        }
    }
}

/// The answer, once all of it is there.
fn whole(bytes: &[u8], at_end: bool) -> Option<Result<Answer, String>> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let no_http = || Some(Err("what answers there is no HTTP server".to_owned()));
    let Ok(head) = std::str::from_utf8(&bytes[..end]) else {
        return no_http();
    };
    let mut lines = head.split("\r\n");
    let first = lines.next().unwrap_or_default();
    let status = first
        .strip_prefix("HTTP/1.")
        .and_then(|rest| rest.split(' ').nth(1)?.parse().ok());
    let Some(status) = status else {
        return no_http();
    };
    let header = |wanted: &str| {
        lines.clone().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case(wanted).then(|| value.trim())
        })
    };
    let rest = &bytes[end + 4..];
    let chunked = header("transfer-encoding").is_some_and(|value| value.contains("chunked"));
    let length = header("content-length").and_then(|value| value.parse::<usize>().ok());
    let body = match length {
        _ if chunked => chunks(rest)?,
        Some(length) => rest.get(..length)?.to_vec(),
        None if at_end || status == 204 => rest.to_vec(),
        None => return None,
    };
    if body.is_empty() {
        let body = Value::Null;
        return Some(Ok(Answer { status, body }));
    }
    Some(match serde_json::from_slice(&body) {
        Ok(body) => Ok(Answer { status, body }),
        Err(_) => Err(format!("it answers with status {status} and no JSON")),
    })
}

/// The body of a chunked answer; none until its last chunk is there, or if it is malformed.
fn chunks(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|two| two == b"\r\n")?;
        let size = std::str::from_utf8(&rest[..end]).ok()?;
        let size = usize::from_str_radix(size.split(';').next()?.trim(), 16).ok()?;
        rest = &rest[end + 2..];
        if size == 0 {
            return Some(body);
        }
        body.extend_from_slice(rest.get(..size)?);
        rest = rest.get(size.checked_add(2)?..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_whole_or_waited_for() {
        for (text, at_end, want) in [
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
                false,
                Some(Ok(200)),
            ),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}",
                false,
                None,
            ),
            (
                "HTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\n",
                false,
                Some(Ok(404)),
            ),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;x\r\n}\r\n0\r\n\r\n",
                false,
                Some(Ok(200)),
            ),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
                false,
                None,
            ),
            (
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{\r\n",
                false,
                None,
            ),
            ("HTTP/1.1 200 OK\r\n\r\n{}", false, None),
            ("HTTP/1.1 200 OK\r\n\r\n{}", true, Some(Ok(200))),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n<p/>",
                false,
                Some(Err(())),
            ),
            ("SSH-2.0-x\r\n\r\n", false, Some(Err(()))),
        ] {
            let got = whole(text.as_bytes(), at_end)
                .map(|answer| answer.map(|answer| answer.status).map_err(drop));
            assert_eq!(got, want, "{text:?}");
        }
    }
}
