//! From the page to the agent.

use serde_json::json;

use crate::ui_server::UiServer;

#[test]
fn browser_a_click_is_delivered_once_and_the_page_tells_when_nobody_listens() {
    let mut ui = UiServer::open(&[
        (
            "lua/main.lua",
            "App = session:prototype('App', {count = 0})
             function App:say() self.count = self.count + 1; mcp.pushState({kind = 'said', n = self.count}) end
             session:createAppVariable(session:create(App, {}))",
        ),
        ("viewdefs/App.DEFAULT.html", "<button ui-action='say()'>say</button><output ui-value='count'></output>"),
    ]);
    let tab = ui.profile("").tab("/1/");
    tab.until("document.querySelector('output')?.textContent === '0'");
    // Someone waits: the click ends the waiting.
    let waiting = ui
        .client
        .send_call("ui_wait", json!({"timeout_seconds": 20}));
    tab.click("button");
    let answer = ui.client.wait(waiting);
    let data = &answer["result"]["structuredContent"]["data"];
    assert_eq!(
        data["events"][0]["value"],
        json!({"kind": "said", "n": 1}),
        "{answer}"
    );
    let after = data["next_after"].clone();
    // Nobody waits: the event is kept, and after a while the page says so.
    tab.click("button");
    tab.until("document.querySelector('output').textContent === '2'");
    tab.until("document.body.innerText.toLowerCase().includes('agent is not listening')");
    let data = ui
        .client
        .data("ui_wait", json!({"timeout_seconds": 5, "after": after}));
    assert_eq!(data["events"].as_array().unwrap().len(), 1, "{data}");
    assert_eq!(data["events"][0]["value"]["n"], json!(2));
    tab.until("!document.body.innerText.toLowerCase().includes('agent is not listening')");
    let data = ui.client.data(
        "ui_wait",
        json!({"timeout_seconds": 0, "after": data["next_after"]}),
    );
    assert_eq!(
        (&data["events"], &data["timed_out"]),
        (&json!([]), &json!(true))
    );
}
