//! The page of the UI platform: its HTML, script, style and shared worker, as the build made them.

use std::fmt::Write as _;

/// One embedded file.
#[derive(Debug, Clone, Copy)]
pub struct File {
    /// Media type.
    pub mime: &'static str,
    /// Content.
    pub bytes: &'static [u8],
}

/// Changes whenever a file of the page does; part of its addresses.
pub const BUILD: &str = env!("GREENROOM_UI_BUILD");

const SCRIPT: &str = "text/javascript; charset=utf-8";
const PAGE: &str = include_str!("../../../web/ui/page.html");

/// A file of `/-/assets/{BUILD}/`.
pub fn asset(name: &str) -> Option<File> {
    match name {
        "ui.js" => Some(File {
            mime: SCRIPT,
            bytes: include_bytes!(concat!(env!("OUT_DIR"), "/web/ui/ui.js")),
        }),
        "ui.css" => Some(File {
            mime: "text/css; charset=utf-8",
            bytes: include_bytes!(concat!(env!("OUT_DIR"), "/web/ui/ui.css")),
        }),
        _ => None,
    }
}

/// The script of `/-/worker/{BUILD}.js`.
pub fn worker() -> File {
    File {
        mime: SCRIPT,
        bytes: include_bytes!(concat!(env!("OUT_DIR"), "/web/ui-worker/ui-worker.js")),
    }
}

/// The page of a session. `app.css` and `app.js` of the project are linked where they exist.
///
/// `session` is an id in the form of the contract: letters, digits, `_` and `-`.
pub fn html(session: &str, has_app_css: bool, has_app_js: bool) -> String {
    let mut links = String::new();
    if has_app_css {
        let _infallible = write!(
            links,
            r#"<link rel="stylesheet" href="/{session}/app.css">"#
        );
    }
    if has_app_js {
        // A module runs after the page's own one, which stands before it.
        let _infallible = write!(
            links,
            r#"<script type="module" src="/{session}/app.js"></script>"#
        );
    }
    PAGE.replace("{build}", BUILD)
        .replace("{session}", session)
        .replace("{links}", &links)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_its_build_and_session_and_links_only_what_exists() {
        let page = html("s-1", true, false);
        assert!(page.contains(&format!("/-/assets/{BUILD}/ui.js")), "{page}");
        assert!(page.contains(r#"data-session="s-1""#), "{page}");
        assert!(page.contains("/s-1/app.css"), "{page}");
        assert!(!page.contains("app.js"), "{page}");
        assert!(!page.contains("{build}") && !page.contains("{links}"));
    }

    #[test]
    fn the_worker_imports_nothing() {
        let script = std::str::from_utf8(worker().bytes).expect("text");
        assert!(!script.contains("import"), "{script}");
        assert!(asset("ui.js").is_some() && asset("ui.css").is_some() && asset("x").is_none());
    }
}
