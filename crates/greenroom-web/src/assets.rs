//! The files that the build script made.

/// The player's engine.
pub(crate) const ENGINE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/engine.wasm"));

/// axe-core as its makers publish it: a script that audits the accessibility of a document.
pub const AXE: &str = include_str!(concat!(env!("OUT_DIR"), "/axe.min.js"));

// `FILES`: every file that the web build made, by its path below the build's folder.
include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// A file of the web build.
pub(crate) fn find(path: &str) -> Option<&'static [u8]> {
    FILES
        .iter()
        .find(|(name, _)| *name == path)
        .map(|(_, bytes)| *bytes)
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
