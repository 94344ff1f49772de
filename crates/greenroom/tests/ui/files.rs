//! Files that change while the UI runs.

use serde_json::json;

use crate::bench::{Bench, create};

#[test]
fn changed_files_are_taken_at_once() {
    let mut bench = Bench::new();
    bench.write("viewdefs/App.DEFAULT.html", "<b>one</b>");
    bench.write(
        "lua/main.lua",
        "App = session:prototype('App', {}) function App:v() return 1 end
         if not session.reloading then session:createAppVariable(App:new()) end",
    );
    bench.start();
    let (mut page, first) = bench.page("p");
    assert_eq!(
        first[1]["defs"]["App.DEFAULT"]["html"],
        "<template><b>one</b></template>"
    );
    page.ask(&[create(2, 1, "v()")]);

    bench.write("viewdefs/App.DEFAULT.html", "<b>two</b>");
    let changed = page.wait_for(|message| message["type"] == "viewdefs");
    assert_eq!(
        changed["defs"]["App.DEFAULT"]["html"],
        "<template><b>two</b></template>"
    );

    // As editors save: a new file takes the name of the old one.
    bench.write("lua/main.tmp", "function App:v() return 2 end");
    let (from, to) = (
        bench.base_dir().join("lua/main.tmp"),
        bench.base_dir().join("lua/main.lua"),
    );
    std::fs::rename(from, to).unwrap();
    page.wait_for(|message| message["id"] == 2 && message["value"] == 2);

    bench.write("lua/main.lua", "function App:v( return 3 end");
    let notice = page.wait_for(|message| {
        message["kind"] == "reloaded" && message["text"].as_str().unwrap().contains("failed")
    });
    assert!(
        notice["text"].as_str().unwrap().contains("lua/main.lua:1:"),
        "{notice}"
    );
    assert_eq!(bench.run("return session:getApp():v()"), 2);
    let status = bench.client.data("ui_status", json!({}));
    assert_eq!(status["last_errors"][0]["where"], "reload of lua/main.lua");

    bench.write("viewdefs/App.DEFAULT.html", "<b>broken");
    page.wait_for(|message| {
        message["text"]
            .as_str()
            .is_some_and(|text| text.contains("never closed"))
    });
    bench.write("viewdefs/App.EXTRA.html", "<i>new</i>");
    let added = page.wait_for(|message| message["type"] == "viewdefs");
    assert!(added["defs"]["App.EXTRA"]["html"].is_string());
    std::fs::remove_file(bench.base_dir().join("viewdefs/App.EXTRA.html")).unwrap();
    let gone = page.wait_for(|message| message["type"] == "viewdefs");
    assert!(
        gone["defs"]["App.EXTRA"].is_null() && gone["defs"].get("App.EXTRA").is_some(),
        "{gone}"
    );
}
