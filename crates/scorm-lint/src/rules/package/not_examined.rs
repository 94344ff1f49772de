//! PKG050: A file could not be examined.

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Obstacle, Place, Severity, Work};

/// The code, for lint itself, which runs this rule behind all others.
pub(crate) const CODE: &str = "PKG050";

declare_rule! {
    /// A file could not be examined.
    ///
    /// Every other file was. The rule runs whatever categories and level are chosen, since it
    /// tells how far the other findings can be relied on.
    ///
    /// ## Why
    /// Nothing is known about its faults. Code that is nested thousands of levels deep, or keeps a
    /// parser busy for seconds, does the same to browsers.
    ///
    /// ## Example
    /// ```package
    /// //- ?size 7000000 player.js
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "PKG050",
        name: "not-examined",
        category: Files,
        severity: Error,
        level: Basic,
        mend: "Split the file, or nest its code less deeply; a fault of the linter itself is worth a report.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (work, obstacle) in cx.unexamined().iter() {
        let (place, what) = match work {
            Work::File(name) | Work::Markup(name) => (Place::file(name), "this file".to_owned()),
            Work::Scripts => (
                Place::package(),
                "what the pages and scripts do together".to_owned(),
            ),
            Work::Rule(code) => (Place::package(), format!("by rule {code} the package")),
        };
        let message = match (work, obstacle) {
            (Work::Rule(code), Obstacle::TooMany(more)) => {
                format!("{more} further findings of rule {code} are not listed")
            }
            _ => format!("{what} could not be examined: {obstacle}"),
        };
        let draft = out.at(place, message);
        match obstacle {
            Obstacle::TooMany(_) => {
                draft.suggest("Mend the findings of this rule that are listed, and check again.");
                draft.severity(Severity::Info)
            }
            Obstacle::TooLarge(_) | Obstacle::Unreadable => draft.severity(Severity::Info),
            // The fault is the linter's, not the package's.
            Obstacle::Failed(_) => draft.severity(Severity::Warning),
            Obstacle::TooDeep | Obstacle::TooSlow | Obstacle::TooMuchMemory | Obstacle::GivenUp => {
                draft
            }
        };
    }
}
