//! Passing permitted requests on, to an address that was checked.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt, copy, copy_bidirectional};
use tokio::net::{TcpStream, lookup_host};

use super::request::{self, Request};

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const CONNECT_LIMIT: Duration = Duration::from_secs(20);
const ESTABLISHED: &[u8] = b"HTTP/1.1 200 Connection established\r\n\r\n";

/// Why a request cannot be passed on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoWay {
    NotPermitted,
    Unknown,
}

/// The address to connect to. The name is resolved here and once, so that it cannot lead
/// elsewhere between check and use.
pub(super) async fn resolve(
    request: &Request,
    permitted: fn(IpAddr) -> bool,
) -> Result<SocketAddr, NoWay> {
    let name = request
        .authority
        .rsplit_once(':')
        .map_or("", |(name, _)| name);
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    // Browsers know these names without asking; a resolver may not.
    if (name == "localhost" || name.ends_with(".localhost")) && !permitted(LOOPBACK) {
        return Err(NoWay::NotPermitted);
    }
    let addresses: Vec<SocketAddr> = lookup_host(&request.authority)
        .await
        .map_err(|_| NoWay::Unknown)?
        .collect();
    // A name with one private address is not half permitted.
    if !addresses.iter().all(|address| permitted(address.ip())) {
        return Err(NoWay::NotPermitted);
    }
    addresses.first().copied().ok_or(NoWay::Unknown)
}

/// Connect and pass bytes both ways until one side ends.
pub(super) async fn forward(
    client: &mut TcpStream,
    request: &Request,
    address: SocketAddr,
) -> io::Result<()> {
    let mut server = connect(client, address).await?;
    if request.method == "CONNECT" {
        client.write_all(ESTABLISHED).await?;
        server.write_all(&request.rest).await?;
        copy_bidirectional(client, &mut server).await?;
        return Ok(());
    }
    pass_on(client, &mut server, request).await
}

/// As [`forward`], to the stage. It serves several sessions and tells them apart by the Host header,
/// which must be what the proxy was asked for.
pub(super) async fn forward_home(
    client: &mut TcpStream,
    request: &Request,
    address: SocketAddr,
) -> io::Result<()> {
    let is_same =
        |host: Option<&str>| host.is_some_and(|host| host.eq_ignore_ascii_case(&request.authority));
    if request.method != "CONNECT" {
        if !is_same(request::host_of(request.headers.iter().map(String::as_str))) {
            return refuse(client).await;
        }
        let mut server = connect(client, address).await?;
        return pass_on(client, &mut server, request).await;
    }
    // A WebSocket.
    client.write_all(ESTABLISHED).await?;
    let head = request::read_head(client, request.rest.clone());
    let head = tokio::time::timeout(super::HEAD_LIMIT, head).await;
    let Ok(Some((bytes, end))) = head else {
        return Ok(());
    };
    let lines = std::str::from_utf8(&bytes[..end]).unwrap_or_default();
    if !is_same(request::host_of(lines.split("\r\n").skip(1))) {
        return refuse(client).await;
    }
    let mut server = connect(client, address).await?;
    server.write_all(&bytes).await?;
    copy_bidirectional(client, &mut server).await?;
    Ok(())
}

async fn refuse(client: &mut TcpStream) -> io::Result<()> {
    super::answer(
        client,
        "400 Bad Request",
        "the Host header names another host",
    )
    .await;
    Ok(())
}

async fn connect(client: &mut TcpStream, address: SocketAddr) -> io::Result<TcpStream> {
    let connect = tokio::time::timeout(CONNECT_LIMIT, TcpStream::connect(address)).await;
    match connect.map_err(io::Error::from).flatten() {
        Ok(server) => Ok(server),
        Err(error) => {
            super::answer(client, "502 Bad Gateway", &error.to_string()).await;
            Err(error)
        }
    }
}

/// One request and its answer.
async fn pass_on(
    client: &mut TcpStream,
    server: &mut TcpStream,
    request: &Request,
) -> io::Result<()> {
    let headers = request.headers.join("\r\n");
    let head = format!(
        "{} {} HTTP/1.1\r\n{headers}\r\nConnection: close\r\n\r\n",
        request.method, request.path
    );
    server.write_all(head.as_bytes()).await?;
    let sent = request.rest.len().min(request.content_length as usize);
    server.write_all(&request.rest[..sent]).await?;
    // Only the announced body is passed on: what follows may be for another host.
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    let mut body = (&mut from_client).take(request.content_length - sent as u64);
    let up = async { copy(&mut body, &mut to_server).await };
    let down = async { copy(&mut from_server, &mut to_client).await };
    let (up, down) = tokio::join!(up, down);
    up?;
    down?;
    client.shutdown().await
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use tokio::net::TcpListener;

    use super::super::{Proxy, Reach};
    use super::*;

    /// A server that answers every connection with what it was asked, and ends it.
    async fn echo_head() -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut buffer = vec![0; 4096];
                let read = stream.read(&mut buffer).await.unwrap_or(0);
                let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
                drop(stream.write_all(head.as_bytes()).await);
                drop(stream.write_all(&buffer[..read]).await);
            }
        });
        port
    }

    async fn ask(proxy: &Proxy, request: &str) -> String {
        let mut stream = TcpStream::connect(proxy.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    #[tokio::test]
    async fn permitted_hosts_are_reached_and_others_refused_and_reported() {
        let port = echo_head().await;
        let refusals = Arc::new(Mutex::new(Vec::new()));
        let record = Arc::clone(&refusals);
        let report = Arc::new(move |refusal: super::super::Refusal| {
            record.lock().unwrap().push(refusal.authority);
        });
        let open = Proxy::start(Reach::Addresses(|_| true), report.clone())
            .await
            .unwrap();
        let get = format!("GET http://127.0.0.1:{port}/p?q HTTP/1.1\r\nHost: x\r\n\r\n");
        let answer = ask(&open, &get).await;
        assert!(
            answer.contains("GET /p?q HTTP/1.1\r\nHost: x\r\nConnection: close"),
            "{answer}"
        );
        let connect = format!("CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\nhello");
        let answer = ask(&open, &connect).await;
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.ends_with("hello"),
            "{answer}"
        );
        assert!(refusals.lock().unwrap().is_empty());
        let web = Proxy::start(Reach::web(), report).await.unwrap();
        for request in [
            get,
            connect,
            format!("CONNECT localhost:{port} HTTP/1.1\r\n\r\n"),
        ] {
            let answer = ask(&web, &request).await;
            assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
        }
        assert_eq!(refusals.lock().unwrap().len(), 3);
    }
}
