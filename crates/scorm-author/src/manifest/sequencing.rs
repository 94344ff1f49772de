//! Sequencing of SCORM 2004.
//!
//! In the template `course` the pretest writes one global objective for each lesson. A lesson whose
//! objective is satisfied is skipped, and is then not needed for completion either. The final test
//! alone decides on success and score of the course.

use std::fmt::Write as _;

use crate::escape::markup;
use crate::part::{Part, Role};

/// The learner goes on from part to part, and may choose any.
pub(super) const OF_COURSE: &str = r#"      <imsss:sequencing>
        <imsss:controlMode choice="true" flow="true"/>
      </imsss:sequencing>
"#;

const BY_CONTENT: &str = r#"          <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>
"#;
/// The score of the course is that of the final test.
const NO_SCORE: &str = r#"          <imsss:rollupRules rollupObjectiveSatisfied="false" objectiveMeasureWeight="0"/>
"#;

/// The sequencing of a part; `course` keeps its global objectives apart from those of others.
pub(super) fn of_part(part: &Part, course: &str) -> String {
    let body = match &part.role {
        Role::Whole => BY_CONTENT.to_owned(),
        Role::Pretest { objectives } => pretest(part, objectives, course),
        Role::Lesson { objective } => lesson(part, objective.as_deref(), course),
        Role::Posttest => format!(
            r#"          <imsss:objectives>
            <imsss:primaryObjective objectiveID="{}" satisfiedByMeasure="true">
              <imsss:minNormalizedMeasure>{}</imsss:minNormalizedMeasure>
            </imsss:primaryObjective>
          </imsss:objectives>
{BY_CONTENT}"#,
            markup(&part.primary_objective()),
            part.passing
        ),
    };
    format!("        <imsss:sequencing>\n{body}        </imsss:sequencing>\n")
}

fn pretest(part: &Part, objectives: &[String], course: &str) -> String {
    let mut maps = String::new();
    for objective in objectives {
        let objective = markup(objective);
        let _to_a_text = writeln!(
            maps,
            r#"            <imsss:objective objectiveID="{objective}">
              <imsss:mapInfo targetObjectiveID="{course}.{objective}" readSatisfiedStatus="false" readNormalizedMeasure="false" writeSatisfiedStatus="true"/>
            </imsss:objective>"#
        );
    }
    format!(
        r#"{NO_SCORE}          <imsss:objectives>
            <imsss:primaryObjective objectiveID="{}"/>
{maps}          </imsss:objectives>
{BY_CONTENT}"#,
        markup(&part.primary_objective())
    )
}

fn lesson(part: &Part, objective: Option<&str>, course: &str) -> String {
    let identifier = markup(&part.identifier);
    let Some(objective) = objective.map(markup) else {
        return format!("{NO_SCORE}{BY_CONTENT}");
    };
    format!(
        r#"          <imsss:sequencingRules>
            <imsss:preConditionRule>
              <imsss:ruleConditions>
                <imsss:ruleCondition referencedObjective="{objective}" condition="satisfied"/>
              </imsss:ruleConditions>
              <imsss:ruleAction action="skip"/>
            </imsss:preConditionRule>
          </imsss:sequencingRules>
{NO_SCORE}          <imsss:objectives>
            <imsss:primaryObjective objectiveID="{identifier}-read"/>
            <imsss:objective objectiveID="{objective}">
              <imsss:mapInfo targetObjectiveID="{course}.{objective}" readSatisfiedStatus="true" readNormalizedMeasure="false"/>
            </imsss:objective>
          </imsss:objectives>
{BY_CONTENT}          <adlseq:rollupConsiderations requiredForCompleted="ifNotSkipped"/>
"#
    )
}
