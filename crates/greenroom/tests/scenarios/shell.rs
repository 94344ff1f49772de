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

#[test]
fn a_reader_that_goes_early_is_no_failure() {
    use std::process::Stdio;
    for arguments in [
        &["tools"][..],
        &["completions", "bash"],
        &["rule", "MAN001"],
        &["tool", "scorm_echo", "{}"],
    ] {
        let home = tempfile::tempdir().unwrap();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(GREENROOM)
            .args(arguments)
            .env("GREENROOM_HOME", home.path())
            .stdout(Stdio::from(writer))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
            .wait_with_output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn a_command_shows_its_own_options_and_takes_those_of_the_server() {
    for command in ["check", "rule", "url", "rehearse", "tools", "ask"] {
        for arguments in [&[command, "--help"][..], &["help", command]] {
            let help = text(&run(arguments).stdout);
            assert!(!help.contains("--ws-no-token"), "{arguments:?}: {help}");
            assert!(help.contains("greenroom --help"), "{arguments:?}: {help}");
        }
    }
    for arguments in [&["--help"][..], &["mcp", "--help"]] {
        let help = text(&run(arguments).stdout);
        assert!(help.contains("--ws-no-token"), "{arguments:?}: {help}");
    }
    let limited = run(&["tools", "--tools", "core"]);
    assert!(limited.status.success());
    assert!(!text(&limited.stdout).contains("ui_start"));
}

#[test]
fn a_rule_is_explained_without_marks() {
    let page = text(&run(&["rule", "MAN001"]).stdout);
    assert!(page.contains("MAN001"), "{page}");
    assert!(
        !page.contains("**") && !page.contains("##") && !page.contains("```"),
        "{page}"
    );
}

#[test]
fn a_data_directory_that_cannot_be_written_is_named() {
    let output = Command::new(GREENROOM)
        .args(["ask", "confirm", "?", "--no-open", "--port", "0"])
        .env("GREENROOM_HOME", "/proc/greenroom")
        .output()
        .unwrap();
    let stderr = text(&output.stderr);
    assert!(!output.status.success());
    assert!(
        stderr.contains("/proc/greenroom") && stderr.contains("GREENROOM_HOME"),
        "{stderr}"
    );
}

#[test]
fn a_new_course_is_checked_at_once_and_not_made_twice() {
    let folder = tempfile::tempdir().unwrap();
    let course = folder.path().join("my-course");
    let path = course.to_str().unwrap();
    let made = run(&["new", path, "--template", "quiz", "--scorm", "1.2"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    assert!(text(&made.stdout).contains("greenroom play"));
    let page = std::fs::read_to_string(course.join("index.html")).unwrap();
    assert!(page.contains("<title>my-course</title>"), "{page}");
    let checked = run(&["check", "--level", "pedantic", path]);
    assert!(text(&checked.stdout).contains("nothing found"));
    let again = run(&["new", path]);
    assert_eq!(again.status.code(), Some(3));
    assert!(text(&again.stderr).contains("not empty"));
}
