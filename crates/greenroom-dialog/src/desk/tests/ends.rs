//! How a question ends, and that nothing else ends it.

use super::Fixture;
use crate::change::{By, Change};
use crate::outcome::Source;
use crate::state::State;
use serde_json::{Value, json};

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
        it.submit(&dialog_id, json!({"confirmed": true}))
            .unwrap_err()
            .to_string(),
        "Expired"
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
        it.submit(&dialog_id, json!({"confirmed": false}))
            .unwrap_err()
            .to_string(),
        "Already answered"
    );
    assert_eq!(it.data(&dialog_id)["answer"]["confirmed"], true);
    assert_eq!(
        it.submit("d_none", json!({"confirmed": true}))
            .unwrap_err()
            .to_string(),
        "Unknown dialog"
    );
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

/// A question of each tool that offers a default, and an answer to it.
fn questions() -> [(&'static str, Value, Value); 6] {
    let options = json!([{"value": "a", "label": "A", "checked": true}]);
    [
        (
            "planner",
            json!({"decision_context": "?", "options": ["a"], "default_action": "a"}),
            json!({"choice": "a"}),
        ),
        (
            "text_input",
            json!({"question": "?", "defaultText": "a"}),
            json!({"text": "a"}),
        ),
        (
            "single_choice",
            json!({"question": "?", "options": [{"value": "a", "label": "A"}], "defaultValue": "a"}),
            json!({"choice": "a"}),
        ),
        (
            "multi_choice",
            json!({"question": "?", "options": options}),
            json!({"choices": ["a"]}),
        ),
        (
            "screenshot_request",
            json!({"question": "?"}),
            json!({"additionalText": "a"}),
        ),
        (
            "confirm",
            json!({"question": "?"}),
            json!({"confirmed": true}),
        ),
    ]
}

#[test]
fn every_act_on_every_dialog_carries_its_comment() {
    let mut it = Fixture::new();
    for (tool, arguments, answer) in questions() {
        for (mut act, status) in [
            (answer, "answered"),
            (json!({"cancelled": true}), "cancelled"),
            (json!({"declined": true}), "declined"),
        ] {
            act["comment"] = json!("because of the weather");
            let dialog_id = it.ask(tool, arguments.clone());
            it.submit(&dialog_id, act).unwrap();
            let data = it.data(&dialog_id);
            assert_eq!(data["status"], status, "{tool}");
            assert_eq!(data["comment"], "because of the weather", "{tool} {status}");
        }
    }
}

#[test]
fn no_sequence_without_a_submit_is_an_answer() {
    // The same draws in every run.
    let mut seed = 0x9e37_79b9_u64;
    let mut draw = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below as u64).unwrap()
    };
    let mut it = Fixture::new();
    let mut asked: Vec<String> = Vec::new();
    for step in 0..600 {
        let (tool, arguments, _) = questions()[draw(6)].clone();
        let some = asked.get(draw(asked.len().max(1))).cloned();
        match (draw(8), some) {
            (0 | 1, _) | (_, None) => {
                let client = format!("agent{step}");
                asked.push(it.ask_as(&client, tool, arguments).unwrap().dialog_id);
            }
            (2, Some(id)) => it.desk.displayed(&id, it.now),
            (3, Some(id)) => it.desk.leave(&id),
            (4, Some(id)) => it.desk.withdraw(&id, it.now).unwrap(),
            (5, _) => it.restart(),
            (6, _) => it.now += 40_000_000,
            (_, Some(id)) => {
                // Not even a right answer, as long as it is not on disk.
                let tool = it.desk.dialog(&id).unwrap().tool.clone();
                let known = questions().into_iter().find(|(name, ..)| *name == tool);
                it.disk_is_full();
                assert!(it.submit(&id, known.unwrap().2).is_err());
                it.disk_has_room();
            }
        }
        it.desk.expire_due(it.now);
        for id in &asked {
            // The oldest leave the history.
            let Some(dialog) = it.desk.dialog(id) else {
                continue;
            };
            assert_ne!(dialog.state, State::Completed, "step {step}");
            let data = crate::result::data(dialog, it.now);
            assert_eq!(
                (&data["answered"], &data["answer"]),
                (&json!(false), &Value::Null)
            );
        }
    }
}

#[test]
fn a_dangerous_question_is_answered_on_the_page_only() {
    let mut it = Fixture::new();
    let dialog_id = it.ask("confirm", json!({"question": "?", "isDangerous": true}));
    for confirmed in [true, false] {
        let answer = json!({"confirmed": confirmed});
        for source in [Source::Elicitation, Source::ParentApp] {
            let refused = it.submit_as(&dialog_id, answer.clone(), source, false);
            assert!(refused.is_err(), "{source:?}");
        }
    }
    assert_eq!(it.data(&dialog_id)["status"], "pending");
    it.submit(&dialog_id, json!({"confirmed": false})).unwrap();
    assert_eq!(it.data(&dialog_id)["proof"], "opened_page");
}

#[test]
fn every_change_of_state_is_told() {
    let mut it = Fixture::new();
    let states = |it: &mut Fixture, dialog_id: &str| -> Vec<State> {
        it.desk
            .take_changes()
            .into_iter()
            .filter_map(|change| match change {
                Change::State {
                    dialog_id: id,
                    state,
                    ..
                } if id == dialog_id => Some(state),
                _ => None,
            })
            .collect()
    };
    let answered = [
        State::Pending,
        State::Active,
        State::Responding,
        State::Completed,
    ];
    let id = it.ask("text_input", json!({"question": "?"}));
    it.submit_as(&id, json!({"text": "always"}), Source::Human, true)
        .unwrap();
    assert_eq!(states(&mut it, &id), answered, "no page reported it before");
    let id = it.ask("text_input", json!({"question": "?"}));
    assert_eq!(states(&mut it, &id), answered, "answered as before");
    let id = it.confirm("?");
    it.desk.withdraw(&id, it.now).unwrap();
    assert_eq!(states(&mut it, &id), [State::Pending, State::Cancelled]);
}
