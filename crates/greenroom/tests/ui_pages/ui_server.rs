//! A project of the UI platform with a server of its own, and tabs that look at it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use greenroom_browser::{
    Browser, BrowserError, ClickKind, Context, ContextOptions, EvaluateOptions, LaunchOptions, Page,
};
use greenroom_testkit::McpClient;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::{Handle, Runtime};

const GREENROOM: &str = env!("CARGO_BIN_EXE_greenroom");
const LIMIT: Duration = Duration::from_secs(20);

/// Keeps what goes over the page's socket, and can cut it: `spy.dead` lets no socket open, and
/// `spy.cut` ends it at the next call, before (`lost`) or after (`sent`) its frame has left;
/// `spy.deaf` ends the next connection after its first words, before it can hear anything. Frames
/// of the server wait in `spy.held`, where it is a list, until `spy.release()`.
const SPY: &str = r"(() => {
  const Real = window.WebSocket;
  const spy = (window.spy = { sockets: [], sent: [], received: [], dead: false, cut: null, deaf: false, held: null });
  spy.release = () => { const held = spy.held; spy.held = null; for (const hear of held) hear(); };
  window.WebSocket = class extends Real {
    constructor(url) {
      super(spy.dead ? url.replace(/[^/]*$/, '0nobody') : url);
      spy.sockets.push(this);
      this.addEventListener('message', (event) => spy.received.push(JSON.parse(event.data)));
    }
    set onmessage(hear) {
      super.onmessage = (event) => (spy.held ? spy.held.push(() => hear(event)) : hear(event));
    }
    send(text) {
      const frame = JSON.parse(text);
      const cut = frame.userEvent ? spy.cut : null;
      spy.sent.push(frame);
      if (cut !== 'lost') super.send(text);
      if (cut) { spy.cut = null; this.close(); }
      if (spy.deaf && frame.messages[0].type === 'hello') { spy.deaf = false; this.close(); }
    }
  };
})()";

/// A server with its project folder and a browser.
pub(crate) struct UiServer {
    pub(crate) client: McpClient,
    home: TempDir,
    folder: TempDir,
    pub(crate) url: String,
    runtime: Runtime,
    browser: Browser,
}

impl UiServer {
    /// Writes the project's files, and starts.
    pub(crate) fn open(files: &[(&str, &str)]) -> Self {
        Self::open_folder(tempfile::tempdir().unwrap(), files)
    }

    /// Starts with a folder that has files already.
    pub(crate) fn open_folder(folder: TempDir, files: &[(&str, &str)]) -> Self {
        for (name, text) in files {
            write(&folder.path().join(name), text);
        }
        let home = tempfile::tempdir().unwrap();
        let mut client = server(home.path());
        let url = start(&mut client, folder.path());
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let browser = runtime.block_on(async { Browser::new(LaunchOptions::default()) });
        Self {
            client,
            home,
            folder,
            url,
            runtime,
            browser,
        }
    }

    /// Kills the server without a word, and starts another on the same project.
    pub(crate) fn restart(&mut self) {
        drop(std::mem::replace(
            &mut self.client,
            server(self.home.path()),
        ));
        self.url = start(&mut self.client, self.folder.path());
    }

    /// Runs Lua in session 1.
    pub(crate) fn run(&mut self, code: &str) -> Value {
        self.run_in("1", code)
    }

    pub(crate) fn run_in(&mut self, session: &str, code: &str) -> Value {
        let arguments = json!({"code": code, "sessionId": session});
        self.client.data("ui_run", arguments)["result"].clone()
    }

    pub(crate) fn upload(&mut self, key: &str, content: &str) -> Value {
        let (type_name, namespace) = key.rsplit_once('.').unwrap();
        let arguments = json!({"type": type_name, "namespace": namespace, "content": content});
        self.client.data("ui_upload_viewdef", arguments)
    }

    /// How many sockets the server counts for a session.
    pub(crate) fn live_tabs(&mut self, session: &str) -> usize {
        let status = self.client.data("ui_status", json!({}));
        let sessions = status["sessions"].as_array().unwrap();
        let found = sessions.iter().find(|each| each["id"] == session);
        found.map_or(0, |found| found["tabs"].as_array().unwrap().len())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A browser profile: tabs of one see each other's storage, locks and workers.
    pub(crate) fn profile(&self, init_script: &str) -> Profile {
        let options = ContextOptions {
            init_scripts: vec![SPY.to_owned(), init_script.to_owned()],
            ..ContextOptions::default()
        };
        let context = self.runtime.block_on(self.browser.new_context(options));
        Profile {
            context: context.unwrap(),
            handle: self.runtime.handle().clone(),
            url: self.url.clone(),
            token: fs::read_to_string(self.home.path().join("run/ui.token")).unwrap(),
        }
    }
}

impl Drop for UiServer {
    fn drop(&mut self) {
        self.runtime.block_on(self.browser.close());
    }
}

/// A server whose data directory outlives it.
fn server(home: &Path) -> McpClient {
    McpClient::start_with(GREENROOM, |command| {
        command.arg("--mcp").env("GREENROOM_HOME", home)
    })
}

fn start(client: &mut McpClient, folder: &Path) -> String {
    client.data("ui_configure", json!({"base_dir": folder}));
    let started = client.data("ui_start", json!({}));
    started["url"].as_str().unwrap().to_owned()
}

/// A path as the value of a query.
fn encoded(path: &str) -> String {
    let signs = [
        ("%", "%25"),
        ("?", "%3F"),
        ("&", "%26"),
        ("=", "%3D"),
        ("#", "%23"),
        ("+", "%2B"),
    ];
    signs.iter().fold(path.to_owned(), |text, (sign, code)| {
        text.replace(sign, code)
    })
}

pub(crate) fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

pub(crate) struct Profile {
    context: Context,
    handle: Handle,
    url: String,
    token: String,
}

impl Profile {
    /// Opens a path such as `/1/` in a new tab.
    pub(crate) fn tab(&self, path: &str) -> Tab {
        let tab = self.blank_tab();
        // As a person's browser does: past the door, with what was given to it.
        tab.go(&format!(
            "{}/-/enter?to={}#{}",
            self.url,
            encoded(path),
            self.token.trim()
        ));
        tab.until_loaded(path.split(['?', '#']).next().unwrap_or(path));
        tab
    }

    pub(crate) fn blank_tab(&self) -> Tab {
        Tab {
            page: self.handle.block_on(self.context.new_page()).unwrap(),
            handle: self.handle.clone(),
        }
    }
}

pub(crate) struct Tab {
    page: Page,
    handle: Handle,
}

impl Tab {
    pub(crate) fn go(&self, url: &str) {
        self.handle
            .block_on(self.page.navigate(url, LIMIT))
            .unwrap();
    }

    /// Waits until the tab has gone to an address that holds `part`.
    pub(crate) fn until_loaded(&self, part: &str) {
        let arrived = async {
            let mut events = self.page.context().events();
            while !self.page.url().contains(part) {
                events.next().await.unwrap();
            }
            self.page.wait_for_load(LIMIT).await
        };
        self.handle.block_on(arrived).unwrap();
    }

    /// The value of an expression.
    pub(crate) fn eval(&self, expression: &str) -> Value {
        match self.try_eval(expression) {
            Ok(value) => value,
            Err(error) => panic!("{expression}: {error}"),
        }
    }

    fn try_eval(&self, expression: &str) -> Result<Value, BrowserError> {
        let frame = self.page.main_frame();
        let options = EvaluateOptions {
            limit: LIMIT,
            ..EvaluateOptions::default()
        };
        let evaluated = self.handle.block_on(frame.evaluate(expression, &options));
        evaluated.map(|evaluated| evaluated.value)
    }

    /// Waits until an expression is true; it is looked at whenever the document changes.
    pub(crate) fn until(&self, condition: &str) {
        let wait = format!(
            "new Promise((resolve, reject) => {{
               const holds = () => {{ try {{ return ({condition}) }} catch {{ return false }} }};
               const end = (settle, value) => {{
                 observer.disconnect(); clearInterval(timer); clearTimeout(limit); settle(value);
               }};
               const look = () => holds() && end(resolve, true);
               const observer = new MutationObserver(look);
               const all = {{subtree: true, childList: true, attributes: true, characterData: true}};
               observer.observe(document, all);
               // What a field holds is no part of the document.
               const timer = setInterval(look, 20);
               const limit = setTimeout(() => end(reject, new Error(document.body.innerText)), 15000);
               look();
             }})"
        );
        loop {
            match self.try_eval(&wait) {
                Ok(_) => return,
                // Another document is coming; it may be the one that is waited for.
                Err(BrowserError::Closed { .. }) => {}
                Err(error) => panic!("{condition}: {error}"),
            }
        }
    }

    /// The text of the first element that a selector finds.
    pub(crate) fn text(&self, selector: &str) -> String {
        let text = self.eval(&format!("document.querySelector({selector:?}).textContent"));
        text.as_str().unwrap().to_owned()
    }

    /// The texts of all elements that a selector finds.
    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        let list =
            format!("[...document.querySelectorAll({selector:?})].map((e) => e.textContent)");
        serde_json::from_value(self.eval(&list)).unwrap()
    }

    pub(crate) fn click(&self, selector: &str) {
        let click = async { self.page.locator(selector).click(ClickKind::Single).await };
        self.handle.block_on(click).unwrap();
    }

    pub(crate) fn focus(&self, selector: &str) {
        let focus = async { self.page.locator(selector).focus().await };
        self.handle.block_on(focus).unwrap();
    }

    pub(crate) fn keys(&self, text: &str) {
        let typed = self.page.type_text(text, Duration::ZERO);
        self.handle.block_on(typed).unwrap();
    }

    pub(crate) fn press(&self, chord: &str) {
        self.handle.block_on(self.page.press(chord)).unwrap();
    }

    /// Replaces what a field holds, as a human does, and leaves the field.
    pub(crate) fn fill(&self, selector: &str, text: &str) {
        self.focus(selector);
        self.eval("document.activeElement.select()");
        self.keys(text);
        self.eval("document.activeElement.blur()");
    }

    pub(crate) fn close(&self) {
        self.handle.block_on(self.page.close(true)).unwrap();
    }

    /// Ends the tab's process, so that no unload event can run.
    pub(crate) fn kill(&self) {
        let crash = async { self.page.call("Page.crash", &json!({})).await };
        // The command has no answer: who would give it is gone.
        let _gone = self.handle.block_on(crash);
    }
}
