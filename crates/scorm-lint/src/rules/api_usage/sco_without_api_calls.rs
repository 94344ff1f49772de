//! API001: A SCO never calls the SCORM API.

use crate::Place;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A SCO never calls the SCORM API.
    ///
    /// ## Why
    /// A SCO must find the API and call Initialize and Terminate; the LMS otherwise never learns
    /// that it was taken. Content that does not speak with the LMS is an asset.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><title>Lesson</title><h1>Lesson</h1></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><title>Lesson</title><h1>Lesson</h1></html>
    /// ```
    pub static RULE = {
        code: "API001",
        name: "sco-without-api-calls",
        category: ApiUsage,
        severity: Warning,
        strict: Error,
        level: Standard,
        spec: "RTE 3.1, API",
        mend: r#"Let {1} call `{Initialize}("")` and `{Terminate}("")`, or declare its resource an asset."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for launch in &scripts.launches {
        let page = scripts.page(&launch.file);
        let shows = page.is_some_and(|page| page.html.has_content || !page.units.is_empty());
        let units = &launch.scope.units;
        let mut calls = scripts.api_calls.iter();
        let calls_api = calls.any(|call| units.contains(&scripts.facts.call(call.call).unit));
        if launch.is_complete && shows && !calls_api {
            let message = format!("`{}` is a SCO and never calls the API", launch.file);
            out.at(Place::file(&launch.file), message);
        }
    }
}
