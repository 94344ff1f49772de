//! The history and the figures over it.

use super::Fixture;
use crate::desk::HistoryFilter;
use serde_json::{Value, json};

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
    it.disk_is_full();
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
fn a_thousand_entries_in_every_terminal_state_survive_a_restart() {
    let mut it = Fixture::new();
    let mut failing = Vec::new();
    for n in 0..1_000 {
        let client = format!("agent{n}");
        let question = json!({"question": format!("{n}?"), "timeout_seconds": 60});
        let dialog_id = it.ask_as(&client, "confirm", question).unwrap().dialog_id;
        match n % 5 {
            0 => it.submit(&dialog_id, json!({"confirmed": true})).unwrap(),
            1 => it.submit(&dialog_id, json!({"cancelled": true})).unwrap(),
            2 => it.submit(&dialog_id, json!({"declined": true})).unwrap(),
            3 => {}
            _ => failing.push(dialog_id),
        }
    }
    it.disk_is_full();
    for dialog_id in &failing {
        it.submit(dialog_id, json!({"confirmed": true}))
            .unwrap_err();
    }
    it.disk_has_room();
    it.now += 60_000;
    it.desk.expire_due(it.now);
    let count = |it: &Fixture, filter: Value| {
        let filter: HistoryFilter = serde_json::from_value(filter).unwrap();
        it.desk.history(&filter).len()
    };
    let before: Vec<String> = ids(&it);
    for _ in 0..2 {
        assert_eq!(count(&it, json!({})), 1_000);
        for (state, number) in [
            ("COMPLETED", 200),
            ("CANCELLED", 400),
            ("EXPIRED", 200),
            ("ERROR", 200),
        ] {
            assert_eq!(count(&it, json!({"state": state})), number, "{state}");
        }
        it.restart();
    }
    assert_eq!(ids(&it), before, "the same ones in the same order");
}

fn ids(it: &Fixture) -> Vec<String> {
    let all = it.desk.history(&HistoryFilter::default());
    all.iter().map(|dialog| dialog.dialog_id.clone()).collect()
}
