//! A small course through the public interface: overview, history, reset.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use scorm_session::{
    ApiFunction, Effect, Event, EventKind, History, Launch, Learner, LearnerRequest, Opening,
    Options, Origin, Session,
};

/// The second SCO is disabled until the first is satisfied.
const MANIFEST: &str = r#"<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="org"><organization identifier="org"><title>Course</title>
    <item identifier="first" identifierref="r"><title>First</title>
      <imsss:sequencing><imsss:objectives><imsss:primaryObjective objectiveID="p">
        <imsss:mapInfo targetObjectiveID="g" writeSatisfiedStatus="true"/>
      </imsss:primaryObjective></imsss:objectives></imsss:sequencing></item>
    <item identifier="second" identifierref="r"><title>Second</title>
      <imsss:sequencing>
        <imsss:sequencingRules><imsss:preConditionRule>
          <imsss:ruleConditions conditionCombination="any">
            <imsss:ruleCondition referencedObjective="read" condition="objectiveStatusKnown" operator="not"/>
            <imsss:ruleCondition referencedObjective="read" condition="satisfied" operator="not"/>
          </imsss:ruleConditions>
          <imsss:ruleAction action="disabled"/>
        </imsss:preConditionRule></imsss:sequencingRules>
        <imsss:objectives><imsss:primaryObjective/>
          <imsss:objective objectiveID="read"><imsss:mapInfo targetObjectiveID="g"/></imsss:objective>
        </imsss:objectives>
      </imsss:sequencing></item>
    <imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>
  </organization></organizations>
  <resources><resource identifier="r" type="webcontent" adlcp:scormType="sco" href="a.html"/></resources>
</manifest>"#;

fn started() -> Session {
    let opening = Opening {
        manifest: MANIFEST.to_owned(),
        organization: None,
        learner: Learner::new("l", "L"),
        options: Options::default(),
    };
    let mut session = opening.open().unwrap();
    let launch = Launch::Start;
    apply(&mut session, EventKind::Launched { launch });
    call(&mut session, ApiFunction::Initialize, &[""]);
    session
}

fn apply(session: &mut Session, kind: EventKind) -> Vec<Effect> {
    session.apply(&Event::new(1_000, 0, kind))
}

fn calling(function: ApiFunction, args: &[&str]) -> EventKind {
    EventKind::ApiCalled {
        function,
        args: args.iter().map(|arg| Some((*arg).to_owned())).collect(),
        origin: Origin::Content,
    }
}

fn call(session: &mut Session, function: ApiFunction, args: &[&str]) -> Vec<Effect> {
    apply(session, calling(function, args))
}

fn saves(effects: &[Effect]) -> usize {
    let save = |effect: &&Effect| matches!(effect, Effect::SaveState { .. });
    effects.iter().filter(save).count()
}

#[test]
fn an_overview_names_the_rule_that_bars_an_activity_until_it_no_longer_does() {
    let mut session = started();
    let refusal = |session: &Session| session.overview().activities[2].refusal.clone();
    // Left as it is, the first one would count as satisfied and open the way.
    assert_eq!(refusal(&session), None);
    call(
        &mut session,
        ApiFunction::SetValue,
        &["cmi.success_status", "failed"],
    );
    let why = refusal(&session).unwrap();
    assert!(
        why.contains(
            "preConditionRule 1 of second: disabled if any of: \
             not objectiveStatusKnown(read), not satisfied(read)"
        ),
        "{why}"
    );
    assert!(session.overview().activities[2].disabled);
    call(
        &mut session,
        ApiFunction::SetValue,
        &["cmi.success_status", "passed"],
    );
    let overview = session.overview();
    assert_eq!(overview.activities[2].refusal, None);
    assert_eq!(overview.objectives["g"].satisfied, Some(true));
    assert_eq!(overview.activities[1].status.satisfied, Some(true));
    assert_eq!(overview.activities[0].kind.as_str(), "root");
}

#[test]
fn history_tells_what_a_delivery_restored_from_what_the_end_of_a_session_changed() {
    let mut session = started();
    let mut history = History::default();
    let mut happen = |session: &mut Session, kind: EventKind| {
        let event = Event::new(61_000, 0, kind);
        let effects = session.apply(&event);
        history.record(&event, &effects);
    };
    let choose = |target: &str| EventKind::NavigationRequested {
        request: LearnerRequest::Choice {
            target: target.to_owned(),
        },
    };
    for (element, value) in [
        ("cmi.success_status", "passed"),
        ("cmi.exit", "suspend"),
        ("cmi.location", "p2"),
        ("cmi.session_time", "PT5S"),
    ] {
        happen(
            &mut session,
            calling(ApiFunction::SetValue, &[element, value]),
        );
    }
    // Leaving without Terminate: the engine ends the learner session, then the second comes.
    happen(&mut session, choose("second"));
    happen(&mut session, EventKind::ContentUnloaded);
    happen(&mut session, choose("first"));
    happen(&mut session, EventKind::ContentUnloaded);
    let sources = |element: &str| -> Vec<&str> {
        let entries = history.entries().iter();
        entries
            .filter(|entry| entry.element == element && entry.activity == "first")
            .map(|entry| entry.source.as_str())
            .collect()
    };
    assert_eq!(sources("cmi.location"), ["api:SetValue", "restore"]);
    let ended: Vec<&str> = history
        .entries()
        .iter()
        .filter(|entry| entry.activity == "first" && entry.source.as_str() == "internal")
        .map(|entry| entry.element.as_str())
        .collect();
    assert!(
        !ended.contains(&"cmi.location"),
        "the end of the session restored nothing: {ended:?}"
    );
}

#[test]
fn a_reset_saves_nothing_of_what_it_forgets() {
    let mut session = started();
    let location = ["cmi.location", "p2"];
    call(&mut session, ApiFunction::SetValue, &location);
    let mut effects = apply(&mut session, EventKind::TrackingReset);
    // The unload handlers of the content save and terminate, as good content does.
    effects.extend(call(&mut session, ApiFunction::Commit, &[""]));
    effects.extend(call(&mut session, ApiFunction::Terminate, &[""]));
    effects.extend(apply(&mut session, EventKind::ContentUnloaded));
    assert_eq!(saves(&effects), 0, "{effects:?}");
    let delivered = effects.iter().any(|effect| {
        matches!(effect, Effect::Deliver(delivery) if delivery.activity == "first" && !delivery.resumed)
    });
    assert!(delivered, "{effects:?}");
    call(&mut session, ApiFunction::Initialize, &[""]);
    assert_eq!(saves(&call(&mut session, ApiFunction::Commit, &[""])), 1);
    let location = session.data_model();
    let location = location
        .iter()
        .find(|element| element.element == "cmi.location");
    assert_eq!(location.unwrap().value, None);
}
