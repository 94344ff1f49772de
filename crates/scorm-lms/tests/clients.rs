//! What the LMS's code in the page does beyond single answers: saves, timers, page ends, bad input.

use scorm_lms::profile::Version;
use scorm_lms::{
    Client, JsValue, Kind, Launch, Moment, Network, Outcome, PageEvent, Phase, Request, Via,
};

/// A network that answers as told and keeps what left.
struct Recorder {
    outcome: Outcome,
    takes_beacons: bool,
    requests: Vec<Request>,
}

impl Recorder {
    fn new() -> Self {
        Self {
            outcome: Outcome::Saved,
            takes_beacons: true,
            requests: Vec::new(),
        }
    }

    fn ways(&self) -> Vec<Via> {
        self.requests.iter().map(|request| request.via).collect()
    }

    fn value(&self, index: usize, element: &str) -> Option<String> {
        self.requests[index]
            .body
            .value(element)
            .map(JsValue::to_text)
    }
}

impl Network for Recorder {
    fn sync(&mut self, request: &Request) -> Outcome {
        self.requests.push(request.clone());
        self.outcome
    }

    fn beacon(&mut self, request: &Request) -> bool {
        self.requests.push(request.clone());
        self.takes_beacons
    }

    fn start(&mut self, request: &Request) {
        self.requests.push(request.clone());
    }
}

fn client(name: &str, version: Version) -> Client {
    let profile = scorm_lms::find(name).expect("a profile");
    Client::new(profile, version, Launch::default())
}

fn call(client: &mut Client, function: &str, args: &[&str], net: &mut Recorder) -> String {
    call_in(client, function, args, Moment::default(), net)
}

fn call_in(
    client: &mut Client,
    function: &str,
    args: &[&str],
    moment: Moment,
    net: &mut Recorder,
) -> String {
    let args: Vec<JsValue> = args.iter().map(|text| JsValue::from(*text)).collect();
    let called = client.call(function, &args, moment, net);
    called.outcome.expect("no exception").to_text()
}

fn in_phase(phase: Phase) -> Moment {
    Moment { at_ms: 10, phase }
}

#[test]
fn moodle_never_sends_a_failed_commit_again() {
    let (mut client, mut net) = (client("moodle", Version::Scorm12), Recorder::new());
    call(&mut client, "LMSInitialize", &[""], &mut net);
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.core.lesson_location", "p1"],
        &mut net,
    );
    net.outcome = Outcome::Refused;
    assert_eq!(call(&mut client, "LMSCommit", &[""], &mut net), "false");
    net.outcome = Outcome::Saved;
    net.requests.clear();
    assert_eq!(call(&mut client, "LMSCommit", &[""], &mut net), "true");
    assert_eq!(net.value(0, "cmi.core.lesson_location"), None);
}

#[test]
fn moodle_2004_sends_everything_again() {
    let (mut client, mut net) = (client("moodle", Version::Scorm2004), Recorder::new());
    call(&mut client, "Initialize", &[""], &mut net);
    call(&mut client, "SetValue", &["cmi.location", "p1"], &mut net);
    net.outcome = Outcome::Refused;
    call(&mut client, "Commit", &[""], &mut net);
    net.outcome = Outcome::Saved;
    net.requests.clear();
    call(&mut client, "Commit", &[""], &mut net);
    assert_eq!(net.value(0, "cmi.location").as_deref(), Some("p1"));
}

#[test]
fn moodle_sends_beacons_while_the_page_goes_away() {
    let (mut client, mut net) = (client("moodle", Version::Scorm12), Recorder::new());
    call(&mut client, "LMSInitialize", &[""], &mut net);
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.suspend_data", "s"],
        &mut net,
    );
    let moment = in_phase(Phase::Pagehide);
    assert_eq!(
        call_in(&mut client, "LMSCommit", &[""], moment, &mut net),
        "true"
    );
    assert_eq!(net.ways()[0], Via::Beacon);
    net.takes_beacons = false;
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.suspend_data", "t"],
        &mut net,
    );
    assert_eq!(
        call_in(&mut client, "LMSFinish", &[""], moment, &mut net),
        "false"
    );
}

#[test]
fn moodle_applies_the_mastery_score_to_what_it_sends() {
    let profile = scorm_lms::find("moodle").expect("a profile");
    let launch = Launch {
        mastery_score: Some("80".to_owned()),
        ..Launch::default()
    };
    let (mut client, mut net) = (
        Client::new(profile, Version::Scorm12, launch),
        Recorder::new(),
    );
    call(&mut client, "LMSInitialize", &[""], &mut net);
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.core.score.raw", "10"],
        &mut net,
    );
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.core.lesson_status", "incomplete"],
        &mut net,
    );
    call(&mut client, "LMSFinish", &[""], &mut net);
    assert_eq!(
        net.value(0, "cmi.core.lesson_status").as_deref(),
        Some("failed")
    );
}

#[test]
fn ilias_says_true_at_finish_after_a_commit_that_failed() {
    let (mut client, mut net) = (client("ilias", Version::Scorm12), Recorder::new());
    call(&mut client, "LMSInitialize", &[""], &mut net);
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.core.lesson_status", "completed"],
        &mut net,
    );
    net.outcome = Outcome::NoConnection;
    let moment = in_phase(Phase::Pagehide);
    assert_eq!(
        call_in(&mut client, "LMSCommit", &[""], moment, &mut net),
        "false"
    );
    let sent = net.requests.len();
    assert_eq!(
        call_in(&mut client, "LMSFinish", &[""], moment, &mut net),
        "true"
    );
    assert_eq!(net.requests.len(), sent, "nothing is sent again");
}

#[test]
fn open_edx_queues_values_behind_the_first() {
    let (mut client, mut net) = (client("openedx", Version::Scorm12), Recorder::new());
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.suspend_data", "s"],
        &mut net,
    );
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.core.lesson_status", "passed"],
        &mut net,
    );
    call(&mut client, "LMSSetValue", &["cmi.core.exit", ""], &mut net);
    assert_eq!(net.requests.len(), 1);
    let first = net.requests[0].id;
    client.answered(first, Outcome::Saved, &mut net);
    assert_eq!(net.requests.len(), 2);
    assert_eq!(
        net.requests[1].body.values.len(),
        2,
        "the rest in one batch"
    );
}

#[test]
fn openolat_makes_one_late_request_of_two_commits() {
    let (mut client, mut net) = (client("openolat", Version::Scorm12), Recorder::new());
    call(&mut client, "LMSInitialize", &[""], &mut net);
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.suspend_data", "a"],
        &mut net,
    );
    call(&mut client, "LMSCommit", &[""], &mut net);
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.suspend_data", "b"],
        &mut net,
    );
    call(&mut client, "LMSCommit", &[""], &mut net);
    assert!(net.requests.is_empty());
    assert_eq!(client.next_timer(), Some(500));
    client.timer(500, &mut net);
    assert_eq!(net.ways(), [Via::XhrAsync]);
    assert_eq!(net.value(0, "cmi.suspend_data").as_deref(), Some("b"));
}

#[test]
fn frappe_saves_suspend_data_a_moment_later_and_completion_at_once() {
    let (mut client, mut net) = (client("frappe", Version::Scorm12), Recorder::new());
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.suspend_data", "a"],
        &mut net,
    );
    assert!(net.requests.is_empty());
    assert_eq!(client.next_timer(), Some(300));
    client.timer(300, &mut net);
    assert_eq!(net.value(0, "cmi.suspend_data").as_deref(), Some("a"));
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.core.lesson_status", "passed"],
        &mut net,
    );
    assert_eq!(net.requests.len(), 2);
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.suspend_data", "b"],
        &mut net,
    );
    assert_eq!(
        client.next_timer(),
        None,
        "nothing is saved after completion"
    );
}

#[test]
fn chamilo_s_page_saves_what_was_never_committed() {
    let (mut client, mut net) = (client("chamilo", Version::Scorm12), Recorder::new());
    call(&mut client, "LMSInitialize", &[""], &mut net);
    call(
        &mut client,
        "LMSSetValue",
        &["cmi.suspend_data", "s"],
        &mut net,
    );
    client.page_event(PageEvent::Pagehide, &mut net);
    assert_eq!(net.ways(), [Via::Beacon]);
    assert_eq!(net.requests[0].body.kind, Kind::Leave);
    assert_eq!(
        net.requests[0].body.changed.as_deref(),
        Some(&["cmi.suspend_data".to_owned()][..])
    );
}

#[test]
fn learnhouse_saves_by_keep_alive_only_what_is_new() {
    let (mut client, mut net) = (client("learnhouse", Version::Scorm2004), Recorder::new());
    call(&mut client, "Initialize", &[""], &mut net);
    client.page_event(PageEvent::Hidden, &mut net);
    assert!(net.requests.is_empty());
    call(&mut client, "SetValue", &["cmi.location", "p"], &mut net);
    client.page_event(PageEvent::Hidden, &mut net);
    assert_eq!(net.ways(), [Via::FetchKeepalive]);
}

#[test]
fn an_own_length_of_suspend_data_counts() {
    let mut profile = scorm_lms::find("moodle").expect("a profile").clone();
    profile.own_suspend_data = [Some(10), None];
    let mut client = Client::new(&profile, Version::Scorm12, Launch::default());
    let mut net = Recorder::new();
    call(&mut client, "LMSInitialize", &[""], &mut net);
    let long = "x".repeat(11);
    assert_eq!(
        call(
            &mut client,
            "LMSSetValue",
            &["cmi.suspend_data", &long],
            &mut net
        ),
        "false"
    );
    assert_eq!(
        call(
            &mut client,
            "LMSSetValue",
            &["cmi.suspend_data", "short"],
            &mut net
        ),
        "true"
    );
}

#[test]
fn no_client_stumbles_over_what_courses_send() {
    let long = "9".repeat(3000);
    let deep = ["cmi"; 500].join(".");
    let elements = [
        "",
        ".",
        "..",
        "cmi",
        "cmi.",
        "cmi..core",
        "cmi.objectives.-1.id",
        "cmi.objectives.99999999999999999999.id",
        "cmi.interactions.0.objectives.7.id",
        "cmi.interactions.NaN.id",
        "cmi.interactions.1e9.id",
        "adl.nav.request_valid.",
        "adl.nav.request_valid.choice.{target=}",
        "cmi.objectives.0",
        "n",
        "cmi.objectives.n.id",
        "cmi.interactions.0.correct_responses.0.pattern",
        "Größe.ß",
        "\u{0}",
        &long,
        &deep,
    ];
    let values = [
        JsValue::Undefined,
        JsValue::Null,
        JsValue::Boolean(true),
        JsValue::Number(f64::NAN),
        JsValue::Number(1e300),
        JsValue::text("😀\u{0}\n{lang=en}{case_matters=}[,][.][:]"),
        JsValue::text("P".repeat(5000)),
        JsValue::Object("[1,[2],null]".to_owned()),
        JsValue::Object("{".to_owned()),
    ];
    let mut net = Recorder::new();
    for profile in scorm_lms::PROFILES.iter() {
        for version in [Version::Scorm12, Version::Scorm2004] {
            let prefix = if version == Version::Scorm12 {
                "LMS"
            } else {
                ""
            };
            let mut client = Client::new(profile, version, Launch::default());
            let mut run = |function: &str, args: &[JsValue]| {
                let function = format!("{prefix}{function}");
                client.call(&function, args, Moment::default(), &mut net);
            };
            run("Initialize", &["".into()]);
            for element in elements {
                for value in &values {
                    run("SetValue", &[element.into(), value.clone()]);
                    run("GetErrorString", std::slice::from_ref(value));
                    run("GetDiagnostic", std::slice::from_ref(value));
                    run("SetValue", &[value.clone(), element.into()]);
                    run("GetValue", std::slice::from_ref(value));
                }
                run("GetValue", &[element.into()]);
            }
            run("Commit", &[]);
            run("Finish", &["".into()]);
            run("Terminate", &["".into()]);
            run("nothing", &[]);
        }
        net.requests.clear();
    }
}
