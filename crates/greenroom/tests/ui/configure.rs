//! `ui_configure`: a folder is prepared, and a failure changes nothing.

use serde_json::{Value, json};

use crate::bench::Bench;

#[test]
fn configuring_prepares_the_folder_and_a_failure_changes_nothing() {
    let mut bench = Bench::new();
    let base_dir = bench.base_dir();
    let data = bench.configure();
    assert!(base_dir.join("log/lua.log").is_file() && base_dir.join("log/lua-err.log").is_file());
    assert_eq!(data["config"]["created"], true);
    assert!(bench.read("greenroom.toml").contains("# port = 0"));
    let text = bench.text("ui_configure", json!({"base_dir": base_dir}));
    let shown = base_dir.display();
    assert_eq!(
        text,
        format!(
            "Configured {shown}. Lua output: {shown}/log/lua.log, Lua errors: {shown}/log/lua-err.log"
        )
    );

    bench.write("log/lua.log", "old\n");
    let file = base_dir.with_file_name("file");
    std::fs::write(&file, "x").unwrap();
    let broken = base_dir.with_file_name("broken");
    std::fs::create_dir(&broken).unwrap();
    std::fs::write(broken.join("greenroom.toml"), "[ui]\nprot = 1\n").unwrap();
    for (path, code, number, reason) in [
        (
            json!("relative/x"),
            "UI_BASE_DIR_INVALID",
            -32602,
            Value::Null,
        ),
        (
            json!(file),
            "UI_BASE_DIR_UNUSABLE",
            -32000,
            json!("not_a_directory"),
        ),
        (
            json!(file.join("below")),
            "UI_BASE_DIR_UNUSABLE",
            -32000,
            json!("not_a_directory"),
        ),
        (
            json!("/sys/kernel/greenroom"),
            "UI_BASE_DIR_UNUSABLE",
            -32000,
            json!("not_writable"),
        ),
        (
            json!("/"),
            "UI_BASE_DIR_UNUSABLE",
            -32000,
            json!("not_a_project"),
        ),
        (
            json!("/usr/../etc"),
            "UI_BASE_DIR_UNUSABLE",
            -32000,
            json!("not_a_project"),
        ),
        (
            json!(bench.client.home()),
            "UI_BASE_DIR_UNUSABLE",
            -32000,
            json!("not_a_project"),
        ),
        (json!(broken), "UI_CONFIG_INVALID", -32000, Value::Null),
        (json!(5), "MCP_INVALID_PARAMS", -32602, Value::Null),
    ] {
        let failure = bench
            .client
            .failure("ui_configure", json!({"base_dir": path}));
        assert_eq!(failure["error_code"], code, "{path}: {failure}");
        assert_eq!(failure["code"], number, "{path}");
        if code == "UI_BASE_DIR_UNUSABLE" {
            assert_eq!(failure["details"]["reason"], reason, "{path}: {failure}");
        }
        if code == "UI_CONFIG_INVALID" {
            assert_eq!(failure["details"]["line"], 2);
        }
        let status = bench.client.data("ui_status", json!({}));
        assert_eq!(status["base_dir"], json!(base_dir), "{path}");
    }
    bench.client.data("ui_start", json!({}));
    bench.run("print('new')");
    assert_eq!(bench.read("log/lua.log"), "old\nnew\n");

    bench.client.data("ui_stop", json!({}));
    let other = base_dir.with_file_name("other");
    bench
        .client
        .data("ui_configure", json!({"base_dir": other}));
    bench.client.data("ui_start", json!({}));
    bench.run("print('there')");
    assert_eq!(
        std::fs::read_to_string(other.join("log/lua.log")).unwrap(),
        "there\n"
    );
    assert_eq!(bench.read("log/lua.log"), "old\nnew\n");
}
