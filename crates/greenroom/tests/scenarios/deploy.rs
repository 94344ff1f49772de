//! The examples of `deploy/`, each read by the program that it is for.

use std::path::Path;
use std::process::Command;

#[test]
fn examples_are_read_by_the_programs_they_are_for() {
    let check = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/check");
    let output = Command::new("bash").arg(check).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    eprintln!("{said}");
    assert!(output.status.success(), "{said}");
}
