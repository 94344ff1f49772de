//! Clients of 2026-07-28 ask their human between two calls.

use greenroom_testkit::{HttpServer, HumanPage, stateless};
use serde_json::{Value, json};

use super::{GREENROOM, token};

/// A server that asks in clients too, with two callers.
struct Asking {
    server: HttpServer,
    anna: String,
    bob: String,
}

impl Asking {
    fn new() -> Self {
        let (anna, annas) = token("anna");
        let (bob, bobs) = token("bob");
        let server = HttpServer::start(GREENROOM, |command, home| {
            std::fs::write(home.join("tokens.toml"), format!("{annas}{bobs}"))
                .expect("as the test made it");
            command.args(["--elicit", "--hold", "0.2", "--tokens"]);
            command.arg(home.join("tokens.toml"));
        });
        Self { server, anna, bob }
    }

    /// A call of a client that can show forms; the whole answer.
    fn call(&self, token: &str, tool: &str, arguments: &Value, more: &Value) -> Value {
        let mut params = json!({"name": tool, "arguments": arguments});
        for (name, value) in more.as_object().expect("as the test made it") {
            params[name] = value.clone();
        }
        let (headers, mut message) = stateless("tools/call", params);
        let capabilities = "io.modelcontextprotocol/clientCapabilities";
        message["params"]["_meta"][capabilities] = json!({"elicitation": {"form": {}}});
        let headers: Vec<(&str, &str)> = headers.iter().map(|(n, v)| (*n, v.as_str())).collect();
        self.server.post(token, &headers, &message).message()
    }

    fn confirm(&self, token: &str, more: &Value) -> Value {
        self.call(token, "confirm", &json!({"question": "Ship?"}), more)
    }
}

fn accepted(state: &Value, content: &Value) -> Value {
    json!({"requestState": state,
        "inputResponses": {"answer": {"action": "accept", "content": content}}})
}

#[test]
fn a_question_comes_back_with_its_answer() {
    let asking = Asking::new();
    let first = asking.confirm(&asking.anna, &json!({}));
    assert_eq!(first["result"]["resultType"], "input_required", "{first}");
    let asked = &first["result"]["inputRequests"]["answer"];
    assert_eq!(asked["method"], "elicitation/create");
    assert_eq!(asked["params"]["message"], "Ship?");
    assert_eq!(
        asked["params"]["requestedSchema"]["required"],
        json!(["confirmed"])
    );
    let state = &first["result"]["requestState"];

    // Without an answer, or with none that fits, the question comes again.
    for more in [
        json!({"requestState": state}),
        json!({"requestState": state, "inputResponses": {"other": {"action": "accept"}}}),
        accepted(state, &json!({"confirmed": "perhaps"})),
        accepted(state, &json!({"else": 1})),
    ] {
        let again = asking.confirm(&asking.anna, &more);
        assert_eq!(
            again["result"]["resultType"], "input_required",
            "{more}: {again}"
        );
    }

    // A state is its caller's and its tool's own, and cannot be changed.
    let mut forged = state.as_str().unwrap().to_owned().into_bytes();
    let middle = forged.len() / 2;
    forged[middle] = if forged[middle] == b'A' { b'B' } else { b'A' };
    let forged = json!(String::from_utf8(forged).unwrap());
    let yes = json!({"confirmed": true});
    let text = json!({"question": "Ship?"});
    for refused in [
        asking.confirm(&asking.bob, &accepted(state, &yes)),
        asking.confirm(&asking.anna, &accepted(&forged, &yes)),
        asking.confirm(&asking.anna, &accepted(&json!("x"), &yes)),
        asking.call(&asking.anna, "text_input", &text, &accepted(state, &yes)),
    ] {
        assert_eq!(
            refused["error"]["data"]["error_code"], "MCP_INVALID_PARAMS",
            "{refused}"
        );
    }

    for time in ["first", "again"] {
        let done = asking.confirm(&asking.anna, &accepted(state, &yes));
        let data = &done["result"]["structuredContent"]["data"];
        assert_eq!(data["status"], "answered", "{time}: {done}");
        assert_eq!(
            (&data["source"], &data["proof"]),
            (&json!("elicitation"), &json!("client_form"))
        );
        assert_eq!(data["answer"]["confirmed"], true);
    }
}

#[test]
fn who_declines_in_the_client_is_asked_in_the_workbench_still() {
    let asking = Asking::new();
    let first = asking.confirm(&asking.anna, &json!({}));
    let state = first["result"]["requestState"].clone();
    let declined =
        json!({"requestState": state, "inputResponses": {"answer": {"action": "decline"}}});
    let waiting = asking.confirm(&asking.anna, &declined);
    assert_eq!(
        waiting["result"]["structuredContent"]["data"]["status"], "pending",
        "{waiting}"
    );
    let mut page = HumanPage::connect(asking.server.home().join("data/houses/anna"));
    page.answer_next(json!({"confirmed": false}));
    // The form of the client comes too late, and what was answered counts.
    let late = asking.confirm(&asking.anna, &accepted(&state, &json!({"confirmed": true})));
    let data = &late["result"]["structuredContent"]["data"];
    assert_eq!(
        (&data["source"], &data["answer"]["confirmed"]),
        (&json!("human"), &json!(false))
    );
}

#[test]
fn clients_without_forms_and_dangerous_questions_are_as_before() {
    let asking = Asking::new();
    let plain = asking
        .server
        .call(&asking.anna, "confirm", json!({"question": "Ship?"}));
    assert_eq!(
        plain.unwrap()["structuredContent"]["data"]["status"],
        "pending"
    );
    let dangerous = json!({"question": "Delete?", "isDangerous": true});
    let held = asking.call(&asking.anna, "confirm", &dangerous, &json!({}));
    assert_eq!(
        held["result"]["structuredContent"]["data"]["status"], "pending",
        "{held}"
    );
}
