//! LMS018: A course with a mastery score saves a score while it is still incomplete.

use std::collections::HashSet;

use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::rules::api_usage::session;
use crate::script::Scripts;
use crate::script::element_use::ElementUse;
use crate::script::run::{Run, Step};
use crate::{Findings, LintCx};
use scorm_package::xml::{Node, Vocabulary};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// A course with a mastery score saves a score while it is still incomplete.
    ///
    /// ## Why
    /// When the manifest has a mastery score, Moodle turns any score into `passed` or `failed` as
    /// the session ends, even if the course said `incomplete` and `suspend`. Both count as
    /// finished: the learner who comes back gets a review instead of the rest of the course.
    ///
    /// ## Example
    /// ```package
    /// <adlcp:masteryscore>80</adlcp:masteryscore>
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API;
    /// api.LMSInitialize("");
    /// function leave() {
    ///   api.LMSSetValue("cmi.core.score.raw", "40");
    ///   api.LMSSetValue("cmi.core.lesson_status", "incomplete");
    ///   api.LMSSetValue("cmi.core.exit", "suspend");
    ///   api.LMSFinish("");
    /// }
    /// window.addEventListener("pagehide", leave);
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <adlcp:masteryscore>80</adlcp:masteryscore>
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API;
    /// api.LMSInitialize("");
    /// function leave() {
    ///   api.LMSSetValue("cmi.suspend_data", "points=40");
    ///   api.LMSSetValue("cmi.core.lesson_status", "incomplete");
    ///   api.LMSSetValue("cmi.core.exit", "suspend");
    ///   api.LMSFinish("");
    /// }
    /// window.addEventListener("pagehide", leave);
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS018",
        name: "score-saved-with-suspend",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        versions: SCORM_12,
        mend: "Report the score when the course is done, and keep it in `cmi.suspend_data` until then.",
        since: "0.3.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let resources: HashSet<_> = cx
        .items()
        .filter(|item| {
            let score = item.child(Vocabulary::Adlcp, "masteryscore");
            score.is_some_and(|score| !score.text().trim().is_empty())
        })
        .filter_map(|item| cx.resource_of(item))
        .map(Node::id)
        .collect();
    let mastered: Vec<&str> = cx
        .hrefs()
        .iter()
        .filter(|href| resources.contains(&href.node.id()))
        .filter_map(|href| href.file())
        .collect();
    if mastered.is_empty() {
        return;
    }
    let Some(told) = breaks::told(cx, Cause::ScoreEndsAttempt) else {
        return;
    };
    let scripts = cx.scripts();
    for session in session::all(cx) {
        if !mastered.contains(&session.launch.file.as_ref())
            || session
                .uses(ApiFunction::SetValue, &["cmi.core.score.raw"])
                .is_empty()
        {
            continue;
        }
        let runs = Run::all(scripts, session.launch);
        if let Some(score) = runs.iter().find_map(|run| unfinished_score(scripts, run)) {
            let message = format!("this score goes with an unfinished attempt ({told})");
            session.tell(out, score.call, message);
        }
    }
}

/// The score that a run certainly sets together with `incomplete` or `suspend`.
fn unfinished_score<'r, 's>(scripts: &'s Scripts, run: &'r Run<'s>) -> Option<&'r Step<'s>> {
    let sets = |element: &str, values: &[&str]| {
        run.steps.iter().find(|step| {
            let used = used(scripts, step);
            used.is_some_and(|used| {
                used.element.as_ref() == element
                    && (values.is_empty()
                        || matches!(used.values.as_slice(),
                            [(value, _)] if values.contains(&value.as_ref())))
            }) && !step.written_conditional
        })
    };
    let (status, finished) = ("cmi.core.lesson_status", ["completed", "passed", "failed"]);
    let is_unfinished = match sets(status, &[]) {
        Some(_) => sets(status, &["incomplete"]).is_some() && sets(status, &finished).is_none(),
        None => sets("cmi.core.exit", &["suspend"]).is_some(),
    };
    sets("cmi.core.score.raw", &[]).filter(|_| is_unfinished)
}

fn used<'s>(scripts: &'s Scripts, step: &Step<'_>) -> Option<&'s ElementUse> {
    let mut sets = scripts.elements.iter();
    sets.find(|used| {
        let call = &scripts.api_calls[used.api_call];
        used.function == ApiFunction::SetValue && call.call == step.call.call
    })
}
