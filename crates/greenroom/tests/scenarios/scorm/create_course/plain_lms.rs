//! An LMS that is not ours: a plain page with scorm-again, the course in a frame, and a server that keeps
//! what the page sends.

use std::collections::BTreeMap;
use std::future::Future;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use greenroom_browser::{Browser, ContextOptions, LaunchOptions, Page, World};
use serde_json::Value;
use tokio::runtime::Runtime;

const LIMIT: Duration = Duration::from_secs(30);
/// Where `make setup` puts scorm-again.
pub(super) const SCORM_AGAIN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/differential/node_modules/scorm-again/dist"
);
/// Keeps what the course complains of, in the window of the LMS.
const LISTEN: &str =
    "console.warn = (...words) => (top.complaints ??= []).push(words.map(String).join(' '));";

/// The elements that a SCO has saved, and their values.
pub(super) type Saved = BTreeMap<String, Value>;

pub(super) struct PlainLms {
    port: u16,
    /// With the SCO of each.
    saves: Receiver<(String, Saved)>,
    runtime: Runtime,
    browser: Browser,
    page: Page,
}

impl PlainLms {
    /// Serves the courses in a folder, to a browser of its own.
    pub(super) fn of(courses: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (sender, saves) = channel();
        let courses = courses.to_owned();
        // It ends with the process, as the listener does.
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (courses, sender) = (courses.clone(), sender.clone());
                thread::spawn(move || answer(&stream, &courses, &sender));
            }
        });
        let runtime = Runtime::new().unwrap();
        let options = ContextOptions {
            init_scripts: vec![LISTEN.to_owned()],
            ..ContextOptions::default()
        };
        let (browser, page) = runtime.block_on(async {
            let browser = Browser::new(LaunchOptions::default());
            let context = browser.new_context(options).await.unwrap();
            let page = context.new_page().await.unwrap();
            (browser, page)
        });
        Self {
            port,
            saves,
            runtime,
            browser,
            page,
        }
    }

    /// Launches a SCO, `<course>/<page>`, and runs a script in its page; what has arrived when `is_done` is true of it.
    pub(super) fn play(
        &self,
        version: &str,
        sco: &str,
        script: &str,
        is_done: impl Fn(&Saved) -> bool,
    ) -> Saved {
        let api = if version == "1.2" { "12" } else { "2004" };
        let url = format!("http://127.0.0.1:{}/lms{api}/{sco}", self.port);
        self.wait_for(self.page.navigate(&url, LIMIT)).unwrap();
        let frame = self.page.frame(&format!("/course/{sco}")).unwrap();
        let function = format!("() => {{ {script}; return true }}");
        let played = frame.call_function::<bool>(World::Main, &function, &[], LIMIT);
        assert!(self.wait_for(played).unwrap());
        let end = Instant::now() + LIMIT;
        let mut last = Saved::new();
        while !is_done(&last) {
            let left = end.saturating_duration_since(Instant::now());
            let Ok((of, saved)) = self.saves.recv_timeout(left) else {
                panic!("{sco} in {version}: the last that arrived is {last:#?}");
            };
            // One that was launched before may have its last word to say.
            if of == sco {
                last = saved;
            }
        }
        last
    }

    /// What the course said of calls that were refused.
    pub(super) fn complaints(&self) -> Vec<String> {
        let frame = self.page.main_frame();
        let told = frame.call_function(World::Main, "() => window.complaints ?? []", &[], LIMIT);
        self.wait_for(told).unwrap()
    }

    fn wait_for<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }
}

impl Drop for PlainLms {
    fn drop(&mut self) {
        self.runtime.block_on(self.browser.close());
    }
}

/// The page of the LMS: the API of scorm-again as its users set it up, and a frame.
fn lms_page(version: &str, sco: &str) -> String {
    let (script, api) = match version {
        "12" => ("scorm12.js", "window.API = new Scorm12API"),
        _ => ("scorm2004.js", "window.API_1484_11 = new Scorm2004API"),
    };
    format!(
        "<!doctype html><title>LMS</title><script src=\"/scorm-again/{script}\"></script>\
         <script>{api}({{lmsCommitUrl: '/saves/{sco}', dataCommitFormat: 'flattened', autocommit: false}});</script>\
         <iframe src=\"/course/{sco}\" width=\"900\" height=\"700\"></iframe>"
    )
}

fn answer(mut stream: &TcpStream, courses: &Path, saves: &Sender<(String, Saved)>) {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    let mut length = 0;
    if reader.read_line(&mut line).is_err() {
        return;
    }
    loop {
        let mut header = String::new();
        match reader.read_line(&mut header) {
            Ok(3..) => {}
            _ => break,
        }
        let header = header.to_lowercase();
        if let Some(number) = header.strip_prefix("content-length:") {
            length = number.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    let path = line.split(' ').nth(1).unwrap_or("/");
    let path = path.split('?').next().unwrap_or(path);
    let file = |root: &Path, name: &str| {
        let inside = |one| matches!(one, Component::Normal(_));
        let name = Path::new(name);
        let known = name.components().all(inside).then(|| root.join(name));
        known.and_then(|path| std::fs::read(path).ok())
    };
    let found = if let Some(sco) = path.strip_prefix("/saves/") {
        if let Ok(saved) = serde_json::from_slice(&body) {
            // Nobody may be waiting any more.
            drop(saves.send((sco.to_owned(), saved)));
        }
        Some(b"{\"result\":true,\"errorCode\":0}".to_vec())
    } else if let Some((version, sco)) = path
        .strip_prefix("/lms")
        .and_then(|rest| rest.split_once('/'))
    {
        Some(lms_page(version, sco).into_bytes())
    } else if let Some(name) = path.strip_prefix("/scorm-again/") {
        file(&PathBuf::from(SCORM_AGAIN), name)
    } else {
        let name = path.strip_prefix("/course/");
        name.and_then(|name| file(courses, name))
    };
    let status = if found.is_some() {
        "200 OK"
    } else {
        "404 Not Found"
    };
    let kind = match path.rsplit('.').next().unwrap_or_default() {
        _ if path.starts_with("/saves/") => "application/json",
        "js" => "text/javascript",
        "css" => "text/css",
        _ => "text/html; charset=utf-8",
    };
    let found = found.unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        found.len()
    );
    // The browser may have gone away.
    drop(
        stream
            .write_all(head.as_bytes())
            .and_then(|()| stream.write_all(&found)),
    );
}
