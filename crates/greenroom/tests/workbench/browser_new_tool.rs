//! A new dialog tool is one declaration: it is listed, checked, shown, answered and returned.

use greenroom_dialog::DialogTool;
use greenroom_testkit::WsProgram;
use serde_json::{Value, json};

use crate::own_workbench::OwnWorkbench;

fn my_new_tool() -> DialogTool {
    DialogTool::new(
        "my_new_tool",
        "Ask how sure the human is.",
        json!({
            "type": "object", "required": ["question"], "additionalProperties": false,
            "properties": {
                "question": {"type": "string"},
                "options": {"type": "array", "items": {"type": "string"}},
            },
        }),
        json!({
            "type": "object", "required": ["answer", "confidence"], "additionalProperties": false,
            "properties": {"answer": {"type": "string"}, "confidence": {"type": "number"}},
        }),
    )
}

fn answer_of(program: &mut WsProgram) -> Value {
    let mut result = program.reply(json!(3))["result"].clone();
    result.as_object_mut().unwrap().remove("timestamp");
    result
}

#[test]
fn a_tool_declared_by_its_schemas_is_asked_and_answered() {
    let bench = OwnWorkbench::with_tool(my_new_tool());
    let mut program = bench.program("client=script");
    program.send(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}));
    let listed = program.reply(json!(1));
    assert!(
        listed["result"].to_string().contains("my_new_tool"),
        "{listed}"
    );
    program.call(json!(2), "my_new_tool", json!({"options": ["very"]}));
    let refused = program.reply(json!(2));
    assert_eq!(refused["error"]["code"], -32602, "{refused}");

    let question = json!({"question": "How sure are you?", "options": ["very"]});
    program.call(json!(3), "my_new_tool", question);
    let person = bench.person(&[]);
    let id = person.card("How sure are you?");
    assert!(
        person
            .sees(&format!("#card-{id} .parameters"))
            .contains("very")
    );
    person.types("quite");
    person.press(&["Tab"]);
    person.types("a lot");
    person.press(&["Enter"]);
    assert!(
        person
            .sees(&format!("#card-{id} .problem"))
            .contains("number")
    );
    person.press(&["Control+a"]);
    person.types("0.75");
    person.press(&["Enter"]);
    assert_eq!(
        answer_of(&mut program),
        json!({"answer": "quite", "confidence": 0.75})
    );
}

#[test]
fn a_card_that_the_page_does_not_know_is_a_form() {
    let bench = OwnWorkbench::with_tool(DialogTool {
        dialog_type: "hologram".to_owned(),
        ..my_new_tool()
    });
    let mut program = bench.program("");
    let question = json!({"question": "How sure are you?"});
    program.call(json!(3), "my_new_tool", question);
    let person = bench.person(&[TELL]);
    let id = person.card("How sure are you?");
    person.until("window.told.some((text) => text.includes('unknown dialog type hologram'))");
    person.sees(&format!("#card-{id} [name=confidence]"));
    person.types("fairly");
    person.press(&["Tab"]);
    person.types("1");
    person.press(&["Enter"]);
    assert_eq!(
        answer_of(&mut program),
        json!({"answer": "fairly", "confidence": 1})
    );
}

/// Writes down what the page reports.
const TELL: &str = "
    window.told = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (text.includes('dialog-render-failed')) window.told.push(text);
        send.call(this, text);
    };";

/// The page gets a question whose text is no text: the card breaks while it is drawn.
const BREAK: &str = "
    const parse = JSON.parse;
    JSON.parse = (text) => {
        const message = parse(text);
        if (message?.type === 'dialog-request') {
            Object.defineProperty(message.parameters, 'description', {enumerable: true, get() {
                if (!window.told.length) throw new Error('broken on purpose');
                return 'now it can be read';
            }});
        }
        return message;
    };";

#[test]
fn a_card_that_breaks_is_plain_text_and_can_be_answered() {
    let bench = OwnWorkbench::with_tool(my_new_tool());
    let mut program = bench.program("");
    for (tool, question, words, answer) in [
        (
            "my_new_tool",
            json!({"question": "How sure?"}),
            "answer: quite\nconfidence: 0.5",
            json!({"answer": "quite", "confidence": 0.5}),
        ),
        (
            "single_choice",
            json!({"question": "Which?", "options": [{"value": "a", "label": "Apple"}]}),
            "none of them",
            json!({"choice": null, "text": "none of them"}),
        ),
        (
            "text_input",
            json!({"question": "What?"}),
            "this",
            json!({"text": "this"}),
        ),
    ] {
        program.call(json!(3), tool, question.clone());
        let person = bench.person(&[TELL, BREAK]);
        let id = person.card(question["question"].as_str().unwrap());
        person.until("window.told.some((text) => text.includes('broken on purpose'))");
        assert!(
            person
                .sees(&format!("#card-{id} .plain-text"))
                .contains("now it can be read")
        );
        person.clicks(&format!("#card-{id} .plain-answer"));
        person.types(words);
        person.press(&["Control+Enter"]);
        assert_eq!(answer_of(&mut program), answer, "{tool}");
    }
}
