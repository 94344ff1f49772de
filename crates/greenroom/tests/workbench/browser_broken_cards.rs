//! A card that cannot be shown is a form, a form that cannot be shown is plain text; both keep
//! what was entered and can be answered.

use greenroom_browser::FillValue;
use greenroom_testkit::WsProgram;
use serde_json::{Value, json};

use crate::browser_new_tool::{answer_of, my_new_tool};
use crate::own_workbench::OwnWorkbench;
use crate::person::Person;

/// Writes down what the page reports.
pub(crate) const TELL: &str = "
    window.told = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (text.includes('dialog-render-failed')) window.told.push(text);
        send.call(this, text);
    };";

/// A parameter of a question cannot be read while `falls` reports are still to come.
const BREAK: &str = "
    const parse = JSON.parse;
    JSON.parse = (text) => {
        const message = parse(text);
        if (message?.type === 'dialog-request') {
            for (const [name, value] of Object.entries(message.parameters)) {
                Object.defineProperty(message.parameters, name, {enumerable: true, get() {
                    if (name === window.breaking && window.told.length < window.falls) throw new Error('broken on purpose');
                    return value;
                }});
            }
        }
        return message;
    };";

/// A question on a page whose cards break when the test wants it.
struct BreakablePage {
    program: WsProgram,
    person: Person,
    _bench: OwnWorkbench,
}

impl BreakablePage {
    fn new() -> Self {
        let bench = OwnWorkbench::with_tool(my_new_tool());
        let (program, person) = (bench.program(""), bench.person(&[TELL, BREAK]));
        Self {
            program,
            person,
            _bench: bench,
        }
    }

    /// Asks; the selector of the card.
    fn asks(&mut self, tool: &str, parameters: &Value) -> String {
        self.program.call(json!(3), tool, parameters.clone());
        let question = parameters.get("question");
        let question = question.unwrap_or(&parameters["decision_context"]);
        format!("#card-{}", self.person.card(question.as_str().unwrap()))
    }

    /// From now on, reading this parameter breaks whatever is drawn, so many times.
    fn breaks(&self, parameter: &str, times: u32) {
        self.person.run::<bool>(
            "(name, times) => { window.breaking = name; window.falls = window.told.length + times; return true; }",
            &[json!(parameter), json!(times)],
        );
    }

    /// Waits until all of it was reported.
    fn has_broken(&self) {
        self.person.until(
            "window.told.length === window.falls && window.told.at(-1).includes('broken on purpose')",
        );
    }

    /// Looks at the field for words, and back.
    fn draws_options_again(&self, card: &str) {
        let switch = format!("{card} .words-switch");
        self.person.clicks(&switch);
        self.person.sees(&format!("{card} textarea"));
        self.person.clicks(&switch);
    }

    /// Waits until the field with the focus holds this.
    fn is_writing(&self, selector: &str, value: &str) {
        let (selector, value) = (json!(selector), json!(value));
        self.person.until(&format!(
            "document.activeElement.matches({selector}) && document.activeElement.value === {value}"
        ));
    }
}

#[test]
fn a_broken_text_card_is_a_form_with_the_text() {
    let mut page = BreakablePage::new();
    let card = page.asks("text_input", &json!({"question": "What?", "maxLength": 50}));
    page.person.types("this");
    page.breaks("maxLength", 1);
    page.person.types("!");
    page.has_broken();
    page.is_writing(&format!("{card} [name=text]"), "this!");
    page.person.types(" one");
    page.person.press(&["Enter"]);
    assert_eq!(answer_of(&mut page.program), json!({"text": "this! one"}));
}

#[test]
fn a_broken_choice_is_a_form_with_the_choice() {
    let mut page = BreakablePage::new();
    let options = json!([
        {"value": "a", "label": "Apple"}, {"value": "b", "label": "Pear", "description": "from Rome"},
        {"value": "c", "label": "Fig", "disabled": true},
    ]);
    let parameters = json!({"question": "Which?", "options": options});
    for (words, answer) in [
        ("", json!({"choice": "b"})),
        ("none", json!({"choice": null, "text": "none"})),
    ] {
        let card = page.asks("single_choice", &parameters);
        page.person.clicks(&format!("{card} input[value=b]"));
        page.breaks("options", 1);
        page.draws_options_again(&card);
        page.has_broken();
        page.is_writing(&format!("{card} [name=choice]"), "b");
        let shown = page.person.sees(&format!("{card} .card-body"));
        assert!(shown.contains("from Rome"), "{shown}");
        page.person.sees_no(&format!("{card} option[value=c]"));
        if !words.is_empty() {
            page.person.clicks(&format!("{card} [name=words]"));
            page.person.types(words);
        }
        page.person.press(&["Control+Enter"]);
        assert_eq!(answer_of(&mut page.program), answer);
        page.person.sees_no(&card);
    }

    let parameters = json!({"question": "Which ones?", "options": options, "minSelections": 2});
    let card = page.asks("multi_choice", &parameters);
    page.breaks("options", 1);
    page.person.clicks(&format!("{card} input[value=a]"));
    page.has_broken();
    page.person
        .sees(&format!("{card} fieldset input[value=a]:checked"));
    page.person.press(&["Control+Enter"]);
    let problem = page.person.sees(&format!("{card} .problem"));
    assert!(problem.contains("at least 2"), "{problem}");
    page.person.clicks(&format!("{card} input[value=b]"));
    page.person.press(&["Control+Enter"]);
    assert_eq!(answer_of(&mut page.program), json!({"choices": ["a", "b"]}));
}

#[test]
fn a_broken_plan_is_a_form_with_choice_text_and_images() {
    let mut page = BreakablePage::new();
    let parameters = json!({
        "decision_context": "Which way?", "options": ["north", "south"], "plan": "Walk.",
    });
    let card = page.asks("planner", &parameters);
    let id = card.trim_start_matches("#card-").to_owned();
    page.person.clicks(&format!("{card} textarea[data-main]"));
    page.person.types("slowly");
    page.person.drops_image(&id, "map.png");
    page.breaks("options", 1);
    page.person.clicks(&format!("{card} input[value=north]"));
    page.has_broken();
    page.is_writing(&format!("{card} [name=choice]"), "north");
    page.person.sees(&format!("{card} .preview img"));
    let shown = page.person.sees(&format!("{card} .card-body"));
    assert!(shown.contains("Walk."), "{shown}");
    let south = FillValue::Text("south".to_owned());
    page.person.fills(&format!("{card} [name=choice]"), &south);
    page.person.press(&["Control+Enter"]);
    let mut answer = answer_of(&mut page.program);
    let images = answer.as_object_mut().unwrap().remove("attachments");
    assert_eq!(images.unwrap()[0]["name"], "map.png");
    assert_eq!(
        answer,
        json!({"choice": "south", "thinkingMode": "normal", "additionalContext": "slowly"})
    );
}

#[test]
fn cards_that_break_when_they_are_drawn_first_are_forms() {
    let mut page = BreakablePage::new();
    page.breaks("description", 1);
    let parameters = json!({"question": "Ship?", "description": "Today.", "warning": "For good."});
    let card = page.asks("confirm", &parameters);
    page.has_broken();
    let shown = page.person.sees(&format!("{card} .card-body"));
    assert!(
        shown.contains("Today.") && shown.contains("For good."),
        "{shown}"
    );
    page.person.press(&["y"]);
    assert_eq!(answer_of(&mut page.program), json!({"confirmed": true}));
    page.person.sees_no(&card);

    page.breaks("description", 1);
    let parameters = json!({"question": "How does it look?", "description": "All of it."});
    let card = page.asks("screenshot_request", &parameters);
    page.has_broken();
    page.person.clicks(&format!("{card} [name=text]"));
    page.person.types("too dark");
    page.person.press(&["Control+Enter"]);
    assert_eq!(
        answer_of(&mut page.program),
        json!({"images": [], "additionalText": "too dark"})
    );
}

#[test]
fn a_form_that_breaks_too_is_plain_text_with_what_was_entered() {
    let mut page = BreakablePage::new();
    let card = page.asks("text_input", &json!({"question": "What?", "maxLength": 50}));
    page.person.types("this");
    page.breaks("maxLength", 2);
    page.person.types("!");
    page.has_broken();
    page.is_writing(&format!("{card} .plain-answer"), "this!");
    page.person.press(&["Control+Enter"]);
    assert_eq!(answer_of(&mut page.program), json!({"text": "this!"}));
    page.person.sees_no(&card);

    for (words, answer) in [
        ("", json!({"choice": "b"})),
        (
            "none of them",
            json!({"choice": null, "text": "none of them"}),
        ),
    ] {
        let options = json!([{"value": "a", "label": "Apple"}, {"value": "b", "label": "Pear"}]);
        let parameters = json!({"question": "Which?", "options": options});
        let card = page.asks("single_choice", &parameters);
        page.person.clicks(&format!("{card} input[value=b]"));
        page.breaks("options", 2);
        page.draws_options_again(&card);
        page.has_broken();
        let shown = page.person.sees(&format!("{card} .plain-text"));
        assert!(
            shown.contains("a: Apple") && shown.contains("✓ b: Pear"),
            "{shown}"
        );
        page.is_writing(&format!("{card} .plain-answer"), "");
        page.person.types(words);
        page.person.press(&["Control+Enter"]);
        assert_eq!(answer_of(&mut page.program), answer);
        page.person.sees_no(&card);
    }
}

#[test]
fn a_tool_without_a_card_of_its_own_falls_to_plain_text_with_its_fields() {
    let mut page = BreakablePage::new();
    let parameters = json!({"question": "How sure?", "options": ["very"]});
    let card = page.asks("my_new_tool", &parameters);
    page.person.types("quit");
    page.breaks("options", 1);
    page.person.types("e");
    page.has_broken();
    page.is_writing(&format!("{card} .plain-answer"), "answer: quite");
    page.person.types("\nreally\nconfidence: 0.5");
    // The form knows what was written as text.
    page.person.reload();
    let written = page.person.until(
        "document.querySelector('.card [name]') && [...document.querySelectorAll('.card [name]')].map((one) => one.value)",
    );
    assert_eq!(written, json!(["quite\nreally", "0.5"]));
    page.person.card("How sure?");
    page.person.clicks(&format!("{card} [data-submit]"));
    assert_eq!(
        answer_of(&mut page.program),
        json!({"answer": "quite\nreally", "confidence": 0.5})
    );
}
