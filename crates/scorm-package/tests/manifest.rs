//! The manifest model: what is read, what is defaulted, what is reported.

use greenroom_testkit::files;
use scorm_package::manifest::sequencing::{
    ChildActivitySet, Combination, Operator, PostConditionAction, PreConditionAction, Required,
    RollupAction, RuleConditionType, Sequencing, Timing,
};
use scorm_package::manifest::{HideLmsUi, Item, ScormType, TimeLimitAction};
use scorm_package::{Edition, Manifest, ProblemKind, ScormVersion};

const NAMESPACES: &str = r#"xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
 xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3"
 xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss""#;

/// A 2004 4th Edition manifest around the inside of an item.
fn around_item(inside: &str, after: &str) -> String {
    format!(
        r#"<manifest identifier="m" {NAMESPACES}>
<metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Course</title>
<item identifier="i" identifierref="r"><title>One</title>{inside}</item>
</organization></organizations>
<resources><resource identifier="r" type="webcontent" adlcp:scormType="sco" href="a.htm"/></resources>
{after}</manifest>"#
    )
}

fn clean(text: &str) -> Manifest {
    let (manifest, problems) = scorm_package::parse(text);
    assert_eq!(problems, []);
    manifest.expect("a manifest")
}

fn item(inside: &str) -> Item {
    clean(&around_item(inside, ""))
        .item("i")
        .expect("the item")
        .clone()
}

fn kinds(text: &str) -> Vec<&'static str> {
    scorm_package::parse(text)
        .1
        .iter()
        .map(|problem| problem.kind.as_str())
        .collect()
}

#[test]
fn a_scorm_12_course_is_read() {
    let package = files(
        r#"
//- imsmanifest.xml
<manifest identifier="C" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2" xml:base="content/">
 <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion>
  <adlcp:location>meta.xml</adlcp:location></metadata>
 <organizations default="  B  ">
  <organization identifier="A"><title>Other</title></organization>
  <organization identifier="B" structure="flat"><title> Course </title>
   <item identifier="I1" identifierref="R1" isvisible="false" parameters="&amp;x=1"><title>One</title>
    <adlcp:prerequisites type="aicc_script">I0&amp;I2</adlcp:prerequisites>
    <adlcp:maxtimeallowed>00:30:00</adlcp:maxtimeallowed>
    <adlcp:timelimitaction>exit,no message</adlcp:timelimitaction>
    <adlcp:datafromlms> keep  me </adlcp:datafromlms>
    <adlcp:masteryscore>80</adlcp:masteryscore>
   </item>
   <item identifier="I2"><title>Two</title><item identifier="I3" identifierref="R2"><title>Three</title></item></item>
  </organization>
 </organizations>
 <resources xml:base="lessons/">
  <resource identifier="R1" type="webcontent" adlcp:scormtype="sco" href="a.htm?c=5" xml:base="one/">
   <file href="a.htm"/><dependency identifierref="R2"/></resource>
  <resource identifier="R2" type="webcontent" adlcp:scormtype="asset" href="../b.htm"/>
 </resources>
</manifest>
"#,
    );
    let manifest = clean(&package[0].1);
    assert_eq!(manifest.version, ScormVersion::Scorm12);
    assert_eq!(
        manifest.metadata.as_ref().expect("metadata").locations,
        ["meta.xml"]
    );
    let organization = manifest.default_organization().expect("B");
    assert_eq!(
        (
            organization.identifier.as_str(),
            organization.title.as_str()
        ),
        ("B", "Course")
    );
    let order: Vec<&str> = organization
        .all_items()
        .map(|item| item.identifier.as_str())
        .collect();
    assert_eq!(order, ["I1", "I2", "I3"]);

    let one = manifest.item("I1").expect("I1");
    assert!(!one.is_visible);
    assert_eq!(
        one.prerequisites.as_ref().map(|p| p.script.as_str()),
        Some("I0&I2")
    );
    assert_eq!(one.max_time_allowed.as_deref(), Some("00:30:00"));
    assert_eq!(one.time_limit_action, Some(TimeLimitAction::ExitNoMessage));
    assert_eq!(one.data_from_lms.as_deref(), Some(" keep  me "));
    assert_eq!(one.mastery_score.as_deref(), Some("80"));
    let url = manifest.launch_url(one);
    assert_eq!(url.as_deref(), Some("content/lessons/one/a.htm?c=5&x=1"));
    let three = manifest.item("I3").expect("I3");
    assert_eq!(manifest.launch_url(three).as_deref(), Some("content/b.htm"));

    let resource = manifest.resource("R1").expect("R1");
    assert_eq!(resource.scorm_type, Some(ScormType::Sco));
    assert_eq!(
        resource.file_url(&resource.files[0]),
        "content/lessons/one/a.htm"
    );
    assert_eq!(resource.dependencies[0].identifierref, "R2");
}

#[test]
fn defaults_are_those_of_the_schemas() {
    let plain = item("");
    assert_eq!(plain.sequencing, Sequencing::default());
    let empty = item(
        "<imsss:sequencing><imsss:controlMode/><imsss:sequencingRules/><imsss:limitConditions/>
         <imsss:rollupRules/><imsss:randomizationControls/><imsss:deliveryControls/>
         <adlseq:constrainedChoiceConsiderations/><adlseq:rollupConsiderations/></imsss:sequencing>",
    );
    let source = empty.sequencing.source;
    assert!(source.is_some());
    assert_eq!(
        empty.sequencing,
        Sequencing {
            source,
            ..Sequencing::default()
        }
    );

    let default = Sequencing::default();
    let mode = default.control_mode;
    assert!(mode.choice && mode.choice_exit && !mode.flow && !mode.forward_only);
    assert!(mode.use_current_attempt_objective_info && mode.use_current_attempt_progress_info);
    assert!(default.rollup_rules.rollup_objective_satisfied);
    assert!((default.rollup_rules.objective_measure_weight - 1.0).abs() < f64::EPSILON);
    assert_eq!(
        default.rollup_considerations.required_for_incomplete,
        Required::Always
    );
    assert!(default.delivery.tracked && !default.delivery.completion_set_by_content);
    assert_eq!(default.randomization.selection_timing, Timing::Never);
}

#[test]
fn rules_are_read() {
    let sequencing = item(
        r#"<imsss:sequencing>
<imsss:sequencingRules>
 <imsss:preConditionRule><imsss:ruleConditions conditionCombination="any">
  <imsss:ruleCondition condition="satisfied" operator="not" referencedObjective=" obj "/>
  <imsss:ruleCondition condition="objectiveMeasureLessThan" measureThreshold="-0.5"/></imsss:ruleConditions>
  <imsss:ruleAction action="hiddenFromChoice"/></imsss:preConditionRule>
 <imsss:postConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="always"/></imsss:ruleConditions>
  <imsss:ruleAction action="retryAll"/></imsss:postConditionRule>
</imsss:sequencingRules>
<imsss:limitConditions attemptLimit="0" attemptAbsoluteDurationLimit="PT1H"/>
<imsss:rollupRules objectiveMeasureWeight="0.25">
 <imsss:rollupRule childActivitySet="atLeastPercent" minimumPercent="0.5"><imsss:rollupConditions>
  <imsss:rollupCondition condition="attempted" operator="not"/></imsss:rollupConditions>
  <imsss:rollupAction action="incomplete"/></imsss:rollupRule></imsss:rollupRules>
</imsss:sequencing>"#,
    )
    .sequencing;
    let rule = &sequencing.rules.pre_condition[0];
    assert_eq!(rule.action, PreConditionAction::HiddenFromChoice);
    assert_eq!(rule.combination, Combination::Any);
    assert_eq!(rule.conditions[0].operator, Operator::Not);
    assert_eq!(
        rule.conditions[0].referenced_objective.as_deref(),
        Some("obj")
    );
    assert!((rule.conditions[1].measure_threshold + 0.5).abs() < f64::EPSILON);
    let post = &sequencing.rules.post_condition[0];
    assert_eq!(post.action, PostConditionAction::RetryAll);
    assert_eq!(post.combination, Combination::All);
    assert_eq!(post.conditions[0].condition, RuleConditionType::Always);
    assert_eq!(sequencing.limit_conditions.attempt_limit, Some(0));
    let limit = sequencing.limit_conditions.attempt_absolute_duration_limit;
    assert_eq!(limit.as_deref(), Some("PT1H"));
    let rollup = &sequencing.rollup_rules.rules[0];
    assert_eq!(rollup.child_activity_set, ChildActivitySet::AtLeastPercent);
    assert_eq!(rollup.combination, Combination::Any);
    assert_eq!(rollup.action, RollupAction::Incomplete);
}

#[test]
fn objectives_carry_both_kinds_of_maps() {
    let objectives = item(
        r#"<imsss:sequencing><imsss:objectives>
<imsss:primaryObjective objectiveID="p" satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure>
 <imsss:mapInfo targetObjectiveID="  g  " readSatisfiedStatus="false" writeNormalizedMeasure="1"/></imsss:primaryObjective>
<imsss:objective objectiveID="o"><imsss:minNormalizedMeasure/></imsss:objective>
</imsss:objectives>
<adlseq:objectives><adlseq:objective objectiveID="o"><adlseq:mapInfo targetObjectiveID="g2" writeRawScore="true"/></adlseq:objective></adlseq:objectives>
</imsss:sequencing>"#,
    )
    .sequencing
    .objectives;
    let ids: Vec<Option<&str>> = objectives
        .iter()
        .map(|objective| objective.id.as_deref())
        .collect();
    assert_eq!(ids, [Some("p"), Some("o")]);
    let primary = objectives.primary.as_ref().expect("primary");
    assert!(primary.satisfied_by_measure);
    assert!((primary.min_normalized_measure - 0.6).abs() < f64::EPSILON);
    let map = &primary.maps[0];
    assert_eq!(map.target_objective_id, "g");
    assert!(!map.read_satisfied_status && map.read_normalized_measure);
    assert!(!map.write_satisfied_status && map.write_normalized_measure);
    let other = &objectives.others[0];
    assert!((other.min_normalized_measure - 1.0).abs() < f64::EPSILON);
    assert!(other.adl_maps[0].write_raw_score && other.adl_maps[0].read_progress_measure);
    assert!(!other.adl_maps[0].write_completion_status);
}

#[test]
fn a_template_is_replaced_element_by_element() {
    let text = around_item(
        r#"<imsss:sequencing IDRef=" t "><imsss:controlMode flow="true"/></imsss:sequencing>"#,
        r#"<imsss:sequencingCollection><imsss:sequencing ID="t">
<imsss:controlMode choice="false" forwardOnly="true"/><imsss:deliveryControls tracked="false"/>
</imsss:sequencing></imsss:sequencingCollection>"#,
    );
    let manifest = clean(&text);
    let sequencing = &manifest.item("i").expect("i").sequencing;
    // The local controlMode stands alone: nothing of the template's is mixed in.
    assert!(sequencing.control_mode.flow && sequencing.control_mode.choice);
    assert!(!sequencing.control_mode.forward_only);
    assert!(!sequencing.delivery.tracked);
    assert_eq!(manifest.sequencing_collections[0].id.as_deref(), Some("t"));

    let dangling = around_item(r#"<imsss:sequencing IDRef="nobody"/>"#, "");
    assert_eq!(kinds(&dangling), ["sequencing-idref-unknown"]);
}

#[test]
fn extensions_of_2004_items_are_read() {
    let item = item(
        r#"<adlcp:timeLimitAction>continue,message</adlcp:timeLimitAction>
<adlcp:dataFromLMS>x</adlcp:dataFromLMS>
<adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.7" progressWeight="0.5"/>
<adlcp:data><adlcp:map targetID="d1"/><adlcp:map targetID="d2" readSharedData="false" writeSharedData="true"/></adlcp:data>
<adlnav:presentation><adlnav:navigationInterface><adlnav:hideLMSUI> exitAll </adlnav:hideLMSUI>
<adlnav:hideLMSUI>previous</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation>
<d2l:thing xmlns:d2l="http://example.org/d2l"/>"#,
    );
    assert_eq!(
        item.time_limit_action,
        Some(TimeLimitAction::ContinueMessage)
    );
    let threshold = item.completion_threshold.expect("threshold");
    assert!(threshold.completed_by_measure && threshold.text.is_none());
    assert!((threshold.min_progress_measure - 0.7).abs() < f64::EPSILON);
    let maps: Vec<_> = item
        .shared_data
        .iter()
        .map(|map| {
            (
                map.target_id.as_str(),
                map.read_shared_data,
                map.write_shared_data,
            )
        })
        .collect();
    assert_eq!(maps, [("d1", true, true), ("d2", false, true)]);
    assert_eq!(item.hide_lms_ui, [HideLmsUi::ExitAll, HideLmsUi::Previous]);
    assert_eq!(item.extensions.len(), 1);
}

#[test]
fn a_completion_threshold_of_the_3rd_edition_is_text() {
    let item = item("<adlcp:completionThreshold> 0.8 </adlcp:completionThreshold>");
    let threshold = item.completion_threshold.expect("threshold");
    assert_eq!(threshold.text, Some(0.8));
    assert!(!threshold.completed_by_measure);
}

#[test]
fn bad_values_fall_back_to_the_default_and_are_told() {
    let text = around_item(
        r#"<imsss:sequencing><imsss:controlMode choice="False" flow=""/>
<imsss:rollupRules objectiveMeasureWeight="2"/><imsss:randomizationControls selectionTiming="sometimes" selectCount="-1"/>
<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="hungry"/></imsss:ruleConditions>
<imsss:ruleAction action="skip"/></imsss:preConditionRule></imsss:sequencingRules></imsss:sequencing>"#,
        "",
    );
    let (manifest, problems) = scorm_package::parse(&text);
    let found: Vec<&str> = problems
        .iter()
        .map(|problem| problem.kind.as_str())
        .collect();
    let want = [
        "invalid-boolean",
        "invalid-boolean",
        "invalid-number",
        "invalid-number",
        "invalid-token",
        "invalid-token",
        "rule-ignored",
    ];
    assert_eq!(found, want);
    let place = problems[0].place.expect("a place");
    assert_eq!(place.span.of(&text), "False");
    let sequencing = &manifest.expect("manifest").organizations[0].items[0].sequencing;
    assert!(sequencing.control_mode.choice && !sequencing.control_mode.flow);
    assert!((sequencing.rollup_rules.objective_measure_weight - 1.0).abs() < f64::EPSILON);
    assert!(sequencing.rules.pre_condition.is_empty());
}

#[test]
fn the_faults_of_a_template_are_told_once() {
    let users = r#"<imsss:sequencing IDRef="t"/>"#;
    let template = r#"<imsss:sequencingCollection><imsss:sequencing ID="t">
<imsss:controlMode choice="Yes"/></imsss:sequencing></imsss:sequencingCollection>"#;
    assert_eq!(kinds(&around_item(users, template)), ["invalid-boolean"]);
}

#[test]
fn the_version_is_decided_and_argued() {
    let manifest = |version: &str, namespaces: &str| {
        format!(
            "<manifest identifier='m' {namespaces}><metadata>{version}</metadata><organizations>\
             <organization identifier='o'/></organizations></manifest>"
        )
    };
    let declared = |text: &str| format!("<schemaversion>{text}</schemaversion>");
    let adlcp_2004 = "xmlns:adlcp='http://www.adlnet.org/xsd/adlcp_v1p3'";
    let adlcp_12 = "xmlns:adlcp='http://www.adlnet.org/xsd/adlcp_rootv1p2'";
    let second = ScormVersion::Scorm2004(Edition::Second);
    let third = ScormVersion::Scorm2004(Edition::Third);
    let fourth = ScormVersion::Scorm2004(Edition::Fourth);
    for (version, namespaces, want, problems) in [
        (declared("1.2"), adlcp_12, ScormVersion::Scorm12, &[][..]),
        (declared("1.2"), adlcp_2004, ScormVersion::Scorm12, &[]),
        (declared("CAM 1.3"), adlcp_12, second, &[]),
        (declared("2004 2nd Edition"), adlcp_2004, second, &[]),
        (declared("2004 3rd Edition"), adlcp_2004, third, &[]),
        (declared(" 2004 4th Edition\n"), adlcp_2004, fourth, &[]),
        (declared("2004"), adlcp_2004, third, &[]),
        (
            declared("1.21"),
            adlcp_12,
            ScormVersion::Scorm12,
            &["schemaversion-unknown"],
        ),
        (String::new(), adlcp_2004, third, &["schemaversion-missing"]),
        (
            String::new(),
            adlcp_12,
            ScormVersion::Scorm12,
            &["schemaversion-missing"],
        ),
        (
            String::new(),
            "",
            ScormVersion::Scorm12,
            &["schemaversion-missing"],
        ),
    ] {
        let text = manifest(&version, namespaces);
        let (manifest, found) = scorm_package::parse(&text);
        assert_eq!(
            manifest.expect("manifest").version,
            want,
            "{version} {namespaces}"
        );
        let found: Vec<&str> = found.iter().map(|problem| problem.kind.as_str()).collect();
        assert_eq!(found, problems, "{version} {namespaces}");
    }
}

#[test]
fn organizations_fall_back_to_the_first() {
    let manifest = |default: &str, organizations: &str| {
        format!(
            "<manifest identifier='m'><metadata><schemaversion>1.2</schemaversion></metadata>\
             <organizations {default}>{organizations}</organizations></manifest>"
        )
    };
    let two = "<organization identifier='a'/><organization identifier='b'/>";
    for (default, want, problems) in [
        ("", "a", &[][..]),
        ("default=' b '", "b", &[]),
        ("default='x'", "a", &["default-organization-unknown"]),
    ] {
        let text = manifest(default, two);
        let (found, told) = scorm_package::parse(&text);
        let found = found.expect("manifest");
        assert_eq!(found.default_organization().expect("one").identifier, want);
        assert_eq!(
            told.iter().map(|p| p.kind.as_str()).collect::<Vec<_>>(),
            problems
        );
    }
    assert_eq!(kinds(&manifest("", "")), ["no-organization"]);
    assert_eq!(kinds("<html/>"), ["not-a-manifest"]);
}

#[test]
fn submanifests_and_unknown_children_are_kept() {
    let text = around_item(
        "",
        "<manifest identifier='inner'><metadata><schemaversion>1.2</schemaversion></metadata>\
         <organizations><organization identifier='x'/></organizations></manifest><grp_any/>",
    );
    let manifest = clean(&text);
    assert_eq!(manifest.submanifests[0].identifier, "inner");
    assert_eq!(manifest.extensions[0].span.of(&text), "<grp_any/>");
}

#[test]
fn problems_print_their_place() {
    let (_, mut problems) = scorm_package::parse("<manifest>\n<organizations/></manifest>");
    problems[1].entry = Some("imsmanifest.xml".to_owned());
    assert_eq!(problems[1].kind, ProblemKind::NoOrganization);
    let want = "imsmanifest.xml:2:1: the manifest has no organization, so nothing can be launched \
                (no-organization)";
    assert_eq!(problems[1].to_string(), want);
}
