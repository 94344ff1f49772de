//! Any bytes as a manifest and a sequence of events: `cargo +nightly fuzz run events`.
//!
//! The first half of the input grows an activity tree with sequencing, the second half happens to
//! it. Whatever comes, the session survives, and a snapshot gives the same session back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scorm_session::{
    ApiFunction, Event, EventKind, Launch, Learner, LearnerRequest, Opening, Options, Origin,
};

const MOST_EVENTS: usize = 200;
const MOST_ITEMS: u8 = 24;

const SEQUENCING: &[&str] = &[
    r#"<imsss:controlMode choice="true" flow="true"/>"#,
    r#"<imsss:controlMode choice="false" flow="true" forwardOnly="true"/>"#,
    r#"<imsss:controlMode choice="true" choiceExit="false" flow="false"/>"#,
    r#"<imsss:controlMode flow="true" useCurrentAttemptObjectiveInfo="false"/>"#,
    r#"<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions><imsss:ruleAction action="skip"/></imsss:preConditionRule></imsss:sequencingRules>"#,
    r#"<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions conditionCombination="any"><imsss:ruleCondition condition="attempted"/><imsss:ruleCondition condition="completed" operator="not"/></imsss:ruleConditions><imsss:ruleAction action="stopForwardTraversal"/></imsss:preConditionRule></imsss:sequencingRules>"#,
    r#"<imsss:sequencingRules><imsss:exitConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="completed"/></imsss:ruleConditions><imsss:ruleAction action="exit"/></imsss:exitConditionRule><imsss:postConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="satisfied" operator="not"/></imsss:ruleConditions><imsss:ruleAction action="retry"/></imsss:postConditionRule></imsss:sequencingRules>"#,
    r#"<imsss:sequencingRules><imsss:postConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="always"/></imsss:ruleConditions><imsss:ruleAction action="exitParent"/></imsss:postConditionRule></imsss:sequencingRules>"#,
    r#"<imsss:sequencingRules><imsss:postConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="always"/></imsss:ruleConditions><imsss:ruleAction action="retryAll"/></imsss:postConditionRule></imsss:sequencingRules>"#,
    r#"<imsss:limitConditions attemptLimit="1"/>"#,
    r#"<imsss:rollupRules objectiveMeasureWeight="0.5"><imsss:rollupRule childActivitySet="atLeastCount" minimumCount="1"><imsss:rollupConditions><imsss:rollupCondition condition="completed"/></imsss:rollupConditions><imsss:rollupAction action="completed"/></imsss:rollupRule></imsss:rollupRules>"#,
    r#"<imsss:objectives><imsss:primaryObjective objectiveID="p" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.5</imsss:minNormalizedMeasure><imsss:mapInfo targetObjectiveID="g" writeSatisfiedStatus="true" writeNormalizedMeasure="true"/></imsss:primaryObjective></imsss:objectives>"#,
    r#"<imsss:randomizationControls randomizationTiming="onEachNewAttempt" reorderChildren="true" selectionTiming="once" selectCount="2"/>"#,
    r#"<imsss:deliveryControls tracked="false"/>"#,
    r#"<adlseq:constrainedChoiceConsiderations preventActivation="true" constrainChoice="true"/>"#,
];

const ELEMENTS: &[(&str, &[&str])] = &[
    ("cmi.completion_status", &["completed", "incomplete", "unknown", "?"]),
    ("cmi.success_status", &["passed", "failed", "unknown"]),
    ("cmi.score.scaled", &["1", "0.2", "-1", "nan"]),
    ("cmi.progress_measure", &["1", "0.5"]),
    ("cmi.exit", &["suspend", "time-out", "normal", "logout", ""]),
    ("cmi.session_time", &["PT1H", "P"]),
    ("adl.nav.request", &["continue", "previous", "exitAll", "suspendAll", "abandon", "{target=i1}choice", "{target=i2}jump", "_none_"]),
    ("cmi.objectives.0.id", &["p", "q"]),
    ("cmi.interactions.0.id", &["a", "b"]),
];

fuzz_target!(|input: &[u8]| {
    let (shape, script) = input.split_at(input.len() / 2);
    let opening = Opening {
        manifest: manifest(shape),
        organization: None,
        learner: Learner::new("learner", "Learner"),
        options: Options { trace: input.len() % 2 == 1, ..Options::default() },
    };
    let Ok(mut session) = opening.clone().open() else { return };
    for (number, pair) in script.chunks_exact(2).take(MOST_EVENTS).enumerate() {
        let event = Event::new(number as u64 * 1000, u64::from(pair[1]), kind(pair[0], pair[1]));
        let effects = session.apply(&event);
        assert!(effects.len() < 10_000, "effects of one event grow without bound");
        let navigation = session.navigation();
        assert_eq!(navigation, session.navigation(), "looking ahead changes nothing");
    }
    let snapshot = session.snapshot_json();
    let restored = opening.restore(&snapshot).expect("our own snapshot is read back");
    assert_eq!(restored.snapshot_json(), snapshot);
});

/// An activity tree: each byte opens an item, closes one, or gives the open one its sequencing.
fn manifest(shape: &[u8]) -> String {
    let mut items = String::new();
    let mut open: Vec<String> = Vec::new();
    let mut count = 0;
    for byte in shape {
        match byte % 4 {
            0 | 1 if count < MOST_ITEMS => {
                count += 1;
                let launch = if byte & 8 == 0 { r#" identifierref="r""# } else { "" };
                items.push_str(&format!(r#"<item identifier="i{count}"{launch}><title>{count}</title>"#));
                open.push(String::new());
            }
            2 => close(&mut items, &mut open),
            _ => {
                if let Some(sequencing) = open.last_mut() {
                    sequencing.push_str(SEQUENCING[usize::from(byte / 4) % SEQUENCING.len()]);
                }
            }
        }
    }
    while !open.is_empty() {
        close(&mut items, &mut open);
    }
    let root = SEQUENCING[usize::from(shape.first().copied().unwrap_or(0)) % 4];
    format!(
        r#"<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"><metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata><organizations default="o"><organization identifier="o"><title>o</title>{items}<imsss:sequencing>{root}</imsss:sequencing></organization></organizations><resources><resource identifier="r" type="webcontent" adlcp:scormType="sco" href="a.html"/></resources></manifest>"#
    )
}

fn close(items: &mut String, open: &mut Vec<String>) {
    if let Some(sequencing) = open.pop() {
        items.push_str(&format!("<imsss:sequencing>{sequencing}</imsss:sequencing></item>"));
    }
}

fn kind(choice: u8, detail: u8) -> EventKind {
    let target = || format!("i{}", detail % MOST_ITEMS);
    let navigation = |request| EventKind::NavigationRequested { request };
    match choice % 20 {
        0 => EventKind::Launched { launch: Launch::Auto },
        1 => EventKind::Launched { launch: Launch::Start },
        2 => EventKind::Launched { launch: Launch::Resume { fresh_data: detail % 2 == 0 } },
        3 => EventKind::Launched { launch: Launch::Choice { target: target() } },
        4 => EventKind::ContentLoaded,
        5 | 6 => EventKind::ContentUnloaded,
        7 => navigation(LearnerRequest::Continue),
        8 => navigation(LearnerRequest::Previous),
        9 => navigation(LearnerRequest::Choice { target: target() }),
        10 => navigation(LearnerRequest::Jump { target: target() }),
        11 => navigation(LearnerRequest::SuspendAll),
        12 => navigation(LearnerRequest::ExitAll),
        13 => navigation(LearnerRequest::Abandon),
        14 => EventKind::CloseRequested,
        15 => EventKind::TrackingReset,
        _ => call(detail),
    }
}

fn call(detail: u8) -> EventKind {
    let (element, values) = ELEMENTS[usize::from(detail / 8) % ELEMENTS.len()];
    let value = values[usize::from(detail % 8) % values.len()];
    let (function, args) = match detail % 5 {
        0 => (ApiFunction::Initialize, vec![Some(String::new())]),
        1 => (ApiFunction::Terminate, vec![Some(String::new())]),
        2 => (ApiFunction::GetValue, vec![Some(element.to_owned())]),
        3 => (ApiFunction::Commit, vec![Some(String::new())]),
        _ => (ApiFunction::SetValue, vec![Some(element.to_owned()), Some(value.to_owned())]),
    };
    EventKind::ApiCalled { function, args, origin: Origin::Content }
}
