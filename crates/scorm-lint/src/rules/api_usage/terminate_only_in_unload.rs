//! API004: Terminate is called only on `unload`.

use super::element::literal_edit;
use super::session::{self, Session};
use crate::rule::declare_rule;
use crate::script::events::Events;
use crate::script::facts::{UnitKind, Value};
use crate::{Edit, Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// Terminate is called only on `unload`.
    ///
    /// ## Why
    /// Browsers are removing the `unload` event, and phones hardly ever send it: the session then
    /// never ends and its data is lost. `pagehide` is sent in its place. ILIAS stores nothing on
    /// `pagehide`: commit while the learner works as well.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// window.addEventListener("unload", function () { api.Terminate(""); });
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
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API004",
        name: "terminate-only-in-unload",
        category: ApiUsage,
        severity: Warning,
        level: Standard,
        spec: "RTE 3.1, API",
        fix: Unsafe,
        mend: r#"Call `{Terminate}("")` on `pagehide` instead of `unload`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for session in session::all(cx) {
        let events = session.events(ApiFunction::Terminate);
        if events.within(Events::UNLOAD.with(Events::AFTER_UNLOAD))
            && let Some(call) = session.first(&[ApiFunction::Terminate])
        {
            let message = "Terminate is called only on `unload`, which browsers are removing";
            let edits = listen_to_pagehide(cx, &session);
            if let (Some(draft), Some(edits)) = (session.report(out, call, message), edits) {
                draft.fix("Listen to `pagehide` instead of `unload`", edits);
            }
        }
    }
}

/// Other events for all listeners of the page to `unload`; none if one of them has no fix. A page
/// without such a listener may come back as it was left, so this changes what the course does.
fn listen_to_pagehide(cx: &LintCx<'_>, session: &Session<'_>) -> Option<Vec<Edit>> {
    let scripts = cx.scripts();
    let units = &session.launch.scope.units;
    let by_other_means = scripts
        .facts
        .handlers
        .iter()
        .any(|handler| handler.event.as_ref() == "unload" && units.contains(&handler.unit))
        || units.iter().any(|unit| {
            matches!(&scripts.facts.unit(*unit).kind, UnitKind::Handler { event, .. }
            if event == "unload")
        });
    let listens = units
        .iter()
        .flat_map(|unit| scripts.facts.calls_of(*unit))
        .map(|(_, call)| call)
        .filter(|call| call.shown() == "addEventListener" && !scripts.is_vendor(call.unit))
        .filter_map(|call| Some((call.unit, call.arguments.first()?)))
        .filter(|(_, event)| event.value == Value::Text("unload".into()));
    let edits: Vec<Edit> = listens
        .map(|(unit, event)| literal_edit(scripts, unit, event.span, "pagehide"))
        .collect();
    (!edits.is_empty() && !by_other_means).then_some(edits)
}
