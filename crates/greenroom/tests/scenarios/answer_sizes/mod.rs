//! Every default answer of every tool stays within its bound, whatever the package and the input.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod hostile_course;
mod real_packages;
mod refusals;

use std::collections::BTreeMap;
use std::path::Path;

use greenroom_testkit::McpClient;
use serde_json::{Map, Value, json};

use super::client;

/// Bytes of a default answer; about 2,000 tokens.
const USUAL: usize = 8 * 1024;
/// Bytes of an answer when the caller asks for more.
const MORE: usize = 20 * 1024;

/// Tools that answer with what the caller or the human gave, whole.
const WHOLE: [&str; 3] = ["scorm_echo", "ui_run", "ui_wait"];
/// Tools that end what the others need.
const ENDINGS: [&str; 6] = [
    "scorm_attempt_terminate",
    "scorm_clear_saved_data",
    "scorm_runtime_close",
    "scorm_reload_course",
    "scorm_close_course",
    "scorm_session_close",
];

/// The largest answers seen so far, by tool.
#[derive(Default)]
struct Sizes(BTreeMap<String, (usize, String)>);

impl Sizes {
    /// Calls a tool and notes how long its answer is, success or failure.
    fn call(
        &mut self,
        client: &mut McpClient,
        tool: &str,
        arguments: &Value,
        place: &str,
    ) -> Value {
        let call = json!({"name": tool, "arguments": arguments});
        let answer = client.request("tools/call", call);
        let size = match answer.get("error") {
            Some(error) => error.to_string().len(),
            None => texts(&answer["result"]).map(str::len).sum(),
        };
        let largest = self.0.entry(tool.to_owned()).or_default();
        if size > largest.0 {
            *largest = (size, place.to_owned());
        }
        answer
    }

    /// Prints the largest answer of every tool and fails for those beyond the bound.
    #[expect(clippy::print_stderr, reason = "the sizes are what this test is for")]
    fn check(self, most: usize) {
        let mut sizes: Vec<_> = self.0.into_iter().collect();
        sizes.sort_by_key(|(_, (size, _))| std::cmp::Reverse(*size));
        for (tool, (size, place)) in &sizes {
            eprintln!("{size:>7} {tool} ({place})");
        }
        sizes.retain(|(tool, (size, _))| *size > most && !WHOLE.contains(&tool.as_str()));
        assert!(
            sizes.is_empty(),
            "answers of more than {most} bytes: {sizes:#?}"
        );
    }
}

fn texts(result: &Value) -> impl Iterator<Item = &str> {
    let blocks = result["content"].as_array().into_iter().flatten();
    blocks.filter_map(|block| block["text"].as_str())
}

/// Every tool's name with the names of its required parameters.
fn tools(client: &mut McpClient) -> Vec<(String, Vec<String>)> {
    let answer = client.request("tools/list", json!({}));
    let tools = answer["result"]["tools"].as_array().unwrap().iter();
    tools
        .map(|tool| {
            let required = tool["inputSchema"]["required"].as_array();
            let required = required.into_iter().flatten();
            let required = required.map(|name| name.as_str().unwrap().to_owned());
            let name = tool["name"].as_str().unwrap().to_owned();
            (name, required.collect())
        })
        .collect()
}

/// Arguments with the required parameters and no more; `None` if one has no known value.
fn arguments(required: &[String], session: Option<&str>, package: &Path) -> Option<Value> {
    let mut arguments = Map::new();
    for name in required {
        let value = match name.as_str() {
            "session_id" => json!(session?),
            "workspace_path" | "package_path" => json!(package),
            "selector" | "from" => json!("button"),
            "expression" => json!("'x'.repeat(5000000)"),
            "text" => json!("Part"),
            "value" => json!("v".repeat(20_000)),
            "fields" => json!([{"selector": "input", "value": "v".repeat(20_000)}]),
            "actions" => json!([{"type": "click", "selector": "button"}]),
            "condition" => json!({"selector": "body"}),
            "calls" => json!([{"method": "GetValue", "args": ["cmi.suspend_data"]}]),
            "method" => json!("GetErrorString"),
            "expected" => json!({"cmi.suspend_data": "e".repeat(20_000), "cmi.location": "1"}),
            "before" => json!({"cmi.suspend_data": "b".repeat(20_000)}),
            "after" => json!({"cmi.suspend_data": "a".repeat(20_000)}),
            "width" | "height" => json!(700),
            "slide_identifier" => json!(1),
            "targetId" | "id" | "testid" | "slideId" | "context_id" | "tab_id" => json!("s1"),
            "percentage" => json!(50),
            "response" => json!("a"),
            "level" => json!("info"),
            _ => return None,
        };
        arguments.insert(name.clone(), value);
    }
    Some(Value::Object(arguments))
}

/// Whether the tools that ask people and show them pages are meant, which have tests of their own.
fn is_for_people(tool: &str) -> bool {
    !tool.starts_with("scorm_") && !tool.starts_with("system_")
}

/// Calls every tool on an open course, with nothing but what it requires; returns how many.
///
/// Tools that require one of `without` are left out.
fn play(
    client: &mut McpClient,
    sizes: &mut Sizes,
    package: &Path,
    session: &str,
    without: &[&str],
) -> usize {
    let place = package.file_name().unwrap().to_string_lossy().into_owned();
    let tools = tools(client);
    let is_ending = |name: &str| ENDINGS.contains(&name);
    let (last, first): (Vec<_>, Vec<_>) = tools.into_iter().partition(|(name, _)| is_ending(name));
    let mut called = 0;
    for (tool, required) in first.into_iter().chain(last) {
        // It waits for a call that does not come.
        let is_left_out = required.iter().any(|name| without.contains(&name.as_str()));
        if is_for_people(&tool) || tool == "scorm_wait_for_api_call" || is_left_out {
            continue;
        }
        // It plays a course again and again; its own scenario measures what it answers.
        if tool == "scorm_assess_lms" {
            continue;
        }
        if let Some(mut arguments) = arguments(&required, Some(session), package) {
            // It would play for as long as it may.
            if tool == "scorm_explore_course" {
                arguments["max_seconds"] = json!(2);
            }
            // It would leave the course in every way there is.
            if tool == "scorm_test_exits" {
                arguments["ways"] = json!(["lms_exit"]);
                arguments["moments"] = json!(["start"]);
            }
            sizes.call(client, &tool, &arguments, &place);
            called += 1;
        }
    }
    called
}

fn open(client: &mut McpClient, sizes: &mut Sizes, package: &Path) -> Option<String> {
    let place = package.file_name().unwrap().to_string_lossy().into_owned();
    let path = json!({ "package_path": package });
    let answer = sizes.call(client, "scorm_open_course", &path, &place);
    let text = texts(&answer["result"]).last()?;
    let envelope: Value = serde_json::from_str(text).unwrap();
    envelope["data"]["session_id"].as_str().map(str::to_owned)
}
