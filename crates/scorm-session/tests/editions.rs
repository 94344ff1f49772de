//! Each edition of SCORM 2004 by its own rules, from the manifest to the API.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot read its data must fail"
)]

use scorm_runtime::{Edition, Profile};
use scorm_session::{
    ApiFunction, Effect, Event, EventKind, Launch, Learner, LearnerRequest, Opening, Options,
    Origin, Session,
};

const SECOND: &str = "<schemaversion>CAM 1.3</schemaversion>";
const THIRD: &str = "<schemaversion>2004 3rd Edition</schemaversion>";
const FOURTH: &str = "<schemaversion>2004 4th Edition</schemaversion>";
const NO_EDITION: &str = "";

/// Uses all that came with the 4th Edition.
const MANIFEST: &str = r#"<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"
    xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3">
  <metadata><schema>ADL SCORM</schema>SCHEMAVERSION</metadata>
  <organizations default="org"><organization identifier="org"><title>Course</title>
    <item identifier="a" identifierref="r"><title>A</title>
      <adlcp:data><adlcp:map targetID="bucket"/></adlcp:data>
      <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.5"/>
      <imsss:sequencing>
        <imsss:objectives><imsss:primaryObjective objectiveID="p"/></imsss:objectives>
        <adlseq:objectives><adlseq:objective objectiveID="p">
          <adlseq:mapInfo targetObjectiveID="g" writeCompletionStatus="true" writeRawScore="true"/>
        </adlseq:objective></adlseq:objectives>
      </imsss:sequencing></item>
    <item identifier="b" identifierref="r"><title>B</title>
      <adlcp:completionThreshold>0.7</adlcp:completionThreshold>
      <imsss:sequencing>
        <imsss:objectives><imsss:primaryObjective/><imsss:objective objectiveID="o"/></imsss:objectives>
        <adlseq:objectives><adlseq:objective objectiveID="o">
          <adlseq:mapInfo targetObjectiveID="g" readCompletionStatus="true" readRawScore="true"/>
        </adlseq:objective></adlseq:objectives>
      </imsss:sequencing></item>
    <imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>
  </organization></organizations>
  <resources><resource identifier="r" type="webcontent" adlcp:scormType="sco" href="a.html"/></resources>
</manifest>"#;

struct Stage(Session);

impl Stage {
    fn launched(schemaversion: &str, treat_as_edition: Option<Edition>) -> Self {
        Self::launched_from(MANIFEST, schemaversion, treat_as_edition)
    }

    fn launched_from(
        manifest: &str,
        schemaversion: &str,
        treat_as_edition: Option<Edition>,
    ) -> Self {
        let profile = Profile {
            treat_as_edition,
            ..Profile::default()
        };
        let opening = Opening {
            manifest: manifest.replace("SCHEMAVERSION", schemaversion),
            organization: None,
            learner: Learner::new("l", "L"),
            options: Options {
                profile,
                ..Options::default()
            },
        };
        let mut stage = Self(opening.open().unwrap());
        let launch = Launch::Start;
        stage.apply(EventKind::Launched { launch });
        stage.call(ApiFunction::Initialize, &[""]);
        stage
    }

    fn apply(&mut self, kind: EventKind) -> Vec<Effect> {
        self.0.apply(&Event::new(0, 0, kind))
    }

    fn call(&mut self, function: ApiFunction, args: &[&str]) -> (String, u16) {
        let args = args.iter().map(|arg| Some((*arg).to_owned())).collect();
        let origin = Origin::Content;
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

    fn get(&mut self, element: &str) -> (String, u16) {
        self.call(ApiFunction::GetValue, &[element])
    }

    fn set(&mut self, element: &str, value: &str) -> u16 {
        self.call(ApiFunction::SetValue, &[element, value]).1
    }

    fn continue_to_b(&mut self) {
        let request = LearnerRequest::Continue;
        self.apply(EventKind::NavigationRequested { request });
        self.apply(EventKind::ContentUnloaded);
        self.call(ApiFunction::Initialize, &[""]);
    }
}

/// Which launches run by the rules of an older edition, and which as 4th.
fn launches() -> [(Stage, bool); 7] {
    let launch = Stage::launched;
    [
        (launch(SECOND, None), true),
        (launch(THIRD, None), true),
        (launch(FOURTH, None), false),
        (launch(NO_EDITION, None), false),
        (launch(SECOND, Some(Edition::Fourth)), false),
        (launch(THIRD, Some(Edition::Fourth)), false),
        (launch(FOURTH, Some(Edition::Third)), true),
    ]
}

#[test]
fn shared_data_came_with_the_4th_edition() {
    for (mut stage, is_older) in launches() {
        let (count, store) = if is_older {
            ((String::new(), 401), 401)
        } else {
            (("1".to_owned(), 0), 0)
        };
        assert_eq!(stage.get("adl.data._count"), count);
        assert_eq!(stage.set("adl.data.0.store", "x"), store);
    }
}

#[test]
fn jump_came_with_the_4th_edition() {
    for (mut stage, is_older) in launches() {
        let error = stage.set("adl.nav.request", "{target=b}jump");
        assert_eq!(error, if is_older { 406 } else { 0 });
        let (children, _) = stage.get("adl.nav.request_valid._children");
        assert_eq!(children.contains("jump"), !is_older, "{children}");
        let answer = stage.get("adl.nav.request_valid.jump.{target=b}");
        let expected = if is_older { ("", 401) } else { ("true", 0) };
        assert_eq!((answer.0.as_str(), answer.1), expected);
        // Nor can the learner jump.
        let target = "b".to_owned();
        let request = LearnerRequest::Jump { target };
        let effects = stage.apply(EventKind::NavigationRequested { request });
        let refused = effects.iter().any(|effect| {
            matches!(effect, Effect::NavigationRefused { message, .. }
                if message.contains("jump came with the 4th"))
        });
        assert_eq!(refused, is_older, "{effects:?}");
    }
}

#[test]
fn maps_of_scores_and_completion_came_with_the_4th_edition() {
    for (mut stage, is_older) in launches() {
        stage.set("cmi.progress_measure", "1");
        stage.set("cmi.completion_status", "completed");
        stage.set("cmi.objectives.0.score.raw", "7");
        stage.continue_to_b();
        assert_eq!(stage.get("cmi.objectives.0.id").0, "o");
        let (completion, _) = stage.get("cmi.objectives.0.completion_status");
        let (raw, _) = stage.get("cmi.objectives.0.score.raw");
        let expected = if is_older {
            ("unknown", "")
        } else {
            ("completed", "7")
        };
        assert_eq!((completion.as_str(), raw.as_str()), expected);
    }
}

#[test]
fn thresholds_by_attributes_came_with_the_4th_edition_and_text_is_honoured() {
    for (mut stage, is_older) in launches() {
        let by_attributes = if is_older {
            (String::new(), 403)
        } else {
            ("0.5".to_owned(), 0)
        };
        assert_eq!(stage.get("cmi.completion_threshold"), by_attributes);
        stage.set("cmi.progress_measure", "0.6");
        let (status, _) = stage.get("cmi.completion_status");
        assert_eq!(status, if is_older { "unknown" } else { "completed" });
        stage.continue_to_b();
        assert_eq!(stage.get("cmi.completion_threshold"), ("0.7".to_owned(), 0));
        stage.set("cmi.progress_measure", "0.8");
        assert_eq!(stage.get("cmi.completion_status").0, "completed");
    }
}

#[test]
fn of_a_threshold_in_both_forms_each_edition_takes_its_own() {
    let both = MANIFEST.replace(
        "<adlcp:completionThreshold completedByMeasure=\"true\" minProgressMeasure=\"0.5\"/>",
        "<adlcp:completionThreshold completedByMeasure=\"true\" minProgressMeasure=\"0.5\">0.7</adlcp:completionThreshold>",
    );
    // Without the flag the attribute is not a threshold; the text is one in every edition.
    let unused = both.replace(
        "completedByMeasure=\"true\"",
        "completedByMeasure=\"false\"",
    );
    for (manifest, edition, threshold) in [
        (&both, SECOND, "0.7"),
        (&both, THIRD, "0.7"),
        (&both, FOURTH, "0.5"),
        (&unused, FOURTH, "0.7"),
    ] {
        let mut stage = Stage::launched_from(manifest, edition, None);
        let read = stage.get("cmi.completion_threshold");
        assert_eq!(read, (threshold.to_owned(), 0), "{edition}");
    }
}

#[test]
fn a_cluster_is_completed_by_measure_in_the_4th_edition_only() {
    // Half of the work is done in a; by rules, b would have to be completed too.
    let manifest = MANIFEST.replace(
        "<imsss:sequencing><imsss:controlMode choice=\"true\" flow=\"true\"/>",
        "<adlcp:completionThreshold completedByMeasure=\"true\" minProgressMeasure=\"0.5\"/>\
         <imsss:sequencing><imsss:controlMode choice=\"true\" flow=\"true\"/>",
    );
    for (edition, completed) in [(SECOND, None), (THIRD, None), (FOURTH, Some(true))] {
        let mut stage = Stage::launched_from(&manifest, edition, None);
        stage.set("cmi.progress_measure", "1");
        stage.set("cmi.completion_status", "completed");
        stage.continue_to_b();
        let root = stage.0.overview().activities[0].status.completed;
        assert_eq!(root, completed, "{edition}");
    }
}

#[test]
fn a_diagnostic_names_the_edition() {
    let mut stage = Stage::launched(THIRD, None);
    assert_eq!(stage.set("adl.nav.request", "{target=b}jump"), 406);
    let (diagnostic, _) = stage.call(ApiFunction::GetDiagnostic, &["406"]);
    assert!(
        diagnostic.contains("the package declares the 3rd Edition; jump came with the 4th"),
        "{diagnostic}"
    );
    let problems: Vec<&str> = stage
        .0
        .course()
        .problems
        .iter()
        .map(|problem| problem.message.as_str())
        .collect();
    for what in ["adlcp:data", "completionThreshold", "adlseq:objectives"] {
        let told = |problem: &&str| problem.contains(what) && problem.contains("3rd Edition");
        assert!(problems.iter().any(told), "{what}: {problems:?}");
    }
}
