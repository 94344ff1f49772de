//! A person at the workbench: a real browser with real keys and clicks.

use std::future::Future;
use std::path::Path;
use std::time::{Duration, Instant};

use greenroom_browser::{
    Browser, BrowserError, ClickKind, ContextEvent, ContextOptions, FillValue, FrameInfo,
    LaunchOptions, Page, World,
};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::agent::Agent;

const PATIENCE: Duration = Duration::from_secs(20);

/// A script that keeps what the page offers as a file: its content in `exported`, its name in
/// `exportedAs`.
pub(crate) const KEEP_DOWNLOADS: &str = "
    URL.createObjectURL = (blob) => { blob.text().then((text) => (window.exported = text)); return 'blob:none' };
    HTMLAnchorElement.prototype.click = function () { window.exportedAs = this.download };";

/// A browser with one tab.
pub(crate) struct Person {
    runtime: Runtime,
    browser: Browser,
    page: Page,
}

impl Person {
    /// Opens the page of an agent's server and waits until it is connected.
    pub(crate) fn at(agent: &Agent) -> Self {
        Self::prepared(agent, &[])
    }

    /// As [`Person::at`], with scripts that run before those of the page.
    pub(crate) fn prepared(agent: &Agent, scripts: &[&str]) -> Self {
        Self::visiting(&agent.address(), scripts)
    }

    /// Opens a one-time address and waits until the page is connected.
    pub(crate) fn visiting(address: &str, scripts: &[&str]) -> Self {
        Self::visiting_with(LaunchOptions::default(), address, scripts)
    }

    /// As [`Person::visiting`], with a browser of their own.
    pub(crate) fn visiting_with(launch: LaunchOptions, address: &str, scripts: &[&str]) -> Self {
        let person = Self::with_browser(launch, scripts);
        person.visit(address);
        person
    }

    /// Opens an address, which need not let them in.
    pub(crate) fn at_address(address: &str) -> Self {
        let person = Self::with_browser(LaunchOptions::default(), &[]);
        person
            .wait_for(person.page.navigate(address, PATIENCE))
            .unwrap();
        person
    }

    /// Opens a file, with no network.
    pub(crate) fn offline(file: &Path) -> Self {
        let person = Self::with_browser(LaunchOptions::default(), &[]);
        person.commands("Network.enable", &json!({}));
        let offline = json!({
            "offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        });
        person.commands("Network.emulateNetworkConditions", &offline);
        let address = greenroom_stdx::file_url(file);
        person
            .wait_for(person.page.navigate(&address, PATIENCE))
            .unwrap();
        person
    }

    fn with_browser(launch: LaunchOptions, scripts: &[&str]) -> Self {
        let runtime = Runtime::new().unwrap();
        let options = ContextOptions {
            init_scripts: scripts.iter().map(|&script| script.to_owned()).collect(),
            ..ContextOptions::default()
        };
        let (browser, page) = runtime.block_on(async {
            let browser = Browser::new(launch);
            let context = browser.new_context(options).await.unwrap();
            let page = context.new_page().await.unwrap();
            (browser, page)
        });
        Self {
            runtime,
            browser,
            page,
        }
    }

    /// Lets another browser in, which asked for an address in a shell.
    pub(crate) fn lets_in(&self, agent: &Agent, scripts: &[&str]) -> Self {
        let asking = agent.asks_for_address();
        self.sees(".pairing-request:not([data-guarded])");
        self.clicks("[data-allow]");
        Self::visiting(&Agent::printed(asking), scripts)
    }

    fn visit(&self, address: &str) {
        self.wait_for(self.page.navigate(address, PATIENCE))
            .unwrap();
        self.sees("[data-connection=online]");
    }

    /// Reloads and waits until the new document is connected.
    pub(crate) fn reload(&self) {
        let mut events = self.page.context().events();
        self.wait_for(async {
            self.page.call("Page.reload", &json!({})).await.unwrap();
            let new_document = |event: &ContextEvent| {
                matches!(event, ContextEvent::Navigated { same_document, .. } if !same_document)
            };
            while !new_document(&events.next().await.unwrap()) {}
            self.page.wait_for_load(PATIENCE).await.unwrap();
        });
        self.sees("[data-connection=online]");
    }

    /// Waits for an element that matches; returns its text.
    pub(crate) fn sees(&self, selector: &str) -> String {
        let selector = json!(selector);
        let text = self.until(&format!(
            "[...document.querySelectorAll({selector})].map((one) => ({{text: one.textContent}}))[0]"
        ));
        text["text"].as_str().unwrap().to_owned()
    }

    /// Waits until nothing matches.
    pub(crate) fn sees_no(&self, selector: &str) {
        let selector = json!(selector);
        self.until(&format!("!document.querySelector({selector})"));
    }

    /// Waits for a card that takes input; returns its dialog's id.
    pub(crate) fn card(&self, text: &str) -> String {
        let text = json!(text);
        let id = self.until(&format!(
            "[...document.querySelectorAll('.card:not([data-guarded])')]
                .find((card) => card.dataset.phase === 'open' && card.textContent.includes({text}))?.dataset.dialog"
        ));
        id.as_str().unwrap().to_owned()
    }

    /// Waits until a JavaScript expression is truthy; returns its value.
    pub(crate) fn until(&self, expression: &str) -> Value {
        self.until_within(expression, PATIENCE)
    }

    /// As [`Self::until`], for what takes a minute or two.
    pub(crate) fn until_long(&self, expression: &str) -> Value {
        self.until_within(expression, 10 * PATIENCE)
    }

    fn until_within(&self, expression: &str, patience: Duration) -> Value {
        // The page may change without a mutation of its document (focus, values): so every frame.
        let function = format!(
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
            patience.as_millis()
        );
        let began = Instant::now();
        loop {
            match self.try_run(&function, &[], patience) {
                Ok(found) => return found,
                // The tab goes to another page meanwhile, where it may come true.
                Err(error)
                    if error.to_string().contains("document is closed")
                        && began.elapsed() < patience => {}
                Err(error) => panic!("{expression}: {error}"),
            }
        }
    }

    /// Runs a function in the page.
    pub(crate) fn run<T: serde::de::DeserializeOwned>(
        &self,
        function: &str,
        arguments: &[Value],
    ) -> T {
        serde_json::from_value(self.try_run(function, arguments, PATIENCE).unwrap()).unwrap()
    }

    fn try_run(
        &self,
        function: &str,
        arguments: &[Value],
        patience: Duration,
    ) -> Result<Value, BrowserError> {
        let frame = self.page.main_frame();
        let limit = patience + Duration::from_secs(5);
        self.wait_for(frame.call_function(World::Main, function, arguments, limit))
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
        self.awaits_scripts_at(selector);
        self.wait_for(self.page.locator(selector).click(ClickKind::Single))
            .unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Waits until what matches is in a document whose scripts have run: while one loads, a button may be
    /// there before the script that listens to it, and a click would be lost.
    fn awaits_scripts_at(&self, selector: &str) {
        let is_ready = "(selector) => document.querySelector(selector) !== null
            && (performance.getEntriesByType('navigation')[0]?.domContentLoadedEventEnd ?? 0) > 0";
        let selector = [json!(selector)];
        let is_ready_in = |frame: &FrameInfo| {
            let frame = self.page.frame(frame.id.as_str());
            // A frame that has gone meanwhile is not clicked into.
            frame.is_ok_and(|frame| {
                let asked = frame.call_function(World::Main, is_ready, &selector, PATIENCE);
                self.wait_for(asked).is_ok_and(|ready: bool| ready)
            })
        };
        let began = Instant::now();
        while !self.page.frames().iter().any(is_ready_in) && began.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Leaves the course that is played here.
    pub(crate) fn leaves(&self, how: &str) {
        self.clicks(".stage-bar .leave");
        self.clicks(&format!("[data-leave={how}]:enabled"));
    }

    /// Gives the window a size and a scheme of colours.
    pub(crate) fn looks_like(&self, width: u32, height: u32, scheme: &str) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
        });
        self.commands("Emulation.setDeviceMetricsOverride", &size);
        let features = json!([
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]);
        self.commands(
            "Emulation.setEmulatedMedia",
            &json!({ "features": features }),
        );
        self.until(&format!(
            "innerWidth === {width} && matchMedia('(prefers-color-scheme: {scheme})').matches"
        ));
    }

    /// Clicks twice in a row.
    pub(crate) fn clicks_twice(&self, selector: &str) {
        self.wait_for(self.page.locator(selector).click(ClickKind::Double))
            .unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Touches the middle of an element with a finger.
    pub(crate) fn taps(&self, selector: &str) {
        let (x, y): (f64, f64) = self.run(
            "(selector) => { const element = document.querySelector(selector); element.scrollIntoView({block: 'nearest'});
                const box = element.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2] }",
            &[json!(selector)],
        );
        self.commands(
            "Input.dispatchTouchEvent",
            &json!({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}),
        );
        self.commands(
            "Input.dispatchTouchEvent",
            &json!({"type": "touchEnd", "touchPoints": []}),
        );
    }

    /// Chooses in a list, ticks a box, or writes into a field.
    pub(crate) fn fills(&self, selector: &str, value: &FillValue) {
        self.wait_for(self.page.locator(selector).fill(value))
            .unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Drops a small image on a card and waits until it is shown there.
    pub(crate) fn drops_image(&self, dialog: &str, name: &str) {
        self.run::<bool>(
            "(id, name) => { const draw = document.createElement('canvas'); draw.width = draw.height = 8;
                return new Promise((done) => draw.toBlob((blob) => {
                    const given = new DataTransfer();
                    given.items.add(new File([blob], name, {type: 'image/png'}));
                    document.querySelector(`#card-${id} .images`).dispatchEvent(new DragEvent('drop', {dataTransfer: given, bubbles: true, cancelable: true}));
                    done(true);
                })) }",
            &[json!(dialog), json!(name)],
        );
        self.sees(&format!("#card-{dialog} .preview img"));
    }

    /// Drops a file on Home.
    pub(crate) fn drops(&self, name: &str, bytes: &[u8]) {
        self.run::<bool>(
            "(name, bytes) => {
                const given = new DataTransfer();
                given.items.add(new File([new Uint8Array(bytes)], name, {type: 'application/zip'}));
                document.querySelector('.drop').dispatchEvent(
                    new DragEvent('drop', {dataTransfer: given, bubbles: true, cancelable: true}));
                return true }",
            &[json!(name), json!(bytes)],
        );
    }

    /// Sends a command of the browser's own protocol to the tab.
    pub(crate) fn commands(&self, method: &str, params: &Value) {
        self.wait_for(self.page.call(method, params)).unwrap();
    }

    fn wait_for<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        self.runtime.block_on(self.browser.close());
    }
}
