//! Activity trees from manifests.

use scorm_package::manifest::HideLmsUi;
use scorm_sequencing::definition::{ChildActivitySet, Condition, MapItem};
use scorm_sequencing::{ActivityId, ActivityTree, TreeProblem};

fn build(version: &str, organization: &str) -> (ActivityTree, Vec<TreeProblem>) {
    let text = format!(
        "<manifest identifier='m' xmlns='http://www.imsglobal.org/xsd/imscp_v1p1'
            xmlns:adlcp='http://www.adlnet.org/xsd/adlcp_v1p3'
            xmlns:adlseq='http://www.adlnet.org/xsd/adlseq_v1p3'
            xmlns:adlnav='http://www.adlnet.org/xsd/adlnav_v1p3'
            xmlns:imsss='http://www.imsglobal.org/xsd/imsss'>
          <metadata><schema>ADL SCORM</schema><schemaversion>{version}</schemaversion></metadata>
          <organizations default='o'>{organization}</organizations>
          <resources/>
        </manifest>"
    );
    let (manifest, _) = scorm_package::parse(&text);
    let manifest = manifest.expect("a manifest");
    let organization = manifest.default_organization().expect("an organization");
    ActivityTree::new(&manifest, organization)
}

#[test]
fn the_organization_is_the_root_and_items_follow_in_preorder() {
    let (tree, problems) = build(
        "2004 4th Edition",
        "<organization identifier='o' adlseq:objectivesGlobalToSystem='false'>
           <title>Course</title>
           <item identifier='P'><title>Part</title>
             <item identifier='a' identifierref='r' isvisible='false'><title>A</title></item>
             <item identifier='b' identifierref='r'><title>B</title></item>
           </item>
           <item identifier='c' identifierref='r'><title>C</title>
             <adlnav:presentation><adlnav:navigationInterface>
               <adlnav:hideLMSUI>previous</adlnav:hideLMSUI>
             </adlnav:navigationInterface></adlnav:presentation>
           </item>
         </organization>",
    );
    assert_eq!(problems, []);
    let names: Vec<&str> = tree
        .ids()
        .map(|id| tree.activity(id).identifier.as_str())
        .collect();
    assert_eq!(names, ["o", "P", "a", "b", "c"]);
    assert!(!tree.objectives_global_to_system);
    let a = tree.find("a").expect("a");
    assert_eq!(
        tree.path_from_root(a),
        [ActivityId(0), ActivityId(1), ActivityId(2)]
    );
    assert!(!tree.activity(a).is_visible);
    assert_eq!(tree.find("A"), None);
    assert_eq!(tree.common_ancestor(a, ActivityId(3)), ActivityId(1));
    assert_eq!(tree.common_ancestor(a, ActivityId(4)), ActivityId(0));
    assert!(tree.is_within(a, ActivityId(1)) && !tree.is_within(ActivityId(4), ActivityId(1)));
    assert_eq!(
        tree.activity(ActivityId(4)).definition.hide_lms_ui,
        [HideLmsUi::Previous]
    );
}

#[test]
fn maps_of_both_vocabularies_join_under_one_objective() {
    let (tree, problems) = build(
        "2004 4th Edition",
        "<organization identifier='o'><title>Course</title>
           <item identifier='a' identifierref='r'><title>A</title>
             <imsss:sequencing>
               <imsss:objectives>
                 <imsss:primaryObjective objectiveID=' my%20%20objective ' satisfiedByMeasure='true'>
                   <imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure>
                   <imsss:mapInfo targetObjectiveID='G' writeSatisfiedStatus='true'/>
                   <imsss:mapInfo targetObjectiveID='H' readSatisfiedStatus='false'
                     readNormalizedMeasure='false' writeSatisfiedStatus='true'/>
                 </imsss:primaryObjective>
               </imsss:objectives>
               <adlseq:objectives>
                 <adlseq:objective objectiveID=' my%20%20objective '>
                   <adlseq:mapInfo targetObjectiveID='G' readRawScore='false'
                     writeCompletionStatus='true'/>
                 </adlseq:objective>
               </adlseq:objectives>
             </imsss:sequencing>
           </item>
           <item identifier='b' identifierref='r'><title>B</title></item>
         </organization>",
    );
    assert_eq!(problems, []);
    assert_eq!(tree.globals(), ["G", "H"]);
    let definition = &tree.activity(ActivityId(1)).definition;
    let primary = &definition.objectives[0];
    assert_eq!(primary.id.as_deref(), Some("my objective"));
    assert!((primary.min_normalized_measure - 0.6).abs() < f64::EPSILON);
    let name = |item| {
        primary
            .read
            .get(item)
            .map(|global| tree.globals()[global.0 as usize].as_str())
    };
    assert_eq!(name(MapItem::SatisfiedStatus), Some("G"));
    assert_eq!(name(MapItem::NormalizedMeasure), Some("G"));
    assert_eq!(name(MapItem::RawScore), None);
    assert_eq!(name(MapItem::CompletionStatus), Some("G"));
    assert_eq!(primary.write.get(MapItem::SatisfiedStatus).count(), 2);
    assert_eq!(primary.write.get(MapItem::CompletionStatus).count(), 1);
    assert_eq!(primary.write.get(MapItem::RawScore).count(), 0);
}

#[test]
fn what_cannot_be_resolved_is_told() {
    let (tree, problems) = build(
        "2004 4th Edition",
        "<organization identifier='o'><title>Course</title>
           <item identifier='a' identifierref='r'><title>A</title>
             <imsss:sequencing>
               <imsss:sequencingRules><imsss:preConditionRule>
                 <imsss:ruleConditions>
                   <imsss:ruleCondition condition='objectiveMeasureGreaterThan'
                     referencedObjective='nowhere' measureThreshold='0.25'/>
                 </imsss:ruleConditions>
                 <imsss:ruleAction action='skip'/>
               </imsss:preConditionRule></imsss:sequencingRules>
               <imsss:rollupRules><imsss:rollupRule childActivitySet='atLeastPercent'
                 minimumPercent='0.5'>
                 <imsss:rollupConditions>
                   <imsss:rollupCondition condition='completed' operator='not'/>
                 </imsss:rollupConditions>
                 <imsss:rollupAction action='incomplete'/>
               </imsss:rollupRule></imsss:rollupRules>
               <imsss:objectives><imsss:primaryObjective objectiveID='p'>
                 <imsss:mapInfo targetObjectiveID='G'/>
                 <imsss:mapInfo targetObjectiveID='H'/>
               </imsss:primaryObjective></imsss:objectives>
             </imsss:sequencing>
           </item>
         </organization>",
    );
    let told: Vec<&str> = problems
        .iter()
        .map(|problem| problem.message.as_str())
        .collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].contains("`H` is ignored"), "{told:?}");
    assert!(told[2].contains("`nowhere`"), "{told:?}");
    let definition = &tree.activity(ActivityId(1)).definition;
    let rule = &definition.pre_condition_rules[0];
    let condition = rule.conditions.conditions[0];
    assert_eq!(
        condition.condition,
        Condition::ObjectiveMeasureGreaterThan(0.25)
    );
    assert_eq!(condition.objective, 0);
    let rollup = &definition.rollup.rules[0];
    assert_eq!(
        rollup.child_activity_set,
        ChildActivitySet::AtLeastPercent(0.5)
    );
    assert!(rollup.conditions.conditions[0].negated);
}

#[test]
fn the_third_editions_threshold_counts_at_run_time_only() {
    let threshold = |version: &str, element: &str| {
        let item = format!(
            "<organization identifier='o'><title>Course</title>
               <item identifier='a' identifierref='r'><title>A</title>{element}</item>
               <item identifier='b' identifierref='r'><title>B</title></item>
             </organization>"
        );
        let (tree, _) = build(version, &item);
        let definition = &tree.activity(ActivityId(1)).definition;
        (
            definition.completion_threshold.completed_by_measure,
            definition.run_time_threshold,
        )
    };
    let third = "<adlcp:completionThreshold>0.8</adlcp:completionThreshold>";
    assert_eq!(threshold("2004 3rd Edition", third), (false, Some(0.8)));
    let fourth = "<adlcp:completionThreshold completedByMeasure='true' minProgressMeasure='0.7'/>";
    assert_eq!(threshold("2004 4th Edition", fourth), (true, Some(0.7)));
    let weight = "<adlcp:completionThreshold progressWeight='0.5'/>";
    assert_eq!(threshold("2004 4th Edition", weight), (false, None));
}

#[test]
fn scorm_12_flows_with_free_choice_and_prerequisites() {
    let text = "<manifest identifier='m' xmlns='http://www.imsproject.org/xsd/imscp_rootv1p1p2'
            xmlns:adlcp='http://www.adlnet.org/xsd/adlcp_rootv1p2'>
          <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
          <organizations default='o'><organization identifier='o'><title>Course</title>
            <item identifier='a' identifierref='r'><title>A</title></item>
            <item identifier='b' identifierref='r'><title>B</title>
              <adlcp:prerequisites type='aicc_script'>a</adlcp:prerequisites></item>
            <item identifier='c' identifierref='r'><title>C</title>
              <adlcp:prerequisites type='aicc_script'>a &amp;</adlcp:prerequisites></item>
          </organization></organizations><resources/></manifest>";
    let (manifest, _) = scorm_package::parse(text);
    let manifest = manifest.expect("a manifest");
    let organization = manifest.default_organization().expect("an organization");
    let (tree, problems) = ActivityTree::new(&manifest, organization);
    let control = tree.activity(ActivityId::ROOT).definition.control_mode;
    assert!(control.flow && control.choice);
    assert!(
        tree.activity(ActivityId(2))
            .definition
            .prerequisites
            .is_some()
    );
    assert!(
        tree.activity(ActivityId(3))
            .definition
            .prerequisites
            .is_none()
    );
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].activity, "c");
}
