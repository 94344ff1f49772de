//! API008: A value is read or set before Initialize.

use super::session;
use crate::rule::declare_rule;
use crate::script::Scripts;
use crate::script::api::ApiCall;
use crate::script::facts::Value;
use crate::script::names::CallId;
use crate::script::run::Run;
use crate::{Findings, LintCx};
use scorm_runtime::ApiFunction;

declare_rule! {
    /// A value is read or set before Initialize.
    ///
    /// ## Why
    /// Before Initialize the API refuses every other call (error 122, 132 or 142; 301 in SCORM
    /// 1.2).
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API_1484_11;
    /// var place = api.GetValue("cmi.location");
    /// api.Initialize("");
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
    /// var place = api.GetValue("cmi.location");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API008",
        name: "call-before-initialize",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 3.1, API",
        mend: r#"Move {1} behind `{Initialize}("")`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for session in session::all(cx) {
        let run = Run::of_load(scripts, session.launch);
        let Some(start) = run.position(ApiFunction::Initialize) else {
            continue;
        };
        for step in run.steps[..start].iter().filter(|step| !step.conditional) {
            let early = [
                ApiFunction::GetValue,
                ApiFunction::SetValue,
                ApiFunction::Commit,
            ];
            if early.contains(&step.call.function) && !is_probe(scripts, step.call) {
                let name = scripts.called(step.call);
                let message = format!("`{name}` comes before Initialize");
                session.report(out, step.call, &message);
            }
        }
    }
}

/// Asks the code only whether the session is open? It reads a certain element and looks at the
/// error, as the `LMSIsInitialized` of ADL's wrapper does.
fn is_probe(scripts: &Scripts, call: &ApiCall) -> bool {
    let own = scripts.facts.call(call.inner);
    let element = own.arguments.first().map(|argument| &argument.value);
    let is_certain = matches!(element, Some(Value::Text(_)));
    let looks_at_error = |id: &CallId| {
        let later = scripts.facts.call(*id).span.start >= own.span.end;
        let asked = scripts.direct_call(*id);
        later && asked.is_some_and(|asked| asked.function == ApiFunction::GetLastError)
    };
    let function = own
        .function
        .map(|function| scripts.index.of_function(function));
    call.function == ApiFunction::GetValue
        && is_certain
        && function.is_some_and(|calls| calls.iter().any(looks_at_error))
}
