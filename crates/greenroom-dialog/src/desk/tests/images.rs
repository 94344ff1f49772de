//! Images of answers.

use super::Fixture;
use serde_json::json;

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
