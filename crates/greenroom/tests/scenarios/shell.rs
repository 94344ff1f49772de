//! The command line.

use std::process::{Command, Output};

use serde_json::{Value, json};

use super::GREENROOM;

fn run(arguments: &[&str]) -> Output {
    let home = tempfile::tempdir().expect("a temporary folder");
    Command::new(GREENROOM)
        .args(arguments)
        .env("GREENROOM_HOME", home.path())
        .output()
        .expect("the binary runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

#[test]
fn a_tool_is_called_once() {
    let output = run(&["tool", "scorm_echo", r#"{"a": "é"}"#]);
    assert!(output.status.success());
    let envelope: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(envelope["data"]["echoed"]["a"], "é");
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn browser_what_a_course_says_on_its_console_is_not_ours() {
    let tea = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/courses/tea-tasting"
    );
    // The course still saves when it is left, and warns that the session is over by then.
    let flow = json!({"package_path": tea, "navigation_sequence": ["start", "complete", "next"]});
    let output = run(&["tool", "scorm_test_navigation_flow", &flow.to_string()]);
    assert!(output.status.success());
    let envelope: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(envelope["data"]["steps_executed"], 3);
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn failures_go_to_stderr_with_hint_and_exit_code() {
    for (arguments, code, exit) in [
        (&["tool", "scorm_ecko"][..], "MCP_UNKNOWN_TOOL", 3),
        (
            &["tool", "scorm_compare_data_model_snapshots", "{}"],
            "MCP_INVALID_PARAMS",
            2,
        ),
        (&["tool", "scorm_echo", "{"], "MCP_INVALID_PARAMS", 2),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(exit), "{arguments:?}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        let stderr = text(&output.stderr);
        assert!(stderr.starts_with(&format!("error[{code}]: ")), "{stderr}");
        assert!(
            stderr.lines().any(|line| line.starts_with("hint: ")),
            "{stderr}"
        );
    }
}

#[test]
fn help_lists_and_completions_know_every_tool() {
    let listed = text(&run(&["tools"]).stdout);
    let help = text(&run(&["tool", "--help"]).stdout);
    let completions = text(&run(&["completions", "bash"]).stdout);
    for tool in greenroom_tools::TOOLS {
        for (what, page) in [
            ("tools", &listed),
            ("help", &help),
            ("completions", &completions),
        ] {
            assert!(page.contains(tool.name()), "{what} lacks {}", tool.name());
        }
    }
    let of_tool = text(&run(&["tool", "system_get_logs", "--help"]).stdout);
    assert!(of_tool.contains("tail: int = 200"), "{of_tool}");
    let version = text(&run(&["--version"]).stdout);
    assert_eq!(
        version.trim(),
        format!("greenroom {}", env!("CARGO_PKG_VERSION"))
    );
}
