//! A running workbench, as its files and its port show it.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::handshake::client::ClientHandshake;
use tokio_tungstenite::tungstenite::{Error, HandshakeError, WebSocket, client, http};

use super::{PATIENCE, paired};

/// Where a workbench of this data directory can be reached, and with what.
#[derive(Clone, Debug)]
pub struct Bench {
    pub home: PathBuf,
    pub port: u16,
}

impl Bench {
    /// The workbench that runs for a data directory.
    pub fn of(home: impl AsRef<Path>) -> Self {
        let home = home.as_ref();
        Self::try_of(home)
            .unwrap_or_else(|| panic!("no workbench.json with a port below {}", home.display()))
    }

    /// As [`Bench::of`]; nothing when none runs now.
    pub fn try_of(home: &Path) -> Option<Self> {
        let text = std::fs::read(home.join("run/workbench.json")).ok()?;
        let running: Value = serde_json::from_slice(&text).ok()?;
        Some(Self {
            home: home.to_owned(),
            port: running["port"].as_u64()? as u16,
        })
    }

    /// The token of programs that ask.
    pub fn agent_token(&self) -> String {
        self.try_agent_token()
            .unwrap_or_else(|| panic!("no agent.token below {}", self.home.display()))
    }

    /// As [`Bench::agent_token`]; nothing when it is not there now.
    pub(super) fn try_agent_token(&self) -> Option<String> {
        std::fs::read_to_string(self.home.join("run/agent.token")).ok()
    }

    /// A token of the human: paired once for each data directory, and brought back after a restart
    /// as a page would.
    pub fn human_token(&self) -> String {
        self.try_human_token()
            .unwrap_or_else(|| panic!("no page can be paired below {}", self.home.display()))
    }

    /// As [`Bench::human_token`]; nothing when the workbench is not there now.
    pub(super) fn try_human_token(&self) -> Option<String> {
        paired::token(self)
    }

    /// Asks for a one-time code as a program does; status and reply.
    pub fn code(&self, wish: &Value) -> (u16, Value) {
        let bearer = format!("Bearer {}", self.agent_token());
        let headers = [
            ("Authorization", bearer.as_str()),
            ("Content-Type", "application/json"),
        ];
        let body = wish.to_string();
        let (status, reply) = self.http("POST", "/human/code", &headers, body.as_bytes());
        (status, serde_json::from_slice(&reply).unwrap_or_default())
    }

    /// Exchanges a code or a resume secret; status and reply.
    pub fn pair(&self, pairing: &Value) -> (u16, Value) {
        let headers = [("Content-Type", "application/json")];
        let body = pairing.to_string();
        let (status, reply) = self.http("POST", "/human/pair", &headers, body.as_bytes());
        (status, serde_json::from_slice(&reply).unwrap_or_default())
    }

    /// The origin of the page itself.
    pub(super) fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// A plain HTTP request; status and body.
    pub fn http(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> (u16, Vec<u8>) {
        self.try_http(method, path, headers, body)
            .expect("the workbench listens and answers")
    }

    /// As [`Bench::http`]; nothing when the workbench is not there now.
    pub(super) fn try_http(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Option<(u16, Vec<u8>)> {
        let mut stream = self.stream().ok()?;
        let own_host = format!("127.0.0.1:{}", self.port);
        let length = body.len().to_string();
        let mut lines = vec![format!("{method} {path} HTTP/1.1")];
        let own = [("Connection", "close"), ("Content-Length", &length)];
        let host = [("Host", own_host.as_str())];
        let names_host = headers.iter().any(|(name, _)| *name == "Host");
        let host = if names_host { &[][..] } else { &host[..] };
        for (name, value) in own.iter().chain(host).chain(headers) {
            lines.push(format!("{name}: {value}"));
        }
        let head = format!("{}\r\n\r\n", lines.join("\r\n"));
        stream.write_all(head.as_bytes()).ok()?;
        // A server that refuses early may close before it has read all.
        let _refused_early = stream.write_all(body);
        let mut answer = Vec::new();
        let _cut_short = stream.read_to_end(&mut answer);
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
        let status = String::from_utf8_lossy(&answer[9..12]).parse().ok()?;
        Some((status, answer[end + 4..].to_vec()))
    }

    /// Tries to open a WebSocket; the HTTP status if it is refused.
    pub fn socket(
        &self,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Result<WebSocket<TcpStream>, u16> {
        let stream = self.stream().expect("the workbench listens");
        self.handshake(path, headers, stream)
            .map_err(|error| match *error {
                HandshakeError::Failure(Error::Http(response)) => response.status().as_u16(),
                other => panic!("{path}: {other}"),
            })
    }

    /// As [`Bench::socket`]; nothing for whatever reason there is none.
    pub(super) fn try_socket(
        &self,
        path: &str,
        headers: &[(&str, &str)],
    ) -> Option<WebSocket<TcpStream>> {
        self.handshake(path, headers, self.stream().ok()?).ok()
    }

    fn handshake(
        &self,
        path: &str,
        headers: &[(&str, &str)],
        stream: TcpStream,
    ) -> Result<WebSocket<TcpStream>, Box<HandshakeError<ClientHandshake<TcpStream>>>> {
        let mut request = format!("ws://127.0.0.1:{}{path}", self.port)
            .into_client_request()
            .expect("a right address");
        for (name, value) in headers {
            let name = http::HeaderName::try_from(*name);
            request.headers_mut().insert(
                name.expect("a right header name"),
                value.parse().expect("a right header value"),
            );
        }
        let opened = client(request, stream).map_err(Box::new);
        opened.map(|(socket, _)| socket)
    }

    fn stream(&self) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(stream)
    }
}
