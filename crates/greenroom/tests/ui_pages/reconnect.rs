//! A lost connection: nothing is lost, nothing runs twice.

use serde_json::json;

use crate::ui_server::{Tab, UiServer};

const FILES: &[(&str, &str)] = &[
    (
        "lua/main.lua",
        "App = session:prototype('App', {title = 'first', count = 0, note = '', draft = '', code = 'x'})
         function App:add() self.count = self.count + 1 end
         session:createAppVariable(session:create(App, {}))",
    ),
    (
        "viewdefs/App.DEFAULT.html",
        "<h1 ui-value='title'></h1><input id='note' ui-value='note'><input id='draft' ui-value='draft'>
         <button ui-action='add()'>add</button><output ui-value='count'></output><p ui-code='code'></p>",
    ),
];

fn cut(tab: &Tab) {
    tab.eval("spy.dead = true; spy.sockets.at(-1).close()");
    tab.until("document.body.innerText.includes('connection to Greenroom is lost')");
}

#[test]
fn browser_a_lost_socket_is_told_and_the_page_comes_back_whole() {
    let mut ui = UiServer::open(FILES);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('h1')?.textContent === 'first'");
    tab.eval("window.heading = document.querySelector('h1')");
    tab.focus("#draft");
    tab.keys("typed");
    cut(&tab);
    // A click is refused where it was made; an edit is kept.
    tab.eval("document.querySelector('button').click()");
    tab.until("document.querySelector('button').getAttribute('ui-error-code') === 'NOT_CONNECTED'");
    tab.eval("note.value = 'kept'; note.dispatchEvent(new Event('change'))");
    ui.run("local app = session:getApp() app.title, app.code = 'second', 'window.ran = true'");
    tab.eval("spy.dead = false");
    tab.until("document.querySelector('h1').textContent === 'second'");
    tab.until("!document.body.innerText.includes('connection to Greenroom is lost')");
    assert_eq!(
        tab.eval("[heading === document.querySelector('h1'), draft.value, document.activeElement === draft, window.ran ?? null]"),
        json!([true, "typed", true, null])
    );
    ui.run("session:getApp().title = 'third'");
    tab.until("document.querySelector('h1').textContent === 'third'");
    assert_eq!(
        ui.run("local app = session:getApp() return {app.count, app.note}"),
        json!([0, "kept"])
    );
    assert_eq!(
        tab.eval("document.querySelectorAll('[ui-error]').length"),
        json!(0)
    );
}

#[test]
fn browser_a_click_under_way_runs_exactly_once() {
    let mut ui = UiServer::open(FILES);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('output')?.textContent === '0'");
    for (count, moment, deaf) in [
        (1, "lost", false),
        (2, "sent", false),
        (3, "lost", true),
        (4, "sent", true),
    ] {
        tab.eval(&format!(
            "spy.cut = {moment:?}; spy.deaf = {deaf}; document.querySelector('button').click()"
        ));
        tab.until(&format!(
            "spy.cut === null && !spy.deaf && document.querySelector('output').textContent === '{count}'"
        ));
        // The page is back and all is acknowledged before the count is believed.
        ui.run("session:getApp().title = 'seen ' .. session:getApp().count");
        tab.until(&format!(
            "document.querySelector('h1').textContent === 'seen {count}'"
        ));
        assert_eq!(ui.run("return session:getApp().count"), json!(count));
    }
}

#[test]
fn browser_a_restarted_server_is_announced() {
    let port = free_port();
    let settings = format!("[ui]\nport = {port}\n");
    let mut ui = UiServer::open(&[FILES, &[("greenroom.toml", &settings)]].concat());
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('h1')?.textContent === 'first'");
    ui.run("session:getApp().title = 'before'");
    tab.until("document.querySelector('h1').textContent === 'before'");
    ui.restart();
    tab.until("document.body.innerText.includes('Greenroom was restarted')");
    tab.until("document.querySelector('h1')?.textContent === 'first'");
    tab.click("button");
    tab.until("document.querySelector('output').textContent === '1'");
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.local_addr().unwrap().port()
}

#[test]
fn browser_a_page_whose_server_is_gone_does_not_look_alive() {
    let mut ui = UiServer::open(FILES);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('h1')?.textContent === 'first'");
    let faded = "Number(getComputedStyle(document.querySelector('main')).opacity) < 1 && document.title.startsWith('⚠')";
    assert_eq!(tab.eval(faded), json!(false));
    cut(&tab);
    tab.until(faded);
    tab.eval("spy.dead = false");
    tab.until(&format!("!({faded}) && !document.title.startsWith('⚠')"));
    ui.client.data("ui_stop", json!({}));
    tab.until(faded);
    tab.until("document.body.innerText.includes('stopped')");
}
