//! API017: An element is named that no SCORM version has.

use super::element::literal_edit;
use crate::rule::declare_rule;
use crate::script::data_model::Verdict;
use crate::{Findings, LintCx};

declare_rule! {
    /// An element is named that no SCORM version has.
    ///
    /// ## Why
    /// The LMS refuses the call with error 401 (201 in SCORM 1.2): the value is not stored, and
    /// what is read is empty.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.sucess_status", "passed");
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
    /// api.SetValue("cmi.success_status", "passed");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API017",
        name: "misspelt-element",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 4, data model",
        fix: Unsafe,
        mend: "Write an element of {version} instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    let Some(models) = &scripts.models else {
        return;
    };
    for used in &scripts.elements {
        if used.verdict != Verdict::UnknownElement || used.known_elsewhere {
            continue;
        }
        let element = &used.element;
        let nearest = models.model(used.version).nearest(&used.element);
        let message = match &nearest {
            Some(nearest) => {
                format!("there is no element `{element}`; `{nearest}` is probably meant")
            }
            None => format!("there is no element `{element}`"),
        };
        let draft = scripts.report(out, used.at_element(), message);
        let right = nearest.filter(|nearest| used.is_literal && !nearest.contains(".n"));
        if let Some(right) = right {
            let edit = literal_edit(scripts, used.unit, used.element_span, &right);
            draft.fix(format!("Write `{right}`"), vec![edit]);
        }
    }
}
