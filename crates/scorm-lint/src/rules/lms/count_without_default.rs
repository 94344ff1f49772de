//! LMS015: The number of records is used as an index although it may be missing.

use std::collections::BTreeSet;

use super::answers::{first_of_each_file, further, holder, reads, ways};
use super::breaks::{self, Cause};
use super::code;
use crate::rule::declare_rule;
use crate::script::Scripts;
use crate::script::facts::{Call, Value};
use crate::script::names::NameId;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// The number of records is used as an index although it may be missing.
    ///
    /// ## Why
    /// Open edX, Frappe and LearnHouse answer `_count` with nothing. `parseInt` makes that NaN, and
    /// the course writes `cmi.interactions.NaN.id`: the records are lost or mixed up.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// var next = parseInt(api.GetValue("cmi.interactions._count"), 10);
    /// api.SetValue("cmi.interactions." + next + ".id", "q1");
    /// api.SetValue("cmi.interactions." + next + ".type", "choice");
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// var next = parseInt(api.GetValue("cmi.interactions._count") || 0, 10);
    /// api.SetValue("cmi.interactions." + next + ".id", "q1");
    /// api.SetValue("cmi.interactions." + next + ".type", "choice");
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS015",
        name: "count-without-default",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        fix: Safe,
        mend: "Count from 0 where {1} is empty: `(… || 0)`.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::CountMissing) else {
        return;
    };
    let scripts = cx.scripts();
    let mut counts = reads(cx, |element| element.ends_with("._count")).peekable();
    if counts.peek().is_none() {
        return;
    }
    let indexes = indexes(scripts);
    let risky = counts.filter(|used| {
        let ways = ways(scripts, used);
        let is_safe = ways.iter().any(|call| has_default(scripts, call));
        !is_safe && ways.iter().any(|call| is_index(scripts, &indexes, call))
    });
    for (used, count) in first_of_each_file(scripts, risky) {
        let more = further(count);
        let message = format!("`{}` becomes an index{more} ({told})", used.element);
        let call = scripts.facts.call(scripts.api_calls[used.api_call].call);
        let edits = code::around(scripts, call, "(", " || 0)");
        let draft = scripts.report(out, call, message);
        if let Some(edits) = edits {
            draft.fix("Count from 0 where the answer is empty", edits);
        }
    }
}

/// Does the code have another value, or ask whether this is one?
fn has_default(scripts: &Scripts, call: &Call) -> bool {
    let name = call.result.holder;
    call.result.defaulted || name.is_some_and(|name| scripts.facts.defaulted.contains(&name))
}

/// Does the answer become part of the name of an element that is set?
fn is_index(scripts: &Scripts, indexes: &BTreeSet<NameId>, call: &Call) -> bool {
    let inside = || {
        scripts.api_calls.iter().any(|set| {
            let element = set.element.as_ref().map(|element| element.span);
            set.function == ApiFunction::SetValue
                && scripts.facts.call(set.call).unit == call.unit
                && element
                    .is_some_and(|span| span.start <= call.span.start && call.span.end <= span.end)
        })
    };
    holder(scripts, call).is_some_and(|name| indexes.contains(&name))
        || call.result.holder.is_none() && inside()
}

/// The names that stand in elements that are set, with those that they are given.
fn indexes(scripts: &Scripts) -> BTreeSet<NameId> {
    let mut names = BTreeSet::new();
    let sets = scripts.api_calls.iter();
    for set in sets.filter(|call| call.function == ApiFunction::SetValue) {
        let element = set.element.as_ref().map(|element| &element.value);
        if let Some(Value::Parts(parts)) = element {
            names.extend(parts.iter().filter_map(name_of));
        }
    }
    for _ in 0..3 {
        let given = names.iter().flat_map(|name| {
            let held = scripts.flow.sources(&scripts.facts, &Value::Name(*name));
            held.into_iter().filter_map(name_of)
        });
        let given: Vec<NameId> = given.collect();
        names.extend(given);
        names.extend(arguments(scripts, &names));
    }
    names
}

/// What the parameters among some names are given.
fn arguments(scripts: &Scripts, names: &BTreeSet<NameId>) -> Vec<NameId> {
    let mut given = Vec::new();
    for name in names {
        let Some(function) = scripts.flow.owner(*name) else {
            continue;
        };
        let parameters = &scripts.facts.function(function).parameters;
        let Some(at) = parameters.iter().position(|parameter| parameter == name) else {
            continue;
        };
        for id in scripts.callers.get(&function).into_iter().flatten() {
            let argument = scripts.facts.call(*id).arguments.get(at);
            given.extend(argument.and_then(|argument| name_of(&argument.value)));
        }
    }
    given
}

fn name_of(value: &Value) -> Option<NameId> {
    match value {
        Value::Name(name) => Some(*name),
        _ => None,
    }
}
