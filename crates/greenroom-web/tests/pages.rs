//! The TypeScript of the pages: its types, and the unit tests of what needs no browser.

use std::path::Path;
use std::process::Command;

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
