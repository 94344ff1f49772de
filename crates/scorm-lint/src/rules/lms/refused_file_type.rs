//! LMS010: The package holds a file of a type that a chosen LMS refuses.

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// The package holds a file of a type that a chosen LMS refuses.
    ///
    /// ## Why
    /// The whole package is not imported, even if the file is never used.
    ///
    /// ## Example
    /// ```package
    /// //- ?profile docebo
    /// //- scripts/build.sh
    /// echo done
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- ?profile docebo
    /// //- scripts/build.js
    /// // done
    /// ```
    pub static RULE = {
        code: "LMS010",
        name: "refused-file-type",
        category: LmsCompatibility,
        severity: Error,
        level: Standard,
        mend: "Convert the file to a type that the LMS takes, or leave it out.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for profile in cx.settings.profiles() {
        let Some(refused) = &profile.refused_file_types else {
            continue;
        };
        for file in cx.files() {
            let extension = file.extension().to_ascii_lowercase();
            if refused.value.iter().any(|word| *word == extension) {
                let (name, source) = (&profile.title, &refused.source);
                let message = format!("{name} refuses files of type .{extension} ({source})");
                out.at(Place::file(&file.name), message);
            }
        }
    }
}
