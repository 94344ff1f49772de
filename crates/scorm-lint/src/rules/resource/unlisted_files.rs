//! RES027: Files of the package are not listed by any resource.

use std::collections::BTreeSet;

use crate::rule::declare_rule;
use crate::{Findings, LintCx, MANIFEST, Place};

declare_rule! {
    /// Files of the package are not listed by any resource.
    ///
    /// ## Why
    /// Tools that split, copy or clean packages by the list leave them out.
    ///
    /// ## Example
    /// ```package
    /// //- extra.js
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    ///   <file href="extra.js"/>
    /// </resource>
    /// //- extra.js
    /// ```
    pub static RULE = {
        code: "RES027",
        name: "unlisted-files",
        category: Files,
        severity: Info,
        level: Strict,
        adl: ["P-23"],
        spec: "CAM 3, Content Packaging",
        mend: "List the files that the course uses as `<file>`, such as {1}, and leave the others out of the package.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    if cx.root().is_none() {
        return;
    }
    let listed: BTreeSet<&str> = cx.hrefs().iter().filter_map(|href| href.file()).collect();
    let unlisted: Vec<&str> = cx
        .files()
        .iter()
        .filter(|file| !file.is_of_type(&["xsd", "dtd"]) && !file.is_junk())
        .map(|file| file.name.as_str())
        .filter(|name| *name != MANIFEST && !listed.contains(name))
        .collect();
    if let Some(first) = unlisted.first() {
        let message = match unlisted.len() {
            1 => format!("`{first}` is not listed by any resource"),
            count => format!("{count} files are not listed by any resource, first `{first}`"),
        };
        out.at(Place::file(MANIFEST), message);
    }
}
