//! Any past moment shows what the tools said then.

use serde_json::{Value, json};

use crate::played::Played;
use crate::reader::Reader;

const ELEMENTS: [&str; 9] = [
    "cmi.completion_status",
    "cmi.success_status",
    "cmi.progress_measure",
    "cmi.location",
    "cmi.suspend_data",
    "cmi.score.scaled",
    "cmi.total_time",
    "cmi.entry",
    "adl.nav.request_valid.continue",
];

/// What the tools say now, and how many entries the journal has.
fn said(played: &mut Played) -> (u64, Value, Value) {
    let data = played.tool("scorm_data_model_get", json!({"elements": ELEMENTS}));
    let state = played.tool("scorm_nav_get_state", json!({}));
    let (_, events) = played.export();
    (events, data["data"].clone(), state)
}

#[test]
fn a_past_moment_has_the_data_the_tree_and_the_picture_of_then() {
    let mut played = Played::begin();
    played.picture();
    played.set("cmi.location", "first");
    let mut moments = vec![said(&mut played)];
    played.click("Next");
    played.click("Next");
    played.set("cmi.suspend_data", "notes");
    moments.push(said(&mut played));
    played.tool("scorm_nav_next", json!({}));
    played.picture();
    played.set("cmi.location", "second");
    moments.push(said(&mut played));
    let (file, events) = played.export();

    let reader = Reader::of(&file, &[]);
    reader.until(&format!(
        "document.querySelector('.moment b').textContent === 'moment {events} of {events}'"
    ));
    for (then, data, state) in moments.iter().chain(moments.iter().rev()) {
        reader.goes_to(*then);
        let moment = reader.copies_moment();
        let current = &moment["navigation"]["current"];
        assert_eq!(
            current, &state["currentActivity"]["identifier"],
            "{state:#}"
        );
        let models = moment["data"].as_array().unwrap();
        let model = models.iter().find(|it| it["activity"] == *current).unwrap();
        for element in ELEMENTS {
            let elements = model["elements"].as_array().unwrap();
            let shown = elements.iter().find(|it| it["element"] == element);
            let value = shown.map_or(Value::Null, |it| it["value"].clone());
            assert_eq!(value, data[element], "{element} after {then}");
        }
        let marked: String = reader.run(
            "() => document.querySelector('.outline [aria-current]').dataset.activity",
            &[],
        );
        assert_eq!(json!(marked), *current);
    }
    // The newest picture that is not from later.
    let shown = |reader: &Reader| -> String {
        reader.run("() => document.querySelector('.frame img').alt", &[])
    };
    reader.goes_to(moments[1].0);
    assert!(
        shown(&reader).contains("From leaf to cup"),
        "{}",
        shown(&reader)
    );
    reader.goes_to(events);
    assert!(shown(&reader).contains("Brewing"), "{}", shown(&reader));
    reader.goes_to(1);
    reader.until("document.querySelector('.no-shot')");
    reader.is_at_peace();
}

#[test]
fn two_moments_are_compared_value_by_value() {
    let mut played = Played::begin();
    played.set("cmi.location", "first");
    let (_, before) = played.export();
    played.set("cmi.location", "second");
    let (file, after) = played.export();
    let reader = Reader::of(&file, &[]);
    reader.goes_to(before);
    reader.press(&["c"]);
    reader.goes_to(after);
    let row = reader.until(
        "[...document.querySelectorAll('.compare tr[data-element=\"cmi.location\"] td')].map((one) => one.textContent)",
    );
    assert_eq!(row, json!(["first", "second"]));
    assert_eq!(reader.texts(".compare tbody tr").len(), 1);
}

#[test]
fn why_it_went_there_is_told_in_sentences_with_ids_on_demand() {
    let mut played = Played::begin();
    let refused = played.tool("scorm_nav_choice", json!({"targetId": "quiz"}));
    let (file, _) = played.export();
    let reader = Reader::of(&file, &[]);
    reader.press(&["w"]);
    reader.until("document.querySelector('.why h2')?.textContent.includes('What do you taste?')");
    let told = reader.texts(".why").join("");
    assert!(told.starts_with("decision at moment"), "{told}");
    // The same words as in the refusal of the tool.
    let reason = "the activity or one of its ancestors is disabled or over its attempt limit";
    assert!(
        told.contains(reason) && refused.to_string().contains(reason),
        "{told} {refused:#}"
    );
    assert!(reader.texts(".steps").is_empty());
    reader.clicks(".why input[type=checkbox]");
    reader.until("document.querySelector('.steps')");
    let steps = reader.texts(".steps li").join("\n");
    assert!(steps.contains("NB.2.1"), "{steps}");
    // The outline says it of a locked activity too.
    reader.clicks("[data-activity=quiz] .why-button");
    reader.clicks(".why-pane .codes .linkish");
    reader.until(
        "document.querySelector('.why')?.textContent.includes('preConditionRule 1 of quiz')",
    );
}
