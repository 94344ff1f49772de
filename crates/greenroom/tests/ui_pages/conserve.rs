//! One tab per session.

use serde_json::json;

use crate::ui_server::{Tab, UiServer};

const FILES: &[(&str, &str)] = &[
    (
        "lua/main.lua",
        "session:createAppVariable({type = 'App', title = 'live'})",
    ),
    ("viewdefs/App.DEFAULT.html", "<h1 ui-value='title'></h1>"),
];

/// Notifications that are allowed and only noted, for all tabs of the origin.
const NOTED: &str = "window.Notification = class {
  static permission = 'granted';
  static requestPermission() { return Promise.resolve('granted'); }
  constructor(title, options) {
    localStorage.notes = (localStorage.notes ?? '') + title + '|' + options.tag + '\\n';
    this.close = () => {};
  }
};";

fn is_live(tab: &Tab) {
    tab.until("document.querySelector('h1')?.textContent === 'live'");
}

fn is_denied(tab: &Tab) {
    tab.until("document.querySelector('h1')?.textContent === 'Session is already open'");
}

#[test]
fn browser_a_second_tab_is_pointed_to_the_first() {
    let mut ui = UiServer::open(FILES);
    let profile = ui.profile("");
    let first = profile.tab("/1/?conserve=true&x=1");
    is_live(&first);
    assert_eq!(first.eval("location.search"), json!("?x=1"));
    let second = profile.tab("/1/?conserve=true");
    is_denied(&second);
    assert!(second.eval("performance.now()").as_f64().unwrap() < 1000.0);
    assert_eq!(second.eval("spy.sockets.length"), json!(0));
    assert_eq!(ui.live_tabs("1"), 1);
    // The live tab draws attention, and calms when it is used.
    first.until("document.title.startsWith('●') && document.body.innerText.includes('This tab is the live one')");
    first.click("h1");
    first.until("!document.title.startsWith('●')");
    assert_eq!(second.texts("main a")[0], "Close this page");
    // This tab has a history, so it cannot close itself.
    second.click("main a");
    second.until("document.body.innerText.includes('You can close this tab now.')");
    // Another session is another matter.
    let other = profile.tab("/2/?conserve=true");
    is_live(&other);
    // The human decides in the end.
    second.eval("[...document.querySelectorAll('main a')].find((a) => a.textContent === 'Use this page instead').click()");
    is_live(&second);
    assert_eq!(ui.live_tabs("1"), 2);
}

#[test]
fn browser_a_reload_is_never_denied() {
    let ui = UiServer::open(FILES);
    let tab = ui.profile("").tab("/1/");
    for _ in 0..15 {
        tab.go(&format!("{}/1/?conserve=true", ui.url));
        is_live(&tab);
    }
}

#[test]
fn browser_a_killed_tab_leaves_no_ghost() {
    let ui = UiServer::open(FILES);
    let profile = ui.profile("");
    let first = profile.tab("/1/?conserve=true");
    is_live(&first);
    first.kill();
    let second = profile.tab("/1/?conserve=true");
    is_live(&second);
}

#[test]
fn browser_of_two_tabs_at_once_one_is_admitted() {
    let mut ui = UiServer::open(FILES);
    let profile = ui.profile("");
    // The browser is let in by another session's page.
    is_live(&profile.tab("/2/"));
    let tabs = [profile.blank_tab(), profile.blank_tab()];
    for tab in &tabs {
        let go = format!(
            "setTimeout(() => location.href = '{}/1/?conserve=true', 50)",
            ui.url
        );
        tab.eval(&go);
    }
    for tab in &tabs {
        tab.until_loaded("/1/");
        tab.until("['live', 'Session is already open'].includes(document.querySelector('h1')?.textContent)");
    }
    let live = tabs.iter().filter(|tab| tab.text("h1") == "live").count();
    assert_eq!(live, 1);
    assert_eq!(ui.live_tabs("1"), 1);
}

#[test]
fn browser_a_tab_opened_without_conserve_is_seen_by_a_later_one() {
    let ui = UiServer::open(FILES);
    let profile = ui.profile("");
    let plain = profile.tab("/1/");
    is_live(&plain);
    let also_plain = profile.tab("/1/");
    is_live(&also_plain);
    is_denied(&profile.tab("/1/?conserve=true"));
    plain.close();
    also_plain.close();
    is_live(&profile.tab("/1/?conserve=true"));
}

#[test]
fn browser_one_notification_has_the_exact_text() {
    let ui = UiServer::open(FILES);
    let profile = ui.profile(NOTED);
    let first = profile.tab("/1/");
    is_live(&first);
    let second = profile.tab("/1/");
    is_live(&second);
    let denied = profile.tab("/1/?conserve=true");
    is_denied(&denied);
    denied.until("(localStorage.notes ?? '') !== ''");
    // The time in which the new tab would have notified by itself is over.
    denied.until("performance.now() > 1200");
    assert_eq!(
        denied.eval("localStorage.notes"),
        json!("Session 1 is already active in another tab.|greenroom-session-1\n")
    );
}

#[test]
fn browser_a_worker_that_died_learns_of_the_tabs_anew() {
    let ui = UiServer::open(FILES);
    let profile = ui.profile("");
    let first = profile.tab("/1/?conserve=true");
    is_live(&first);
    let second = profile.tab("/1/");
    is_live(&second);
    // The process of the first tab may be the worker's too.
    first.kill();
    second.eval("new Promise((done) => { const look = async () => (await navigator.locks.query()).held.some((lock) => lock.name === 'greenroom-worker-ui-1') ? done(1) : setTimeout(look, 20); look(); })");
    is_denied(&profile.tab("/1/?conserve=true"));
}
