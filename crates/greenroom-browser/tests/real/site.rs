//! A tiny web server for tests: fixed files, and a record of what was asked for.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_browser::{Browser, Context, ContextOptions, LaunchOptions, Page};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

pub(crate) const LIMIT: Duration = Duration::from_secs(20);

/// Files below this take their time.
const SLOW: &str = "/slow/";

/// A server on a free loopback port; ends with its runtime.
pub(crate) struct Site {
    pub(crate) port: u16,
    hits: Arc<Mutex<Vec<String>>>,
}

impl Site {
    /// Serve `files`: path and content. Media types follow the file name.
    pub(crate) async fn start(files: &[(&str, &str)]) -> Self {
        Self::start_at(Ipv4Addr::LOCALHOST.into(), files).await
    }

    /// At this address of this machine.
    pub(crate) async fn start_at(address: IpAddr, files: &[(&str, &str)]) -> Self {
        let listener = TcpListener::bind((address, 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let hits = Arc::new(Mutex::new(Vec::new()));
        let files: Vec<(String, String)> = files
            .iter()
            .map(|(path, content)| ((*path).into(), (*content).into()))
            .collect();
        let (files, record) = (Arc::new(files), Arc::clone(&hits));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, Arc::clone(&files), Arc::clone(&record)));
            }
        });
        Self { port, hits }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Request lines seen so far; a connection without a request counts as `(connection)`.
    pub(crate) fn hits(&self) -> Vec<String> {
        self.hits.lock().unwrap().clone()
    }
}

async fn answer(
    mut stream: TcpStream,
    files: Arc<Vec<(String, String)>>,
    record: Arc<Mutex<Vec<String>>>,
) {
    let mut head = Vec::new();
    let mut buffer = [0; 4096];
    while !head.windows(4).any(|window| window == b"\r\n\r\n") {
        match stream.read(&mut buffer).await {
            Ok(read @ 1..) => head.extend_from_slice(&buffer[..read]),
            _ => break,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let line = head.lines().next().unwrap_or("(connection)").to_owned();
    record.lock().unwrap().push(line.clone());
    let path = line.split(' ').nth(1).unwrap_or("/");
    let path = path.split('?').next().unwrap_or(path);
    let file = files.iter().find(|(name, _)| name == path);
    let (status, body) = match file {
        Some((_, content)) => ("200 OK", content.as_str()),
        // Full browsers ask for it on their own; it is not what a test is about.
        None if path == "/favicon.ico" => ("200 OK", ""),
        None => ("404 Not Found", "not here"),
    };
    let mime = match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript",
        "css" => "text/css",
        "json" => "application/json",
        "bin" => "application/octet-stream",
        "svg" => "image/svg+xml",
        "txt" => "text/plain",
        _ => "text/html; charset=utf-8",
    };
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {}\r\nCache-Control: \
         no-store\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    if path.starts_with(SLOW) {
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    // The browser may have gone away.
    drop(stream.write_all(answer.as_bytes()).await);
}

/// A browser with one context and one page on `html`.
pub(crate) struct Stage {
    browser: Browser,
    pub(crate) context: Context,
    pub(crate) page: Page,
    pub(crate) site: Site,
}

impl Stage {
    pub(crate) async fn open(html: &str) -> Self {
        Self::open_files(&[("/", html)], ContextOptions::default()).await
    }

    pub(crate) fn browser(&self) -> &Browser {
        &self.browser
    }

    /// Serve `files` and open `/`.
    pub(crate) async fn open_files(files: &[(&str, &str)], options: ContextOptions) -> Self {
        let site = Site::start(files).await;
        let browser = Browser::new(LaunchOptions::default());
        let context = browser.new_context(options).await.unwrap();
        let page = context.new_page().await.unwrap();
        page.navigate(&site.url("/"), LIMIT).await.unwrap();
        Self {
            browser,
            context,
            page,
            site,
        }
    }
}
