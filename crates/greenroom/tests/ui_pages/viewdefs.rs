//! View definitions that change while pages are open.

use serde_json::{Value, json};

use crate::ui_server::UiServer;

const FILES: &[(&str, &str)] = &[
    (
        "lua/main.lua",
        "Contact = session:prototype('Contact', {name = ''})
         App = session:prototype('App', {contacts = {}, chosen = EMPTY})
         app = session:create(App, {contacts = {
           session:create(Contact, {name = 'Alice'}), session:create(Contact, {name = 'Bob'})}})
         app.chosen = app.contacts[2]
         session:createAppVariable(app)",
    ),
    (
        "viewdefs/App.DEFAULT.html",
        "<h1>Contacts</h1><ul ui-viewlist='contacts'></ul>
         <section ui-namespace='COMPACT' ui-view='chosen'></section>",
    ),
];

#[test]
fn browser_an_upload_renders_its_type_anew_in_all_tabs_of_all_sessions_and_nothing_else() {
    let mut ui = UiServer::open(FILES);
    ui.upload("Contact.DEFAULT", "<li><b ui-value='name'></b></li>");
    let profile = ui.profile("");
    let tabs = ["/1/", "/1/", "/two/"].map(|path| profile.tab(path));
    for tab in &tabs {
        tab.until("document.querySelectorAll('ul b')[1]?.textContent === 'Bob'");
        tab.eval("window.kept = ['h1', 'ul', 'section'].map((s) => document.querySelector(s)); window.loaded = true");
    }
    let data = ui.upload(
        "Contact.DEFAULT",
        "<template><li class='v2'><b ui-value='name'></b>!</li></template>",
    );
    assert_eq!(data["replaced"], json!(true));
    assert_eq!(data["tabs"], json!(3));
    assert_eq!(data["variables"], json!(9));
    for tab in &tabs {
        tab.until("document.querySelectorAll('ul li.v2').length === 2 && document.querySelectorAll('li').length === 3");
        assert_eq!(tab.texts("ul li"), ["Alice!", "Bob!"]);
        assert_eq!(
            tab.eval("[...['h1', 'ul', 'section'].map((s, i) => kept[i] === document.querySelector(s)), loaded]"),
            json!([true, true, true, true])
        );
    }
    // A tab that is opened later has it too.
    let late = profile.tab("/1/");
    late.until("document.querySelectorAll('ul li.v2').length === 2");
}

#[test]
fn browser_an_upload_is_an_empty_update_a_get_and_a_full_update() {
    let mut ui = UiServer::open(FILES);
    ui.upload("Contact.DEFAULT", "<li ui-value='name'></li>");
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelectorAll('ul li')[1]?.textContent === 'Bob' && document.querySelector('section li')");
    tab.eval("spy.sent.length = spy.received.length = 0");
    ui.upload("Contact.DEFAULT", "<li class='v2' ui-value='name'></li>");
    tab.until("document.querySelectorAll('li.v2').length === 3");
    let received = tab.eval("spy.received");
    let messages = received[0]["messages"].as_array().unwrap();
    assert_eq!(messages[0]["type"], "viewdefs");
    let mut empty: Vec<u64> = messages[1..].iter().map(empty_update).collect();
    let sent = tab.eval("spy.sent.flatMap((frame) => frame.messages)");
    let gets = sent
        .as_array()
        .unwrap()
        .iter()
        .filter(|each| each["type"] == "get");
    let mut asked: Vec<u64> = gets
        .flat_map(|get| get["ids"].as_array().unwrap().clone())
        .map(|id| id.as_u64().unwrap())
        .collect();
    empty.sort_unstable();
    asked.sort_unstable();
    assert_eq!(empty.len(), 3, "{received}");
    assert_eq!(asked, empty);
    for id in empty {
        let full = tab.eval(&format!(
            "spy.received.slice(1).flatMap((frame) => frame.messages).find((m) => m.type === 'update' && m.id === {id})"
        ));
        assert!(full["value"]["obj"].is_u64(), "{full}");
        assert_eq!(full["properties"]["type"], "Contact");
    }
}

fn empty_update(message: &Value) -> u64 {
    assert_eq!(message["type"], "update", "{message}");
    assert_eq!(message.as_object().unwrap().len(), 2, "{message}");
    message["id"].as_u64().unwrap()
}

#[test]
fn browser_a_pending_view_appears_and_a_more_specific_definition_takes_over() {
    let mut ui = UiServer::open(FILES);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('h1') !== null");
    assert_eq!(
        tab.eval("document.querySelectorAll('ul > *').length"),
        json!(0)
    );
    ui.upload("Contact.DEFAULT", "<li ui-value='name'></li>");
    tab.until(
        "document.querySelectorAll('ul li').length === 2 && document.querySelector('section li')",
    );
    ui.upload("Contact.COMPACT", "<i ui-value='name'></i>");
    tab.until("document.querySelector('section i')?.textContent === 'Bob'");
    assert_eq!(
        tab.eval("document.querySelector('section').getAttribute('ui-viewdef')"),
        json!("Contact.COMPACT")
    );
    assert_eq!(tab.texts("ul li"), ["Alice", "Bob"]);
    ui.upload("Contact.list-item", "<li class='row' ui-value='name'></li>");
    tab.until("document.querySelectorAll('ul li.row').length === 2");
}

#[test]
fn browser_of_two_uploads_at_once_the_last_wins() {
    let mut ui = UiServer::open(FILES);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('h1') !== null");
    let calls: Vec<i64> = (1..=10)
        .map(|version| {
            let content = format!("<li class='v{version}' ui-value='name'></li>");
            let arguments = json!({"type": "Contact", "namespace": "DEFAULT", "content": content});
            ui.client.send_call("ui_upload_viewdef", arguments)
        })
        .collect();
    let versions = calls.into_iter().map(|call| {
        let answer = ui.client.wait(call);
        answer["result"]["structuredContent"]["data"]["version"].as_u64()
    });
    let versions: Vec<u64> = versions.map(Option::unwrap).collect();
    assert!(
        versions.is_sorted(),
        "in the order of the calls: {versions:?}"
    );
    tab.until("document.querySelectorAll('ul li.v10').length === 2 && document.querySelectorAll('li').length === 3");
    // One after the other, as fast as they go.
    for version in ["first", "second"] {
        ui.upload(
            "Contact.DEFAULT",
            &format!("<li class='{version}' ui-value='name'></li>"),
        );
    }
    tab.until("document.querySelectorAll('ul li.second').length === 2 && document.querySelectorAll('li').length === 3");
}

#[test]
fn browser_text_being_typed_outlives_a_new_rendering() {
    let mut ui = UiServer::open(FILES);
    ui.upload("Contact.DEFAULT", "<li><input ui-value='name'></li>");
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelectorAll('ul input')[1]?.value === 'Bob'");
    tab.eval("document.querySelectorAll('ul input')[1].focus(); document.activeElement.setSelectionRange(1, 1)");
    tab.keys("XY");
    ui.upload(
        "Contact.DEFAULT",
        "<li class='v2'>Name <input ui-value='name'></li>",
    );
    tab.until("document.querySelectorAll('ul li.v2').length === 2");
    assert_eq!(
        tab.eval("[document.activeElement.closest('li').className, document.activeElement.value, document.activeElement.selectionStart]"),
        json!(["v2", "BXYob", 3])
    );
    tab.press("Enter");
    tab.until("document.querySelectorAll('ul input')[1].value === 'BXYob'");
    ui.run("app.contacts[1].name = 'Ann'");
    tab.until("document.querySelectorAll('ul input')[0].value === 'Ann'");
    assert_eq!(ui.run("return app.contacts[2].name"), json!("BXYob"));
}
