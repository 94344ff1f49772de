//! How a session behaves around its content: ends, exits, closing, tools, modes, SCORM 1.2.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot read its data must fail"
)]

use std::sync::Arc;

use scorm_session::{
    ApiFunction, Course, Delivery, Effect, Event, EventKind, Launch, Learner, LessonMode,
    NavigationRequest, Options, Origin, SaveCause, Session,
};

const MULTI_SCO: &str = include_str!("courses/multi_sco_1_2.xml");

/// A 2004 course with two SCOs in a row.
const TWO_SCOS: &str = r#"
<manifest identifier="TWO" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="ORG"><organization identifier="ORG"><title>Two</title>
    <item identifier="a" identifierref="R"><title>A</title>
      <imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="done">
        <imsss:mapInfo targetObjectiveID="shared" writeSatisfiedStatus="true"/>
      </imsss:primaryObjective></imsss:objectives></imsss:sequencing>
    </item>
    <item identifier="b" identifierref="R"><title>B</title></item>
    <imsss:sequencing><imsss:controlMode flow="true"/></imsss:sequencing>
  </organization></organizations>
  <resources>
    <resource identifier="R" type="webcontent" adlcp:scormType="sco" href="sco.html"/>
  </resources>
</manifest>"#;

/// A session with a clock and the last delivery, in the role of the player page.
struct Stage {
    session: Session,
    now: u64,
    delivered: Option<Delivery>,
    ended: Option<bool>,
}

impl Stage {
    fn open(manifest: &str, learner: Learner, options: Options) -> Self {
        let course = Arc::new(Course::from_manifest_text(manifest, None).unwrap());
        let session = Session::new(course, learner, options);
        Self {
            session,
            now: 0,
            delivered: None,
            ended: None,
        }
    }

    fn launched(manifest: &str) -> Self {
        let mut stage = Self::open(manifest, Learner::new("l", "L, A"), Options::default());
        stage.apply(EventKind::Launched {
            launch: Launch::Auto,
        });
        stage
    }

    /// The same learner opens the course again.
    fn reopened(self, manifest: &str, launch: Launch) -> Self {
        let mut stage = Self::open(manifest, self.session.into_learner(), Options::default());
        stage.apply(EventKind::Launched { launch });
        stage
    }

    fn apply(&mut self, kind: EventKind) -> Vec<Effect> {
        self.now += 1000;
        let effects = self.session.apply(&Event::new(self.now, 0, kind));
        for effect in &effects {
            match effect {
                Effect::Deliver(delivery) => self.delivered = Some(delivery.clone()),
                Effect::SessionEnded { suspended } => self.ended = Some(*suspended),
                _ => {}
            }
        }
        effects
    }

    fn called(&mut self, function: ApiFunction, args: &[&str], origin: Origin) -> (String, u16) {
        let args = args.iter().map(|text| Some((*text).to_owned())).collect();
        let effects = self.apply(EventKind::ApiCalled {
            function,
            args,
            origin,
        });
        let Some(Effect::Answered(answer)) = effects.into_iter().next() else {
            return Default::default();
        };
        (answer.value, answer.error)
    }

    fn call(&mut self, function: ApiFunction, args: &[&str]) -> (String, u16) {
        self.called(function, args, Origin::Content)
    }

    fn initialize(&mut self) {
        assert_eq!(
            self.call(ApiFunction::Initialize, &[""]),
            ("true".into(), 0)
        );
    }

    fn terminate(&mut self) {
        assert_eq!(self.call(ApiFunction::Terminate, &[""]), ("true".into(), 0));
    }

    fn set(&mut self, element: &str, value: &str) {
        let answer = self.call(ApiFunction::SetValue, &[element, value]);
        assert_eq!(answer, ("true".into(), 0), "{element} = {value}");
    }

    fn get(&mut self, element: &str) -> String {
        self.call(ApiFunction::GetValue, &[element]).0
    }

    /// The learner uses a control; the page takes the content away.
    fn click(&mut self, request: NavigationRequest) {
        self.apply(EventKind::NavigationRequested { request });
        self.apply(EventKind::ContentUnloaded);
    }

    fn activity(&self) -> &str {
        self.delivered
            .as_ref()
            .map_or("nothing", |delivery| &delivery.activity)
    }
}

#[test]
fn content_that_asks_to_continue_is_followed_by_the_next() {
    let mut stage = Stage::launched(TWO_SCOS);
    assert_eq!(stage.activity(), "a");
    stage.initialize();
    stage.set("adl.nav.request", "continue");
    stage.terminate();
    // The next one waits until the frame is free; late calls still meet the old instance.
    assert_eq!(stage.activity(), "a");
    assert_eq!(stage.call(ApiFunction::Terminate, &[""]).1, 113);
    stage.apply(EventKind::ContentUnloaded);
    assert_eq!(stage.activity(), "b");
    assert_eq!(stage.call(ApiFunction::GetValue, &["cmi.entry"]).1, 122);
}

#[test]
fn the_learner_beats_the_content() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.apply(EventKind::NavigationRequested {
        request: NavigationRequest::Continue,
    });
    stage.set("adl.nav.request", "exitAll");
    stage.terminate();
    stage.apply(EventKind::ContentUnloaded);
    assert_eq!((stage.activity(), stage.ended), ("b", None));
}

#[test]
fn content_taken_away_without_terminate_keeps_what_it_set() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.set("cmi.location", "3");
    stage.set("cmi.exit", "suspend");
    stage.click(NavigationRequest::Continue);
    stage.click(NavigationRequest::Previous);
    assert_eq!(stage.activity(), "a");
    stage.initialize();
    assert_eq!(stage.get("cmi.entry"), "resume");
    assert_eq!(stage.get("cmi.location"), "3");
}

#[test]
fn a_request_that_leads_nowhere_is_refused_and_changes_nothing() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    let before = stage.session.snapshot_json();
    let effects = stage.apply(EventKind::NavigationRequested {
        request: NavigationRequest::Previous,
    });
    assert!(
        matches!(effects.as_slice(), [Effect::NavigationRefused { .. }]),
        "{effects:?}"
    );
    assert_eq!(stage.session.snapshot_json(), before);
}

#[test]
fn suspend_all_keeps_the_attempt_whatever_the_exit() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.set("cmi.exit", "normal");
    stage.set("cmi.suspend_data", "kept");
    stage.click(NavigationRequest::SuspendAll);
    assert_eq!(stage.ended, Some(true));
    let mut stage = stage.reopened(TWO_SCOS, Launch::Auto);
    stage.initialize();
    assert_eq!(stage.get("cmi.suspend_data"), "kept");
}

#[test]
fn a_time_out_leaves_the_course() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.set("cmi.exit", "time-out");
    stage.set("adl.nav.request", "continue");
    stage.terminate();
    assert_eq!(stage.ended, Some(false));
    let mut stage = stage.reopened(TWO_SCOS, Launch::Auto);
    stage.initialize();
    assert_eq!(stage.get("cmi.entry"), "ab-initio");
}

#[test]
fn closing_suspends_and_measures_the_session() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.set("cmi.location", "7");
    stage.apply(EventKind::CloseRequested);
    stage.now += 60_000;
    let effects = stage.apply(EventKind::ContentUnloaded);
    assert!(effects.contains(&Effect::SaveState {
        cause: SaveCause::Close
    }));
    assert_eq!(stage.ended, Some(true));
    let record = &stage.session.learner().courses["TWO/ORG"].activities["a"];
    assert_eq!(record.exit, "suspend");
    let mut stage = stage.reopened(TWO_SCOS, Launch::Auto);
    stage.initialize();
    assert_eq!(stage.get("cmi.location"), "7");
    assert_eq!(stage.get("cmi.total_time"), "PT0H1M3S");
}

#[test]
fn closing_never_overwrites_the_exit_of_the_content() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.set("cmi.exit", "normal");
    stage.apply(EventKind::CloseRequested);
    stage.terminate();
    stage.apply(EventKind::ContentUnloaded);
    let record = &stage.session.learner().courses["TWO/ORG"].activities["a"];
    assert_eq!(record.exit, "normal");
}

#[test]
fn a_tool_that_initializes_hides_no_fault_of_the_content() {
    let mut stage = Stage::launched(TWO_SCOS);
    let answer = stage.called(ApiFunction::Initialize, &[""], Origin::Tool);
    assert_eq!(answer, ("true".into(), 0));
    let set = ["cmi.location", "x"];
    assert_eq!(stage.called(ApiFunction::SetValue, &set, Origin::Tool).1, 0);
    assert_eq!(stage.call(ApiFunction::GetValue, &["cmi.location"]).1, 122);
    assert_eq!(stage.call(ApiFunction::Commit, &[""]).1, 142);
    stage.initialize();
    assert_eq!(stage.get("cmi.location"), "x");
    assert_eq!(
        stage.called(ApiFunction::Initialize, &[""], Origin::Tool).1,
        103
    );
}

#[test]
fn a_change_is_told_once_whatever_support_functions_ask() {
    let mut stage = Stage::launched(MULTI_SCO);
    stage.initialize();
    let mut told = |function, args: &[&str]| {
        let args = args.iter().map(|text| Some((*text).to_owned())).collect();
        let effects = stage.apply(EventKind::ApiCalled {
            function,
            args,
            origin: Origin::Content,
        });
        let is_change = |effect: &&Effect| matches!(effect, Effect::DataChanged { .. });
        effects.iter().filter(is_change).count()
    };
    assert_eq!(told(ApiFunction::SetValue, &["cmi.core.score.raw", "5"]), 1);
    assert_eq!(told(ApiFunction::GetLastError, &[]), 0);
    assert_eq!(told(ApiFunction::GetErrorString, &["0"]), 0);
    assert_eq!(told(ApiFunction::GetDiagnostic, &["0"]), 0);
}

#[test]
fn a_window_that_outlived_its_delivery_gets_errors() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.click(NavigationRequest::ExitAll);
    assert_eq!(
        stage.call(ApiFunction::Initialize, &[""]),
        ("false".into(), 102)
    );
    assert_eq!(
        stage.call(ApiFunction::GetValue, &["cmi.entry"]),
        (String::new(), 122)
    );
}

#[test]
fn reviewing_leaves_no_trace_in_the_tracking() {
    let options = Options {
        mode: LessonMode::Review,
        ..Options::default()
    };
    let mut stage = Stage::open(TWO_SCOS, Learner::new("l", "L, A"), options);
    stage.apply(EventKind::Launched {
        launch: Launch::Auto,
    });
    stage.initialize();
    assert_eq!(stage.get("cmi.mode"), "review");
    assert_eq!(stage.get("cmi.credit"), "no-credit");
    stage.set("cmi.success_status", "failed");
    assert_eq!(stage.get("cmi.success_status"), "failed");
    stage.terminate();
    let tree = &stage.session.learner().courses["TWO/ORG"].tree;
    let a = tree
        .activities
        .iter()
        .find(|activity| activity.identifier == "a")
        .unwrap();
    assert_eq!(a.objectives[0].satisfied, None);
}

#[test]
fn objectives_global_to_the_system_reach_other_courses() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.set("cmi.success_status", "passed");
    stage.click(NavigationRequest::ExitAll);
    let other = TWO_SCOS
        .replace("identifier=\"TWO\"", "identifier=\"OTHER\"")
        .replace("writeSatisfiedStatus=\"true\"", "");
    let mut stage = stage.reopened(&other, Launch::Auto);
    stage.initialize();
    assert_eq!(stage.get("cmi.objectives.0.success_status"), "passed");
}

#[test]
fn a_reset_forgets_all_tracking() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    stage.set("cmi.exit", "suspend");
    stage.click(NavigationRequest::Continue);
    stage.apply(EventKind::TrackingReset);
    stage.apply(EventKind::ContentUnloaded);
    assert_eq!(stage.activity(), "a");
    stage.initialize();
    assert_eq!(stage.get("cmi.entry"), "ab-initio");
}

#[test]
fn scorm_1_2_prerequisites_open_items() {
    let mut stage = Stage::launched(MULTI_SCO);
    assert_eq!(stage.activity(), "L1");
    let choosable = |stage: &Stage, wanted: &str| {
        let menu = stage.session.navigation().menu.unwrap();
        menu.iter()
            .any(|entry| entry.identifier == wanted && entry.selectable)
    };
    assert!(!choosable(&stage, "L2"));
    assert!(choosable(&stage, "L3"));
    stage.initialize();
    stage.set("cmi.core.score.raw", "85");
    stage.terminate();
    assert!(choosable(&stage, "L2"));
    stage.click(NavigationRequest::Continue);
    assert_eq!(stage.activity(), "L2");
}

#[test]
fn scorm_1_2_settles_the_status_and_keeps_the_data() {
    let mut stage = Stage::launched(MULTI_SCO);
    stage.initialize();
    assert_eq!(stage.get("cmi.core.entry"), "ab-initio");
    stage.set("cmi.core.lesson_status", "completed");
    stage.set("cmi.core.score.raw", "50");
    stage.set("cmi.core.lesson_location", "p9");
    stage.set("cmi.core.session_time", "00:01:30");
    stage.terminate();
    stage.click(NavigationRequest::ExitAll);
    let mut stage = stage.reopened(MULTI_SCO, Launch::Auto);
    stage.initialize();
    assert_eq!(stage.get("cmi.core.entry"), "");
    assert_eq!(stage.get("cmi.core.lesson_status"), "failed");
    assert_eq!(stage.get("cmi.core.lesson_location"), "p9");
    assert_eq!(stage.get("cmi.core.total_time"), "0000:01:30.00");
}

/// Two SCOs that share a bucket of the course's own; `rule` acts when the second is left.
fn shared_bucket(leaf_rule: &str, root_rule: &str, to_system: bool) -> String {
    let post = |action: &str| {
        if action.is_empty() {
            return String::new();
        }
        format!(
            r#"<imsss:sequencingRules><imsss:postConditionRule><imsss:ruleConditions>
               <imsss:ruleCondition condition="always"/></imsss:ruleConditions>
               <imsss:ruleAction action="{action}"/></imsss:postConditionRule></imsss:sequencingRules>"#
        )
    };
    let (leaf_rule, root_rule) = (post(leaf_rule), post(root_rule));
    let item = |identifier: &str, sequencing: &str| {
        format!(
            r#"<item identifier="{identifier}" identifierref="R"><title>T</title>
               <adlcp:data><adlcp:map targetID="bucket"/></adlcp:data>
               <imsss:sequencing>{sequencing}</imsss:sequencing></item>"#
        )
    };
    let (a, b) = (item("a", ""), item("b", &leaf_rule));
    TWO_SCOS
        .replace(
            &TWO_SCOS[TWO_SCOS.find("<item identifier=\"a\"").unwrap()
                ..TWO_SCOS
                    .find("<imsss:sequencing><imsss:controlMode")
                    .unwrap()],
            &format!("{a}{b}"),
        )
        .replace(
            "<imsss:controlMode flow=\"true\"/>",
            &format!("<imsss:controlMode flow=\"true\"/>{root_rule}"),
        )
        .replace(
            "<organization identifier=\"ORG\">",
            &format!(
                "<organization identifier=\"ORG\" adlcp:sharedDataGlobalToSystem=\"{to_system}\">"
            ),
        )
}

#[test]
fn shared_data_of_the_course_end_with_the_attempt_on_it() {
    for (leaf_rule, root_rule, to_system, kept) in [
        ("retryAll", "", false, false),
        ("exitParent", "retry", false, false),
        ("retryAll", "", true, true),
        ("exitParent", "retry", true, true),
        ("retry", "", false, true),
    ] {
        let manifest = shared_bucket(leaf_rule, root_rule, to_system);
        let mut stage = Stage::launched(&manifest);
        stage.initialize();
        stage.set("adl.data.0.store", "written");
        stage.click(NavigationRequest::Continue);
        stage.initialize();
        assert_eq!(stage.get("adl.data.0.store"), "written");
        stage.click(NavigationRequest::Continue);
        stage.initialize();
        let read = stage.call(ApiFunction::GetValue, &["adl.data.0.store"]);
        let expected = if kept {
            ("written".into(), 0)
        } else {
            (String::new(), 403)
        };
        assert_eq!(read, expected, "{leaf_rule} {root_rule} {to_system}");
    }
}

#[test]
fn request_valid_follows_what_the_content_has_reported() {
    let manifest = TWO_SCOS.replace(
        "<item identifier=\"b\" identifierref=\"R\"><title>B</title>",
        r#"<item identifier="b" identifierref="R"><title>B</title><imsss:sequencing>
           <imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions>
             <imsss:ruleCondition referencedObjective="read" condition="satisfied" operator="not"/>
           </imsss:ruleConditions><imsss:ruleAction action="disabled"/></imsss:preConditionRule>
           </imsss:sequencingRules>
           <imsss:objectives><imsss:primaryObjective/><imsss:objective objectiveID="read">
             <imsss:mapInfo targetObjectiveID="shared"/></imsss:objective></imsss:objectives>
           </imsss:sequencing>"#,
    );
    let mut stage = Stage::launched(&manifest);
    stage.initialize();
    for (status, valid) in [("failed", false), ("passed", true), ("failed", false)] {
        stage.set("cmi.success_status", status);
        assert_eq!(
            stage.get("adl.nav.request_valid.continue"),
            valid.to_string()
        );
        assert_eq!(stage.session.navigation().is_available("continue"), valid);
    }
    let effects = stage.apply(EventKind::NavigationRequested {
        request: NavigationRequest::Continue,
    });
    assert!(
        matches!(effects.as_slice(), [Effect::NavigationRefused { exception, .. }] if exception == "SB.2.2-2"),
        "{effects:?}"
    );
}

#[test]
fn scorm_1_2_a_time_out_does_not_close_a_course_of_several_scos() {
    for (exit, closes) in [("time-out", false), ("logout", true)] {
        let mut stage = Stage::launched(MULTI_SCO);
        stage.initialize();
        stage.set("cmi.core.exit", exit);
        stage.terminate();
        assert_eq!(stage.ended.is_some(), closes, "{exit}");
    }
}

#[test]
fn scorm_1_2_a_sco_that_is_suspended_for_it_keeps_its_status() {
    let leave: [fn(&mut Stage); 3] = [
        |stage| {
            stage.apply(EventKind::CloseRequested);
        },
        // Its unload handler calls LMSFinish.
        |stage| {
            stage.apply(EventKind::CloseRequested);
            stage.terminate();
        },
        |stage| {
            stage.apply(EventKind::NavigationRequested {
                request: NavigationRequest::SuspendAll,
            });
        },
    ];
    for (number, leave) in leave.into_iter().enumerate() {
        let mut stage = Stage::launched(MULTI_SCO);
        stage.initialize();
        leave(&mut stage);
        stage.apply(EventKind::ContentUnloaded);
        let mut stage = stage.reopened(MULTI_SCO, Launch::Auto);
        stage.initialize();
        assert_eq!(stage.get("cmi.core.entry"), "resume", "{number}");
        assert_eq!(
            stage.get("cmi.core.lesson_status"),
            "not attempted",
            "{number}"
        );
    }
    // A SCO that says itself how it ends is settled by the book.
    let mut stage = Stage::launched(MULTI_SCO);
    stage.initialize();
    stage.set("cmi.core.exit", "suspend");
    stage.terminate();
    assert_eq!(
        stage
            .session
            .data_model()
            .iter()
            .find(|element| element.element == "cmi.core.lesson_status")
            .unwrap()
            .value
            .as_deref(),
        Some("completed")
    );
}
