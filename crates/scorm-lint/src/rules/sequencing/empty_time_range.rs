//! SEQ053: An activity becomes available after its time is over.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// An activity becomes available after its time is over.
    ///
    /// ## Why
    /// `beginTimeLimit` is not before `endTimeLimit`, so an LMS that looks at them never delivers it.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing><imsss:limitConditions beginTimeLimit="2030-01-01T00:00:00" endTimeLimit="2029-01-01T00:00:00"/></imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing><imsss:limitConditions beginTimeLimit="2029-01-01T00:00:00" endTimeLimit="2030-01-01T00:00:00"/></imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SEQ053",
        name: "empty-time-range",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "CAM 5, Sequencing and Presentation",
        mend: "Write an end that lies after the begin.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for limits in cx.all(Vocabulary::Imsss, "limitConditions") {
        let (Some(begin), Some(end)) = (
            limits.attribute("beginTimeLimit"),
            limits.attribute("endTimeLimit"),
        ) else {
            continue;
        };
        // Without zones the text order is the time order; zones are not compared.
        let plain = |text: &str| text.len() >= 19 && !text[19..].contains(['Z', '+', '-']);
        let (from, to) = (begin.value().trim(), end.value().trim());
        if from.is_ascii() && to.is_ascii() && plain(from) && plain(to) && from >= to {
            out.at(end, format!("the end {to} is not after the begin {from}"));
        }
    }
}
