//! Calls of the content and of tools, requests of the learner.

use scorm_session::{ApiFunction, Effect, EventKind, LearnerRequest, Origin};

use crate::stage::{MULTI_SCO, Stage, TWO_SCOS};

#[test]
fn a_request_that_leads_nowhere_is_refused_and_changes_nothing() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.initialize();
    let before = stage.session.snapshot_json();
    let effects = stage.apply(EventKind::NavigationRequested {
        request: LearnerRequest::Previous,
    });
    assert!(
        matches!(effects.as_slice(), [Effect::NavigationRefused { .. }]),
        "{effects:?}"
    );
    assert_eq!(stage.session.snapshot_json(), before);
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
fn a_change_of_the_content_is_not_told_again_when_it_is_taken_away() {
    for leave in [EventKind::ContentUnloaded, EventKind::CloseRequested] {
        let mut stage = Stage::launched(MULTI_SCO);
        stage.initialize();
        stage.set("cmi.comments", "told");
        let mut effects = stage.apply(leave);
        effects.extend(stage.apply(EventKind::ContentUnloaded));
        let told_again = effects.iter().any(|effect| {
            matches!(effect, Effect::DataChanged { changes, .. }
                if changes.iter().any(|change| change.element == "cmi.comments"))
        });
        assert!(!told_again, "{effects:?}");
    }
}

#[test]
fn a_window_that_outlived_its_delivery_gets_errors() {
    let mut stage = Stage::launched(TWO_SCOS);
    stage.click(LearnerRequest::ExitAll);
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
        request: LearnerRequest::Continue,
    });
    assert!(
        matches!(effects.as_slice(), [Effect::NavigationRefused { exception, .. }] if exception == "SB.2.2-2"),
        "{effects:?}"
    );
}
