//! API028: Initialize, Terminate or Commit is called without its empty string.

use crate::Edit;
use crate::rule::declare_rule;
use crate::script::facts::UnitKind;
use crate::{Findings, LintCx};
use scorm_package::xml::Span;
use scorm_runtime::ApiFunction;

declare_rule! {
    /// Initialize, Terminate or Commit is called without its empty string.
    ///
    /// ## Why
    /// The standard demands exactly one argument, an empty string. Strict LMSs answer with error
    /// 201 and do not begin, end or store the session.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize();
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
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API028",
        name: "missing-empty-argument",
        category: ApiUsage,
        severity: Warning,
        strict: Error,
        level: Standard,
        spec: "RTE 3.1, API",
        fix: Safe,
        mend: "Give {1} an empty string as its argument.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for call in scripts.api_calls.iter().filter(|call| call.is_direct()) {
        let takes_empty = [
            ApiFunction::Initialize,
            ApiFunction::Terminate,
            ApiFunction::Commit,
        ];
        let fact = scripts.facts.call(call.call);
        if takes_empty.contains(&call.function) && fact.argument_count == 0 {
            let word = fact.shown();
            let message = format!("`{word}` needs an empty string as its argument");
            let draft = scripts.report(out, fact, message);
            let unit = scripts.facts.unit(fact.unit);
            let end = unit.in_file(fact.span).end;
            let before = Span {
                start: end - 1,
                end: end - 1,
            };
            let quotes = match unit.kind {
                UnitKind::Handler { .. } => "''",
                UnitKind::File | UnitKind::Inline => "\"\"",
            };
            let edit = Edit::new(unit.file.as_ref(), before, quotes);
            draft.fix(format!("Write `{word}(\"\")`"), vec![edit]);
        }
    }
}
