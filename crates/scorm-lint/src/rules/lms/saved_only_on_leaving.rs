//! LMS011: Nothing is saved before the learner leaves.

use super::breaks::{self, Cause};
use super::code;
use crate::rule::declare_rule;
use crate::rules::api_usage::session::{self, Session};
use crate::script::events::Events;
use crate::{Edit, Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// Nothing is saved before the learner leaves.
    ///
    /// ## Why
    /// ILIAS loses a save on `pagehide` and says that it succeeded, Open edX keeps the first of the
    /// values that are set then, Chamilo and OpenOLAT race the end of the page. Where Moodle takes
    /// the frame away, `beforeunload` never comes. A tab that the system ends saves nothing in any
    /// LMS. Whoever commits while the learner works loses the last step at most.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.location", "3");
    /// window.addEventListener("pagehide", function () {
    ///   api.Commit("");
    ///   api.Terminate("");
    /// });
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
    /// api.SetValue("cmi.location", "3");
    /// api.Commit("");
    /// window.addEventListener("pagehide", function () {
    ///   api.Commit("");
    ///   api.Terminate("");
    /// });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS011",
        name: "saved-only-on-leaving",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        fix: Safe,
        mend: r#"Call `{Commit}("")` while the learner works, and on `beforeunload` too."#,
        since: "0.3.0",
    }
}

/// While the page goes away or is put into the background.
fn leaving() -> Events {
    let away = Events::LEAVING.with(Events::VISIBILITY);
    away.with(Events::AFTER_UNLOAD)
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for session in session::complete(cx) {
        let commits = session.events(ApiFunction::Commit);
        let saves = commits.with(session.events(ApiFunction::Terminate));
        let Some(set) = session.first(&[ApiFunction::SetValue]) else {
            continue;
        };
        let told = told(cx, saves);
        if saves.within(leaving()) && !told.is_empty() {
            let told = told.join("; ");
            let message = format!("nothing is saved before the learner leaves ({told})");
            let edits = early_save(cx, &session);
            if let (Some(draft), Some(edits)) = (session.tell(out, set, message), edits) {
                draft.fix("Commit behind what is set", edits);
            }
        }
    }
}

/// What LMSs make of saves on these events alone.
fn told(cx: &LintCx<'_>, saves: Events) -> Vec<String> {
    let on_pagehide = Events::PAGE_HIDE.with(Events::VISIBILITY);
    let behind = on_pagehide.with(Events::UNLOAD);
    let early = saves.has(Events::BEFORE_UNLOAD);
    let causes = [
        (Cause::SavedOnPagehide, saves.has(on_pagehide) && !early),
        (Cause::SavedBehindBeforeunload, saves.has(behind) && !early),
        (Cause::SavedOnBeforeunloadOnly, early && !saves.has(behind)),
        (Cause::SavedOnLeaving, true),
    ];
    let causes = causes.into_iter().filter(|(_, applies)| *applies);
    causes
        .filter_map(|(cause, _)| breaks::told(cx, cause))
        .collect()
}

/// Commit behind the last value that is set while the learner works.
fn early_save(cx: &LintCx<'_>, session: &Session<'_>) -> Option<Vec<Edit>> {
    let scripts = cx.scripts();
    let mut early = session.calls.iter().filter(|(call, events)| {
        let fact = scripts.facts.call(call.call);
        call.function == ApiFunction::SetValue
            && call.is_direct()
            && !events.has(leaving())
            && fact.is_statement
            && !scripts.is_vendor(fact.unit)
    });
    let (last, _) = early.next_back()?;
    let call = scripts.facts.call(last.call);
    let callee = code::callee(cx, scripts, call)?;
    let object = callee.strip_suffix(call.shown())?;
    let commit = if call.shown().starts_with("LMS") {
        ApiFunction::Commit.name_1_2()
    } else {
        ApiFunction::Commit.name_2004()
    };
    code::behind(cx, scripts, call, &[format!("{object}{commit}(\"\");")])
}
