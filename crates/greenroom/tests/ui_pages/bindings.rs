//! Every binding of the UI platform, on plain HTML controls.

use std::net::TcpListener;

use serde_json::{Value, json};

use crate::ui_server::UiServer;

const MAIN: &str = r#"
App = session:prototype("App", {
  title = "<b>bold</b>", firstName = "Ada", lastName = "Byron", on = true, color = "red", size = 2,
  many = {"a"}, level = 5, words = "", note = "", markup = "", tone = "rgb(1, 2, 3)", link = "/1/x",
  heard = "", code = "window.ran = 1", lines = {}, broken = EMPTY,
})
function App:fullName() return self.firstName .. " " .. self.lastName end
function App:hear(value) self.heard = tostring(value) end
function App:save() self.heard = "saved " .. self.note end
function App:types()
  return math.type(self.level) .. " " .. math.type(self.size) .. " " .. type(self.on) .. " " .. #self.many
end
session:createAppVariable(session:create(App, {}))
"#;

const VIEW: &str = r#"<template>
  <h1 ui-value="title"></h1>
  <input id="first" ui-value="firstName"> <b id="full" ui-value="fullName()"></b>
  <input id="on" type="checkbox" ui-value="on">
  <input id="red" type="radio" name="c" value="red" ui-value="color">
  <input id="blue" type="radio" name="c" value="blue" ui-value="color">
  <select id="size" ui-value="size"><option value="1">S</option><option value="2">M</option><option value="3">L</option></select>
  <select id="many" multiple ui-value="many"><option>a</option><option>b</option></select>
  <input id="level" type="number" ui-value="level"> <input id="range" type="range" ui-value="level"> <q id="told" ui-value="level"></q>
  <textarea id="words" ui-value="words?keypress"></textarea> <i id="echo" ui-value="words"></i>
  <p id="types" ui-value="types()"></p>
  <button id="say" value="word" ui-action="hear(_)">say</button> <s id="heard" ui-value="heard"></s>
  <div id="box" tabindex="0" ui-action="hear(_)" value="boxed">box</div>
  <input id="note" ui-value="note" ui-event-keypress-ctrl-enter="save()">
  <div id="keys" tabindex="0" ui-event-keypress-shift-k="hear(_)" ui-event-keypress-left="hear(_)">keys</div>
  <p id="dbl" ui-event-dblclick="save()">twice</p>
  <a id="reflect" ui-attr-href="link" ui-attr-data-on="on" ui-class-lit="on" ui-style-color="tone">x</a>
  <p id="shown" ui-show="on">shown</p><p id="hidden" ui-hide="on">hidden</p>
  <div id="html" ui-html="markup"></div><div id="trusted" ui-html="markup?trusted"></div>
  <div><span id="swapped" ui-html="markup?replace"></span></div>
  <p id="code" ui-code="code"></p><p id="initial" ui-code="code?initial"></p>
  <div id="log" style="height: 40px; overflow: auto" ui-viewlist="lines?scrollOnOutput"><template><p ui-value="."></p></template></div>
  <u id="nil" ui-value="broken.deep.path"></u>
</template>"#;

fn ui() -> UiServer {
    UiServer::open(&[("lua/main.lua", MAIN), ("viewdefs/App.DEFAULT.html", VIEW)])
}

#[test]
fn browser_values_reach_the_page_and_come_back_with_their_types() {
    let mut ui = ui();
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('h1').textContent === '<b>bold</b>'");
    assert_eq!(
        tab.eval("[first.value, full.textContent, on.checked, red.checked, blue.checked, size.value, many.selectedOptions.length, level.value, range.value, nil.textContent]"),
        json!(["Ada", "Ada Byron", true, true, false, "2", 1, "5", "5", ""])
    );
    tab.fill("#first", "Grace");
    tab.until("full.textContent === 'Grace Byron'");
    tab.click("#on");
    tab.until("hidden.hidden === false && shown.hidden === true");
    tab.click("#blue");
    tab.eval("size.value = '3', size.dispatchEvent(new Event('change', {bubbles: true}))");
    tab.eval(
        "for (const o of many.options) o.selected = true; many.dispatchEvent(new Event('change'))",
    );
    tab.fill("#level", "7");
    tab.until("told.textContent === '7' && range.value === '7' && types.textContent === 'integer integer boolean 2'");
    assert_eq!(
        ui.run("local a = session:getApp() return {a.on, a.color, a.size, a.level, a.many[2]}"),
        json!([false, "blue", 3, 7, "b"])
    );
    tab.fill("#level", "7.5");
    tab.until("types.textContent.startsWith('float')");
    ui.run("local a = session:getApp() a.color, a.size, a.many, a.on = 'red', 1, {}, true");
    tab.until(
        "red.checked && size.value === '1' && many.selectedOptions.length === 0 && on.checked",
    );
}

#[test]
fn browser_typing_is_sent_by_key_only_where_asked() {
    let mut ui = ui();
    let tab = ui.profile("").tab("/1/");
    tab.until("first.value === 'Ada'");
    tab.focus("#words");
    tab.keys("hello");
    tab.until("echo.textContent === 'hello'");
    tab.focus("#first");
    tab.keys("X");
    // A value of the server does not overwrite a field in use; Escape shows it.
    ui.run("session:getApp().firstName = 'Eve'");
    tab.until("full.textContent === 'Eve Byron'");
    assert_eq!(tab.eval("first.value.includes('X')"), json!(true));
    tab.press("Escape");
    tab.until("first.value === 'Eve'");
}

#[test]
fn browser_clicks_keys_and_events_call_methods() {
    let mut ui = ui();
    let tab = ui.profile("").tab("/1/");
    tab.until("first.value === 'Ada'");
    tab.click("#say");
    tab.until("heard.textContent === 'word'");
    tab.focus("#box");
    tab.press("Enter");
    tab.until("heard.textContent === 'boxed'");
    ui.run("session:getApp().heard = ''");
    tab.until("heard.textContent === ''");
    tab.press("Space");
    tab.until("heard.textContent === 'boxed'");
    tab.focus("#note");
    tab.keys("first");
    // The typed text is sent before the call, though the field was not left.
    tab.press("Control+Enter");
    tab.until("heard.textContent === 'saved first'");
    tab.focus("#keys");
    tab.press("k");
    tab.press("Shift+K");
    tab.until("heard.textContent === 'k'");
    tab.press("ArrowLeft");
    tab.until("heard.textContent === 'left'");
    tab.eval("dbl.dispatchEvent(new MouseEvent('dblclick', {bubbles: true}))");
    tab.until("heard.textContent === 'saved first'");
    tab.eval("note.addEventListener('ui-value-change', (event) => (window.told = event.detail.value)); greenroom.set(note, 'by script')");
    tab.until("window.told === 'by script'");
    tab.click("#box");
    tab.until("heard.textContent === 'boxed'");
    assert_eq!(ui.run("return session:getApp().note"), json!("by script"));
}

#[test]
fn browser_attributes_classes_styles_html_and_code_follow_values() {
    let mut ui = ui();
    let tab = ui.profile("").tab("/1/");
    tab.until("first.value === 'Ada'");
    assert_eq!(
        tab.eval("[reflect.getAttribute('href'), reflect.dataset.on, reflect.className, reflect.style.color, shown.hidden, hidden.hidden]"),
        json!(["/1/x", "", "lit", "rgb(1, 2, 3)", false, true])
    );
    // Only the element that asked for it ran the code found at load.
    assert_eq!(tab.eval("window.ran"), json!(1));
    ui.run(
        "local a = session:getApp()
         a.on, a.link, a.tone, a.code = false, false, false, 'window.ran = (window.ran ?? 0) + 10'
         a.markup = '<i onclick=\"window.hacked = 1\">it</i><script>window.hacked = 1</script><a href=\"javascript:1\">l</a>'",
    );
    tab.until("window.ran === 21");
    assert_eq!(
        tab.eval("[reflect.hasAttribute('href'), reflect.hasAttribute('data-on'), reflect.className, reflect.style.color]"),
        json!([false, false, "", ""])
    );
    assert_eq!(tab.eval("html.innerHTML"), json!("<i>it</i><a>l</a>"));
    assert_eq!(
        tab.eval("trusted.querySelector('i').hasAttribute('onclick')"),
        json!(true)
    );
    assert_eq!(tab.eval("document.getElementById('swapped')"), json!(null));
    assert_eq!(tab.eval("window.hacked ?? null"), json!(null));
    ui.run("for i = 1, 30 do table.insert(session:getApp().lines, 'line ' .. i) end");
    tab.until("log.children.length === 30 && log.scrollTop > 0 && log.scrollTop + log.clientHeight >= log.scrollHeight - 2");
}

#[test]
fn browser_nothing_but_the_ui_origin_is_reached() {
    let elsewhere = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    elsewhere.set_nonblocking(true).unwrap();
    let address = format!("http://{}/x", elsewhere.local_addr().unwrap());
    let mut ui = ui();
    let tab = ui.profile("").tab("/1/");
    tab.until("first.value === 'Ada'");
    tab.eval("window.stopped = 0; addEventListener('securitypolicyviolation', () => stopped++)");
    let markup = format!("<img src=\"{address}\"><link rel=\"stylesheet\" href=\"{address}\">");
    ui.run(&format!("session:getApp().markup = [[{markup}]]"));
    tab.until("trusted.querySelector('img') && stopped >= 2");
    tab.eval(&format!("fetch({address:?}).catch(() => 0)"));
    tab.until("stopped >= 3");
    let visit = elsewhere.accept();
    assert!(visit.is_err(), "{visit:?}");
}

#[test]
fn browser_a_field_is_not_rewritten_under_the_hands() {
    let mut ui = UiServer::open(&[
        (
            "lua/main.lua",
            "App = session:prototype('App', {level = 7, name = 'ann'})
             function App:setName(name) self.name = name:upper() end
             session:createAppVariable(session:create(App, {}))",
        ),
        (
            "viewdefs/App.DEFAULT.html",
            "<input id='level' type='number' ui-value='level?keypress'>
             <input id='name' ui-value='name?keypress'><button ui-action='setName(_)' value='x'>x</button>",
        ),
    ]);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('#level')?.value === '7'");
    tab.focus("#level");
    tab.press("End");
    tab.press("Backspace");
    // Asked again until the page's frame is there, which comes another way than the question.
    let becomes = |ui: &mut UiServer, name: &str, wanted: Value| {
        let code = format!("return session:getApp().{name}");
        while ui.run(&code) != wanted {}
    };
    becomes(&mut ui, "level", Value::Null);
    assert_eq!(
        tab.eval("document.querySelector('#level').value"),
        json!("")
    );
    tab.keys("5");
    becomes(&mut ui, "level", json!(5));
    // On the way to a number nothing is sent, and nothing is shown in its place.
    tab.keys("e");
    tab.keys("1");
    becomes(&mut ui, "level", json!(50));
    // What Lua makes of it is shown when the person is done.
    tab.focus("#name");
    tab.keys("e");
    let typed = tab.eval("document.querySelector('#name').value");
    becomes(&mut ui, "name", typed);
    ui.run("session:getApp().name = 'ANNE'");
    tab.until("spy.received.some((frame) => frame.messages.some((each) => each.value === 'ANNE'))");
    assert_ne!(
        tab.eval("document.querySelector('#name').value"),
        json!("ANNE")
    );
    tab.focus("#level");
    tab.until("document.querySelector('#name').value === 'ANNE'");
}
