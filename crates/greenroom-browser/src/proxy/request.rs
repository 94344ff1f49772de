//! The head of a request to a proxy.

use tokio::io::{AsyncRead, AsyncReadExt};

/// Larger heads are not answered.
const HEAD_LIMIT: usize = 64 * 1024;

/// What a client wants.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    /// Absolute address; `host:port` for CONNECT.
    pub(super) url: String,
    /// `host:port`.
    pub(super) authority: String,
    /// Path and query, for other methods than CONNECT.
    pub(super) path: String,
    /// Header lines without those that are for the proxy.
    pub(super) headers: Vec<String>,
    /// What the client shows the proxy.
    pub(super) authorization: Option<String>,
    pub(super) content_length: u64,
    /// What was read beyond the head.
    pub(super) rest: Vec<u8>,
}

/// Read a request head; none if the client sends something else or goes away.
pub(super) async fn read(client: &mut (impl AsyncRead + Unpin)) -> Option<Request> {
    let (bytes, end) = read_head(client, Vec::new()).await?;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let mut request = parse(head)?;
    request.rest = bytes[end + 4..].to_vec();
    Some(request)
}

/// Read until a head is there, of which `bytes` may be the beginning; returns what was read, and
/// where the head ends.
pub(super) async fn read_head(
    client: &mut (impl AsyncRead + Unpin),
    mut bytes: Vec<u8>,
) -> Option<(Vec<u8>, usize)> {
    let mut searched = 0;
    loop {
        let found = bytes[searched..]
            .windows(4)
            .position(|window| window == b"\r\n\r\n");
        if let Some(found) = found {
            return Some((bytes, searched + found));
        }
        searched = bytes.len().saturating_sub(3);
        let mut buffer = [0; 4096];
        let read = client.read(&mut buffer).await.ok()?;
        if read == 0 || bytes.len() > HEAD_LIMIT {
            return None;
        }
        bytes.extend_from_slice(&buffer[..read]);
    }
}

/// The host that header lines name; none unless there is exactly one.
pub(super) fn host_of<'a>(lines: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut named = lines.filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("host").then(|| value.trim())
    });
    named.next().filter(|_| named.next().is_none())
}

fn parse(head: &str) -> Option<Request> {
    let mut lines = head.split("\r\n");
    let mut first = lines.next()?.split(' ');
    let (method, url) = (first.next()?.to_owned(), first.next()?.to_owned());
    let (authority, path) = if method == "CONNECT" {
        (url.clone(), String::new())
    } else {
        let after_scheme = url.split_once("://")?.1;
        let path = after_scheme
            .find(['/', '?'])
            .map_or("/", |at| &after_scheme[at..]);
        let path = if path.starts_with('?') {
            format!("/{path}")
        } else {
            path.to_owned()
        };
        (authority_of(&url)?, path)
    };
    let mut content_length = 0;
    let mut authorization = None;
    let mut headers = Vec::new();
    for line in lines {
        let name = line
            .split(':')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        match name.as_str() {
            "proxy-connection" | "connection" | "keep-alive" => continue,
            "proxy-authorization" => {
                authorization = Some(line.split_once(':')?.1.trim().to_owned());
                continue;
            }
            "content-length" => {
                content_length = line.split_once(':')?.1.trim().parse().ok()?;
            }
            _ => {}
        }
        headers.push(line.to_owned());
    }
    Some(Request {
        method,
        url,
        authority,
        path,
        headers,
        authorization,
        content_length,
        rest: Vec::new(),
    })
}

/// `host:port` of an absolute address, in lower case.
pub(crate) fn authority_of(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let host = rest[..end].rsplit('@').next()?;
    let host = host.to_ascii_lowercase();
    let has_port = host.rsplit_once(':').is_some_and(|(before, port)| {
        !port.is_empty()
            && port.bytes().all(|byte| byte.is_ascii_digit())
            && (!before.starts_with('[') || before.ends_with(']'))
    });
    if has_port {
        return Some(host);
    }
    let port = match scheme.to_ascii_lowercase().as_str() {
        "http" | "ws" => 80,
        "https" | "wss" => 443,
        _ => return None,
    };
    Some(format!("{}:{port}", host.trim_end_matches(':')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authorities_have_a_port() {
        for (url, want) in [
            ("http://Example.com/a", Some("example.com:80")),
            ("wss://example.com", Some("example.com:443")),
            ("http://u:p@h:81/x", Some("h:81")),
            ("http://[::1]/x", Some("[::1]:80")),
            ("http://[::1]:8080/x", Some("[::1]:8080")),
            ("data:text/plain,x", None),
            ("ftp://h/x", None),
        ] {
            assert_eq!(authority_of(url).as_deref(), want, "{url}");
        }
    }

    #[tokio::test]
    async fn heads_are_taken_apart() {
        let text = "POST http://h:81?q=1 HTTP/1.1\r\nHost: h:81\r\nProxy-Connection: \
                    keep-alive\r\nContent-Length: 4\r\n\r\nbody";
        let request = read(&mut text.as_bytes()).await.unwrap();
        assert_eq!(
            (request.method.as_str(), request.path.as_str()),
            ("POST", "/?q=1")
        );
        assert_eq!(
            (request.authority.as_str(), request.content_length),
            ("h:81", 4)
        );
        assert_eq!(request.headers, ["Host: h:81", "Content-Length: 4"]);
        assert_eq!(request.rest, b"body");
        let connect = read(&mut "CONNECT h:443 HTTP/1.1\r\n\r\n".as_bytes())
            .await
            .unwrap();
        assert_eq!(connect.authority, "h:443");
        for garbage in [
            "",
            "\r\n\r\n",
            "GET\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
            "GET http://h",
        ] {
            assert_eq!(read(&mut garbage.as_bytes()).await, None, "{garbage:?}");
        }
    }
}
