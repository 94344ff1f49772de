//! How soon ten tabs show what a tool did, and how soon a thousand rows are there.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a benchmark prints, and stops where it cannot go on"
)]

#[path = "../../crates/greenroom/tests/ui_pages/ui_server.rs"]
#[expect(dead_code, reason = "the tests use the rest of it")]
mod ui_server;

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;

use ui_server::{Tab, UiServer};

const TABS: usize = 10;
const ROUNDS: usize = 60;

const FILES: &[(&str, &str)] = &[
    (
        "lua/main.lua",
        "Row = session:prototype('Row', {name = '', hits = 0})
         App = session:prototype('App', {title = '', rows = {}})
         function App:fill(count)
           self.rows = {}
           for i = 1, count do self.rows[i] = session:create(Row, {name = 'row ' .. i}) end
         end
         app = session:create(App, {})
         session:createAppVariable(app)",
    ),
    (
        "viewdefs/App.DEFAULT.html",
        "<h1 ui-value='title'></h1><ul ui-viewlist='rows'></ul>",
    ),
    (
        "viewdefs/Row.list-item.html",
        "<li><input ui-value='name'> <b ui-value='name'></b> <i ui-value='hits'></i></li>",
    ),
];

/// Notes when each text was first seen in the heading, on the clock that this process uses too.
const WATCH: &str = "addEventListener('DOMContentLoaded', () => {
  window.seen = {};
  const look = () => {
    const now = performance.timeOrigin + performance.now();
    for (const e of document.querySelectorAll('h1, h2')) seen[e.textContent] ??= now;
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
})";

fn main() {
    let mut ui = UiServer::open(FILES);
    let profile = ui.profile(WATCH);
    let tabs: Vec<Tab> = (0..TABS).map(|_| profile.tab("/1/")).collect();
    for tab in &tabs {
        tab.until("document.querySelector('h1') !== null");
    }
    let runs = delays(&mut ui, &tabs, |ui, word| {
        ui.run(&format!("app.title = '{word}'"));
    });
    report("ui_run, visible in all tabs", runs);
    let uploads = delays(&mut ui, &tabs, |ui, word| {
        ui.upload(
            "App.DEFAULT",
            &format!("<h2>{word}</h2><ul ui-viewlist='rows'></ul>"),
        );
    });
    report("ui_upload_viewdef, visible in all tabs", uploads);
    tabs.iter().for_each(Tab::close);
    rows(&mut ui);
}

/// Milliseconds from the return of an act to the moment when the last tab showed it.
fn delays(ui: &mut UiServer, tabs: &[Tab], act: impl Fn(&mut UiServer, &str)) -> Vec<f64> {
    let one = |round: usize| {
        let word = format!("round {round}");
        act(ui, &word);
        let returned = now_ms();
        let seen = tabs.iter().map(|tab| {
            tab.until(&format!("seen[{word:?}] !== undefined"));
            tab.eval(&format!("seen[{word:?}]")).as_f64().unwrap()
        });
        (seen.fold(0.0, f64::max) - returned).max(0.0)
    };
    let delays = (0..ROUNDS).map(one).collect();
    for tab in tabs {
        tab.eval("seen = {}");
    }
    delays
}

fn rows(ui: &mut UiServer) {
    let tab = ui.profile(WATCH).tab("/1/");
    tab.until("document.querySelector('ul') !== null");
    tab.eval(
        "new MutationObserver(() => {
           if (document.querySelectorAll('li i')[999]?.textContent === '0')
             window.full ??= performance.timeOrigin + performance.now();
         }).observe(document, { subtree: true, childList: true, characterData: true })",
    );
    let began = now_ms();
    ui.run("app:fill(1000)");
    let returned = now_ms();
    tab.until("window.full !== undefined");
    let full = tab.eval("window.full").as_f64().unwrap();
    println!(
        "1,000 rows, first render: {:.0} ms from the call, {:.0} ms from its return",
        full - began,
        full - returned
    );
    tab.eval(
        "window.touched = new Set();
         new MutationObserver((list) => { for (const record of list) {
           const node = record.target instanceof Element ? record.target : record.target.parentElement;
           touched.add(node.closest('li') ?? node);
         } }).observe(document.querySelector('ul'), { subtree: true, childList: true, characterData: true })",
    );
    ui.run("app.rows[500].hits = 7");
    tab.until("document.querySelectorAll('li i')[499].textContent === '7' && touched.size > 0");
    let touched = tab.eval("touched.size");
    println!("one row changed: {touched} row rendered");
    assert_eq!(touched, json!(1));
}

fn report(what: &str, mut delays: Vec<f64>) {
    delays.sort_by(f64::total_cmp);
    let at = |share: f64| delays[((delays.len() - 1) as f64 * share).round() as usize];
    println!(
        "{what} ({TABS} tabs, {ROUNDS} times): median {:.0} ms, p95 {:.0} ms, worst {:.0} ms",
        at(0.5),
        at(0.95),
        at(1.0)
    );
}

fn now_ms() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs_f64()
        * 1000.0
}
