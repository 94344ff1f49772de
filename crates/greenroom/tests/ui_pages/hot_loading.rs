//! Saved files are taken over by open pages.

use std::fs;

use serde_json::json;

use crate::ui_server::{UiServer, write};

const MAIN: &str = "App = session:prototype('App', {word = 'old'})
    function App:text() return 'one ' .. self.word end
    if not session.reloading then session:createAppVariable(session:create(App, {})) end";

#[test]
fn browser_saved_viewdefs_and_lua_are_taken_over() {
    let files = [
        ("lua/main.lua", MAIN),
        ("viewdefs/App.DEFAULT.html", "<b ui-value='text()'></b>"),
    ];
    let mut ui = UiServer::open(&files);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('b')?.textContent === 'one old'");
    ui.run("session:getApp().word = 'kept'");
    write(
        &ui.path("viewdefs/App.DEFAULT.html"),
        "<i ui-value='text()'></i>",
    );
    tab.until("document.querySelector('i')?.textContent === 'one kept'");
    // Editors save by renaming a new file over the old one.
    let fresh = ui.path("viewdefs/.App.DEFAULT.html.swp");
    write(&fresh, "<u ui-value='text()'></u>");
    fs::rename(&fresh, ui.path("viewdefs/App.DEFAULT.html")).unwrap();
    tab.until("document.querySelector('u')?.textContent === 'one kept'");
    let fresh = ui.path("lua/main.lua~");
    write(&fresh, &MAIN.replace("one ", "two "));
    fs::rename(&fresh, ui.path("lua/main.lua")).unwrap();
    tab.until("document.querySelector('u').textContent === 'two kept'");
    assert_eq!(ui.run("return session:getApp().word"), json!("kept"));
}

#[test]
fn browser_a_syntax_error_keeps_the_old_code_and_is_told() {
    let mut ui = UiServer::open(&[
        ("lua/main.lua", MAIN),
        ("viewdefs/App.DEFAULT.html", "<b ui-value='text()'></b>"),
    ]);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('b')?.textContent === 'one old'");
    write(
        &ui.path("lua/main.lua"),
        "function App:text( return 'broken' end",
    );
    tab.until("document.querySelector('greenroom-notice')?.textContent.includes('main.lua')");
    let status = ui.client.data("ui_status", json!({}));
    let errors = status["last_errors"].to_string();
    assert!(errors.contains("main.lua"), "{errors}");
    ui.run("session:getApp().word = 'alive'");
    tab.until("document.querySelector('b').textContent === 'one alive'");
    write(&ui.path("lua/main.lua"), &MAIN.replace("one ", "three "));
    tab.until("document.querySelector('b').textContent === 'three alive'");
}

#[test]
fn browser_a_saved_style_is_taken_over() {
    let mut ui = UiServer::open(&[
        ("lua/main.lua", MAIN),
        (
            "viewdefs/App.DEFAULT.html",
            "<input><b ui-value='text()'></b>",
        ),
    ]);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('b')?.textContent === 'one old'");
    tab.eval("document.querySelector('input').value = 'typed'");
    let color = |wanted: &str| {
        tab.until(&format!(
            "getComputedStyle(document.querySelector('b')).color === '{wanted}'"
        ));
    };
    write(&ui.path("html/app.css"), "b { color: rgb(1, 2, 3) }");
    color("rgb(1, 2, 3)");
    write(&ui.path("html/app.css"), "b { color: rgb(4, 5, 6) }");
    color("rgb(4, 5, 6)");
    tab.until("document.querySelectorAll('link[href*=\"app.css\"]').length === 1");
    assert_eq!(
        tab.eval("document.querySelector('input').value"),
        json!("typed"),
        "without a reload"
    );
    ui.run("return 1");
}
