//! MAN022: A title is empty.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A title is empty.
    ///
    /// ## Why
    /// The learner sees a blank line in the table of contents.
    ///
    /// ## Example
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title> </title></item>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <item identifier="i1" identifierref="r1"><title>Lesson</title></item>
    /// ```
    pub static RULE = {
        code: "MAN022",
        name: "blank-title",
        category: Manifest,
        severity: Warning,
        level: Standard,
        adl: ["30.6.3.5", "30.6.3.6.6"],
        spec: "CAM 3, Content Packaging",
        mend: "Write what learners are to read in the table of contents into `<title>`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for title in cx.all(Vocabulary::Imscp, "title") {
        if title.text().trim().is_empty() && title.children().next().is_none() {
            out.at(title, "the title is empty");
        }
    }
}
