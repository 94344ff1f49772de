//! Many acts in one session: nothing leaks, nothing is lost.

use std::time::Instant;

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use crate::client;
use crate::course::Course;
use crate::processes;

const PAGE: &str = "<!doctype html><html lang=en><title>Acts</title>
<button id=count>Count</button> <input id=word aria-label=Word> <input type=checkbox id=box aria-label=Box>
<script>
  var api = parent.API_1484_11, n = 0;
  api.Initialize('');
  count.onclick = function () { api.SetValue('cmi.location', String(++n)); console.log('count ' + n); };
</script>";

/// Acts by default; `GREENROOM_ACTS=1000` is the whole proof.
const FEW: usize = 48;
/// Growth in megabytes of all processes together that counts as a leak, beyond what a browser takes
/// anyway.
const MOST_GROWTH: u64 = 200;
/// About 2,000 tokens.
const MOST_BYTES: usize = 8192;

/// Memory in megabytes.
struct Memory {
    server: u64,
    browser: u64,
}

impl Memory {
    fn of(client: &McpClient) -> Self {
        let server = processes::memory_of(client.pid());
        let browser = processes::memory(client.pid()).saturating_sub(server);
        Self {
            server: server >> 20,
            browser: browser >> 20,
        }
    }

    fn sum(&self) -> u64 {
        self.server + self.browser
    }
}

#[test]
fn browser_many_acts_lose_nothing() {
    let acts = std::env::var("GREENROOM_ACTS").ok();
    let acts = acts.and_then(|acts| acts.parse().ok()).unwrap_or(FEW);
    let course = Course::new("many-acts", PAGE);
    let mut client = client();
    let opened = client.data("scorm_open_course", json!({"package_path": course.path()}));
    let session = opened["session_id"].as_str().unwrap().to_owned();
    act(&mut client, &session, 0);
    let before = Memory::of(&client);
    let mut times = Vec::new();
    let mut clicks = 1;
    for number in 1..acts {
        let began = Instant::now();
        clicks += act(&mut client, &session, number);
        times.push(began.elapsed().as_millis());
    }
    let after = Memory::of(&client);
    times.sort_unstable();
    let at = |part: usize| times[(times.len() - 1) * part / 100];
    println!(
        "{acts} acts: median {} ms, 95 of 100 within {} ms, slowest {} ms; MB before and after: server {} {}, browser {} {}; {clicks} changes",
        at(50),
        at(95),
        at(100),
        before.server,
        after.server,
        before.browser,
        after.browser,
    );
    assert!(after.sum() < before.sum() + MOST_GROWTH);
    let history = json!({"session_id": session, "element_prefix": "cmi.location", "limit": 1});
    let history = client.data("scorm_get_data_model_history", history);
    assert_eq!(history["matched"], clicks, "every click is in the history");
    assert_eq!(told(&mut client, &session), clicks, "and in the stream");
    let said = json!({"session_id": session, "severity": ["info"], "limit": 1});
    let said = client.data("scorm_get_console_errors", said);
    assert_eq!(
        (&said["error_count"], &said["dropped"]),
        (&json!(clicks), &json!(0)),
        "and on the console"
    );
}

/// One act of several kinds in turn; gives how many clicks of the counter it was.
fn act(client: &mut McpClient, session: &str, number: usize) -> usize {
    let (tool, mut arguments) = match number % 9 {
        0 | 3 => ("scorm_dom_click", json!({"selector": "#count"})),
        1 => (
            "scorm_dom_fill",
            json!({"selector": "#word", "value": number.to_string()}),
        ),
        2 => (
            "scorm_dom_fill",
            json!({"selector": "#box", "value": number.is_multiple_of(4)}),
        ),
        4 => ("scorm_dom_query", json!({"selector": "#word"})),
        5 => (
            "scorm_keyboard_type",
            json!({"text": "x", "options": {"selector": "#word"}}),
        ),
        6 => ("scorm_dom_click_by_text", json!({"text": "Count"})),
        7 => ("scorm_dom_hover", json!({"selector": "#count"})),
        _ => ("scorm_get_page_state", json!({})),
    };
    arguments["session_id"] = json!(session);
    let size = client.data(tool, arguments).to_string().len();
    assert!(size <= MOST_BYTES, "{tool} answers with {size} bytes");
    usize::from(number.is_multiple_of(3))
}

/// Changes that the session's stream has told.
fn told(client: &mut McpClient, session: &str) -> usize {
    let mut since = 0;
    let mut count = 0;
    loop {
        let poll = json!({
            "session_id": session, "since_event_id": since, "max_events": 1000,
            "types": ["data:changed"],
        });
        let page = client.data("scorm_session_events", poll);
        let events = page["events"].as_array().unwrap();
        let of_counter = |event: &&Value| event["payload"]["element"] == "cmi.location";
        count += events.iter().filter(of_counter).count();
        since = events
            .last()
            .map_or(0, |event| event["id"].as_u64().unwrap());
        if page["has_more"] == false {
            return count;
        }
    }
}
