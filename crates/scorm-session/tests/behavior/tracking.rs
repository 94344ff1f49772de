//! What is kept of a course, and what is forgotten.

use scorm_session::{ApiFunction, EventKind, Launch, Learner, LearnerRequest, LessonMode, Options};

use crate::stage::{Stage, TWO_SCOS};

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
    stage.click(LearnerRequest::ExitAll);
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
    stage.click(LearnerRequest::Continue);
    stage.apply(EventKind::TrackingReset);
    stage.apply(EventKind::ContentUnloaded);
    assert_eq!(stage.activity(), "a");
    stage.initialize();
    assert_eq!(stage.get("cmi.entry"), "ab-initio");
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
        stage.click(LearnerRequest::Continue);
        stage.initialize();
        assert_eq!(stage.get("adl.data.0.store"), "written");
        stage.click(LearnerRequest::Continue);
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
