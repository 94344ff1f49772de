//! `screenshot_request`: pictures of the human.

use greenroom_testkit::HumanPage;
use serde_json::{Value, json};

use crate::answers::returns;
use crate::with_page;

/// The smallest PNG that is one.
const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3a, 0x7e, 0x9b, 0x55,
];

fn upload(page: &HumanPage, request: &Value, bytes: &[u8]) -> (u16, Value) {
    let token = format!("Bearer {}", page.bench.human_token());
    let dialog = request["requestId"].as_str().unwrap();
    let path = format!("/human/attachments?dialog={dialog}&name=clipboard-1.png&width=1&height=1");
    let headers = [
        ("Authorization", token.as_str()),
        ("Content-Type", "image/png"),
    ];
    let (status, body) = page.bench.http("POST", &path, &headers, bytes);
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

#[test]
fn words_are_taken_in_place_of_a_picture() {
    let given = json!({"additionalText": "no screen"});
    returns(
        "screenshot_request",
        json!({"question": "Show"}),
        &given,
        &given,
    );
}

#[test]
fn a_pasted_image_arrives_as_the_very_same_bytes() {
    use base64::Engine as _;
    let (mut client, mut page) = with_page(&[]);
    let id = client.send_call("screenshot_request", json!({"question": "Show me"}));
    let request = page.question();
    let (status, kept) = upload(&page, &request, PNG);
    assert_eq!((status, &kept["type"]), (200, &json!("image/png")));
    assert_eq!(
        upload(
            &page,
            &request,
            b"<svg xmlns='http://www.w3.org/2000/svg'/>"
        )
        .0,
        415
    );
    let mut largest = PNG.to_vec();
    largest.resize((10 << 20) + 1, 0);
    assert_eq!(upload(&page, &request, &largest).0, 413);
    page.answer(
        &request,
        json!({"additionalText": "", "attachments": [kept["id"]]}),
    );
    let result = client.wait(id)["result"].clone();
    assert!(
        result.get("structuredContent").is_none(),
        "else clients hide the picture"
    );
    let image = &result["content"][0];
    assert_eq!(
        (&image["type"], &image["mimeType"]),
        (&json!("image"), &json!("image/png"))
    );
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(image["data"].as_str().unwrap())
        .unwrap();
    assert_eq!(bytes, PNG);
    let envelope: Value =
        serde_json::from_str(result["content"][1]["text"].as_str().unwrap()).unwrap();
    let path = envelope["artifacts"][0]["path"].as_str().unwrap();
    assert_eq!(std::fs::read(client.home().join(path)).unwrap(), PNG);
    assert_eq!(envelope["data"]["attachments"][0]["inline"], "original");
}
