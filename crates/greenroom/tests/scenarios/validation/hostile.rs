//! Packages that are made to end or to busy the linter: one file is lost, and nothing else.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use super::Course;
use crate::{GREENROOM, client};

/// Deeper than the parser of any build can follow.
const BOTTOMLESS: usize = 400_000;
/// Deep enough for the stacks of ordinary threads.
const DEEP: usize = 12_000;

/// Every way to nest code that is known to us.
fn deep_code(depth: usize) -> Vec<(&'static str, String)> {
    let around = |open: &str, inside: &str, close: &str| {
        format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
    };
    let labels: Vec<String> = (0..depth).map(|n| format!("l{n}:")).collect();
    vec![
        ("for", around("for(;;)", ";", "")),
        ("for in", around("for(a in b)", ";", "")),
        ("if", around("if(a)", ";", "")),
        ("else if", around("if(a){}else ", ";", "")),
        ("while", around("while(a)", ";", "")),
        ("do", around("do ", ";", " while(a);")),
        ("with", around("with(a)", ";", "")),
        ("label", labels.concat() + ";"),
        ("block", around("{", "", "}")),
        ("try", around("try{", "", "}catch(e){}")),
        ("switch", around("switch(a){case 1:", "", "}")),
        ("parentheses", around("(", "a", ")")),
        ("array", around("[", "", "]")),
        ("object", format!("x={}", around("{a:", "1", "}"))),
        ("pattern", format!("var {}=x", around("[", "a", "]"))),
        ("function", around("(function(){", "", "})()")),
        ("arrow", format!("x={}1", "a=>".repeat(depth))),
        ("async arrow", format!("x={}1", "async a=>".repeat(depth))),
        ("class", around("(class{static{", "", "}})")),
        (
            "extends",
            format!(
                "{}a{}",
                "class A extends(class B extends(".repeat(depth / 2),
                "){}){}".repeat(depth / 2)
            ),
        ),
        ("call", format!("a{}", "()".repeat(depth))),
        ("arguments", around("a(", "", ")")),
        ("member", format!("a{}", ".b".repeat(depth))),
        ("index", around("a[", "0", "]")),
        ("optional", format!("a{}", "?.b".repeat(depth))),
        ("template tag", format!("a{}", "``".repeat(depth))),
        ("template", around("`${", "a", "}`")),
        ("new", format!("{}a", "new ".repeat(depth))),
        ("not", format!("{}a", "!".repeat(depth))),
        ("minus", format!("{}a", "- ".repeat(depth))),
        ("typeof", format!("{}a", "typeof ".repeat(depth))),
        (
            "await",
            format!("async function f(){{{}a}}", "await ".repeat(depth)),
        ),
        (
            "yield",
            format!("function*f(){{{}a}}", "yield ".repeat(depth)),
        ),
        ("spread", around("[...", "a", "]")),
        ("sum", format!("x={}a", "a+".repeat(depth))),
        ("power", format!("x={}a", "a**".repeat(depth))),
        ("or", format!("x={}a", "a||".repeat(depth))),
        ("comma", format!("{}a", "a,".repeat(depth))),
        ("condition", format!("x={}c", "a?b:".repeat(depth))),
        (
            "condition inside",
            format!("x={}b{}", "a?".repeat(depth), ":c".repeat(depth)),
        ),
        ("assignment", format!("{}a", "a=".repeat(depth))),
        ("import", around("import(", "a", ")")),
        // The apostrophe in the expression hides the brackets behind it from who reads only text.
        (
            "regular expression",
            format!("/'/;{}", around("(", "a", ")")),
        ),
        (
            "inside a regular expression",
            format!("/{}/", around("(", "a", ")")),
        ),
    ]
}

/// A course with a script that must be found out, behind one that is hostile.
pub(super) fn course_with(hostile: &str) -> Course {
    let course = Course::tea_tasting();
    fs::write(course.path().join("hostile.js"), hostile).unwrap();
    let plain = "parent.document.title = 'Mine';\n";
    fs::write(course.path().join("plain.js"), plain).unwrap();
    let script = "<script src=\"plain.js\"></script></head>";
    course.edit("quiz.html", "</head>", script);
    course
}

fn bottomless() -> Course {
    course_with(&format!("{};", "for(;;)".repeat(BOTTOMLESS)))
}

/// The processes that a process has started.
pub(super) fn children(process: u32) -> Vec<String> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let children =
        tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("children")).ok());
    let all: Vec<String> = children.collect();
    all.join(" ")
        .split_whitespace()
        .map(str::to_owned)
        .collect()
}

#[test]
fn deep_code_of_every_kind_costs_at_most_its_own_file() {
    let mut client = client();
    for (kind, code) in deep_code(DEEP) {
        let course = course_with(&code);
        let data = client.data(
            "scorm_lint_parent_dom_access",
            json!({ "workspace_path": course.path() }),
        );
        let violations = data["violations"].as_array().unwrap();
        let in_plain = violations.iter().any(|found| found["file"] == "plain.js");
        assert!(in_plain, "{kind}: {data:#}");
    }
}

#[test]
fn every_tool_says_which_file_it_could_not_examine() {
    let course = bottomless();
    let handler = format!("<body onload=\"{};\"", "if(a)".repeat(BOTTOMLESS));
    course.edit("leaves.html", "<body", &handler);
    let mut client = client();
    let session = client.data(
        "scorm_session_open",
        json!({ "package_path": course.path() }),
    );
    for (tool, finds) in [
        ("scorm_validate_workspace", true),
        ("scorm_lint_api_usage", false),
        ("scorm_lint_parent_dom_access", true),
        ("scorm_validate_compliance", true),
        ("scorm_report", true),
    ] {
        let data = client.data(tool, json!({ "workspace_path": course.path() }));
        let text = data.to_string();
        for file in ["hostile.js", "leaves.html"] {
            let said =
                text.contains(file) && text.contains("could not be examined: nested too deeply");
            assert!(said, "{tool} about {file}: {data:#}");
        }
        assert_eq!(
            text.contains("parent-document-access"),
            finds,
            "{tool}: {data:#}"
        );
    }
    let id = &session["session_id"];
    let status = client.call("scorm_session_status", json!({ "session_id": id }));
    assert!(status.is_ok(), "{status:?}");
}

#[test]
fn the_shell_checks_the_other_files_and_packages_too() {
    let (hostile, plain) = (bottomless(), Course::hand_washing());
    let output = Command::new(GREENROOM)
        .arg("check")
        .args([hostile.path(), plain.path()])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    for part in [
        "not-examined",
        "hostile.js",
        "parent-document-access",
        "2 packages checked",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn a_package_of_nothing_but_hostile_files_ends() {
    let course = Course::tea_tasting();
    // No text is deep here for who is deceived by the apostrophe.
    let code = format!("/'/;{}", "(".repeat(BOTTOMLESS));
    for number in 0..60 {
        fs::write(course.path().join(format!("hostile{number}.js")), &code).unwrap();
    }
    let arguments = json!({ "workspace_path": course.path() });
    let mut client = client();
    let answer = client.call("scorm_lint_api_usage", arguments).unwrap();
    // The answer is cut; the file that it names has all of it.
    let whole = answer["diagnostics"]["cut"]["whole_answer"].as_str();
    let whole = fs::read_to_string(whole.unwrap_or_else(|| panic!("{answer:#}"))).unwrap();
    let data: Value = serde_json::from_str(&whole).unwrap();
    let skipped = data["skipped_files"].as_array().unwrap();
    assert_eq!(skipped.len(), 60, "{data:#}");
    let given_up = skipped.iter().filter(|file| {
        let reason = file["reason"].as_str().unwrap();
        reason.starts_with("too many other files")
    });
    assert!(given_up.count() > 30, "{data:#}");
    let scanned = data["scanned_files"].as_array().unwrap();
    assert!(scanned.contains(&json!("quiz.html")), "{data:#}");
}

#[test]
fn memory_and_long_expressions_of_real_code_are_no_obstacle() {
    // Generated code joins thousands of texts; a guess at depth by text refused it.
    let course = course_with(&format!("var page = {}'';", "'<p>tea</p>' + ".repeat(3000)));
    let data = client().data(
        "scorm_lint_api_usage",
        json!({ "workspace_path": course.path() }),
    );
    assert_eq!(data["skipped_files"], json!([]), "{data:#}");
}

/// A course that takes seconds.
fn long_work() -> Course {
    let course = Course::tea_tasting();
    let function = "function step(value) { var total = value + 1; return step(total); }\n";
    for number in 0..40 {
        let file = course.path().join(format!("long{number}.js"));
        fs::write(file, function.repeat(20_000)).unwrap();
    }
    course
}

#[test]
fn a_lint_that_takes_too_long_says_what_was_done_and_stops() {
    let course = long_work();
    let mut client = McpClient::start_with(GREENROOM, |command| {
        let home = command.get_envs().find_map(|(name, value)| {
            (name == "GREENROOM_HOME").then(|| value.unwrap().to_owned())
        });
        let config = Path::new(&home.unwrap()).join("config.toml");
        fs::write(config, "[limits]\nlint_ms = 300\n").unwrap();
        command.arg("--mcp")
    });
    let failure = client.failure(
        "scorm_validate_workspace",
        json!({ "workspace_path": course.path() }),
    );
    assert_eq!(failure["error_code"], "LIMIT_EXCEEDED", "{failure:#}");
    let details = failure.to_string();
    for part in ["files_examined", "lint_ms", "greenroom check"] {
        assert!(details.contains(part), "{part}: {failure:#}");
    }
    let count = |name: &str| failure["details"][name].as_u64();
    assert!(count("files_examined") <= count("files"), "{failure:#}");
    wait_until_nothing_computes(&client);
}

#[test]
fn a_cancelled_lint_computes_no_longer() {
    let course = long_work();
    let mut client = client();
    client.initialize("2025-06-18");
    let call = client.send_call(
        "scorm_validate_workspace",
        json!({ "workspace_path": course.path() }),
    );
    wait_for(|| !children(client.pid()).is_empty());
    client.notify("notifications/cancelled", json!({ "requestId": call }));
    wait_until_nothing_computes(&client);
}

#[test]
fn a_worker_that_was_killed_while_it_waited_is_replaced() {
    let course = Course::hand_washing();
    let mut client = client();
    let arguments = json!({ "workspace_path": course.path() });
    client.data("scorm_lint_api_usage", arguments.clone());
    for child in children(client.pid()) {
        assert!(
            Command::new("kill")
                .args(["-9", &child])
                .status()
                .unwrap()
                .success()
        );
    }
    let data: Value = client.data("scorm_lint_api_usage", arguments);
    assert_eq!(data["skipped_files"], json!([]), "{data:#}");
    assert!(!data["scanned_files"].as_array().unwrap().is_empty());
}

fn wait_until_nothing_computes(client: &McpClient) {
    wait_for(|| children(client.pid()).is_empty());
}

/// Other processes give no event for this.
fn wait_for(is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(30));
        std::thread::yield_now();
    }
}
