//! PKG015: The name of a file is not allowed on all systems.

use crate::rule::declare_rule;
use crate::{Findings, LintCx, Place};

declare_rule! {
    /// The name of a file is not allowed on all systems.
    ///
    /// ## Why
    /// Windows refuses control characters, `<>:"|?*`, names such as `CON`, and blanks or dots at the
    /// end; there the file is lost when the package is unpacked.
    ///
    /// ## Example
    /// ```package
    /// //- media/what?.png
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- media/what.png
    /// ```
    pub static RULE = {
        code: "PKG015",
        name: "unsafe-file-name",
        category: Files,
        severity: Warning,
        level: Standard,
        mend: "Rename {1} with letters, digits, `-` and `_`, and change what refers to it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for file in cx.files() {
        let fault = file.name.split('/').find_map(fault);
        if let Some(fault) = fault {
            out.at(Place::file(&file.name), format!("`{}`: {fault}", file.name));
        }
    }
}

fn fault(part: &str) -> Option<String> {
    const RESERVED: &[&str] = &["con", "prn", "aux", "nul"];
    if let Some(bad) = part
        .chars()
        .find(|c| c.is_control() || "<>:\"|?*".contains(*c))
    {
        return Some(format!("{bad:?} is not allowed in names"));
    }
    if part.ends_with([' ', '.']) {
        return Some("a name cannot end with a blank or dot".to_owned());
    }
    let stem = part
        .split('.')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let port = stem
        .strip_prefix("com")
        .or_else(|| stem.strip_prefix("lpt"));
    let port = port.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']));
    (RESERVED.contains(&stem.as_str()) || port).then(|| format!("`{stem}` is reserved"))
}
