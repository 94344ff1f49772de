//! `scorm_data_model_get`: many elements of the data model at once.

use std::collections::BTreeMap;
use std::fmt;

use greenroom_stage::course::replica::Replica;
use schemars::JsonSchema;
use scorm_session::DataModelElement;
use serde::{Deserialize, Serialize};

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormDataModelGet;

/// Read many elements of the data model at once
///
/// Without lists: everything. Returns data {element: value}, errors.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormDataModelGetParams {
    /// The session
    session_id: String,
    /// Full names
    #[serde(default)]
    elements: Vec<String>,
    /// Such as cmi.interactions.*.result
    #[serde(default)]
    patterns: Vec<String>,
    /// Add type, access, set_by
    #[serde(default)]
    include_metadata: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormDataModelGetOutput {
    session_id: String,
    /// Null: never set
    data: BTreeMap<String, Option<String>>,
    element_count: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<BTreeMap<String, Metadata>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Fault>,
    /// Patterns that no element fits
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unmatched_patterns: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct Metadata {
    #[serde(rename = "type")]
    type_name: String,
    /// ro, rw or wo
    access: String,
    /// What GetValue would leave in GetLastError
    error_code: String,
    /// content, tool or engine
    set_by: Option<&'static str>,
    changed_at: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
struct Fault {
    element: String,
    error_code: String,
    error: String,
}

impl fmt::Display for ScormDataModelGetOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", counted(self.element_count, "element"))?;
        match self.errors.len() {
            0 => {}
            errors => write!(f, ", {errors} cannot be read")?,
        }
        match self.unmatched_patterns.as_slice() {
            [] => Ok(()),
            unmatched => write!(f, "; nothing matches {}", unmatched.join(", ")),
        }
    }
}

impl Tool for ScormDataModelGet {
    const NAME: &'static str = "scorm_data_model_get";
    const TITLE: &'static str = "Read data model";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = &[ErrorCode::RuntimeNotOpen, ErrorCode::BrowserCrashed];
    const NAMED_VALUES: &'static [&'static str] = &["elements"];
    type Params = ScormDataModelGetParams;
    type Output = ScormDataModelGetOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        runtime.flush().await?;
        let output = runtime.live.read(|replica| read(replica, params));
        Ok(output.into())
    }
}

fn read(replica: &Replica, params: ScormDataModelGetParams) -> ScormDataModelGetOutput {
    let all = replica.engine.data_model();
    let everything = params.elements.is_empty() && params.patterns.is_empty();
    let wanted = |element: &&DataModelElement| {
        let name = element.element.as_str();
        everything
            || params.elements.iter().any(|wanted| wanted == name)
            || params.patterns.iter().any(|pattern| matches(pattern, name))
    };
    let found: Vec<&DataModelElement> = all.iter().filter(wanted).collect();
    let unmatched_patterns: Vec<String> = params
        .patterns
        .iter()
        .filter(|pattern| !all.iter().any(|it| matches(pattern, &it.element)))
        .cloned()
        .collect();
    let mut inquiry = replica.engine.inquire();
    let mut data: BTreeMap<String, Option<String>> = found
        .iter()
        .map(|element| (element.element.clone(), element.value.clone()))
        .collect();
    let mut errors = Vec::new();
    for element in &params.elements {
        let answer = inquiry.get_value(element);
        if answer.error != 0 {
            let listed = found.iter().find(|found| found.element == *element);
            // A write-only value is shown, although the content cannot read it.
            if listed.is_none_or(|found| found.access != "wo") {
                errors.push(Fault {
                    element: element.clone(),
                    error: inquiry.diagnostic(answer.error),
                    error_code: answer.error.to_string(),
                });
            }
        } else if !data.contains_key(element) {
            data.insert(element.clone(), Some(answer.value));
        }
    }
    let metadata = params.include_metadata.then(|| {
        let described = found.iter().map(|element| {
            let error = inquiry.get_value(&element.element).error;
            let metadata = describe(replica, element, error.to_string());
            (element.element.clone(), metadata)
        });
        described.collect()
    });
    ScormDataModelGetOutput {
        session_id: params.session_id,
        element_count: data.len(),
        data,
        metadata,
        errors,
        unmatched_patterns,
    }
}

fn describe(replica: &Replica, element: &DataModelElement, error_code: String) -> Metadata {
    let activity = replica.delivery.as_ref().map(|delivery| &delivery.activity);
    let change =
        activity.and_then(|activity| replica.history.last_change(activity, &element.element));
    Metadata {
        type_name: element.type_name.clone(),
        access: element.access.clone(),
        error_code,
        set_by: change.map(|change| change.origin.as_str()),
        changed_at: change.map(|change| change.at),
    }
}

/// Whether an element fits a pattern. `*` stands for one part of the name, at the end for one or
/// more, and inside a part for any characters: `cmi.*_status`.
fn matches(pattern: &str, element: &str) -> bool {
    let mut parts = element.split('.');
    let mut wanted = pattern.split('.').peekable();
    while let Some(want) = wanted.next() {
        let Some(part) = parts.next() else {
            return false;
        };
        if want == "*" && wanted.peek().is_none() {
            return true;
        }
        if !part_matches(want, part) {
            return false;
        }
    }
    parts.next().is_none()
}

fn part_matches(want: &str, part: &str) -> bool {
    match want.split_once('*') {
        None => want == part,
        Some((head, tail)) => part.strip_prefix(head).is_some_and(|rest| {
            let starts = rest.char_indices().map(|(start, _)| start);
            let mut starts = starts.chain([rest.len()]);
            starts.any(|start| part_matches(tail, &rest[start..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_stand_for_parts_of_names() {
        for (pattern, element, want) in [
            ("cmi.*", "cmi.location", true),
            ("cmi.*", "cmi.interactions.0.result", true),
            ("cmi.*", "adl.nav.request", false),
            ("adl.nav.*", "adl.nav.request_valid.continue", true),
            ("cmi.interactions.*", "cmi.interactions._count", true),
            (
                "cmi.interactions.*.result",
                "cmi.interactions.3.result",
                true,
            ),
            (
                "cmi.interactions.*.result",
                "cmi.interactions.3.type",
                false,
            ),
            (
                "cmi.interactions.*.result",
                "cmi.interactions.3.a.result",
                false,
            ),
            (
                "cmi.objectives.*.score.*",
                "cmi.objectives.0.score.raw",
                true,
            ),
            ("cmi.objectives.*.score.*", "cmi.objectives.0.id", false),
            ("cmi.core.*", "cmi.core.score.raw", true),
            ("cmi.location", "cmi.location", true),
            ("cmi.location", "cmi.location.x", false),
            ("*", "cmi.location", true),
            ("cmi.*_status", "cmi.completion_status", true),
            ("cmi.*_status", "cmi.location", false),
            ("cmi.core.lesson_*", "cmi.core.lesson_status", true),
        ] {
            assert_eq!(matches(pattern, element), want, "{pattern} {element}");
        }
    }
}
