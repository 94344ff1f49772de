//! LMS004: The course keeps data in the storage of the browser.

use crate::rule::declare_rule;
use crate::script::facts::Access;
use crate::{Findings, LintCx};

declare_rule! {
    /// The course keeps data in the storage of the browser.
    ///
    /// ## Why
    /// It stays on this one device, and inside an LMS on another host browsers block or empty it.
    /// Only `cmi.suspend_data` follows the learner.
    ///
    /// ## Example
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// localStorage.setItem("page", "3");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>
    /// var api = parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.location", "3");
    /// window.addEventListener("pagehide", function () { api.Terminate(""); });
    /// </script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "LMS004",
        name: "storage-instead-of-suspend-data",
        category: LmsCompatibility,
        severity: Warning,
        level: Standard,
        mend: "Store the value by `cmi.suspend_data` instead of {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for chain in &scripts.facts.chains {
        let first = chain.words[0].as_ref();
        let is_storage = matches!(first, "localStorage" | "sessionStorage" | "indexedDB");
        let writes = match chain.words.get(1).map(AsRef::as_ref) {
            Some("setItem" | "open") => chain.access == Access::Call,
            Some(_) => matches!(chain.access, Access::Assign(_)),
            None => false,
        };
        if chain.root.is_none() && is_storage && writes {
            let message = format!("`{first}` does not follow the learner to another device");
            scripts.report(out, chain, message);
        }
    }
}
