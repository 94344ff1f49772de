//! What is known of LMSs, for people.

use std::process::ExitCode;

use scorm_lms::profile::{Profile, Sourced, Version};
use serde::Serialize;
use serde_json::Value;

use super::super::{WRONG_USE, print, say_error};
use crate::start::StartError;

/// One line per profile.
pub(super) fn list() -> Result<ExitCode, StartError> {
    for profile in scorm_lms::PROFILES.iter() {
        let also = match profile.aliases {
            [] => String::new(),
            aliases => format!(", also {}", aliases.join(", ")),
        };
        let partial = if profile.partial { " (partial)" } else { "" };
        print(format_args!(
            "{:16} {}{partial}{also}",
            profile.name, profile.title
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Everything known of one LMS.
pub(super) fn one(name: &str) -> Result<ExitCode, StartError> {
    let Some(profile) = scorm_lms::find(name) else {
        let known = scorm_lms::PROFILES.iter();
        let known: Vec<&str> = known.map(|profile| profile.name.as_ref()).collect();
        say_error(&format!(
            "no profile is called `{name}`; there are {}",
            known.join(", ")
        ));
        return Ok(ExitCode::from(WRONG_USE));
    };
    let mut lines = vec![format!("{} ({})", profile.title, profile.name)];
    if profile.partial {
        lines.push("Partial: what is not listed is as the standard says.".to_owned());
    }
    lines.extend(facts(profile));
    lines.extend(
        profile
            .remaining
            .iter()
            .map(|text| format!("differs: {text}")),
    );
    let unplayed = profile.unplayed.iter();
    lines.extend(unplayed.map(|text| format!("not played: {text}")));
    print(lines.join("\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn facts(profile: &Profile) -> Vec<String> {
    let mut lines = Vec::new();
    push(&mut lines, "versions", profile.versions.as_ref());
    for version in [Version::Scorm12, Version::Scorm2004] {
        let heading = format!("SCORM {}", version.as_str());
        if let Some(dialect) = profile.dialect(version) {
            lines.push(format!(
                "{heading}: answers by {} elements ({})",
                dialect.elements.len(),
                dialect.source
            ));
        }
        let length = profile.suspend_data(version);
        push(&mut lines, &format!("{heading}: suspend_data"), length);
        push(
            &mut lines,
            &format!("{heading}: rules"),
            profile.rules(version),
        );
    }
    push(&mut lines, "api", profile.api.as_ref());
    push(&mut lines, "frame", profile.frame.as_ref());
    push(&mut lines, "leave", profile.leave.as_ref());
    push(&mut lines, "transport", profile.transport.as_ref());
    push(&mut lines, "attempts", profile.attempts.as_ref());
    push(&mut lines, "sequencing", profile.sequencing.as_ref());
    push(&mut lines, "import", profile.import.as_ref());
    lines
}

/// A line for a value: what is set of it, and the source.
fn push<T: Serialize>(lines: &mut Vec<String>, heading: &str, value: Option<&Sourced<T>>) {
    let Some(sourced) = value else {
        return;
    };
    let written = serde_json::to_value(&sourced.value).unwrap_or_default();
    let text = match &written {
        Value::Object(fields) => {
            let set = fields.iter().filter(|(_, value)| is_set(value));
            let set: Vec<String> = set.map(|(name, value)| format!("{name} {value}")).collect();
            set.join(", ")
        }
        other => other.to_string(),
    };
    lines.push(format!("{heading}: {text} ({})", sourced.source));
}

fn is_set(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(list) => !list.is_empty(),
        _ => true,
    }
}
