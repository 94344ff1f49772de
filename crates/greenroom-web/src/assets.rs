//! The files that pages are made of. The program hands them over when it starts, so that this crate
//! is built without them.

use std::sync::OnceLock;

/// What browsers are served; the crate `greenroom-assets` makes it.
#[derive(Debug, Clone, Copy)]
pub struct Assets {
    /// The player's engine, as WebAssembly.
    pub engine: &'static [u8],
    /// The engine of those who look at a session, as WebAssembly.
    pub inspecting_engine: &'static [u8],
    /// The code of LMSs for the player page, as WebAssembly.
    pub lms: &'static [u8],
    /// axe-core: a script that audits the accessibility of a document.
    pub axe: &'static str,
    /// The files of the pages, by their path.
    pub pages: &'static [(&'static str, &'static [u8])],
}

static ASSETS: OnceLock<Assets> = OnceLock::new();

impl Assets {
    /// Serves these files as long as the process runs. Only the first call counts: pages and the
    /// addresses in them belong together.
    pub fn install(self) {
        ASSETS.get_or_init(|| self);
    }
}

/// Everything that was installed, by the names that `greenroom-assets` takes it in again.
pub fn all() -> Vec<(String, &'static [u8])> {
    let assets = installed();
    let mut files = vec![
        ("engine.wasm".to_owned(), assets.engine),
        (
            "inspecting_engine.wasm".to_owned(),
            assets.inspecting_engine,
        ),
        ("lms.wasm".to_owned(), assets.lms),
        ("axe.min.js".to_owned(), assets.axe.as_bytes()),
    ];
    let pages = assets.pages.iter();
    files.extend(pages.map(|(name, bytes)| (format!("web/{name}"), *bytes)));
    files
}

/// axe-core, to be run in a page.
pub fn axe() -> &'static str {
    installed().axe
}

/// The engine of those who look at a session.
pub fn inspecting_engine() -> &'static [u8] {
    installed().inspecting_engine
}

/// A file of the pages, as text; empty if it was not built.
pub fn page_text(path: &str) -> &'static str {
    let bytes = find(path).unwrap_or_default();
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The player's engine.
pub(crate) fn engine() -> &'static [u8] {
    installed().engine
}

/// The code of LMSs.
pub(crate) fn lms() -> &'static [u8] {
    installed().lms
}

/// A file of the pages.
pub(crate) fn find(path: &str) -> Option<&'static [u8]> {
    installed()
        .pages
        .iter()
        .find(|(name, _)| *name == path)
        .map(|(_, bytes)| *bytes)
}

/// The files of the workbench, and those that pages share.
pub(crate) fn of_workbench() -> impl Iterator<Item = &'static (&'static str, &'static [u8])> {
    let of_workbench = |path: &str| path.starts_with("workbench/") || path.starts_with("shared/");
    let pages = installed().pages.iter();
    pages.filter(move |(path, _)| of_workbench(path))
}

/// What the program handed over.
fn installed() -> &'static Assets {
    #[cfg(test)]
    for_tests().install();
    ASSETS
        .get()
        .expect("a program that serves pages calls `Assets::install` when it starts")
}

/// The content type of a file, by its name.
pub(crate) fn mime(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// Small files in place of the real ones, whose content `greenroom-assets` tests.
#[cfg(test)]
fn for_tests() -> Assets {
    Assets {
        engine: b"\0asm",
        inspecting_engine: b"\0asm",
        lms: b"\0asm",
        axe: "",
        pages: &[
            ("player/index.html", b"<iframe></iframe>"),
            ("player/player.js", b"run()"),
            (
                "workbench/index.html",
                b"<script src=\"/workbench/workbench.js\"></script>",
            ),
            ("workbench/workbench.js", b"work()"),
            ("ui/ui.js", b"show()"),
            ("ui/ui.css", b"main {}"),
            ("ui-worker/ui-worker.js", b"share()"),
        ],
    }
}
