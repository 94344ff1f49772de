//! Fields of a page: where they are, what they take, what hands them in.

use greenroom_stage::page::elements::Found;
use serde_json::{Map, Value};

/// The text for a field of which nothing is known.
pub(crate) const SOME_TEXT: &str = "test";

/// The fields of a page, in forms and outside.
pub(crate) fn inputs(found: &[Found]) -> Vec<Map<String, Value>> {
    let inputs = found.iter().flat_map(|one| match one.list.as_str() {
        "inputs" => vec![one.entry.clone()],
        "forms" => {
            let inputs = one.entry["inputs"].as_array().into_iter().flatten();
            inputs
                .filter_map(|input| input.as_object().cloned())
                .collect()
        }
        _ => Vec::new(),
    });
    inputs.collect()
}

/// What hands a field in: the button of its form, else any that does.
pub(crate) fn submit_of(found: &[Found], selector: &str) -> Option<String> {
    let form = found.iter().find_map(|one| {
        let inputs = one.entry.get("inputs").filter(|_| one.list == "forms")?;
        let mut inputs = inputs.as_array()?.iter();
        let own = inputs.any(|input| input["selector"] == *selector);
        one.entry["submit_button"].as_str().filter(|_| own)
    });
    let submits = |one: &&Found| {
        one.list == "buttons" && one.entry["purpose"] == "submit" && one.entry["disabled"] == false
    };
    let any = || found.iter().find(submits)?.entry["selector"].as_str();
    form.or_else(any).map(ToOwned::to_owned)
}

/// Something that a field of this type takes.
pub(crate) fn some_text(kind: &str) -> &'static str {
    match kind {
        "number" => "1",
        "email" => "learner@example.com",
        "url" => "https://example.com",
        "tel" => "0123456789",
        _ => SOME_TEXT,
    }
}

/// The entries of a list that is a field of the page.
pub(crate) fn list_of(found: &[Found], selector: &str) -> Vec<String> {
    let all = inputs(found);
    let mut own = all.iter().filter(|input| input["selector"] == *selector);
    let options = own.find_map(|input| input.get("options")?.as_array().cloned());
    let values = options.unwrap_or_default().into_iter();
    values
        .filter_map(|option| option["value"].as_str().map(ToOwned::to_owned))
        .filter(|value| !value.is_empty())
        .collect()
}
