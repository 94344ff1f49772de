//! `scorm_create_course`: from an outline to a course that is checked, played and passed.

mod in_lms;
mod in_scorm_again;
mod plain_lms;
mod templates;
mod verdicts;

use std::path::{Path, PathBuf};

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use crate::client;
use crate::course_in_browser::Playing;

/// Creates a course below `folder`; what the tool answers.
fn create(client: &mut McpClient, folder: &Path, name: &str, mut arguments: Value) -> Value {
    arguments["target_path"] = json!(folder.join(name));
    if arguments["title"].is_null() {
        arguments["title"] = json!(name);
    }
    client.data("scorm_create_course", arguments)
}

fn course_path(created: &Value) -> PathBuf {
    PathBuf::from(created["course_path"].as_str().unwrap())
}

/// A title that is text, and a question of every type.
fn outline() -> Value {
    json!({
        "passing_score": 100,
        "sections": [
            {"heading": "Read <this> first", "content": ["Tea is \"hot\".", {"list": ["one", "two"]}]},
            {"heading": "Tests", "questions": [
                {"type": "choice", "text": "Which?", "answers": [{"text": "wrong"}, {"text": "right", "correct": true}]},
                {"type": "multiple_choice", "text": "Which ones?", "answers": [{"text": "a", "correct": true}, {"text": "b"}, {"text": "c", "correct": true}]},
                {"type": "true_false", "text": "Is it?", "correct": true},
                {"type": "fill_in", "text": "What?", "answers": ["Green tea"]},
                {"type": "numeric", "text": "How hot?", "min": 70, "max": 80.5},
                {"type": "matching", "text": "Match", "pairs": [{"source": "leaf", "target": "pot"}, {"source": "water", "target": "kettle"}]},
                {"type": "sequencing", "text": "Order", "items": ["boil", "pour", "wait"]},
                {"type": "likert", "text": "I like it."},
                {"type": "performance", "text": "Do it", "steps": ["boiled"]},
                {"type": "long_fill_in", "text": "Why?"},
            ]},
        ],
    })
}

/// The right answers by id, as an agent gives them: by text or key, in the form of their type.
fn answers() -> Vec<(&'static str, Value)> {
    vec![
        ("question_001", json!("right")),
        ("question_002", json!(["a", "c"])),
        ("question_003", json!(true)),
        ("question_004", json!("green TEA")),
        ("question_005", json!(80)),
        ("question_006", json!({"leaf": "pot", "water": "kettle"})),
        ("question_007", json!(["boil", "pour", "wait"])),
        ("question_008", json!("Agree")),
        ("question_009", json!("boiled")),
        ("question_010", json!("Because.\nReally.")),
    ]
}

#[test]
fn browser_a_course_from_an_outline_is_clean_and_passed_through_automation() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    for version in ["2004_4th", "1.2"] {
        let order = json!({
            "template": "quiz", "scorm_version": version, "outline": outline(),
            "title": "</script><script>document.title = 'mine'</script>", "language": "en",
        });
        let created = create(&mut client, folder.path(), version, order);
        assert_eq!(created["template"], "quiz");
        assert_eq!(created["scorm_version"], version);
        assert!(Path::new(created["manifest_path"].as_str().unwrap()).is_file());
        let path = course_path(&created);
        let judged = client.data(
            "scorm_validate_compliance",
            json!({"workspace_path": path, "validation_level": "pedantic"}),
        );
        assert_eq!(judged["compliance_score"], 100, "{judged:#}");

        let mut playing = Playing::open_with(client, &path, json!({}));
        let available = playing.call("scorm_automation_check_availability", json!({}));
        assert_eq!(available["available"], true, "{available:#}");
        let slides = playing.call("scorm_automation_get_course_structure", json!({}));
        let slides = slides["result"].as_array().unwrap().clone();
        // Two pages to read, ten questions, the results.
        assert_eq!(slides.len(), 13, "{slides:?}");
        for slide in &slides {
            let slide = json!({"slideId": slide["id"]});
            playing.call("scorm_automation_go_to_slide", slide);
        }
        for (id, response) in answers() {
            let given = json!({"id": id, "response": response});
            playing.call("scorm_automation_set_response", given);
            let checked = playing.call("scorm_automation_check_answer", json!({ "id": id }));
            assert_ne!(checked["correct"], false, "{version} {id}: {checked:#}");
        }
        let status = match version {
            "1.2" => ["cmi.core.lesson_status", "cmi.core.score.raw"],
            _ => ["cmi.success_status", "cmi.score.raw"],
        };
        let data = playing.call("scorm_data_model_get", json!({ "elements": status }));
        let text = data.to_string();
        assert!(text.contains("passed") && text.contains("100"), "{data:#}");
        let faults = playing.call("scorm_get_console_errors", json!({}));
        assert!(!faults.to_string().contains("false\\\""), "{faults:#}");
        // The title was never run.
        let title = playing.call(
            "scorm_dom_evaluate",
            json!({"expression": "document.title"}),
        );
        assert_ne!(title["result"], "mine");
        client = playing.close().0;
    }
}

#[test]
fn what_cannot_be_ordered_is_refused_with_the_next_step() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(path("full/inside")).unwrap();
    let outline =
        json!({"sections": [{"heading": "x", "questions": [{"type": "choice", "text": "?"}]}]});
    for (order, code, says) in [
        (
            json!({"target_path": path("a"), "title": "x", "template": "course", "scorm_version": "1.2"}),
            "MCP_INVALID_PARAMS",
            "no sequencing",
        ),
        (
            json!({"target_path": path("full"), "title": "x"}),
            "PATH_RESOLUTION_ERROR",
            "not empty",
        ),
        (
            json!({"target_path": path("a/../b"), "title": "x"}),
            "SECURITY_VIOLATION",
            "`..`",
        ),
        (
            json!({"target_path": path("a"), "title": "x", "template": "quiz", "outline": outline}),
            "MCP_INVALID_PARAMS",
            "outline.sections[0].questions[0].answers",
        ),
    ] {
        let failure = client.failure("scorm_create_course", order.clone());
        assert_eq!(failure["error_code"], code, "{failure:#}");
        assert!(failure.to_string().contains(says), "{order}: {failure:#}");
    }
    // Nothing was written on the way.
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn the_same_order_gives_the_same_files_and_an_empty_folder_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    std::fs::create_dir(folder.path().join("one")).unwrap();
    let order = json!({"title": "Пароли 🔐", "template": "course", "language": "de"});
    let one = create(&mut client, folder.path(), "one", order.clone());
    let two = create(&mut client, folder.path(), "two", order);
    assert_eq!(one["files"], two["files"]);
    for file in one["files"].as_array().unwrap() {
        let read = |created| std::fs::read(course_path(created).join(file.as_str().unwrap()));
        assert_eq!(read(&one).unwrap(), read(&two).unwrap(), "{file}");
    }
}
