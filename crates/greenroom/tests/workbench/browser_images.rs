//! Images: pasted, picked, captured, refused.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use greenroom_browser::FillValue;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::person::Person;

/// Makes an image in the page; returns its bytes as base64.
const DRAW: &str = "(width, height, noise) => {
    const draw = document.createElement('canvas');
    draw.width = width; draw.height = height;
    const pen = draw.getContext('2d');
    const pixels = pen.createImageData(width, height);
    for (let place = 0; place < pixels.data.length; place += 1)
        pixels.data[place] = place % 4 === 3 ? 255 : noise ? (place * 7919 + ((place * place) >> 3)) & 255 : (place >> 6) & 255;
    pen.putImageData(pixels, 0, 0);
    return draw.toDataURL('image/png').split(',')[1];
}";

/// Pastes bytes as a file, as a browser does for an image in the clipboard.
const PASTE: &str = "(text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const given = new DataTransfer();
    given.items.add(new File([bytes], 'image.png', {type: 'image/png'}));
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: given, bubbles: true, cancelable: true}));
    return true;
}";

#[test]
fn a_pasted_image_arrives_byte_for_byte() {
    let mut agent = Agent::start();
    let call = agent.ask("screenshot_request", json!({"question": "Show it?"}));
    let person = Person::at(&agent);
    let id = person.card("Show it?");
    let drawn: String = person.run(DRAW, &[json!(40), json!(30), json!(false)]);
    person.run::<bool>(PASTE, &[json!(drawn)]);
    person.sees(&format!("#card-{id} .preview img"));
    assert!(
        person
            .sees(&format!("#card-{id} .preview-name"))
            .starts_with("clipboard-")
    );
    person.clicks(&format!("#card-{id} [data-submit]"));
    let result = agent.result(call);
    assert_eq!(
        result.get("structuredContent"),
        None,
        "some clients would hide the image"
    );
    let image = &result["content"][0];
    assert_eq!(image["type"], "image");
    assert_eq!(image["mimeType"], "image/png");
    assert_eq!(image["data"], json!(drawn));
    let data = crate::agent::envelope(&result)["data"].clone();
    let kept = &data["attachments"][0];
    assert_eq!(
        (&kept["width"], &kept["height"], &kept["inline"]),
        (&json!(40), &json!(30), &json!("original"))
    );
}

#[test]
fn a_large_image_is_shown_reduced_and_kept_whole() {
    let mut agent = Agent::start();
    let call = agent.ask(
        "planner",
        json!({"decision_context": "How?", "options": ["so"]}),
    );
    let person = Person::at(&agent);
    let id = person.card("How?");
    let drawn: String = person.run(DRAW, &[json!(2_000), json!(400), json!(true)]);
    person.run::<bool>(PASTE, &[json!(drawn)]);
    person.sees(&format!("#card-{id} .preview img"));
    person.press(&["1"]);
    person.clicks(&format!("#card-{id} .submits .primary"));
    let result = agent.result(call);
    let shown = STANDARD
        .decode(result["content"][0]["data"].as_str().unwrap())
        .unwrap();
    assert!(shown.len() <= 700_000, "{}", shown.len());
    let data = crate::agent::envelope(&result)["data"].clone();
    assert_eq!(data["attachments"][0]["inline"], "reduced");
    assert_eq!(
        data["attachments"][0]["size"],
        json!(STANDARD.decode(drawn).unwrap().len())
    );
}

#[test]
fn capture_takes_one_frame_or_a_tip_is_told() {
    let mut agent = Agent::start();
    let call = agent.ask("screenshot_request", json!({"question": "Capture?"}));
    let person = Person::prepared(
        &agent,
        &["navigator.mediaDevices.getDisplayMedia = async () => {
            const draw = document.createElement('canvas');
            draw.width = 64; draw.height = 48;
            draw.getContext('2d').fillRect(0, 0, 9, 9);
            const stream = draw.captureStream(10);
            setInterval(() => draw.getContext('2d').fillRect(0, 0, 9, 9), 20);
            window.track = stream.getTracks()[0];
            return stream;
        }"],
    );
    let id = person.card("Capture?");
    person.clicks(&format!("#card-{id} .image-ways button:nth-of-type(2)"));
    person.sees(&format!("#card-{id} .preview img"));
    person.until("window.track.readyState === 'ended'");
    person.clicks(&format!("#card-{id} [data-submit]"));
    let kept = agent.data(call)["attachments"][0].clone();
    assert_eq!((&kept["width"], &kept["height"]), (&json!(64), &json!(48)));

    agent.ask("screenshot_request", json!({"question": "Again?"}));
    let script = "delete MediaDevices.prototype.getDisplayMedia";
    let without = person.lets_in(&agent, &[script]);
    let id = without.card("Again?");
    assert!(
        without
            .sees(&format!("#card-{id} .tip"))
            .contains("clipboard")
            || without.sees(&format!("#card-{id} .tip")).contains("copies")
    );
    without.sees_no(&format!("#card-{id} .image-ways button:nth-of-type(2)"));
}

#[test]
fn what_is_too_large_or_no_image_is_refused() {
    let mut agent = Agent::start();
    let call = agent.ask("screenshot_request", json!({"question": "Which files?"}));
    let person = Person::at(&agent);
    let id = person.card("Which files?");
    let folder = tempfile::tempdir().unwrap();
    let input = format!("#card-{id} input[type=file]");
    let pick = |name: &str, bytes: &[u8], says: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        person.run::<bool>(
            "(input) => { document.querySelector(input).hidden = false; return true }",
            &[json!(input)],
        );
        person.fills(&input, &FillValue::Files(vec![path.display().to_string()]));
        assert!(
            person
                .sees(&format!("#card-{id} .images .problem"))
                .contains(says),
            "{name}"
        );
    };
    let mut large = vec![0; (10 << 20) + 1];
    large[..8].copy_from_slice(b"\x89PNG\r\n\x1a\n");
    pick("large.png", &large, "large.png is larger than 10 MB");
    pick(
        "drawing.svg",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        "drawing.svg is not",
    );
    pick(
        "script.png",
        b"<script>alert(1)</script>",
        "script.png is not",
    );
    person.sees_no(&format!("#card-{id} .preview"));
    // What is an image is taken, whatever its name says.
    let drawn: String = person.run(DRAW, &[json!(4), json!(4), json!(false)]);
    let path = folder.path().join("drawing.txt");
    std::fs::write(&path, STANDARD.decode(drawn).unwrap()).unwrap();
    person.fills(&input, &FillValue::Files(vec![path.display().to_string()]));
    person.sees(&format!("#card-{id} .preview img[alt='drawing.txt']"));

    // The server does not rely on the page.
    let direct: Value = person.run(
        "async (id) => {
            const post = async (body, type) => (await fetch(`/human/attachments?dialog=${id}&name=x`, {method: 'POST', body,
                headers: {'Content-Type': type, Authorization: `Bearer ${sessionStorage.getItem('greenroom.token')}`}})).status;
            const large = new Uint8Array((10 << 20) + 1);
            large.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
            return [await post(large, 'image/png'), await post('<svg/>', 'image/svg+xml'), await post('<svg/>', 'image/png'),
                (await fetch(`/human/attachments?dialog=${id}&name=x`, {method: 'POST', body: 'x', headers: {'Content-Type': 'image/png'}})).status];
        }",
        &[json!(id)],
    );
    assert_eq!(direct, json!([413, 415, 415, 401]));
    person.clicks(&format!("#card-{id} textarea"));
    person.types("none of them");
    person.press(&["Enter"]);
    assert_eq!(
        agent.data(call)["answer"],
        json!({"additionalText": "none of them"})
    );
}
