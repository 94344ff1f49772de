//! Several tabs of one session.

use serde_json::json;

use crate::ui_server::UiServer;

#[test]
fn browser_three_tabs_edit_one_session_and_converge() {
    let mut ui = UiServer::open(&[
        (
            "lua/main.lua",
            "session:createAppVariable({type = 'App', a = '1', b = '2', c = '3'})",
        ),
        (
            "viewdefs/App.DEFAULT.html",
            "<input id='a' ui-value='a'><input id='b' ui-value='b'><input id='c' ui-value='c'>",
        ),
    ]);
    let profile = ui.profile("");
    let tabs = [
        profile.tab("/1/"),
        profile.tab("/1/"),
        profile.tab("/1/page"),
    ];
    for tab in &tabs {
        tab.until("document.getElementById('c')?.value === '3'");
    }
    for (tab, id) in tabs.iter().zip(["a", "b", "c"]) {
        tab.fill(&format!("#{id}"), &format!("by tab {id}"));
    }
    for tab in &tabs {
        tab.until("[a, b, c].map((e) => e.value).join() === 'by tab a,by tab b,by tab c'");
    }
    // Two write the same field; all show what came last.
    for (tab, word) in tabs.iter().zip(["one", "two", "three"]) {
        tab.eval(&format!(
            "a.value = {word:?}; a.dispatchEvent(new Event('change'))"
        ));
    }
    for (tab, word) in tabs.iter().zip(["one", "two", "three"]) {
        tab.until(&format!(
            "spy.sent.some((frame) => frame.messages.some((message) => message.value === {word:?})
               && spy.received.some((answer) => answer.ack >= frame.seq))"
        ));
    }
    let last = ui.run("return session:getApp().a");
    for tab in &tabs {
        tab.until(&format!("a.value === {last}"));
    }
    let paths = ui.run(
        "local paths = {} for _, tab in ipairs(session:tabs()) do paths[#paths + 1] = tab.path end
         table.sort(paths) return paths",
    );
    assert_eq!(paths, json!(["/", "/", "/page"]));
    tabs[1].close();
    ui.run("session:getApp().b = 'after'");
    for tab in [&tabs[0], &tabs[2]] {
        tab.until("b.value === 'after'");
    }
}

#[test]
fn browser_another_browser_is_told_of() {
    let ui = UiServer::open(&[("lua/main.lua", "session:createAppVariable({type = 'App'})")]);
    let first = ui.profile("").tab("/1/");
    first.until("document.body.innerText.includes('App.DEFAULT')");
    let second = ui.profile("").tab("/1/");
    second.until("document.body.innerText.includes('also open in another browser')");
    let beside = ui.profile("");
    let third = beside.tab("/other/");
    let fourth = beside.tab("/other/");
    for tab in [&third, &fourth] {
        tab.until("document.body.innerText.includes('App.DEFAULT')");
        assert_eq!(
            tab.eval("document.body.innerText.includes('another browser')"),
            json!(false)
        );
    }
}
