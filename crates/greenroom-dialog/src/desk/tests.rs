//! The desk: questions, acts, deliveries, restarts.

#![expect(
    clippy::needless_pass_by_value,
    reason = "callers write `json!(…)` in place"
)]

use super::*;
use crate::change::By;
use crate::declaration::DialogTool;
use crate::dialog::Asker;
use crate::error::DialogError;
use crate::outcome::Source;
use crate::request;
use crate::state::State;
use serde_json::json;

struct Fixture {
    folder: tempfile::TempDir,
    desk: Desk,
    now: u64,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let desk = open(folder.path(), 1_000);
        Self {
            folder,
            desk,
            now: 1_000,
        }
    }

    fn restart(&mut self) {
        self.desk = open(self.folder.path(), self.now);
    }

    fn ask_as(&mut self, client: &str, tool: &str, arguments: Value) -> Result<Asked, DialogError> {
        let Value::Object(arguments) = arguments else {
            panic!("arguments are an object")
        };
        let request = request::parse(self.desk.registry(), tool, arguments)?;
        let asker = Asker {
            client: client.to_owned(),
            limit_key: client.to_owned(),
            unverified: false,
        };
        self.now += 1;
        self.desk.ask(request, asker, None, self.now)
    }

    fn ask(&mut self, tool: &str, arguments: Value) -> String {
        self.ask_as("agent", tool, arguments).unwrap().dialog_id
    }

    fn confirm(&mut self, question: &str) -> String {
        self.ask("confirm", json!({"question": question}))
    }

    fn submit(&mut self, dialog_id: &str, data: Value) -> Result<(), String> {
        self.submit_as(dialog_id, data, Source::Human, false)
    }

    fn submit_as(
        &mut self,
        dialog_id: &str,
        data: Value,
        source: Source,
        remember: bool,
    ) -> Result<(), String> {
        let submitter = Submitter {
            connection: "conn_p".to_owned(),
            user_agent: "test".to_owned(),
            source,
            remember,
        };
        self.now += 1;
        self.desk.submit(dialog_id, &data, &submitter, self.now)
    }

    fn state(&self, dialog_id: &str) -> State {
        self.desk.dialog(dialog_id).unwrap().state
    }

    fn data(&mut self, dialog_id: &str) -> Value {
        self.now += 1;
        self.desk.deliver(dialog_id, self.now).unwrap().data
    }
}

fn open(folder: &Path, now: u64) -> Desk {
    Desk::open(&folder.join("dialogs"), Registry::standard(), now).unwrap()
}

#[test]
fn cancel_no_silence_and_refusal_are_four_things() {
    let mut it = Fixture::new();
    for (act, status, answer) in [
        (
            json!({"confirmed": false}),
            "answered",
            json!({"confirmed": false}),
        ),
        (
            json!({"cancelled": true, "comment": "c"}),
            "cancelled",
            Value::Null,
        ),
        (
            json!({"declined": true, "comment": "c"}),
            "declined",
            Value::Null,
        ),
    ] {
        let dialog_id = it.confirm("ship it?");
        it.desk.displayed(&dialog_id, it.now);
        it.submit(&dialog_id, act.clone()).unwrap();
        let data = it.data(&dialog_id);
        assert_eq!(
            (&data["status"], &data["answer"]),
            (&json!(status), &answer)
        );
        assert_eq!(data["answered"], json!(status == "answered"));
        assert_eq!(data.get("comment"), act.get("comment"));
    }
    let dialog_id = it.confirm("ship it?");
    it.now += 86_400_000;
    it.desk.expire_due(it.now);
    let data = it.data(&dialog_id);
    assert_eq!(
        (&data["status"], &data["code"]),
        (&json!("no_response"), &json!("DIALOG_NO_RESPONSE"))
    );
    assert!(
        it.desk
            .deliver(&dialog_id, it.now)
            .unwrap()
            .message
            .starts_with("No answer")
    );
    assert_eq!(
        it.submit(&dialog_id, json!({"confirmed": true})),
        Err("Expired".to_owned())
    );
}

#[test]
fn nothing_but_a_submit_is_an_answer() {
    let mut it = Fixture::new();
    let dialog_id = it.ask(
        "single_choice",
        json!({
        "question": "?", "defaultValue": "a", "options": [{"value": "a", "label": "A"}]}),
    );
    it.desk.displayed(&dialog_id, it.now);
    it.desk.leave(&dialog_id);
    it.restart();
    assert_eq!(it.state(&dialog_id), State::Pending);
    assert_eq!(it.data(&dialog_id)["status"], "pending");
    it.now += 86_400_000;
    it.restart();
    let data = it.data(&dialog_id);
    assert_eq!(
        (&data["status"], &data["answered"], &data["answer"]),
        (&json!("no_response"), &json!(false), &Value::Null)
    );
}

#[test]
fn the_first_valid_answer_wins() {
    let mut it = Fixture::new();
    let dialog_id = it.confirm("?");
    assert!(
        it.submit(&dialog_id, json!({"confirmed": "perhaps"}))
            .is_err()
    );
    assert_ne!(
        it.state(&dialog_id),
        State::Completed,
        "invalid input leaves it open"
    );
    it.submit(&dialog_id, json!({"confirmed": true})).unwrap();
    assert_eq!(
        it.submit(&dialog_id, json!({"confirmed": false})),
        Err("Already answered".to_owned())
    );
    assert_eq!(it.data(&dialog_id)["answer"]["confirmed"], true);
    assert_eq!(
        it.submit("d_none", json!({"confirmed": true})),
        Err("Unknown dialog".to_owned())
    );
}

#[test]
fn the_same_question_is_asked_once() {
    let mut it = Fixture::new();
    let first = it.confirm("?");
    let again = it
        .ask_as(
            "agent",
            "confirm",
            json!({"question": "?", "title": "other"}),
        )
        .unwrap();
    assert_eq!(
        (again.dialog_id.as_str(), again.attached),
        (first.as_str(), true)
    );
    let by_id = it
        .ask_as(
            "agent",
            "confirm",
            json!({"question": "x", "dialog_id": first}),
        )
        .unwrap();
    assert_eq!(by_id.dialog_id, first);
    assert_eq!(it.desk.dialog(&first).unwrap().waiting, 3);
    assert!(
        !it.ask_as("other", "confirm", json!({"question": "?"}))
            .unwrap()
            .attached
    );
    assert!(
        !it.ask_as("agent", "confirm", json!({"question": "?", "project": "p"}))
            .unwrap()
            .attached
    );
    it.submit(&first, json!({"confirmed": true})).unwrap();
    assert_ne!(it.confirm("?"), first, "an ended question is asked anew");
    let unknown = it.ask_as(
        "agent",
        "confirm",
        json!({"question": "?", "dialog_id": "d_x"}),
    );
    assert_eq!(unknown.unwrap_err().code(), "DIALOG_UNKNOWN");
}

#[test]
fn an_answer_waits_for_an_asker_that_is_gone() {
    let mut it = Fixture::new();
    let late = it.confirm("late?");
    it.desk.leave(&late);
    it.submit(&late, json!({"confirmed": true, "comment": "sorry"}))
        .unwrap();
    let held = it.confirm("held?");
    it.submit(&held, json!({"confirmed": false})).unwrap();
    it.restart();
    let listed = it.desk.listed_for("agent", None, it.now);
    assert_eq!(listed["undelivered"].as_array().unwrap().len(), 2);
    let next = it.confirm("next?");
    let data = it.data(&next);
    let ids: Vec<&Value> = data["undelivered_answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["dialog_id"])
        .collect();
    assert_eq!(ids, [&json!(late), &json!(held)]);
    assert!(it.data(&next).get("undelivered_answers").is_none(), "once");
    assert_eq!(it.data(&late)["comment"], "sorry", "as often as asked");
}

#[test]
fn an_answer_nobody_fetched_is_dropped_from_delivery_after_a_day() {
    let mut it = Fixture::new();
    let late = it.confirm("late?");
    it.desk.leave(&late);
    it.submit(&late, json!({"confirmed": true})).unwrap();
    it.now += 24 * 3_600_000 + 10;
    let next = it.confirm("next?");
    assert!(it.data(&next).get("undelivered_answers").is_none());
}

#[test]
fn an_answer_that_a_call_waits_for_goes_to_that_call() {
    let mut it = Fixture::new();
    let first = it.confirm("first?");
    let second = it.confirm("second?");
    it.submit(&first, json!({"confirmed": true})).unwrap();
    it.submit(&second, json!({"confirmed": true})).unwrap();
    assert!(it.data(&second).get("undelivered_answers").is_none());
    it.desk.leave(&second);
    assert_eq!(it.data(&first)["answer"]["confirmed"], true);
}

#[test]
fn ten_questions_show_three_cards() {
    let mut it = Fixture::new();
    let ids: Vec<String> = (0..10).map(|n| it.confirm(&n.to_string())).collect();
    let places: Vec<usize> = ids
        .iter()
        .map(|id| it.desk.queue().position(id).unwrap())
        .collect();
    assert_eq!(places, [0, 0, 0, 1, 2, 3, 4, 5, 6, 7]);
    it.submit(&ids[1], json!({"confirmed": true})).unwrap();
    assert_eq!(it.desk.queue().position(&ids[3]), Some(0));
    for id in ids.iter().filter(|id| **id != ids[1]) {
        it.submit(id, json!({"confirmed": true})).unwrap();
    }
    assert!(it.desk.queue().is_empty());
    assert_eq!(it.desk.metrics().completed, 10);
}

#[test]
fn limits_hold_per_asker() {
    let mut it = Fixture::new();
    for n in 0..100 {
        it.confirm(&n.to_string());
        it.now += 1_000;
    }
    let refused = it.ask_as("agent", "confirm", json!({"question": "one more"}));
    assert_eq!(refused.unwrap_err().code(), "LIMIT_EXCEEDED");
    for _ in 0..60 {
        it.ask_as("agent", "confirm", json!({"question": "0"})).ok();
    }
    let refused = it
        .ask_as("agent", "confirm", json!({"question": "0"}))
        .unwrap_err();
    assert!(
        matches!(
            refused,
            DialogError::RateLimited {
                retry_after_ms: 1..
            }
        ),
        "{refused:?}"
    );
    assert!(
        it.ask_as("other", "confirm", json!({"question": "0"}))
            .is_ok()
    );
}

#[test]
fn a_full_disk_leaves_the_question_open_for_another_try() {
    let mut it = Fixture::new();
    let dialog_id = it.confirm("?");
    let journal = it.folder.path().join("dialogs/journal.jsonl");
    let aside = it.folder.path().join("aside");
    std::fs::rename(&journal, &aside).unwrap();
    std::fs::create_dir(&journal).unwrap();
    assert_eq!(
        it.submit(&dialog_id, json!({"confirmed": true})),
        Err("Answer could not be stored".to_owned())
    );
    assert_eq!(it.state(&dialog_id), State::Error);
    assert_eq!(it.desk.metrics().errors, 1);
    assert_eq!(
        it.desk.outcome(&dialog_id, it.now),
        Ok(None),
        "the agent hears nothing yet"
    );
    std::fs::remove_dir(&journal).unwrap();
    std::fs::rename(&aside, &journal).unwrap();
    it.submit(&dialog_id, json!({"confirmed": true})).unwrap();
    assert_eq!(it.state(&dialog_id), State::Completed);
    assert_eq!(it.desk.metrics().errors, 0, "the retry took it out again");
    it.restart();
    assert_eq!(it.data(&dialog_id)["answer"]["confirmed"], true);
}

#[test]
fn an_answer_that_was_never_stored_ends_as_an_error() {
    let mut it = Fixture::new();
    let dialog_id = it.confirm("?");
    let journal = it.folder.path().join("dialogs/journal.jsonl");
    std::fs::remove_file(&journal).unwrap();
    std::fs::create_dir(&journal).unwrap();
    it.submit(&dialog_id, json!({"confirmed": true}))
        .unwrap_err();
    it.now += 86_400_000;
    it.desk.expire_due(it.now);
    let error = it.desk.outcome(&dialog_id, it.now).unwrap_err();
    assert_eq!(error.code(), "DIALOG_STORE_FAILED");
    assert!(it.desk.queue().is_empty());
}

#[test]
fn an_agent_may_take_its_question_back() {
    let mut it = Fixture::new();
    let dialog_id = it.confirm("?");
    it.desk.take_changes();
    it.desk.withdraw(&dialog_id, it.now).unwrap();
    let data = it.data(&dialog_id);
    assert_eq!(
        (&data["status"], &data["cancelled_by"]),
        (&json!("cancelled"), &json!("agent"))
    );
    assert!(it.desk.take_changes().iter().any(|change| matches!(
        change,
        Change::State {
            by: Some(By::Agent),
            state: State::Cancelled,
            ..
        }
    )));
    it.desk.withdraw(&dialog_id, it.now).unwrap();
}

#[test]
fn a_standing_answer_is_marked_and_never_for_confirm() {
    let mut it = Fixture::new();
    let question = json!({"question": "Tabs?", "options": [{"value": "y", "label": "Yes"}]});
    let first = it.ask("single_choice", question.clone());
    it.submit_as(&first, json!({"choice": "y"}), Source::Human, true)
        .unwrap();
    let second = it.ask("single_choice", question.clone());
    let data = it.data(&second);
    assert_eq!(
        (&data["source"], &data["answer"]["choice"]),
        (&json!("remembered"), &json!("y"))
    );
    let other = it.ask(
        "single_choice",
        json!({"question": "Tabs?", "options": [{"value": "y", "label": "Yes!"}]}),
    );
    assert_eq!(
        it.data(&other)["status"],
        "pending",
        "exactly the same question only"
    );
    it.restart();
    let listed = it.desk.preferences().standing_answers.listed();
    assert_eq!(
        (&listed[0]["question"], &listed[0]["answer"]),
        (&json!("Tabs?"), &json!("Yes"))
    );
    it.desk
        .remove_standing_answer(listed[0]["id"].as_str().unwrap());
    let third = it.ask("single_choice", question);
    assert_eq!(it.data(&third)["status"], "pending");

    let confirm = it.confirm("?");
    assert!(
        it.submit_as(&confirm, json!({"confirmed": true}), Source::Human, true)
            .is_err()
    );
    assert!(
        it.submit_as(
            &confirm,
            json!({"confirmed": true}),
            Source::AutoSubmit,
            false
        )
        .is_err()
    );
    assert_ne!(it.state(&confirm), State::Completed);
}

#[test]
fn notes_go_once_with_the_next_result() {
    let mut it = Fixture::new();
    it.desk.add_note("  use blue  ", it.now).unwrap();
    assert!(it.desk.add_note(" ", it.now).is_err());
    it.restart();
    let dialog_id = it.confirm("?");
    it.submit(&dialog_id, json!({"confirmed": true})).unwrap();
    assert_eq!(it.data(&dialog_id)["human_notes"][0]["text"], "use blue");
    assert!(it.data(&dialog_id).get("human_notes").is_none());
}

#[test]
fn metrics_count_every_end() {
    let mut it = Fixture::new();
    assert_eq!(it.desk.metrics().success_rate, None);
    assert_eq!(it.desk.metrics().average_response_time, None);
    for n in 0..3 {
        let dialog_id = it.confirm(&n.to_string());
        it.submit(&dialog_id, json!({"confirmed": true})).unwrap();
    }
    let cancelled = it.confirm("c");
    it.submit(&cancelled, json!({"cancelled": true})).unwrap();
    let failing = it.confirm("e");
    let journal = it.folder.path().join("dialogs/journal.jsonl");
    std::fs::remove_file(&journal).unwrap();
    std::fs::create_dir(&journal).unwrap();
    it.submit(&failing, json!({"confirmed": true})).unwrap_err();
    let metrics = it.desk.metrics();
    assert_eq!(
        (metrics.completed, metrics.errors, metrics.cancelled),
        (3, 1, 1)
    );
    assert_eq!(metrics.success_rate, Some(0.6));
    assert_eq!(metrics.average_response_time, Some(1.0));
    let report = it.desk.report();
    assert_eq!(
        serde_json::to_value(&report[0]).unwrap(),
        json!({
        "tool": "confirm", "requests": 5, "responses": 3, "errors": 1, "cancelled": 1,
        "expired": 0, "averageLatency": 1.0, "successRate": 0.6})
    );
}

#[test]
fn the_history_is_filtered_bounded_and_survives_restarts() {
    let mut it = Fixture::new();
    for n in 0..1_010 {
        let dialog_id = it.ask_as(&format!("agent{n}"), "confirm", json!({"question": format!("Frage {n}"), "project": if n % 2 == 0 { "even" } else { "odd" }})).unwrap().dialog_id;
        let act = match n % 3 {
            0 => json!({"confirmed": true, "comment": "Ünique"}),
            1 => json!({"cancelled": true}),
            _ => json!({"declined": true}),
        };
        it.submit(&dialog_id, act).unwrap();
    }
    it.restart();
    let all = HistoryFilter::default();
    assert_eq!(it.desk.history(&all).len(), 1_000);
    assert_eq!(it.desk.history(&all)[0].question(), "Frage 1009");
    let filter = |json: Value| serde_json::from_value::<HistoryFilter>(json).unwrap();
    for (wanted, count) in [
        (json!({"state": "COMPLETED"}), 333),
        (json!({"project": "even"}), 500),
        (json!({"text": "üNIQUE"}), 333),
        (json!({"text": "frage 1009"}), 1),
        (json!({"tool": "planner"}), 0),
        (json!({"state": "CANCELLED", "project": "odd"}), 334),
    ] {
        assert_eq!(
            it.desk.history(&filter(wanted.clone())).len(),
            count,
            "{wanted}"
        );
    }
    let newest = it.desk.history(&all)[0].dialog_id.clone();
    it.desk.delete_history(Some(&newest), it.now).unwrap();
    assert!(it.desk.delete_history(Some(&newest), it.now).is_err());
    it.restart();
    assert_eq!(it.desk.history(&all).len(), 999);
    it.desk.delete_history(None, it.now).unwrap();
    assert!(it.desk.history(&all).is_empty());
}

#[test]
fn drafts_and_settings_survive_a_restart_and_end_with_the_answer() {
    let mut it = Fixture::new();
    let dialog_id = it.ask("text_input", json!({"question": "?"}));
    it.desk.keep_draft(&dialog_id, &json!({"text": "half"}));
    let settings = json!({"theme": "dark", "snippets": [{"id": "1", "text": "LGTM"}]});
    it.desk
        .change_settings(settings.as_object().unwrap().clone())
        .unwrap();
    let many = json!({"snippets": vec![json!({}); 101]});
    assert!(
        it.desk
            .change_settings(many.as_object().unwrap().clone())
            .is_err()
    );
    it.restart();
    assert_eq!(
        it.desk.drafts().get(&dialog_id),
        Some(json!({"text": "half"}))
    );
    assert_eq!(
        Value::Object(it.desk.preferences().settings.clone()),
        settings
    );
    it.submit(&dialog_id, json!({"text": "whole"})).unwrap();
    assert_eq!(it.desk.drafts().get(&dialog_id), None);
}

#[test]
fn images_belong_to_their_dialog_and_go_with_its_entry() {
    let mut it = Fixture::new();
    let png = [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 7];
    let dialog_id = it.ask("screenshot_request", json!({"question": "?"}));
    let given = it
        .desk
        .images()
        .add(&dialog_id, "a.png", (3, 4), &png)
        .unwrap();
    let unused = it
        .desk
        .images()
        .add(&dialog_id, "b.png", (3, 4), &png)
        .unwrap();
    assert!(
        it.submit(&dialog_id, json!({"attachments": ["att_other"]}))
            .is_err()
    );
    it.submit(&dialog_id, json!({"attachments": [given.id]}))
        .unwrap();
    let data = it.data(&dialog_id);
    assert_eq!(
        data["attachments"],
        json!([{"id": given.id, "name": "a.png", "type": "image/png", "size": 9, "width": 3, "height": 4, "inline": "original"}])
    );
    assert!(
        it.desk.images().locate(&unused.id).is_none(),
        "what no answer names is deleted"
    );
    it.desk.delete_history(Some(&dialog_id), it.now).unwrap();
    assert!(it.desk.images().locate(&given.id).is_none());
}

#[test]
fn a_tool_declared_by_its_schemas_is_asked_and_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut registry = Registry::standard();
    registry.register(DialogTool::new(
        "my_new_tool",
        "Ask something new\n\nReturns answer and confidence.",
        json!({
            "type": "object", "additionalProperties": false, "required": ["question"],
            "properties": {
                "question": {"type": "string", "description": "The question"},
                "options": {"type": "array", "items": {"type": "string"}, "description": "Choices"},
            },
        }),
        json!({
            "type": "object", "additionalProperties": false, "required": ["answer", "confidence"],
            "properties": {"answer": {"type": "string"}, "confidence": {"type": "number"}},
        }),
    ));
    let desk = Desk::open(&folder.path().join("dialogs"), registry, 0).unwrap();
    let mut it = Fixture {
        folder,
        desk,
        now: 0,
    };
    assert!(it.desk.registry().get("my_new_tool").is_some());
    let refused = it
        .ask_as("agent", "my_new_tool", json!({"options": [1]}))
        .unwrap_err();
    assert_eq!(refused.to_string(), "Invalid question");
    let dialog_id = it.ask("my_new_tool", json!({"question": "?", "options": ["a"]}));
    assert_eq!(
        it.desk.dialog(&dialog_id).unwrap().dialog_type,
        "generic_form"
    );
    assert!(
        it.submit(&dialog_id, json!({"answer": "a", "confidence": "high"}))
            .is_err()
    );
    it.submit(
        &dialog_id,
        json!({"answer": "a", "confidence": 0.5, "comment": "c"}),
    )
    .unwrap();
    assert_eq!(
        it.data(&dialog_id)["answer"],
        json!({"answer": "a", "confidence": 0.5})
    );
}

#[test]
fn learned_holds_are_kept() {
    let mut it = Fixture::new();
    it.desk.learn_hold("x", false, 20.0, it.now);
    it.restart();
    assert!((it.desk.preferences().holds.seconds("x", false, it.now) - 16.0).abs() < 1e-9);
    it.desk.forget_hold("x", false);
    it.restart();
    assert!(it.desk.preferences().holds.list(it.now).is_empty());
}
