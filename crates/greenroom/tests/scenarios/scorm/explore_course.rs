//! `scorm_explore_course`: courses play themselves, and what is wrong with them comes out.

use std::path::Path;

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use crate::{GREENROOM, client};

const COURSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/courses");
const GARDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/courses/explored");

fn explore(client: &mut McpClient, course: &Path) -> Value {
    let arguments = json!({"package_path": course, "max_seconds": 120});
    client.data_of_long_call("scorm_explore_course", arguments)
}

/// The good course with one text of one file replaced.
fn broken(file: &str, text: &str, other: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(GARDEN).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), folder.path().join(entry.file_name())).unwrap();
    }
    let path = folder.path().join(file);
    let source = std::fs::read_to_string(&path).unwrap();
    assert!(source.contains(text), "{file} has no {text}");
    std::fs::write(&path, source.replacen(text, other, 1)).unwrap();
    folder
}

fn kinds(explored: &Value) -> Vec<(String, String)> {
    let findings = explored["findings"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    findings
        .filter(|finding| finding["severity"] != "info")
        .map(|finding| (text(&finding["kind"]), text(&finding["message"])))
        .collect()
}

#[test]
fn browser_the_bundled_courses_are_completed_passed_failed_and_resumed() {
    let mut client = client();
    for course in ["tea-tasting", "hand-washing"] {
        let explored = explore(&mut client, &Path::new(COURSES).join(course));
        let verdict = &explored["verdict"];
        for what in ["completes", "passes", "fails", "resumes"] {
            assert_eq!(verdict[what], true, "{course} {what}: {explored:#}");
        }
        let coverage = &explored["coverage"];
        assert_eq!(coverage["activities"]["seen"], coverage["activities"]["of"]);
        assert_eq!(coverage["slides"]["seen"], coverage["slides"]["of"]);
        assert_eq!(kinds(&explored), [], "{course}");
        assert_eq!(explored["stopped_by"], "done");
        let report = explored["report_path"].as_str().unwrap();
        let page = std::fs::read_to_string(report).unwrap();
        assert!(
            page.contains("data:image/jpeg;base64,"),
            "no pictures in {report}"
        );
        assert!(explored.to_string().len() < 8_000);
    }
}

#[test]
fn browser_a_good_course_has_no_finding_and_its_rehearsals_pass() {
    let mut client = client();
    let good = explore(&mut client, Path::new(GARDEN));
    assert_eq!(kinds(&good), [], "{good:#}");
    for what in ["completes", "passes", "fails", "resumes"] {
        assert_eq!(good["verdict"][what], true, "{what}: {good:#}");
    }
    let rehearsals = good["rehearsals"].as_array().unwrap();
    let reached: Vec<&Value> = rehearsals
        .iter()
        .flat_map(|rehearsal| rehearsal["reaches"].as_array().unwrap())
        .collect();
    for status in ["completed", "passed", "failed", "resumed", "everything"] {
        assert!(reached.contains(&&json!(status)), "{status}: {good:#}");
    }
    // The statuses are swapped, and nothing else.
    let other = broken(
        "course.js",
        "right === 2 ? \"passed\" : \"failed\"",
        "right === 2 ? \"failed\" : \"passed\"",
    );
    for rehearsal in rehearsals {
        let mut passes = |course: &Path| {
            let arguments = json!({"path": rehearsal["path"], "package_path": course});
            let rehearsed = client.data("scorm_rehearse", arguments);
            rehearsed["passed"].as_bool().unwrap()
        };
        assert!(passes(Path::new(GARDEN)), "{rehearsal}");
        // Who leaves before the quiz does not meet the fault.
        let before = rehearsal["reaches"] == json!(["resumed"]);
        assert_eq!(passes(other.path()), before, "{rehearsal}");
    }
}

/// Each fault is told by a finding above info, with its words.
fn each_is_found(faults: &[(&str, &str, &str, &str, &str)]) {
    let mut client = client();
    for (kind, words, file, text, other) in faults {
        let course = broken(file, text, other);
        let explored = explore(&mut client, course.path());
        let found = kinds(&explored);
        let is_told = |(one, message): &(String, String)| one == kind && message.contains(words);
        assert!(found.iter().any(is_told), "{kind}: {explored:#}");
    }
}

#[test]
fn browser_planted_faults_of_pages_and_ways_are_found() {
    each_is_found(&FAULTS[..4]);
}

#[test]
fn browser_planted_faults_of_answers_and_exits_are_found() {
    each_is_found(&FAULTS[4..8]);
}

#[test]
fn browser_planted_faults_of_values_and_statuses_are_found() {
    each_is_found(&FAULTS[8..11]);
}

#[test]
fn browser_dead_ends_are_found_and_named() {
    each_is_found(&FAULTS[11..]);
}

/// Kind and words of the finding, then where the fault is put: file, text, what stands there instead.
const FAULTS: [(&str, &str, &str, &str, &str); 15] = [
    // A transparent sheet lies over the button of one page.
    (
        "covered",
        "covers it",
        "index.html",
        "<p>In the morning, and at the root.</p>",
        "<p>In the morning, and at the root.</p><div id=\"sheet\" style=\"position:fixed;inset:auto 0 0 0;height:60%\"></div>",
    ),
    (
        "early_status",
        "still to come",
        "course.js",
        "slide.id === \"end\"",
        "slide.id === \"water\"",
    ),
    (
        "never_right",
        "When do you water?",
        "course.js",
        "when: \"morning\"",
        "when: \"evening\"",
    ),
    (
        "resume_elsewhere",
        "comes back on",
        "course.js",
        "slide.id === get(\"cmi.location\"))));",
        "slide.id === get(\"cmi.location\")) - 1));",
    ),
    // After a wrong answer neither another one nor the next page is offered.
    (
        "dead_end",
        "after a wrong answer",
        "course.js",
        "    set(\"cmi.success_status\", right === 2 ? \"passed\" : \"failed\");\n",
        "    if (right < 2) { check.disabled = true; document.querySelectorAll(\"input\").forEach((one) => (one.disabled = true)); return; }\n    set(\"cmi.success_status\", \"passed\");\n",
    ),
    (
        "lost_on_exit",
        "the score",
        "course.js",
        "    set(\"cmi.exit\", \"suspend\");\n",
        "    set(\"cmi.exit\", \"suspend\");\n    set(\"cmi.score.raw\", 0);\n    set(\"cmi.score.scaled\", 0);\n",
    ),
    // Only the third page fails.
    (
        "console",
        "watering",
        "course.js",
        "const reached = (slide) => {",
        "const reached = (slide) => {\n    if (slide.id === \"water\") setTimeout(() => watering.start());",
    ),
    (
        "network",
        "sead.svg",
        "index.html",
        "src=\"seed.svg\"",
        "src=\"sead.svg\"",
    ),
    // The data model takes no such value.
    (
        "api_error",
        "cmi.score.scaled",
        "course.js",
        "set(\"cmi.score.scaled\", score(right));",
        "set(\"cmi.score.scaled\", right * 50);",
    ),
    // The way on never opens.
    (
        "not_completed",
        "it is disabled",
        "course.js",
        "    answered = true;\n    next.disabled = false;\n",
        "",
    ),
    (
        "passed_though_wrong",
        "every answer was wrong",
        "course.js",
        "right === 2 ? \"passed\" : \"failed\"",
        "\"passed\"",
    ),
    // One page has no control at all.
    (
        "dead_end",
        "\"Water\" leads on: the page offers nothing to do",
        "course.js",
        "const reached = (slide) => {",
        "const reached = (slide) => {\n    document.querySelector(\"nav\").hidden = slide.id === \"water\";",
    ),
    // The button of a dialog does nothing.
    (
        "dead_end",
        "a dialog lies over the page",
        "course.js",
        "const reached = (slide) => {",
        "const reached = (slide) => {\n    if (slide.id === \"water\") { document.body.insertAdjacentHTML(\"beforeend\", '<dialog id=\"hint\"><p>Water slowly.</p><button type=\"button\">Close</button></dialog>'); document.getElementById(\"hint\").showModal(); document.getElementById(\"hint\").addEventListener(\"cancel\", (event) => event.preventDefault()); }",
    ),
    // The way on is never opened on a page without questions.
    (
        "dead_end",
        "\"Water\" leads on: \"Next\": it is disabled",
        "course.js",
        "next.disabled = current === slides.length - 1 ||",
        "next.disabled = slides[current].id === \"water\" || current === slides.length - 1 ||",
    ),
    // The course can be completed, but not by those who follow this button.
    (
        "dead_end",
        "\"Compost\" leads on",
        "index.html",
        "<details><summary>What is compost?</summary><p>Kitchen scraps that became soil.</p></details>",
        "<button type=\"button\" onclick=\"document.body.innerHTML = '<h1>Compost</h1><p>Kitchen scraps that became soil.</p>'\">What is compost?</button>",
    ),
];

#[test]
fn browser_media_are_played_to_their_end_and_so_rehearsed() {
    let video = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/courses/video");
    let mut client = client();
    let explored = explore(&mut client, Path::new(video));
    assert_eq!(explored["verdict"]["completes"], true, "{explored:#}");
    let path = &explored["rehearsals"][0]["path"];
    let text = std::fs::read_to_string(path.as_str().unwrap()).unwrap();
    assert!(text.contains("\"play_out\""), "{text}");
    let other = tempfile::tempdir().unwrap();
    greenroom_testkit::copy_folder(Path::new(video), other.path());
    let page = other.path().join("index.html");
    let source = std::fs::read_to_string(&page).unwrap();
    let quiet = source.replace("addEventListener(\"ended\"", "addEventListener(\"pause\"");
    let silent = quiet.replace("\"completed\"", "\"incomplete\"");
    assert_ne!(source, silent);
    std::fs::write(page, silent).unwrap();
    for (course, passes) in [(Path::new(video), true), (other.path(), false)] {
        let arguments = json!({"path": path, "package_path": course});
        let rehearsed = client.data("scorm_rehearse", arguments);
        assert_eq!(rehearsed["passed"], passes, "{rehearsed:#}");
    }
}

#[test]
fn browser_blank_pages_name_what_keeps_them_blank() {
    let mut client = client();
    let head = "<!doctype html><html lang=\"en\"><head><title>App</title>";
    for (page, words) in [
        (
            format!("{head}</head><body><object data=\"quiz.swf\"></object></body></html>"),
            "quiz.swf needs a plug-in",
        ),
        (
            format!(
                "{head}<link rel=\"icon\" href=\"<%= BASE_URL %>icon.ico\"></head><body><div id=\"app\"></div></body></html>"
            ),
            "is a template that was never built",
        ),
        (
            format!("{head}</head><body><div id=\"app\"></div></body></html>"),
            "loads no script, so its element #app stays empty",
        ),
        (
            format!(
                "{head}<script src=\"https://cdn.example/app.js\"></script></head><body><div id=\"app\"></div></body></html>"
            ),
            "https://cdn.example/app.js could not be loaded: blocked",
        ),
        (
            format!(
                "{head}<script src=\"lib/app.js\"></script></head><body><div id=\"app\"></div></body></html>"
            ),
            "lib/app.js could not be loaded: status 404",
        ),
    ] {
        let course = broken("index.html", "<!DOCTYPE html>", "<!DOCTYPE html>");
        std::fs::write(course.path().join("index.html"), page).unwrap();
        let explored = explore(&mut client, course.path());
        let why = explored["verdict"]["why"].to_string();
        assert!(why.contains(words), "{words}: {explored:#}");
        assert_eq!(explored["verdict"]["resumes"], Value::Null, "{explored:#}");
        assert!(
            kinds(&explored)
                .iter()
                .any(|(kind, _)| kind == "blank_page")
        );
    }
}

/// The page shows nothing of what was chosen, and asks for it in a dialog.
const SILENT_CHOICE: &str = r#"<!doctype html><html lang="vi"><head><meta charset="utf-8"><title>Kiểm tra</title></head><body>
<main><h1>Hình nào có tâm đối xứng?</h1><div onclick="chosen = 1">Trái tim</div><div onclick="chosen = 2">Cánh quạt</div>
<button type="button" onclick="hand()">Nộp bài</button></main>
<dialog id="ask"><p>Hãy chọn một câu trả lời.</p><button type="button" onclick="ask.close()">Chấp nhận</button></dialog>
<script>
  const api = (function find(win) { return win.API_1484_11 || win.parent === win ? win.API_1484_11 : find(win.parent); })(window);
  const ask = document.getElementById("ask");
  let chosen = 0;
  api.Initialize("");
  api.SetValue("cmi.completion_status", "incomplete");
  function hand() {
    if (!chosen) return ask.showModal();
    api.SetValue("cmi.completion_status", "completed");
    api.Commit("");
    document.querySelector("main").innerHTML = "<h1>Kết quả</h1>";
  }
</script></body></html>"#;

#[test]
fn browser_a_choice_that_nothing_shows_is_handed_in() {
    let course = broken("index.html", "<!DOCTYPE html>", "<!DOCTYPE html>");
    std::fs::write(course.path().join("index.html"), SILENT_CHOICE).unwrap();
    let explored = explore(&mut client(), course.path());
    assert_eq!(explored["verdict"]["completes"], true, "{explored:#}");
}

#[test]
fn browser_one_seed_does_the_same_acts() {
    let mut client = client();
    let mut acts = |seed: u32| {
        let course = Path::new(COURSES).join("tea-tasting");
        let arguments = json!({"package_path": course, "max_seconds": 120, "seed": seed});
        let explored = client.data_of_long_call("scorm_explore_course", arguments);
        let log = explored["log_path"].as_str().unwrap();
        std::fs::read_to_string(log).unwrap()
    };
    let first = acts(7);
    assert!(first.lines().count() > 10, "{first}");
    assert_eq!(first, acts(7));
}

#[test]
fn browser_the_command_says_by_its_exit_code_whether_all_is_well() {
    let home = tempfile::tempdir().unwrap();
    let course = broken("index.html", "src=\"seed.svg\"", "src=\"none.svg\"");
    for (path, code) in [
        (Path::new(GARDEN), 0),
        (course.path(), 1),
        (Path::new("nowhere"), 3),
    ] {
        let output = std::process::Command::new(GREENROOM)
            .args(["explore", "--format", "json"])
            .arg(path)
            .env("GREENROOM_HOME", home.path())
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(code), "{path:?} {text}");
        if code < 2 {
            let told: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(told["verdict"]["completes"], true);
        }
    }
}

#[test]
fn browser_an_exploration_goes_on_in_the_background() {
    let mut client = client();
    let arguments = json!({"package_path": GARDEN, "max_acts": 3, "background": true});
    let started = client.data("scorm_explore_course", arguments);
    assert_eq!(started["state"], "running");
    let events = json!({
        "session_id": started["session_id"], "types": ["operation:completed"], "wait_ms": 30_000,
    });
    let events = client.data_of_long_call("scorm_session_events", events);
    let outcome = &events["events"][0]["payload"]["data"];
    assert_eq!(outcome["stopped_by"], "max_acts", "{events:#}");
}

#[test]
fn browser_the_budget_ends_an_exploration_in_order() {
    let mut client = client();
    let arguments = json!({"package_path": GARDEN, "max_acts": 3});
    let explored = client.data_of_long_call("scorm_explore_course", arguments);
    assert_eq!(explored["stopped_by"], "max_acts");
    assert!(explored["acts"].as_u64().unwrap() <= 3);
    assert_eq!(explored["verdict"]["completes"], false);
    let why = explored["verdict"]["why"][0].as_str().unwrap();
    assert!(why.contains("within the budget"), "{why}");
}
