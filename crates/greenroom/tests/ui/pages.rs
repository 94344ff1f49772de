//! Pages on the socket: what reaches which tab.

use serde_json::{Value, json};

use crate::bench::{APP, Bench, Page, create, hello, update};

const ACTION: &str = "add()?access=action";

#[test]
fn a_run_is_seen_in_every_tab_of_its_session_only() {
    let mut bench = Bench::with(|command| command.env("GREENROOM_BROWSER", "true"));
    bench.write("lua/main.lua", APP);
    bench.start();
    bench
        .client
        .data("ui_open_browser", json!({"sessionId": "two"}));
    let mut tabs: Vec<Page> = (0..3)
        .map(|number| {
            let (mut page, first) = bench.page(&format!("p{number}"));
            assert_eq!(first[0]["type"], "welcome");
            let answer = page.ask(&[create(2, 1, "title")]);
            assert_eq!(
                answer,
                [json!({"type": "update", "id": 2, "value": "Hello"})]
            );
            page
        })
        .collect();
    let (mut other, _) = bench.page_of("two", "other");
    other.ask(&[create(2, 1, "title")]);
    let data = bench
        .client
        .data("ui_run", json!({"code": "app.title = 'x'"}));
    assert_eq!(data["pushed"], json!({"tabs": 3, "updates": 3}));
    for tab in &mut tabs {
        assert_eq!(
            tab.messages(),
            [json!({"type": "update", "id": 2, "value": "x"})]
        );
    }
    assert_eq!(other.ask(&[]), Vec::<Value>::new());

    // Three tabs edit, all converge; one that goes changes nothing for the others.
    for (number, tab) in tabs.iter_mut().enumerate() {
        tab.ask(&[update(2, json!(format!("by {number}")))]);
    }
    assert_eq!(bench.run("return app.title"), "by 2");
    drop(tabs.pop());
    bench.run("app.title = 'end'");
    for tab in &mut tabs {
        tab.wait_for(|message| message["value"] == "end");
    }
}

#[test]
fn runs_and_clicks_add_up() {
    let mut bench = Bench::running(APP);
    let (mut page, _) = bench.page("p");
    page.ask(&[create(2, 1, ACTION)]);
    let clicks = std::thread::spawn(move || {
        for _ in 0..100 {
            page.ask(&[update(2, Value::Null)]);
        }
    });
    for _ in 0..100 {
        bench.run("app.count = app.count + 1");
    }
    clicks.join().unwrap();
    assert_eq!(bench.run("return app.count"), 200);
}

#[test]
fn a_page_that_comes_back_learns_what_was_handled() {
    let mut bench = Bench::running(APP);
    let (mut page, first) = bench.page("p");
    let server = first[0]["server"].clone();
    page.ask(&[create(2, 1, ACTION), update(2, Value::Null)]);
    let seq = page.seq();
    drop(page);
    let port = bench.port();
    let mut again = Page::connect(port, "1").counting_from(seq);
    let welcome = again.ask(&[hello("p")])[0].clone();
    assert_eq!(welcome["handled"], json!(seq));
    assert_eq!(welcome["server"], server);
    let resync = again.ask(&[json!({"type": "watch", "id": 1}), create(3, 1, "count")]);
    assert_eq!(resync.last().unwrap()["value"], 1, "the click ran once");
}

#[test]
fn an_upload_reaches_all_tabs_of_all_sessions() {
    let mut bench = Bench::with(|command| command.env("GREENROOM_BROWSER", "true"));
    bench.write("lua/main.lua", "session:createAppVariable({type = 'App', one = {type = 'Contact'}, two = {type = 'Contact'}})");
    bench.start();
    bench
        .client
        .data("ui_open_browser", json!({"sessionId": "two"}));
    let mut pages = Vec::new();
    for session in ["1", "two"] {
        let (mut page, _) = bench.page_of(session, session);
        page.ask(&[
            create(5, 1, "one"),
            create(8, 1, "two"),
            create(9, 1, "nothing"),
        ]);
        pages.push(page);
    }
    let text = bench.text(
        "ui_upload_viewdef",
        json!({"type": "Contact", "namespace": "DEFAULT", "content": "<b ui-value=\"name\"></b>"}),
    );
    let status = bench.client.data("ui_status", json!({}));
    let stored = status["viewdefs"]
        .as_array()
        .unwrap()
        .iter()
        .find(|def| def["key"] == "Contact.DEFAULT")
        .unwrap();
    let version = &stored["version"];
    assert_eq!(stored["source"], "upload");
    assert_eq!(
        text,
        format!(
            "Viewdef Contact.DEFAULT stored (version {version}): pushed to 2 tabs, 4 variables refreshed"
        )
    );
    for page in &mut pages {
        let messages = page.messages();
        assert_eq!(
            messages[0]["defs"]["Contact.DEFAULT"]["html"],
            "<template><b ui-value=\"name\"></b></template>"
        );
        assert_eq!(
            messages[1..],
            [
                json!({"type": "update", "id": 5}),
                json!({"type": "update", "id": 8})
            ]
        );
        let full = page.ask(&[json!({"type": "get", "ids": [5, 8]})]);
        assert_eq!(full[0]["properties"]["type"], "Contact");
        assert!(full[1]["value"]["obj"].is_number());
    }
    let (_, first) = bench.page("later");
    assert_eq!(first[1]["defs"]["Contact.DEFAULT"]["version"], *version);

    let bad = json!({"type": "Contact", "namespace": "DEFAULT", "content": "<div>\n<b></div>"});
    let failure = bench.client.failure("ui_upload_viewdef", bad);
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .starts_with("Invalid view definition Contact.DEFAULT."),
        "{failure}"
    );
    assert_eq!(
        (&failure["details"]["line"], &failure["details"]["column"]),
        (&json!(2), &json!(1))
    );
    let warned = bench.client.data(
        "ui_upload_viewdef",
        json!({"type": "Contact", "namespace": "DEFAULT", "content": "<p ui-valeu=\"x\">a</p>", "persist": true}),
    );
    assert_eq!(warned["warnings"][0]["suggestion"], "ui-value");
    assert_eq!(warned["replaced"], true);
    assert!(warned["version"].as_u64() > version.as_u64());
    assert!(
        bench
            .read("viewdefs/Contact.DEFAULT.html")
            .contains("ui-valeu")
    );
}
