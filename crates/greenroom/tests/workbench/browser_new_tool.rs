//! A new dialog tool is one declaration: it is listed, checked, shown, answered and returned.

use greenroom_dialog::DialogTool;
use greenroom_testkit::WsProgram;
use serde_json::{Value, json};

use crate::browser_broken_cards::TELL;
use crate::own_workbench::OwnWorkbench;

pub(crate) fn my_new_tool() -> DialogTool {
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

/// The result of the call with id 3, without its time.
pub(crate) fn answer_of(program: &mut WsProgram) -> Value {
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
