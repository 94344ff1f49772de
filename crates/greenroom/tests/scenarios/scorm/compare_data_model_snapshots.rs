//! `scorm_compare_data_model_snapshots`: what differs between two snapshots.

use serde_json::json;

use crate::client;

#[test]
fn snapshots_are_compared() {
    let mut client = client();
    let data = client.data(
        "scorm_compare_data_model_snapshots",
        json!({"before": {"cmi.exit": "", "cmi.location": "1"}, "after": {"cmi.location": "2", "cmi.mode": "normal"}}),
    );
    assert_eq!(
        data,
        json!({
            "summary": {"total_elements": 3, "added": 1, "changed": 1, "unchanged": 0, "removed": 1},
            "added": [{"element": "cmi.mode", "value": "normal"}],
            "changed": [{"element": "cmi.location", "before": "1", "after": "2"}],
            "unchanged": [],
            "removed": [{"element": "cmi.exit", "value": ""}],
        })
    );
}
