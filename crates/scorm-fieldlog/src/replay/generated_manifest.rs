//! A manifest for a log that comes without its course: one SCO, with what the LMS told it.

use super::launch_facts::first_answer;
use crate::field_log::FieldLog;

/// A course with one SCO, of the version that the log speaks.
pub fn generated_manifest(log: &FieldLog) -> String {
    if log.scorm12.unwrap_or_default() {
        scorm12(log)
    } else {
        scorm2004(log)
    }
}

fn scorm12(log: &FieldLog) -> String {
    let mut inside = String::new();
    for (name, element) in [
        ("maxtimeallowed", "cmi.student_data.max_time_allowed"),
        ("timelimitaction", "cmi.student_data.time_limit_action"),
        ("datafromlms", "cmi.launch_data"),
        ("masteryscore", "cmi.student_data.mastery_score"),
    ] {
        if let Some(value) = first_answer(log, &[element]) {
            let value = escaped(value);
            inside.push_str(&format!("\n        <adlcp:{name}>{value}</adlcp:{name}>"));
        }
    }
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="field-log" version="1.0"
    xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>Field log</title>
      <item identifier="sco" identifierref="resource">
        <title>SCO</title>{inside}
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="resource" type="webcontent" adlcp:scormtype="sco" href="sco.html">
      <file href="sco.html"/>
    </resource>
  </resources>
</manifest>
"#
    )
}

fn scorm2004(log: &FieldLog) -> String {
    let mut inside = String::new();
    for (name, element) in [
        ("timeLimitAction", "cmi.time_limit_action"),
        ("dataFromLMS", "cmi.launch_data"),
    ] {
        if let Some(value) = first_answer(log, &[element]) {
            let value = escaped(value);
            inside.push_str(&format!("\n        <adlcp:{name}>{value}</adlcp:{name}>"));
        }
    }
    if let Some(value) = first_answer(log, &["cmi.completion_threshold"]) {
        let value = escaped(value);
        inside.push_str(&format!(
            "\n        <adlcp:completionThreshold completedByMeasure=\"true\" minProgressMeasure=\"{value}\"/>"
        ));
    }
    let mut sequencing = String::new();
    if let Some(value) = first_answer(log, &["cmi.max_time_allowed"]) {
        let value = escaped(value);
        sequencing.push_str(&format!(
            "\n          <imsss:limitConditions attemptAbsoluteDurationLimit=\"{value}\"/>"
        ));
    }
    if let Some(value) = first_answer(log, &["cmi.scaled_passing_score"]) {
        let value = escaped(value);
        sequencing.push_str(&format!(
            "\n          <imsss:objectives><imsss:primaryObjective objectiveID=\"primary\" satisfiedByMeasure=\"true\"><imsss:minNormalizedMeasure>{value}</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>"
        ));
    }
    if !sequencing.is_empty() {
        inside.push_str(&format!(
            "\n        <imsss:sequencing>{sequencing}\n        </imsss:sequencing>"
        ));
    }
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="field-log" version="1.0"
    xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
    xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>Field log</title>
      <item identifier="sco" identifierref="resource">
        <title>SCO</title>{inside}
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="resource" type="webcontent" adlcp:scormType="sco" href="sco.html">
      <file href="sco.html"/>
    </resource>
  </resources>
</manifest>
"#
    )
}

/// A text within XML. Characters that XML does not have are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\r' | '\t' => escaped.push(char),
            char if char.is_control() || matches!(char, '\u{fffe}' | '\u{ffff}') => {}
            char => escaped.push(char),
        }
    }
    escaped
}
