//! Whether everything compiles for systems that nobody here runs.
//!
//! The compiler checks the Rust code of all crates. Some of those that they use bring code in C
//! ([`WITH_C`]), and there is no compiler of C for these systems here: that code is left out, and not
//! missed, because nothing is linked. So this says nothing of the C, nor that anything runs there; and
//! who wants to link for one of these systems does so in another target folder.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::ci::step;
use crate::error::TaskError;

/// `scripts/setup` adds them.
const TARGETS: &[&str] = &["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];

/// The crates that compile C, or could: `greenroom-lua` is around Lua (the first three),
/// `greenroom-pack` makes pictures smaller with the next, and the last is TLS to an identity provider.
const WITH_C: &[&str] = &[
    "mlua-sys",
    "lua-src",
    "luajit-src",
    "libdeflate-sys",
    "ring",
];

/// Checks the workspace for each of the targets.
#[expect(clippy::print_stderr, reason = "progress for a person")]
pub(crate) fn run(root: &Path) -> Result<(), TaskError> {
    let missing: Vec<&str> = TARGETS
        .iter()
        .copied()
        .filter(|target| !is_installed(target))
        .collect();
    if !missing.is_empty() {
        let add = format!("rustup target add {}", missing.join(" "));
        if Command::new("rustup").arg("--version").output().is_ok() {
            return Err(TaskError::ProgramFailed {
                program: "other systems".to_owned(),
                said: format!("run `{add}` first"),
            });
        }
        eprintln!("== other systems: SKIPPED, nothing was checked: there is no rustup for `{add}`");
        return Ok(());
    }
    c_is_where_it_is_known(root)?;
    let mut check = Command::new(env!("CARGO"));
    check.args(["check", "--workspace", "--locked", "--exclude", "xtask"]);
    for target in TARGETS {
        check.args(["--target", target]);
        let name = target.replace('-', "_");
        for tool in ["CC", "CXX", "AR"] {
            check.env(format!("{tool}_{name}"), "true");
        }
    }
    step(root, "other systems", &mut check)
}

/// A crate with C that is not listed would be taken for checked.
fn c_is_where_it_is_known(root: &Path) -> Result<(), TaskError> {
    let mut tree = vec!["tree", "--workspace", "--locked", "--edges", "normal,build"];
    tree.extend(["--invert", "cc", "--depth", "1", "--prefix", "none"]);
    for target in TARGETS {
        tree.extend(["--target", target]);
    }
    let found = crate::tidy::lines(root, env!("CARGO"), &tree)?;
    let unknown: Vec<String> = found
        .iter()
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "cc" && !WITH_C.contains(name))
        .map(|name| format!("{name}: compiles C and is not in WITH_C of {}", file!()))
        .collect();
    if unknown.is_empty() {
        Ok(())
    } else {
        Err(TaskError::Untidy(unknown))
    }
}

fn is_installed(target: &str) -> bool {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output();
    sysroot.is_ok_and(|output| {
        let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        let library: PathBuf = [&sysroot, "lib", "rustlib", target, "lib"].iter().collect();
        library.is_dir()
    })
}
