//! What Lua changes is seen in every tab.

use serde_json::json;

use crate::ui_server::UiServer;

const COUNTER: &[(&str, &str)] = &[
    (
        "lua/main.lua",
        "App = session:prototype('App', {title = 'first', count = 0})
         function App:add() self.count = self.count + 1 end
         session:createAppVariable(session:create(App, {}))",
    ),
    (
        "viewdefs/App.DEFAULT.html",
        "<h1 ui-value='title'></h1><output ui-value='count'></output>
         <button ui-action='add()'>Add</button>",
    ),
];

#[test]
fn browser_a_change_by_ui_run_is_in_every_tab_of_that_session_only() {
    let mut ui = UiServer::open(COUNTER);
    let profile = ui.profile("");
    let tabs: Vec<_> = ["/1/", "/1/", "/other/"]
        .map(|path| profile.tab(path))
        .into();
    for tab in &tabs {
        tab.until("document.querySelector('h1').textContent === 'first'");
    }
    ui.run("session:getApp().title = 'x'");
    for tab in &tabs[..2] {
        tab.until("document.querySelector('h1').textContent === 'x'");
    }
    assert_eq!(tabs[2].text("h1"), "first");
    assert_eq!(
        ui.run_in("other", "return session:getApp().title"),
        json!("first")
    );
}

#[test]
fn browser_a_hundred_runs_among_a_hundred_clicks_make_two_hundred() {
    let mut ui = UiServer::open(COUNTER);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('output').textContent === '0'");
    // The clicks go on in the page while the calls come from the other side.
    tab.eval(
        "(() => { let left = 100; const click = () => {
             document.querySelector('button').click(); if (--left > 0) setTimeout(click, 1);
           }; click(); })()",
    );
    let calls: Vec<i64> = (0..100)
        .map(|_| {
            let code = "local app = session:getApp(); app.count = app.count + 1";
            ui.client.send_call("ui_run", json!({"code": code}))
        })
        .collect();
    for call in calls {
        ui.client.wait(call);
    }
    tab.until("document.querySelector('output').textContent === '200'");
    assert_eq!(ui.run("return session:getApp().count"), json!(200));
}

#[test]
fn browser_a_page_without_app_fills_itself() {
    let mut ui = UiServer::open(&[]);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.body.innerText.includes('No app yet')");
    ui.run("session:createAppVariable({type = 'Late', word = 'here'})");
    tab.until("document.body.innerText.includes('Late.DEFAULT')");
    ui.upload("Late.DEFAULT", "<p ui-value='word'></p>");
    tab.until("document.querySelector('main > p').textContent === 'here'");
    ui.run("session:createAppVariable({type = 'Late', word = 'another'})");
    tab.until("document.querySelector('main > p').textContent === 'another'");
}
