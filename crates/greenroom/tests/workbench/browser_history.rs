//! A full history: a thousand questions that ended in every way there is.

use greenroom_browser::FillValue;
use greenroom_dialog::{Asker, Desk, Proof, Registry, Source, Submitter, request};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::own_workbench::OwnWorkbench;
use crate::person::KEEP_DOWNLOADS;

/// Milliseconds of a question's life.
const LIFE: u64 = 60_000;

/// A data directory whose desk was closed after a thousand questions.
fn thousand_ended() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("dialogs");
    let began = 1_700_000_000_000;
    let mut desk = Desk::open(&folder, Registry::standard(), began).unwrap();
    let submitter = Submitter {
        connection: "page".to_owned(),
        user_agent: "test".to_owned(),
        source: Source::Human,
        proof: Proof::OpenedPage,
        remember: false,
    };
    let mut failing = Vec::new();
    for n in 0..1_000_u64 {
        let Value::Object(arguments) = json!({
            "question": format!("Question {n}"), "timeout_seconds": LIFE / 1000,
            "project": if n % 2 == 0 { "even" } else { "odd" },
        }) else {
            panic!("arguments are an object")
        };
        let asked = request::parse(desk.registry(), "confirm", arguments).unwrap();
        let asker = Asker {
            client: format!("agent {n}"),
            limit_key: n.to_string(),
            unverified: false,
            elicitation: None,
        };
        let id = desk.ask(asked, asker, None, began + n).unwrap().dialog_id;
        let act = match n % 5 {
            0 => json!({"confirmed": true}),
            1 => json!({"cancelled": true}),
            2 => json!({"declined": true, "comment": format!("Reason {n}")}),
            3 => continue,
            _ => {
                failing.push(id);
                continue;
            }
        };
        desk.submit(&id, &act, &submitter, began + n).unwrap();
    }
    let journal = folder.join("journal.jsonl");
    let aside = folder.join("aside");
    std::fs::rename(&journal, &aside).unwrap();
    std::fs::create_dir(&journal).unwrap();
    for id in failing {
        let answer = json!({"confirmed": true});
        desk.submit(&id, &answer, &submitter, began).unwrap_err();
    }
    std::fs::remove_dir(&journal).unwrap();
    std::fs::rename(&aside, &journal).unwrap();
    desk.expire_due(began + 2 * LIFE);
    home
}

#[test]
fn a_thousand_entries_survive_are_filtered_and_exported() {
    let bench = OwnWorkbench::serve(thousand_ended(), Registry::standard());
    let person = bench.person(&[KEEP_DOWNLOADS]);
    person.clicks("nav a[href='#/history']");
    let total = |number: usize| {
        person.until(&format!(
            "document.querySelector('[data-total]')?.dataset.total === '{number}'"
        ));
    };
    total(1_000);
    for (state, number, says) in [
        ("COMPLETED", 200, "is-answered"),
        ("CANCELLED", 400, "is-declined"),
        ("EXPIRED", 200, "is-no_response"),
        ("ERROR", 200, "is-error"),
    ] {
        person.fills("[name=state]", &FillValue::Text(state.into()));
        total(number);
        person.sees(&format!(".entry .{says}"));
    }
    person.fills("[name=project]", &FillValue::Text("odd".into()));
    total(100);
    person.fills("[name=state]", &FillValue::Text(String::new()));
    person.fills("[name=text]", &FillValue::Text("REASON 997".into()));
    total(1);
    assert!(person.sees(".entry").contains("Question 997"));
    person.fills("[name=text]", &FillValue::Text(String::new()));
    total(500);
    person.fills("[name=project]", &FillValue::Text(String::new()));
    // All of them lie on one day of 2023.
    person.fills("[name=from]", &FillValue::Text("2023-11-17".into()));
    total(0);
    person.fills("[name=from]", &FillValue::Text("2023-11-13".into()));
    person.fills("[name=until]", &FillValue::Text("2023-11-17".into()));
    total(1_000);
    person.clicks(".more");
    person.until("document.querySelectorAll('.entry').length === 100");

    person.clicks(".page-actions button");
    let exported = person.until("window.exported");
    let exported: Value = serde_json::from_str(exported.as_str().unwrap()).unwrap();
    let entries = exported["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 1_000);
    let in_state = |state: &str| {
        let of_state = entries.iter().filter(|entry| entry["state"] == state);
        of_state.count()
    };
    assert_eq!(
        ["COMPLETED", "CANCELLED", "EXPIRED", "ERROR"].map(in_state),
        [200, 400, 200, 200]
    );
    assert_eq!(person.until("window.exportedAs"), "greenroom-history.json");
}
