//! The page of the UI platform: its HTML, script, style and shared worker, as the build made them.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::OnceLock;

use crate::assets;

/// One file of the page.
#[derive(Debug, Clone, Copy)]
pub struct File {
    /// Media type.
    pub mime: &'static str,
    /// Content.
    pub bytes: &'static [u8],
}

const PAGE: &str = include_str!("../../../web/ui/page.html");
const SCRIPT: &str = "ui/ui.js";
const STYLE: &str = "ui/ui.css";
const WORKER: &str = "ui-worker/ui-worker.js";

/// Changes whenever a file of the page does. It is part of the page's addresses, so that browsers
/// may keep its files.
pub fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let mut hasher = DefaultHasher::new();
        PAGE.hash(&mut hasher);
        for path in [SCRIPT, STYLE, WORKER] {
            assets::find(path).hash(&mut hasher);
        }
        format!("{:016x}", hasher.finish())
    })
}

/// A file of `/-/assets/{build}/`.
pub fn asset(name: &str) -> Option<File> {
    match name {
        "ui.js" => file(SCRIPT),
        "ui.css" => file(STYLE),
        _ => None,
    }
}

/// The script of `/-/worker/{build}.js`.
pub fn worker() -> Option<File> {
    file(WORKER)
}

fn file(path: &str) -> Option<File> {
    Some(File {
        mime: assets::mime(path),
        bytes: assets::find(path)?,
    })
}

/// The page of a session. `app.css` and `app.js` of the project are linked where they exist.
///
/// `session` is an id as they are made: letters, digits, `_` and `-`.
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
    PAGE.replace("{build}", build())
        .replace("{session}", session)
        .replace("{links}", &links)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_names_its_build_and_session_and_links_only_what_exists() {
        let page = html("s-1", true, false);
        let build = build();
        assert!(page.contains(&format!("/-/assets/{build}/ui.js")), "{page}");
        assert!(page.contains(r#"data-session="s-1""#), "{page}");
        assert!(page.contains("/s-1/app.css"), "{page}");
        assert!(!page.contains("app.js"), "{page}");
        assert!(!page.contains("{build}") && !page.contains("{links}"));
    }

    #[test]
    fn the_page_has_a_script_a_style_and_a_worker() {
        assert!(asset("ui.js").is_some() && asset("ui.css").is_some() && asset("x").is_none());
        assert!(worker().is_some());
    }
}
