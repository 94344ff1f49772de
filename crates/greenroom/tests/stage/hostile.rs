//! Hostile courses: they reach nothing outside their own host, and nobody but themselves suffers.

use std::time::{Duration, Instant};

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use crate::client;
use crate::connected::RunningBrowser;
use crate::course::{Course, QUIET_PAGE, api_call};
use crate::visitor::Forbidden;

/// Every trick that is known to leave a browser which is not held back.
const TRICKS: &str = include_str!("../../../greenroom-browser/tests/real/hostile.html");

/// Tricks of which the session's events tell.
const TOLD: &[&str] = &[
    "fetch",
    "xhr",
    "beacon",
    "websocket",
    "eventsource",
    "img",
    "script",
    "css",
    "import",
    "font",
    "iframe",
    "form",
    "popup",
    "prefetch",
    "meta",
];

/// Long enough for the slowest trick on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

fn open(client: &mut McpClient, course: &Course) -> Value {
    client.data("scorm_open_course", json!({"package_path": course.path()}))
}

fn id(opened: &Value) -> String {
    opened["session_id"].as_str().unwrap().to_owned()
}

#[test]
fn browser_a_hostile_course_reaches_nobody() {
    reaches_nobody(client());
}

#[test]
fn browser_a_hostile_course_reaches_nobody_from_elsewhere() {
    let browser = RunningBrowser::start();
    reaches_nobody(browser.client());
}

fn reaches_nobody(mut client: McpClient) {
    let forbidden = Forbidden::listen();
    let address = format!("127.0.0.1:{}", forbidden.port);
    let page = TRICKS
        .replace("EVIL", &address)
        .replace("\"/shared.js\"", "\"shared.js\"")
        .replace("\"/service.js\"", "\"service.js\"");
    let fetch = format!("fetch('http://{address}/worker', {{mode: 'no-cors'}})");
    let refresh = format!(
        "<!doctype html><meta http-equiv=refresh content='0;url=http://{address}/refresh'>"
    );
    let course = Course::new("hostile", &page)
        .file("shared.js", &fetch)
        .file("service.js", &fetch);
    let leaving = Course::new("leaving", &refresh);
    let session = id(&open(&mut client, &course));
    let deadline = Instant::now() + PATIENCE;
    loop {
        let blocked = blocked(&mut client, &session);
        let silent: Vec<&&str> = TOLD
            .iter()
            .filter(|trick| {
                !blocked
                    .iter()
                    .any(|url| url.ends_with(&format!("/{trick}")))
            })
            .collect();
        if silent.is_empty() {
            break;
        }
        assert!(
            Instant::now() < deadline,
            "not told as blocked: {silent:?} in {blocked:?}"
        );
    }
    // The API still works beside all that, and the course ends in order.
    let call = api_call(&session, "SetValue", &["cmi.location", "here"]);
    assert_eq!(client.data("scorm_api_call", call)["result"], "true");
    client.data("scorm_close_course", json!({ "session_id": session }));

    // A course that leaves for good by itself shows an error page and harms nobody.
    let session = id(&open(&mut client, &leaving));
    client.data("scorm_close_course", json!({ "session_id": session }));
    assert_eq!(client.finish().status.code(), Some(0));
    assert_eq!(forbidden.visits(), Vec::<String>::new());
}

fn blocked(client: &mut McpClient, session: &str) -> Vec<String> {
    let arguments = json!({"session_id": session, "max_events": 1000});
    let events = client.data("scorm_session_events", arguments);
    let events = events["events"].as_array().unwrap();
    events
        .iter()
        .filter(|event| event["type"] == "network:blocked")
        .map(|event| event["payload"]["url"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn browser_a_course_stays_on_its_own_host() {
    stays_on_its_own_host(client());
}

#[test]
fn browser_a_course_stays_on_its_own_host_from_elsewhere() {
    let browser = RunningBrowser::start();
    stays_on_its_own_host(browser.client());
}

fn stays_on_its_own_host(mut client: McpClient) {
    let victim = Course::new("victim", QUIET_PAGE).file("secret.txt", "the secret");
    let opened = open(&mut client, &victim);
    let victim_id = id(&opened);
    let url = opened["runtime"]["url"].as_str().unwrap().to_owned();
    let (origin, _) = url.split_once("/content/").unwrap();
    let port = origin.rsplit(':').next().unwrap();
    // Each attempt answers `reached` if anything could be read. Of a request without CORS nothing
    // can be read in any case; the session's events must tell that it was blocked.
    let page = format!(
        r#"<!doctype html><title>Spy</title><script>
        const api = parent.API_1484_11;
        api.Initialize("");
        const other = "{origin}", port = "{port}";
        const get = (url, options) => fetch(url, options).then(
            (answer) => answer.ok ? "reached" : "no", () => "no");
        const socket = (url) => new Promise((done) => {{
            const socket = new WebSocket(url);
            socket.onopen = () => done("reached"); socket.onerror = () => done("no");
        }});
        const frame = (url) => new Promise((done) => {{
            const frame = document.createElement("iframe");
            frame.onload = () => {{
                try {{ done(frame.contentDocument.body.innerText.includes("root:") ? "reached" : "no"); }}
                catch {{ done("no"); }}
            }};
            frame.src = url;
            document.documentElement.append(frame);
            setTimeout(() => done("no"), 3000);
        }});
        Promise.all([
            get(other + "/content/secret.txt"), get(other + "/content/secret.txt", {{mode: "no-cors"}}),
            get(other + "/player/boot.json", {{mode: "no-cors"}}),
            get(other + "/player/events", {{mode: "no-cors", method: "POST", body: "[]"}}),
            socket(other.replace("http", "ws") + "/player/events"),
            get("http://127.0.0.1:" + port + "/player/", {{mode: "no-cors"}}),
            get("http://localhost:" + port + "/player/", {{mode: "no-cors"}}),
            get("http://127.0.0.1:9222/json/version", {{mode: "no-cors"}}),
            socket("ws://127.0.0.1:9222/devtools/browser"),
            get("/content/%2e%2e%2f%2e%2e%2fetc/passwd"), get("/content/..%5c..%5cetc/passwd"),
            get("/content//etc/passwd"), get("/etc/passwd"), get("/"),
            get("file:///etc/passwd"), frame("file:///etc/passwd"), frame("chrome://version"),
        ]).then((found) => {{
            api.SetValue("cmi.suspend_data", JSON.stringify(found));
            api.SetValue("cmi.location", "done");
        }});
        </script>"#
    );
    let spy = Course::new("spy", &page);
    let spy_id = id(&open(&mut client, &spy));
    let deadline = Instant::now() + PATIENCE;
    let get = |client: &mut McpClient, element: &str| {
        client.data("scorm_api_call", api_call(&spy_id, "GetValue", &[element]))["result"].clone()
    };
    while get(&mut client, "cmi.location") != "done" {
        assert!(Instant::now() < deadline, "the spy never finished");
    }
    let found: Vec<String> =
        serde_json::from_str(get(&mut client, "cmi.suspend_data").as_str().unwrap()).unwrap();
    assert_eq!(found, vec!["no"; 17]);
    let blocked = blocked(&mut client, &spy_id);
    for url in [
        format!("{origin}/player/boot.json"),
        format!("{origin}/player/events"),
        format!("http://127.0.0.1:{port}/player/"),
        format!("http://localhost:{port}/player/"),
        "http://127.0.0.1:9222/json/version".to_owned(),
    ] {
        assert!(blocked.contains(&url), "{url} is not among {blocked:?}");
    }
    // The victim saw nothing of it.
    let status = client.data("scorm_runtime_status", json!({ "session_id": victim_id }));
    assert_eq!(status["last_api_method"], "Initialize");
}

#[test]
fn browser_a_course_that_never_stops_harms_only_itself() {
    let mut client = client();
    let bystander = Course::new("bystander", QUIET_PAGE);
    let bystander_id = id(&open(&mut client, &bystander));
    let alerts = Course::new(
        "alerts",
        "<!doctype html><script>parent.API_1484_11.Initialize('');
         for (let i = 0; i < 100; i += 1) alert(i); confirm('?'); prompt('?');
         onbeforeunload = (event) => { event.preventDefault(); return 'stay'; };</script>",
    );
    let endless = Course::new(
        "endless",
        "<!doctype html><script>const api = parent.API_1484_11;
         api.Initialize(''); api.SetValue('cmi.location', 'kept'); api.Commit('');
         setInterval(() => { if (api.GetValue('cmi.suspend_data') === 'hang') for (;;); }, 20);</script>",
    );
    let session = id(&open(&mut client, &alerts));
    let call = api_call(&session, "GetValue", &["cmi.entry"]);
    assert_eq!(client.data("scorm_api_call", call)["result"], "ab-initio");
    client.data("scorm_close_course", json!({ "session_id": session }));

    let session = id(&open(&mut client, &endless));
    // It hangs as soon as it sees the value, which may be before or after the call is answered.
    let hang = api_call(&session, "SetValue", &["cmi.suspend_data", "hang"]);
    let failure = loop {
        if let Err(failure) = client.call("scorm_api_call", hang.clone()) {
            break failure;
        }
    };
    let code = &failure["data"]["error_code"];
    assert_eq!(code, "BROWSER_CRASHED", "{failure}");
    let closed = client.data("scorm_close_course", json!({ "session_id": session }));
    assert_eq!(closed["saved"]["exit"], "suspend");
    let saved = std::fs::read(closed["saved"]["path"].as_str().unwrap()).unwrap();
    let saved: Value = serde_json::from_slice(&saved).unwrap();
    assert_eq!(saved["coreData"]["cmi.location"], "kept");
    let call = api_call(&bystander_id, "GetValue", &["cmi.entry"]);
    assert_eq!(client.data("scorm_api_call", call)["result"], "ab-initio");
}
