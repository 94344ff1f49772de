//! API040: Several responses are joined by `,` instead of `[,]`.

use std::collections::HashMap;

use scorm_package::xml::Span;
use scorm_runtime::ApiFunction;

use crate::rule::declare_rule;
use crate::script::Scripts;
use crate::script::element_use::{ElementUse, units_by_interaction_type};
use crate::script::facts::{UnitId, Value};
use crate::suggestion::quoted;
use crate::{Findings, LintCx};

declare_rule! {
    /// Several responses are joined by `,` instead of `[,]`.
    ///
    /// ## Why
    /// SCORM 2004 separates responses by `[,]`. With a plain comma the LMS stores one response with a strange name, and counts it as wrong.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.interactions.0.id", "q1");
    /// api.SetValue("cmi.interactions.0.type", "choice");
    /// api.SetValue("cmi.interactions.0.learner_response", "a,c");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.interactions.0.id", "q1");
    /// api.SetValue("cmi.interactions.0.type", "choice");
    /// api.SetValue("cmi.interactions.0.learner_response", "a[,]c");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API040",
        name: "responses-joined-by-comma",
        category: ApiUsage,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "RTE 4.2.7, interactions",
        mend: "Join the responses by `[,]`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    let (of_several, joins) = (units_of_several(scripts), joins_by_comma(scripts));
    let responses = scripts.elements.iter().filter(|used| {
        let is_response =
            used.element.ends_with(".learner_response") || used.element.ends_with(".pattern");
        used.function == ApiFunction::SetValue && is_response && !used.version.is_scorm12()
    });
    for used in responses.filter(|used| of_several.get(&used.unit) == Some(&true)) {
        let wrong = used.values.iter().map(|(value, _)| value.as_ref());
        let wrong = wrong.filter(|value| value.contains(',') && !value.contains("[,]"));
        if let Some(value) = wrong.into_iter().next() {
            let right = value
                .split(',')
                .map(str::trim)
                .collect::<Vec<_>>()
                .join("[,]");
            let message = format!("`{value}` is joined by `,`, and SCORM 2004 reads it as one");
            let draft = scripts.report(out, used.at_value(), message);
            draft.suggest(format!("Write {}.", quoted(&right)));
        } else if joins
            .iter()
            .any(|(unit, span)| *unit == used.unit && is_within(used, *span))
        {
            let message = "these are joined by `,`, and SCORM 2004 reads them as one";
            let draft = scripts.report(out, used.at_value(), message);
            draft.suggest("Write `.join(\"[,]\")`.");
        }
    }
}

/// Of which units are all interactions of types whose responses are several names? Text may hold
/// commas.
fn units_of_several(scripts: &Scripts) -> HashMap<UnitId, bool> {
    units_by_interaction_type(scripts, |name| {
        matches!(name, "choice" | "sequencing" | "matching")
    })
}

/// Where `.join(",")` stands.
fn joins_by_comma(scripts: &Scripts) -> Vec<(UnitId, Span)> {
    let joins = scripts.facts.calls_named("join").filter(|call| {
        match call.arguments.first().map(|argument| &argument.value) {
            Some(Value::Text(text)) => text.trim() == ",",
            Some(_) => false,
            None => true,
        }
    });
    joins.map(|call| (call.unit, call.span)).collect()
}

fn is_within(used: &ElementUse, span: Span) -> bool {
    used.value_span.start <= span.start && span.end <= used.value_span.end
}
