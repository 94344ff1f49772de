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
    let inside = elements(
        log,
        &[
            ("maxtimeallowed", "cmi.student_data.max_time_allowed"),
            ("timelimitaction", "cmi.student_data.time_limit_action"),
            ("datafromlms", "cmi.launch_data"),
            ("masteryscore", "cmi.student_data.mastery_score"),
        ],
    );
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
    let told = |element: &str| first_answer(log, &[element]).map(escaped);
    let plain = elements(
        log,
        &[
            ("timeLimitAction", "cmi.time_limit_action"),
            ("dataFromLMS", "cmi.launch_data"),
        ],
    );
    let threshold = told("cmi.completion_threshold").map(|value| {
        format!("\n        <adlcp:completionThreshold completedByMeasure=\"true\" minProgressMeasure=\"{value}\"/>")
    });
    let limit = told("cmi.max_time_allowed")
        .map(|value| format!("<imsss:limitConditions attemptAbsoluteDurationLimit=\"{value}\"/>"));
    let objective = told("cmi.scaled_passing_score").map(|value| {
        format!("<imsss:objectives><imsss:primaryObjective objectiveID=\"primary\" satisfiedByMeasure=\"true\"><imsss:minNormalizedMeasure>{value}</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>")
    });
    let sequencing: String = limit.into_iter().chain(objective).collect();
    let sequencing = (!sequencing.is_empty())
        .then(|| format!("\n        <imsss:sequencing>{sequencing}</imsss:sequencing>"));
    let inside: String = [plain]
        .into_iter()
        .chain(threshold)
        .chain(sequencing)
        .collect();
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

/// Elements of an item, with what the LMS told of them.
fn elements(log: &FieldLog, told: &[(&str, &str)]) -> String {
    let line = |(name, element): &(&str, &str)| {
        let value = escaped(first_answer(log, &[element])?);
        Some(format!("\n        <adlcp:{name}>{value}</adlcp:{name}>"))
    };
    told.iter().filter_map(line).collect()
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
