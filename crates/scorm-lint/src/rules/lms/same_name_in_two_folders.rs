//! LMS030: Different files in different folders have the same name.

use std::collections::BTreeMap;

use super::breaks::{self, Cause};
use crate::rule::declare_rule;
use crate::{FileEntry, Findings, LintCx, Place};

declare_rule! {
    /// Different files in different folders have the same name.
    ///
    /// ## Why
    /// Open edX looks for a file by its name alone, without the folder, and serves the first that
    /// it finds for all of them: pages get the wrong script, style or picture.
    ///
    /// ## Example
    /// ```package
    /// //- one/data.js
    /// var page = 1;
    /// //- two/data.js
    /// var page = "two";
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- one/data-1.js
    /// var page = 1;
    /// //- two/data-2.js
    /// var page = "two";
    /// ```
    pub static RULE = {
        code: "LMS030",
        name: "same-name-in-two-folders",
        category: LmsCompatibility,
        severity: Info,
        level: Standard,
        mend: "Give each file a name of its own.",
        since: "0.3.0",
    }
}

/// What only describes the package.
const NOT_SERVED: &[&str] = &["xsd", "dtd", "xml", "md", "txt", "map"];

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(told) = breaks::told(cx, Cause::FileByNameAlone) else {
        return;
    };
    let mut names: BTreeMap<&str, Vec<&FileEntry>> = BTreeMap::new();
    let files = cx.files().iter();
    for file in files.filter(|file| !file.is_junk() && !file.is_of_type(NOT_SERVED)) {
        let name = file.name.rsplit('/').next().unwrap_or_default();
        names.entry(name).or_default().push(file);
    }
    // Files of one size are mostly copies, and a copy may be served for the other.
    let shared = names.iter().filter(|(name, files)| {
        let first = files.first().map(|file| file.size);
        !name.is_empty() && files.iter().any(|file| Some(file.size) != first)
    });
    let shared: Vec<_> = shared.collect();
    if let Some((name, files)) = shared.first() {
        let others = match shared.len() - 1 {
            0 => String::new(),
            1 => ", and one more name is used twice".to_owned(),
            more => format!(", and {more} more names are used twice"),
        };
        let count = files.len();
        let message = format!("{count} files are called `{name}`{others} ({told})");
        let place = files
            .first()
            .map_or_else(Place::package, |file| Place::file(&file.name));
        out.at(place, message);
    }
}
