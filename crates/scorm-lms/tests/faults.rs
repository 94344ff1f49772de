//! The LMS's code and its server together, when saves fail and attempts go on: what the course is
//! told, and what is stored in the end.

use scorm_lms::{Client, JsValue, Launch, Moment, Network, Outcome, Record, Request, Version};

use Version::{Scorm12, Scorm2004};

/// The page's network with the LMS's server behind it.
struct Server {
    record: Record,
    answers: Outcome,
    under_way: Vec<Request>,
}

impl Server {
    /// What becomes of a request that has reached the network.
    fn outcome(&mut self, request: &Request) -> Outcome {
        match self.answers {
            Outcome::Saved if self.record.receive(&request.body) => Outcome::Saved,
            Outcome::Saved => Outcome::Refused,
            fault => fault,
        }
    }
}

impl Network for Server {
    fn sync(&mut self, request: &Request) -> Outcome {
        self.outcome(request)
    }

    fn beacon(&mut self, request: &Request) -> bool {
        self.outcome(request);
        true
    }

    fn start(&mut self, request: &Request) {
        self.under_way.push(request.clone());
    }
}

/// One launch of a SCO.
struct Launched {
    client: Client,
    server: Server,
    version: Version,
    at_ms: u64,
}

impl Launched {
    fn new(lms: &str, version: Version, launch: Launch) -> Self {
        let profile = scorm_lms::find(lms).expect("a profile");
        let record = Record::new(profile, version);
        Self::after(lms, version, launch, record)
    }

    fn after(lms: &str, version: Version, launch: Launch, mut record: Record) -> Self {
        let profile = scorm_lms::find(lms).expect("a profile");
        record.launched(&launch);
        let mut launched = Self {
            client: Client::new(profile, version, launch),
            server: Server {
                record,
                answers: Outcome::Saved,
                under_way: Vec::new(),
            },
            version,
            at_ms: 0,
        };
        launched.call("Initialize", &[""]);
        launched
    }

    fn call(&mut self, function: &str, args: &[&str]) -> String {
        let name = match (self.version, function) {
            (Scorm12, "Terminate") => "LMSFinish".to_owned(),
            (Scorm12, name) => format!("LMS{name}"),
            (Scorm2004, name) => name.to_owned(),
        };
        let args: Vec<JsValue> = args.iter().map(|text| JsValue::text(*text)).collect();
        let moment = Moment {
            at_ms: self.at_ms,
            ..Moment::default()
        };
        let called = self.client.call(&name, &args, moment, &mut self.server);
        self.settle();
        called
            .outcome
            .map_or_else(|thrown| thrown.name, |value| value.to_text())
    }

    fn set(&mut self, element: &str, value: &str) -> String {
        self.call("SetValue", &[element, value])
    }

    /// A second goes by, and what was under way ends.
    fn settle(&mut self) {
        let until = self.at_ms + 1000;
        loop {
            if let Some(request) = self.server.under_way.pop() {
                let outcome = self.server.outcome(&request);
                self.client.answered(request.id, outcome, &mut self.server);
            } else if let Some(at) = self.client.next_timer().filter(|at| *at <= until) {
                self.client.timer(at, &mut self.server);
            } else {
                break;
            }
        }
        self.at_ms = until;
    }

    fn stored(&self, element: &str) -> &str {
        let value = self.server.record.stored.get(element);
        value.map_or("", String::as_str)
    }

    fn status(&self) -> &str {
        match self.version {
            Scorm12 => self.stored("cmi.core.lesson_status"),
            Scorm2004 => self.stored("cmi.completion_status"),
        }
    }
}

/// What a save is told that meets a fault, and whether its value is stored after the next save.
#[test]
fn saves_that_fail_are_told_and_repeated_as_in_the_lms() {
    use Outcome::{LoginPage, NoConnection, Refused};
    let rows = [
        // lms, version, fault, what Commit says, stored after the next Commit
        ("moodle", Scorm12, Refused, "false", false),
        ("moodle", Scorm2004, Refused, "false", true),
        ("moodle", Scorm12, LoginPage, "false", false),
        ("moodle", Scorm2004, LoginPage, "false", true),
        // The request is repeated by a beacon, and nobody knows whether that arrives.
        ("moodle", Scorm12, NoConnection, "true", false),
        ("scorm_again", Scorm12, Refused, "false", true),
        ("scorm_again", Scorm12, LoginPage, "true", true),
        ("openedx", Scorm12, Refused, "true", false),
        ("openedx", Scorm12, LoginPage, "true", false),
        ("openedx", Scorm12, NoConnection, "true", false),
        ("ilias", Scorm12, Refused, "false", false),
        ("ilias", Scorm12, LoginPage, "false", false),
        ("chamilo", Scorm12, Refused, "true", true),
        ("chamilo", Scorm12, LoginPage, "true", true),
        ("chamilo", Scorm12, NoConnection, "true", true),
        ("openolat", Scorm12, Refused, "true", true),
        ("openolat", Scorm12, LoginPage, "true", true),
        ("frappe", Scorm12, Refused, "true", false),
        ("frappe", Scorm12, LoginPage, "true", false),
    ];
    let mut wrong = Vec::new();
    for (lms, version, fault, told, stored) in rows {
        let mut launched = Launched::new(lms, version, Launch::default());
        launched.server.answers = fault;
        launched.set("cmi.suspend_data", "answer 1");
        let said = launched.call("Commit", &[""]);
        assert_eq!(launched.stored("cmi.suspend_data"), "", "{lms}");
        launched.server.answers = Outcome::Saved;
        launched.call("Commit", &[""]);
        let found = launched.stored("cmi.suspend_data") == "answer 1";
        if (said.as_str(), found) != (told, stored) {
            wrong.push(format!(
                "{lms} {version:?} {fault:?}: said {said}, stored {found}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn statuses_are_rewritten_at_the_end_as_in_the_lms() {
    let mastery = |score: &str| Launch {
        mastery_score: Some(score.to_owned()),
        ..Launch::default()
    };
    let rows = [
        // lms, mastery, score, status that the course sets, status that is stored
        ("moodle", None, None, None, "completed"),
        (
            "moodle",
            Some("80"),
            Some("40"),
            Some("incomplete"),
            "failed",
        ),
        ("moodle", Some("80"), Some("90"), Some("failed"), "passed"),
        ("moodle", Some("80"), None, Some("incomplete"), "incomplete"),
        ("ilias", None, None, None, "completed"),
        ("ilias", Some("80"), Some("40"), Some("completed"), "failed"),
        (
            "ilias",
            Some("80"),
            Some("40"),
            Some("incomplete"),
            "incomplete",
        ),
        ("chamilo", None, None, None, "completed"),
        ("chamilo", Some("80"), Some("40"), None, "failed"),
        (
            "chamilo",
            Some("80"),
            Some("40"),
            Some("completed"),
            "completed",
        ),
        ("openolat", None, None, None, "completed"),
        (
            "openolat",
            Some("80"),
            Some("40"),
            Some("completed"),
            "completed",
        ),
        (
            "scorm_again",
            Some("80"),
            Some("40"),
            Some("completed"),
            "completed",
        ),
    ];
    let mut wrong = Vec::new();
    for (lms, limit, score, status, wanted) in rows {
        let launch = limit.map_or_else(Launch::default, mastery);
        let mut launched = Launched::new(lms, Scorm12, launch);
        if let Some(score) = score {
            launched.set("cmi.core.score.raw", score);
        }
        if let Some(status) = status {
            launched.set("cmi.core.lesson_status", status);
        }
        launched.call("Terminate", &[""]);
        if launched.status() != wanted {
            let found = launched.status();
            wrong.push(format!(
                "{lms} {limit:?} {score:?} {status:?}: {found}, not {wanted}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_course_that_is_done_is_launched_as_in_the_lms() {
    let rows = [
        // lms, mode of the next launch, status after the course wrote incomplete then
        ("moodle", "review", "incomplete"),
        ("chamilo", "normal", "incomplete"),
        ("openedx", "normal", "incomplete"),
        ("ilias", "normal", "incomplete"),
    ];
    for (lms, mode, wanted) in rows {
        let mut first = Launched::new(lms, Scorm12, Launch::default());
        first.set("cmi.core.lesson_status", "completed");
        first.call("Terminate", &[""]);
        let profile = scorm_lms::find(lms).expect("a profile");
        let next = first.server.record.next(profile);
        assert_eq!(next.mode, mode, "{lms}");
        let launch = Launch {
            mode: Some(next.mode),
            prior: next.prior,
            ..Launch::default()
        };
        let mut second = Launched::after(lms, Scorm12, launch, first.server.record);
        second.set("cmi.core.lesson_status", "incomplete");
        second.call("Commit", &[""]);
        assert_eq!(second.status(), wanted, "{lms}");
    }
}

#[test]
fn in_a_review_ilias_takes_statuses_and_forgets_them() {
    let mut first = Launched::new("ilias", Scorm12, Launch::default());
    first.set("cmi.core.lesson_status", "completed");
    first.call("Terminate", &[""]);
    let profile = scorm_lms::find("ilias").expect("a profile");
    let review = Launch {
        mode: Some("review".to_owned()),
        prior: first.server.record.next(profile).prior,
        ..Launch::default()
    };
    let mut second = Launched::after("ilias", Scorm12, review, first.server.record);
    assert_eq!(second.set("cmi.core.lesson_status", "incomplete"), "true");
    second.call("Commit", &[""]);
    assert_eq!(second.status(), "completed");
}

#[test]
fn a_second_initialize_wipes_in_moodle_only() {
    for (lms, version, said, kept) in [
        ("moodle", Scorm12, "false", false),
        ("moodle", Scorm2004, "false", false),
        ("ilias", Scorm12, "false", true),
        ("scorm_again", Scorm12, "false", true),
        ("chamilo", Scorm12, "false", true),
        ("openedx", Scorm12, "true", true),
    ] {
        let mut launched = Launched::new(lms, version, Launch::default());
        launched.set("cmi.suspend_data", "page 3");
        assert_eq!(launched.call("Initialize", &[""]), said, "{lms}");
        launched.call("Commit", &[""]);
        let found = launched.stored("cmi.suspend_data") == "page 3";
        assert_eq!(found, kept, "{lms}");
    }
}
