//! `scorm_get_data_model_history`: how the data model changed over time.

use serde_json::{Value, json};

use crate::course_in_browser::{BEGIN, Course, Playing};

fn changes(playing: &mut Playing, arguments: Value) -> Vec<Value> {
    let answer = playing.call("scorm_get_data_model_history", arguments);
    answer["changes"].as_array().unwrap().clone()
}

#[test]
fn every_change_is_told_with_before_and_after() {
    let course = Course::of_scos(&[BEGIN, BEGIN]);
    let mut playing = Playing::open(course.path());
    playing.set("cmi.score.scaled", "0.4");
    playing.set("cmi.score.scaled", "0.9");
    playing.set("cmi.interactions.0.id", "q1");
    playing.set("cmi.interactions.0.type", "choice");
    playing.set("cmi.interactions.0.result", "correct");
    playing.set("cmi.suspend_data", &"é".repeat(5000));
    let scores = changes(
        &mut playing,
        json!({ "element_prefix": "cmi.score.scaled" }),
    );
    let values: Vec<(&Value, &Value)> = scores
        .iter()
        .map(|change| (&change["previousValue"], &change["newValue"]))
        .collect();
    assert_eq!(
        values,
        [
            (&Value::Null, &json!("0.4")),
            (&json!("0.4"), &json!("0.9"))
        ]
    );
    let first = &scores[0];
    assert_eq!(first["source"], "api:SetValue");
    assert_eq!(first["origin"], "tool");
    assert_eq!(first["activity"], "i1");
    let rte_session = format!("{}-r1", playing.session_id);
    assert_eq!(first["sessionId"], json!(rte_session));
    let iso = first["timestampIso"].as_str().unwrap();
    assert!(iso.ends_with('Z') && iso.contains('T'), "{iso}");
    let results = json!({ "element_prefix": ["cmi.interactions.0.result", "cmi.nothing"] });
    let result = &changes(&mut playing, results)[0];
    assert_eq!(result["collectionIndex"], 0);
    assert_eq!(result["collectionProperty"], "result");
    let long = &changes(
        &mut playing,
        json!({ "element_prefix": "cmi.suspend_data", "max_value_length": 4096 }),
    )[0];
    assert_eq!(long["newValue"].as_str().unwrap().chars().count(), 4096);
    assert_eq!(long["newValueTruncated"], true);
    assert_eq!(long["newValueOriginalLength"], 5000);
    let usual = json!({ "element_prefix": "cmi.suspend_data" });
    let usual = &changes(&mut playing, usual)[0];
    assert_eq!(
        usual["newValueTruncated"], true,
        "an answer has room for 8 KB"
    );
    assert_eq!(usual["newValueOriginalLength"], 5000);
    let whole = json!({ "element_prefix": "cmi.suspend_data", "max_value_length": 0 });
    let whole = &changes(&mut playing, whole)[0];
    assert_eq!(whole["newValue"].as_str().unwrap().chars().count(), 5000);
    assert_eq!(whole["newValueTruncated"], false);

    // The history survives a page change, and the next RTE session is another one.
    playing.call("scorm_nav_next", json!({}));
    playing.set("cmi.score.scaled", "0.1");
    let mut scores = json!({ "element_prefix": "cmi.score.scaled", "order": "desc" });
    let newest_first = changes(&mut playing, scores.clone());
    assert_eq!(newest_first.len(), 3);
    assert_eq!(newest_first[0]["activity"], "i2");
    assert_eq!(
        newest_first[0]["sessionId"],
        json!(format!("{}-r2", playing.session_id))
    );
    scores["change_session_id"] = json!(rte_session);
    assert_eq!(changes(&mut playing, scores).len(), 2);
    let later = json!({ "since_ts": newest_first[0]["timestamp"], "element_prefix": "cmi.score" });
    assert_eq!(changes(&mut playing, later).len(), 1);
}

#[test]
fn pages_of_the_history_do_not_overlap() {
    let course = Course::of_scos(&[BEGIN]);
    let mut playing = Playing::open(course.path());
    for page in 0..5 {
        playing.set("cmi.location", &format!("p{page}"));
    }
    let mut seen = Vec::new();
    for offset in [0, 2, 4] {
        let arguments = json!({ "element_prefix": "cmi.location", "limit": 2, "offset": offset });
        let answer = playing.call("scorm_get_data_model_history", arguments);
        assert_eq!(answer["matched"], 5);
        assert!(answer["total"].as_u64().unwrap() >= 5);
        assert_eq!(answer["has_more"], offset < 4);
        let values = answer["changes"].as_array().unwrap().clone();
        seen.extend(values.iter().map(|change| change["newValue"].clone()));
    }
    assert_eq!(seen, ["p0", "p1", "p2", "p3", "p4"]);
}
