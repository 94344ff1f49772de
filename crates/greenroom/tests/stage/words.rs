//! What is said of a page, a close and a reload is what happened.

use serde_json::{Value, json};

use crate::client;
use crate::course::{Course, api_call};

fn page(body: &str) -> String {
    format!(
        "<!doctype html><title>Page</title>{body}<script>
         const api = (window.opener ?? window.parent).API_1484_11; api.Initialize('')</script>"
    )
}

/// The context of a course with this page.
fn context(body: &str) -> Value {
    let course = Course::new("words", &page(body));
    let mut client = client();
    let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
    let id = json!({"session_id": opened["session_id"]});
    client.data("scorm_get_current_page_context", id)
}

#[test]
fn browser_position_is_not_progress_and_titles_are_no_buttons() {
    let one = context(
        "<h1>Alone</h1><p class=page-counter>1 / 1</p><nav><a href=#a>Next Steps</a></nav>
         <a href=#b>What comes next in this field of work</a>",
    );
    assert_eq!(one["slide_number"], 1, "{one:#}");
    assert_eq!(one["progress_percent"], Value::Null, "{one:#}");
    assert_eq!(one["navigation_available"]["next"], false, "{one:#}");
}

#[test]
fn browser_ways_on_are_known_in_many_languages() {
    for (next, previous) in [
        ("Next page", "Go back"),
        ("Nächste Seite", "Zurück"),
        ("Suivant →", "← Précédent"),
        ("Далее", "Назад"),
        ("下一页", "上一页"),
        ("次へ", "前へ"),
        ("다음", "이전"),
        ("التالي", "السابق"),
        ("अगला", "पिछला"),
        ("Próximo", "Voltar"),
        ("İleri", "Geri"),
        ("Dalej", "Wstecz"),
    ] {
        let seen = context(&format!(
            "<h1>Somewhere</h1><button>{previous}</button><button>{next}</button>"
        ));
        let ways = &seen["navigation_available"];
        assert_eq!(ways["next"], true, "{next}: {seen:#}");
        assert_eq!(ways["previous"], true, "{previous}: {seen:#}");
    }
}

#[test]
fn browser_a_quiz_is_no_summary() {
    let quiz = context(
        "<h1>Quiz</h1><p>Your score counts. Question 2 of 5</p>
         <label><input type=checkbox> One</label> <button>Submit</button>",
    );
    assert_eq!(quiz["page_type"], "assessment", "{quiz:#}");
    let before =
        context("<h1>Quiz</h1><p>You passed the last part.</p><button>Start quiz</button>");
    assert_ne!(before["page_type"], "summary", "{before:#}");
    let result = context("<h1>Quiz results</h1><p>Your score: 80 %</p>");
    assert_eq!(result["page_type"], "summary", "{result:#}");
}

#[test]
fn browser_a_course_in_its_own_window_is_what_is_shown() {
    let launcher = page(
        "<h1>Launcher</h1><button id=go onclick=\"open('real.html', 'real', 'popup')\">Open</button>",
    );
    let real =
        "<!doctype html><title>The real course</title><h1>Real</h1><p style='color:red'>Here.</p>";
    let course = Course::new("launcher", &launcher).file("real.html", real);
    let mut client = client();
    let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
    let session = opened["session_id"].clone();
    let click = json!({"session_id": session, "selector": "#go"});
    client.data("scorm_dom_click", click);
    let id = json!({ "session_id": session });
    let context = client.data("scorm_get_current_page_context", id.clone());
    assert_eq!(context["page_title"], "The real course", "{context:#}");
    assert!(
        context["url"].as_str().unwrap().ends_with("/real.html"),
        "{context:#}"
    );
    let call = json!({"name": "scorm_capture_screenshot", "arguments": id});
    let answer = client.request("tools/call", call);
    let text = answer["result"]["content"][1]["text"].as_str().unwrap();
    assert!(text.contains("/real.html"), "{text}");
}

#[test]
fn browser_a_page_that_is_still_loading_says_so() {
    let spinner = "<style>@keyframes t { to { rotate: 360deg } }
        .spinner { width: 40px; height: 40px; background: silver; animation: t 1s linear infinite }</style>
        <h1>Soon</h1><div class=spinner id=s></div>";
    let course = Course::new("spinner", &page(spinner));
    let mut client = client();
    let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
    let id = json!({"session_id": opened["session_id"]});
    let call = json!({"name": "scorm_capture_screenshot", "arguments": id});
    let picture = |client: &mut greenroom_testkit::McpClient| -> Value {
        let answer = client.request("tools/call", call.clone());
        let text = answer["result"]["content"][1]["text"].as_str().unwrap();
        serde_json::from_str::<Value>(text).unwrap()["data"].clone()
    };
    assert_eq!(picture(&mut client)["still_loading"], true);
    let done = json!({"session_id": opened["session_id"], "expression": "s.remove()"});
    client.data("scorm_dom_evaluate", done);
    assert!(picture(&mut client).get("still_loading").is_none());
}

#[test]
fn browser_a_close_says_who_set_the_exit_and_can_leave_it() {
    let course = Course::new("exits", &page("<h1>Exits</h1>"));
    let mut client = client();
    let open = json!({"package_path": course.path()});
    let opened = client.data("scorm_open_course", open.clone());
    let session = opened["session_id"].as_str().unwrap().to_owned();
    let set = api_call(&session, "SetValue", &["cmi.location", "p1"]);
    client.data("scorm_api_call", set);
    let closed = client.data("scorm_runtime_close", json!({"session_id": session}));
    assert_eq!(closed["saved"]["exit"], "suspend", "{closed:#}");
    assert_eq!(closed["saved"]["exit_set_by"], "greenroom", "{closed:#}");
    let again = client.data("scorm_runtime_open", json!({"session_id": session}));
    assert_eq!(again["resume"]["resumed"], true, "{again:#}");
    let leave = json!({"session_id": session, "keep_exit": true});
    let closed = client.data("scorm_runtime_close", leave);
    assert_ne!(closed["saved"]["exit"], "suspend", "{closed:#}");
    client.data("scorm_close_course", json!({"session_id": session}));
    let again = client.data("scorm_open_course", open.clone());
    assert_eq!(again["resume"]["resumed"], false, "{again:#}");
    assert_eq!(
        again["resume"]["conditions"]["file_exists"], true,
        "{again:#}"
    );
    client.data(
        "scorm_close_course",
        json!({"session_id": again["session_id"]}),
    );
    let mut anew = open;
    anew["new_attempt"] = json!(true);
    let anew = client.data("scorm_open_course", anew);
    assert_eq!(anew["resume"]["reason"], "new_attempt", "{anew:#}");
    assert_eq!(
        anew["resume"]["conditions"]["file_exists"], true,
        "{anew:#}"
    );
}

#[test]
fn browser_a_failed_opening_leaves_nothing_to_be_saved() {
    let course = Course::new("missing", &page(""));
    std::fs::remove_file(course.path().join("page.html")).unwrap();
    let mut client = client();
    client.failure("scorm_open_course", json!({"package_path": course.path()}));
    let health = client.data("system_health", json!({}));
    let unsaved = health["issues"].as_array().unwrap().iter();
    let unsaved = unsaved.filter(|issue| issue["code"] == "unsaved-journal");
    assert_eq!(unsaved.count(), 0, "{health:#}");
}
