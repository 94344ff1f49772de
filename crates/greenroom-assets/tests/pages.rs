//! The pages as they were built, and their TypeScript: its types, and the unit tests of what needs
//! no browser.

use std::path::Path;
use std::process::Command;

use greenroom_assets::{AXE, ENGINE, PAGES};

fn node(arguments: &[&str]) {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let output = Command::new("node")
        .args(arguments)
        .current_dir(web)
        .output()
        .expect("node is installed");
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{complained}");
}

#[test]
fn the_pages_are_well_typed() {
    node(&["node_modules/typescript/bin/tsc", "--noEmit"]);
}

#[test]
fn the_units_of_the_pages_work() {
    node(&["tests/run.mjs"]);
}

fn page(path: &str) -> &'static str {
    let file = PAGES.iter().find(|(name, _)| *name == path);
    let (_, bytes) = file.unwrap_or_else(|| panic!("{path} was not built"));
    std::str::from_utf8(bytes).expect("text")
}

#[test]
fn everything_that_is_served_was_made() {
    assert!(page("player/index.html").contains("<iframe"));
    for path in [
        "player/player.js",
        "workbench/index.html",
        "ui/ui.js",
        "ui/ui.css",
    ] {
        assert!(!page(path).is_empty(), "{path}");
    }
    assert!(ENGINE.starts_with(b"\0asm") && AXE.contains("axe"));
}

#[test]
fn the_worker_imports_nothing() {
    let script = page("ui-worker/ui-worker.js");
    assert!(!script.contains("import"), "{script}");
}
