//! The engine compared call by call with scorm-again, the best open JavaScript engine.
//!
//! `tests/differential/adl_wins.mjs` lists where the two differ because ADL's rules win; any other
//! difference fails.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot run its tools must fail"
)]

mod page_build;

use std::path::Path;
use std::process::Command;

#[test]
fn differs_from_scorm_again_only_where_adl_wins() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/differential");
    assert!(
        folder.join("node_modules/scorm-again").exists(),
        "scorm-again is missing: run `make setup` (or tests/differential/setup.sh)"
    );
    let output = Command::new("node")
        .arg(folder.join("differential.mjs"))
        .arg(page_build::build_engine())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{told}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    println!("{told}");
}
