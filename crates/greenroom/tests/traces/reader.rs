//! Somebody who opens a trace from the disk, in a browser that reaches no network.

use std::future::Future;
use std::path::Path;
use std::time::Duration;

use greenroom_browser::{Browser, ClickKind, ContextOptions, LaunchOptions, Page, World};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

const PATIENCE: Duration = Duration::from_secs(40);

/// Remembers what is copied, what the policy forbade and what went wrong.
const WATCH: &str = "
    window.copied = null; window.violations = []; window.faults = [];
    Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text }}});
    addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
    addEventListener('error', (event) => faults.push(String(event.message)));
    addEventListener('unhandledrejection', (event) => faults.push(String(event.reason)));";

pub(crate) struct Reader {
    runtime: Runtime,
    browser: Browser,
    page: Page,
}

impl Reader {
    /// Opens the file and waits until all of it is read.
    pub(crate) fn of(file: &Path, scripts: &[&str]) -> Self {
        let runtime = Runtime::new().unwrap();
        let scripts = [WATCH].into_iter().chain(scripts.iter().copied());
        let options = ContextOptions {
            init_scripts: scripts.map(str::to_owned).collect(),
            ..ContextOptions::default()
        };
        let (browser, page) = runtime.block_on(async {
            let browser = Browser::new(LaunchOptions::default());
            let context = browser.new_context(options).await.unwrap();
            let page = context.new_page().await.unwrap();
            (browser, page)
        });
        let reader = Self {
            runtime,
            browser,
            page,
        };
        let address = format!("file://{}", file.display());
        reader
            .wait_for(reader.page.navigate(&address, PATIENCE))
            .unwrap();
        reader.until("document.documentElement.dataset.trace === 'ready'");
        reader
    }

    /// Waits until a JavaScript expression is truthy; returns its value.
    pub(crate) fn until(&self, expression: &str) -> Value {
        self.run(
            &format!(
                "() => new Promise((resolve, reject) => {{
                    const end = performance.now() + {};
                    const look = () => {{
                        const found = ({expression});
                        if (found) return resolve(found);
                        if (performance.now() < end) return setTimeout(look, 20);
                        reject(new Error('never came true; the page says: ' + document.body.innerText));
                    }};
                    look();
                }})",
                PATIENCE.as_millis()
            ),
            &[],
        )
    }

    /// Runs a function in the page.
    pub(crate) fn run<T: DeserializeOwned>(&self, function: &str, arguments: &[Value]) -> T {
        let frame = self.page.main_frame();
        let limit = PATIENCE + Duration::from_secs(5);
        let found = self
            .wait_for(frame.call_function::<Value>(World::Main, function, arguments, limit))
            .unwrap_or_else(|error| panic!("{function}: {error}"));
        serde_json::from_value(found).unwrap()
    }

    /// Every pane shows the moment that follows so many entries of the journal.
    pub(crate) fn goes_to(&self, events: u64) {
        self.run::<bool>(
            "(moment) => { const range = document.querySelector('.track input');
                range.value = moment; range.dispatchEvent(new Event('input', {bubbles: true})); return true }",
            &[json!(events - 1)],
        );
        self.until(&format!(
            "document.querySelector('.moment b').textContent.startsWith('moment {events} ')"
        ));
    }

    /// What "Copy the moment" puts on the clipboard.
    pub(crate) fn copies_moment(&self) -> Value {
        self.run::<bool>("() => { window.copied = null; return true }", &[]);
        self.clicks(".scrub-end button:last-child");
        let text = self.until("window.copied");
        serde_json::from_str(text.as_str().unwrap()).unwrap()
    }

    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        self.run(
            "(selector) => [...document.querySelectorAll(selector)].map((one) => one.textContent)",
            &[json!(selector)],
        )
    }

    pub(crate) fn press(&self, keys: &[&str]) {
        for key in keys {
            self.wait_for(self.page.press(key)).unwrap();
        }
    }

    pub(crate) fn types(&self, text: &str) {
        self.wait_for(self.page.type_text(text, Duration::ZERO))
            .unwrap();
    }

    pub(crate) fn clicks(&self, selector: &str) {
        self.wait_for(self.page.locator(selector).click(ClickKind::Single))
            .unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Sends a command of the browser's own protocol to the tab.
    pub(crate) fn commands(&self, method: &str, params: &Value) {
        self.wait_for(self.page.call(method, params)).unwrap();
    }

    /// Nothing was fetched, forbidden or broken since the file was opened.
    pub(crate) fn is_at_peace(&self) {
        let told: Value = self.run(
            "() => ({violations, faults, fetched: performance.getEntriesByType('resource')
                .map((one) => one.name).filter((name) => !name.startsWith('blob:'))})",
            &[],
        );
        assert_eq!(told, json!({"violations": [], "faults": [], "fetched": []}));
    }

    fn wait_for<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.runtime.block_on(self.browser.close());
    }
}
