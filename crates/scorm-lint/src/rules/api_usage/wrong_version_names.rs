//! API014: The scripts speak only to the API of another SCORM version than the manifest declares.

use super::session;
use crate::rule::declare_rule;
use crate::script::api::ApiCall;
use crate::script::flow::ApiVersions;
use crate::{Findings, LintCx};
use scorm_package::ScormVersion;

declare_rule! {
    /// The scripts speak only to the API of another SCORM version than the manifest declares.
    ///
    /// ## Why
    /// An LMS offers the API of the declared version: `API` with `LMSInitialize` for SCORM 1.2,
    /// `API_1484_11` with `Initialize` for SCORM 2004. A course that looks for the other one finds
    /// nothing.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Lesson</h1>
    /// <script>
    /// var api = window.parent.API;
    /// if (api) {
    ///   api.LMSInitialize("");
    ///   api.LMSFinish("");
    /// }
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
    /// if (api) {
    ///   api.Initialize("");
    ///   api.Terminate("");
    /// }
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "API014",
        name: "wrong-version-names",
        category: ApiUsage,
        severity: Error,
        level: Standard,
        spec: "RTE 3.2, API instance",
        mend: "Look for `{API}`, and call the functions of {version} instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    if cx.manifest.is_none() && cx.settings.version.is_none() {
        return;
    }
    let scripts = cx.scripts();
    let (own, name) = match cx.version {
        ScormVersion::Scorm12 => (ApiVersions::SCORM_12, "SCORM 1.2"),
        ScormVersion::Scorm2004(_) => (ApiVersions::SCORM_2004, "SCORM 2004"),
    };
    for session in session::all(cx) {
        let speaks = |call: &ApiCall| call.versions.has(own) || call.object.has(own);
        let any = session.calls.iter().any(|(call, _)| speaks(call));
        if !any && let Some((first, _)) = session.calls.first() {
            let word = scripts.called(first);
            let message =
                format!("the package is {name}, and its scripts call only `{word}` and the like");
            session.report(out, first, &message);
        }
    }
}
