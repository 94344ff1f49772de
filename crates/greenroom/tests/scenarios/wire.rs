//! The wire rules: handshake, lists, shapes, errors, eras.

use serde_json::{Value, json};

use super::{GREENROOM, client};
use greenroom_testkit::McpClient;

#[test]
fn every_supported_version_is_agreed_and_others_get_the_newest() {
    for (asked, agreed) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let mut client = client();
        let result = client.initialize(asked);
        assert_eq!(result["protocolVersion"], agreed, "asked for {asked}");
        assert_eq!(result["serverInfo"]["name"], "greenroom");
        assert_eq!(
            result["capabilities"],
            json!({"prompts": {}, "resources": {}, "tools": {"listChanged": false}})
        );
        assert!(
            result["instructions"]
                .as_str()
                .unwrap()
                .contains("scorm_session_open")
        );
        let answer = client.request("tools/call", json!({"name": "scorm_echo"}));
        assert!(
            answer["result"].get("resultType").is_none(),
            "{asked}: {answer}"
        );
    }
}

#[test]
fn the_guide_to_the_ui_tools_is_a_resource() {
    let mut client = client();
    client.initialize("2025-06-18");
    let list = client.request("resources/list", json!({}));
    let listed = &list["result"]["resources"][0];
    assert_eq!(listed["uri"], "greenroom://ui-guide", "{list}");
    let read = client.request("resources/read", json!({"uri": listed["uri"]}));
    let contents = &read["result"]["contents"][0];
    assert_eq!(contents["mimeType"], "text/markdown");
    let text = contents["text"].as_str().unwrap();
    assert_eq!(text.len() as u64, listed["size"].as_u64().unwrap());
    assert!(text.contains("ui_upload_viewdef") && text.contains("mcp.pushState"));
    let unknown = client.request("resources/read", json!({"uri": "greenroom://x"}));
    let message = unknown["error"]["message"].as_str().unwrap();
    assert!(message.contains("greenroom://ui-guide"), "{unknown}");
}

#[test]
fn prompts_are_listed_and_told() {
    let mut client = client();
    client.initialize("2025-06-18");
    let list = client.request("prompts/list", json!({}))["result"]["prompts"].clone();
    let names: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|prompt| prompt["name"].as_str().unwrap())
        .collect();
    let all = [
        "review_course",
        "fix_course",
        "build_course",
        "write_rehearsal",
        "prepare_for_lms",
    ];
    assert_eq!(names, all);
    let course = json!({"name": "fix_course", "arguments": {"course": "/abs/tea"}});
    let told = client.request("prompts/get", course)["result"].clone();
    let message = &told["messages"][0];
    assert_eq!(message["role"], "user");
    assert!(
        message["content"]["text"]
            .as_str()
            .unwrap()
            .contains("`/abs/tea`")
    );
    let missing = client.request("prompts/get", json!({"name": "fix_course"}));
    assert_eq!(missing["error"]["code"], -32602, "{missing}");
    assert!(
        missing["error"]["message"]
            .as_str()
            .unwrap()
            .contains("`course`")
    );
}

#[test]
fn requests_before_initialize_are_served() {
    let mut client = client();
    assert_eq!(client.request("ping", json!({}))["result"], json!({}));
    assert_eq!(
        client.data("scorm_echo", json!({"a": 1}))["echoed"],
        json!({"a": 1})
    );
    assert_eq!(
        client.initialize("2025-06-18")["protocolVersion"],
        "2025-06-18"
    );
}

#[test]
fn the_stateless_era_is_served_beside_the_other() {
    let mut client = client();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "testkit", "version": "1"},
    });
    let discovered = client.request("server/discover", json!({"_meta": meta}))["result"].clone();
    assert!(
        discovered["supportedVersions"]
            .as_array()
            .unwrap()
            .contains(&json!("2026-07-28"))
    );
    let list = client.request("tools/list", json!({"_meta": meta}))["result"].clone();
    assert_eq!(list["resultType"], "complete");
    assert_eq!(
        (&list["ttlMs"], &list["cacheScope"]),
        (&json!(3_600_000), &json!("public"))
    );
    let call = json!({"_meta": meta, "name": "scorm_echo", "arguments": {"x": "y"}});
    let result = client.request("tools/call", call)["result"].clone();
    assert_eq!(
        result["structuredContent"]["data"]["echoed"],
        json!({"x": "y"})
    );
    let legacy = client.request("tools/list", json!({}))["result"].clone();
    assert!(legacy.get("ttlMs").is_none() && legacy.get("resultType").is_none());
    assert_eq!(legacy["tools"], list["tools"]);
}

#[test]
fn the_list_is_the_same_bytes_in_every_process() {
    let list = || client().request("tools/list", json!({})).to_string();
    assert_eq!(list(), list());
}

/// Bytes of the list with 111 tools, and of every tool that came later.
const LIST: usize = 60_000;
const LATER_TOOL: usize = 600;

#[test]
fn the_list_stays_within_its_budget() {
    let answer = client().request("tools/list", json!({}));
    let count = answer["result"]["tools"].as_array().unwrap().len();
    let bytes = answer["result"].to_string().len();
    let most = LIST + LATER_TOOL * count.saturating_sub(111);
    assert!(
        bytes <= most,
        "{bytes} bytes for {count} tools, {most} are allowed"
    );
}

#[test]
fn every_listed_tool_has_what_hosts_need() {
    let mut client = client();
    let answer = client.request("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap();
    assert!(answer["result"].get("nextCursor").is_none());
    let names: Vec<&str> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert!(names.is_sorted(), "{names:?}");
    for tool in tools {
        for member in ["title", "description"] {
            assert!(tool[member].is_string(), "{tool}");
        }
        // Only what differs from the protocol's defaults is told.
        let hints = tool["annotations"].as_object().unwrap();
        for (hint, default) in [
            ("readOnlyHint", false),
            ("destructiveHint", true),
            ("idempotentHint", false),
            ("openWorldHint", true),
        ] {
            assert_ne!(hints.get(hint), Some(&json!(default)), "{tool}");
        }
        assert!(!hints.is_empty(), "{tool}");
        assert!(tool.get("outputSchema").is_none());
    }
}

#[test]
fn sets_of_tools_limit_the_list() {
    let mut core = McpClient::start_with(GREENROOM, |command| {
        command.args(["mcp", "--tools", "core"])
    });
    let answer = core.request("tools/list", json!({}));
    let names: Vec<&str> = answer["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert!(
        names.contains(&"system_health") && !names.contains(&"scorm_echo"),
        "{names:?}"
    );
    let failure = core.failure("scorm_echo", json!({}));
    assert_eq!(failure["error_code"], "MCP_UNKNOWN_TOOL");
    assert_eq!(failure["code"], -32602);
    assert!(
        failure["message"]
            .as_str()
            .unwrap()
            .contains("--tools core"),
        "{failure}"
    );
}

#[test]
fn broken_lines_are_answered_and_serving_goes_on() {
    let mut client = client();
    client.send_line(b"{\"jsonrpc\":\"2.0\",");
    client.send_line(b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]");
    client.send_line(&vec![b'x'; (16 << 20) + 1]);
    client.wait_orphans(3);
    let codes: Vec<(Value, Value)> = client
        .orphans
        .iter()
        .map(|error| {
            (
                error["error"]["code"].clone(),
                error["error"]["data"]["error_code"].clone(),
            )
        })
        .collect();
    assert_eq!(
        codes,
        [
            (json!(-32700), json!("MCP_PARSE_ERROR")),
            (json!(-32600), json!("MCP_INVALID_REQUEST")),
            (json!(-32600), json!("MCP_INVALID_REQUEST")),
        ]
    );
    assert!(
        client
            .orphans
            .iter()
            .all(|error| error["id"] == Value::Null)
    );
    assert_eq!(client.request("ping", json!({}))["result"], json!({}));
}

#[test]
fn unknown_methods_and_tools_say_what_there_is() {
    let mut client = client();
    let answer = client.request("scorm_echo", json!({}));
    assert_eq!(answer["error"]["code"], -32601);
    assert_eq!(
        answer["error"]["data"]["error_code"],
        "MCP_METHOD_NOT_FOUND"
    );
    let failure = client.failure("scorm_ecko", json!({}));
    assert_eq!(
        (&failure["code"], &failure["error_code"]),
        (&json!(-32602), &json!("MCP_UNKNOWN_TOOL"))
    );
    assert_eq!(failure["details"]["nearest"][0], "scorm_echo");
    client.notify("notifications/nobody_knows_this", json!({}));
    client.notify("notifications/cancelled", json!({"requestId": 4711}));
    assert_eq!(client.request("ping", json!({}))["result"], json!({}));
}

#[test]
fn an_id_can_be_used_again_after_its_answer() {
    let mut client = client();
    for _ in 0..2 {
        client.send_line(br#"{"jsonrpc":"2.0","id":"same","method":"ping"}"#);
        assert_eq!(client.wait("same")["result"], json!({}));
    }
}

#[test]
fn twenty_calls_at_once_are_all_answered() {
    let mut client = client();
    let ids: Vec<i64> = (0..20)
        .map(|n| client.send_call("scorm_echo", json!({"n": n})))
        .collect();
    for (n, id) in ids.into_iter().enumerate() {
        let answer = client.wait(id);
        assert_eq!(
            answer["result"]["structuredContent"]["data"]["echoed"]["n"],
            n
        );
    }
}
