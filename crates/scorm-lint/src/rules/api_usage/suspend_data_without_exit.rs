//! API033: A SCO stores `cmi.suspend_data` or a location and never sets `cmi.exit` to `suspend`.

use super::session::{self, Session};
use crate::rule::declare_rule;
use crate::rules::lms::breaks::{self, Cause};
use crate::script::element_use::ElementUse;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// A SCO stores `cmi.suspend_data` or a location and never sets `cmi.exit` to `suspend`.
    ///
    /// ## Why
    /// Only an attempt that ends with `suspend` is resumed. Otherwise the next launch begins a new
    /// attempt, and what was stored is not there.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.suspend_data", "page=3");
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
    /// api.SetValue("cmi.suspend_data", "page=3");
    /// api.SetValue("cmi.exit", "suspend");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API033",
        name: "suspend-data-without-exit",
        category: ApiUsage,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "RTE 4.2.8, exit",
        mend: r#"Set `cmi.exit` to `suspend` before `Terminate("")`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for session in session::complete(cx) {
        let stored = [
            "cmi.suspend_data",
            "cmi.location",
            "cmi.core.lesson_location",
        ];
        if never_suspends(&session)
            && let Some(call) = session.first_set(&stored)
        {
            let also = breaks::also(cx, Cause::ExitWithoutSuspend);
            let message = format!(
                "this is stored for the next time, and the exit is never set to `suspend`{also}"
            );
            session.report(out, call, &message);
        }
    }
}

/// Is the exit never set, or always to another word?
fn never_suspends(session: &Session<'_>) -> bool {
    let names = ["cmi.exit", "cmi.core.exit"];
    let exits = session.uses(ApiFunction::SetValue, &names);
    let is_other = |used: &&ElementUse| {
        let mut values = used.values.iter();
        !used.values.is_empty() && values.all(|(value, _)| value.as_ref() != "suspend")
    };
    session.names_all_elements() && exits.iter().all(is_other)
}
