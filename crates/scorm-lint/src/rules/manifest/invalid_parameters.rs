//! MAN023: The `parameters` of an item are not written as the standard demands.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// The `parameters` of an item are not written as the standard demands.
    ///
    /// ## Why
    /// They are appended to the URL that is launched. `?name=value&name=value` and `#fragment` survive
    /// that everywhere; other text makes URLs that LMSs build differently.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1" parameters="start"><title>Lesson</title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1" parameters="?page=1&amp;mode=a#top"><title>Lesson</title></item>
    /// ```
    pub static RULE = {
        code: "MAN023",
        name: "invalid-parameters",
        category: Manifest,
        severity: Warning,
        strict: Error,
        level: Standard,
        adl: ["30.6.3.6.4.2", "I-10"],
        spec: "CAM 3, Content Packaging",
        mend: "Write {1} as `?name=value`, with a `%` escape for every other character.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for item in cx.items() {
        if let Some(parameters) = item.attribute("parameters")
            && let Some(fault) = fault(parameters.value())
        {
            out.at(
                parameters,
                format!("parameters are `{}`: {fault}", parameters.value()),
            );
        }
    }
}

/// What is wrong: `[?]name=value(&name=value)*[#fragment]`, or only a fragment.
fn fault(text: &str) -> Option<String> {
    let legal = |c: char| c.is_ascii_alphanumeric() || "-_.!*'()%|".contains(c);
    let (query, fragment) = match text.split_once('#') {
        Some((query, fragment)) => (query, Some(fragment)),
        None => (text, None),
    };
    if text.trim().is_empty() {
        return Some("they are empty".to_owned());
    }
    if fragment.is_some_and(|fragment| fragment.is_empty() || !fragment.chars().all(legal)) {
        return Some("the fragment is empty or has characters that must be escaped".to_owned());
    }
    let query = query.strip_prefix('?').unwrap_or(query);
    if query.is_empty() {
        return fragment
            .is_none()
            .then(|| "there is nothing behind the `?`".to_owned());
    }
    for pair in query.split('&') {
        let Some((name, value)) = pair.split_once('=') else {
            return Some(format!("`{pair}` is not name=value"));
        };
        if name.is_empty() || value.is_empty() {
            return Some(format!("in `{pair}` the name or the value is missing"));
        }
        if let Some(bad) = name.chars().chain(value.chars()).find(|c| !legal(*c)) {
            return Some(format!("`{bad}` must be escaped"));
        }
    }
    None
}
