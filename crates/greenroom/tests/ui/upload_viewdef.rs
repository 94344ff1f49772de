//! `ui_upload_viewdef`: uploads that come at once, and beside saved files.

use serde_json::{Value, json};

use crate::bench::{APP, Bench};

fn upload(word: &str, persist: bool) -> Value {
    let content = format!("<b>{word}</b>");
    json!({"type": "App", "namespace": "DEFAULT", "content": content, "persist": persist})
}

#[test]
fn uploads_are_applied_in_the_order_in_which_they_were_sent() {
    let mut bench = Bench::running(APP);
    let (mut page, _) = bench.page("p");
    for persist in [false, true] {
        let calls: Vec<i64> = (0..40)
            .map(|number| {
                let arguments = upload(&number.to_string(), persist);
                bench.client.send_call("ui_upload_viewdef", arguments)
            })
            .collect();
        let versions: Vec<u64> = calls
            .into_iter()
            .map(|call| {
                let answer = bench.client.wait(call);
                let data = &answer["result"]["structuredContent"]["data"];
                data["version"].as_u64().unwrap()
            })
            .collect();
        assert!(versions.is_sorted(), "{versions:?}");
        let last = page.wait_for(|message| {
            let version = message["defs"]["App.DEFAULT"]["version"].as_u64();
            version == versions.last().copied()
        });
        let html = "<template><b>39</b></template>";
        assert_eq!(last["defs"]["App.DEFAULT"]["html"], html);
        if persist {
            assert_eq!(bench.read("viewdefs/App.DEFAULT.html"), html);
        }
    }
}

#[test]
fn an_upload_is_not_undone_by_the_file_of_an_earlier_one() {
    let mut bench = Bench::running(APP);
    let (mut page, _) = bench.page("p");
    bench.client.data("ui_upload_viewdef", upload("kept", true));
    let newer = bench
        .client
        .data("ui_upload_viewdef", upload("newer", false));
    // Files are looked at when this one is found, and then the older text is seen too.
    bench.write("viewdefs/Other.DEFAULT.html", "<i></i>");
    page.wait_for(|message| message["defs"].get("Other.DEFAULT").is_some());
    let status = bench.client.data("ui_status", json!({}));
    let viewdefs = status["viewdefs"].as_array().unwrap();
    let stored = viewdefs.iter().find(|def| def["key"] == "App.DEFAULT");
    assert_eq!(stored.unwrap()["version"], newer["version"]);
    bench.write("viewdefs/App.DEFAULT.html", "<b>saved</b>");
    let saved = page.wait_for(|message| message["defs"].get("App.DEFAULT").is_some());
    assert_eq!(
        saved["defs"]["App.DEFAULT"]["html"],
        "<template><b>saved</b></template>"
    );
}
