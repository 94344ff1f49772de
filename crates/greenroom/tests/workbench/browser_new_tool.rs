//! A new dialog tool is one declaration: it is listed, checked, shown, answered and returned.

use futures::{SinkExt as _, StreamExt as _};
use greenroom_dialog::{DialogTool, Registry};
use greenroom_web::gate::Listeners;
use greenroom_web::workbench::{Hub, Workbench, WorkbenchOptions, run_files};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::Message;

use crate::person::Person;

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

#[test]
fn a_tool_declared_by_its_schemas_is_asked_and_answered() {
    let runtime = Runtime::new().unwrap();
    let home = tempfile::tempdir().unwrap();
    let workbench = runtime.block_on(async {
        let mut registry = Registry::standard();
        registry.register(my_new_tool());
        let hub = Hub::open(&home.path().join("dialogs"), registry).unwrap();
        let options = WorkbenchOptions {
            data_directory: home.path().to_owned(),
            ..WorkbenchOptions::default()
        };
        Workbench::serve(Listeners::bind(0).await.unwrap(), hub, options).unwrap()
    });
    let token = run_files::agent_token(home.path()).unwrap();
    let address = format!(
        "ws://127.0.0.1:{}/?token={token}&client=script",
        workbench.port()
    );
    let (mut socket, _) = runtime
        .block_on(tokio_tungstenite::connect_async(address))
        .unwrap();
    let mut frame = |request: Option<Value>| -> Value {
        runtime.block_on(async {
            if let Some(request) = request {
                let text = request.to_string();
                socket.send(Message::text(text)).await.unwrap();
            }
            loop {
                let message = socket.next().await.unwrap().unwrap();
                if let Message::Text(text) = message {
                    return serde_json::from_str(&text).unwrap();
                }
            }
        })
    };
    let call = |id: u32, arguments: Value| {
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": {"name": "my_new_tool", "arguments": arguments}})
    };

    assert_eq!(frame(None)["type"], "connection");
    let listed = frame(Some(
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
    ));
    assert!(
        listed["result"].to_string().contains("my_new_tool"),
        "{listed}"
    );
    let refused = frame(Some(call(2, json!({"options": ["very"]}))));
    assert_eq!(refused["error"]["code"], -32602, "{refused}");

    runtime.block_on(async {
        let question = call(
            3,
            json!({"question": "How sure are you?", "options": ["very"]}),
        );
        socket
            .send(Message::text(question.to_string()))
            .await
            .unwrap();
    });
    let person = Person::visiting(&workbench.one_time_url(60_000).unwrap(), &[]);
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
    let answered = runtime.block_on(async {
        loop {
            if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
                return serde_json::from_str::<Value>(&text).unwrap();
            }
        }
    });
    assert_eq!(answered["id"], 3);
    assert_eq!(answered["result"]["answer"], "quite");
    assert_eq!(answered["result"]["confidence"], 0.75);
}
