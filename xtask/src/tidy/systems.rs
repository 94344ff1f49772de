//! Code of one system stays behind one seam, the crate `greenroom-os`.
//!
//! Tests and benchmarks are left out: they run on Linux, and end, lock and look at processes there.

use super::Repository;
use super::dependencies::{has_word, members};

const SEAM: &str = "greenroom-os";
/// Paths and crates that only some systems have.
const CODE: &[&str] = &[
    "os::fd",
    "os::linux",
    "os::macos",
    "os::unix",
    "os::windows",
    "tokio::net::unix",
    "tokio::net::windows",
    "tokio::signal",
    "libc",
    "nix",
    "rustix",
    "windows_sys",
];
const CRATES: &[&str] = &[
    "libc",
    "nix",
    "rustix",
    "signal-hook",
    "windows",
    "windows-sys",
];
/// What a condition of compilation names a system by.
const CONDITIONS: &[&str] = &["unix", "windows", "target_os", "target_vendor"];

/// No crate but the seam has code of one system.
pub(super) fn code_is_behind_the_seam(repository: &Repository) -> Vec<String> {
    let mut faults = Vec::new();
    let seam = format!("crates/{SEAM}/");
    let shipped = repository.rust_files().filter(|file| {
        file.starts_with("crates/")
            && !file.starts_with(&seam)
            && !["/tests/", "/benches/", "/tests.rs"]
                .iter()
                .any(|part| file.contains(part))
    });
    for file in shipped {
        for (line, what) in of_one_system(&repository.text(file)) {
            faults.push(format!(
                "{file}:{line}: `{what}` is of one system: put it into `{SEAM}`"
            ));
        }
    }
    faults
}

/// No crate but the seam depends on what only some systems have, except for its tests.
pub(super) fn dependencies_are_behind_the_seam(repository: &Repository) -> Vec<String> {
    let mut faults = Vec::new();
    for package in members(&repository.metadata).filter(|package| package["name"] != SEAM) {
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        for dependency in dependencies.filter(|dependency| dependency["kind"] != "dev") {
            let name = dependency["name"].as_str().unwrap_or_default();
            let target = dependency["target"].as_str().unwrap_or_default();
            if CRATES.contains(&name) || names_a_system(target) {
                let package = package["name"].as_str().unwrap_or_default();
                faults.push(format!(
                    "crates/{package}/Cargo.toml: `{name}` is of one system: use it in `{SEAM}`"
                ));
            }
        }
    }
    faults
}

/// The places of code before the tests that only some systems have: line, and what it is.
fn of_one_system(text: &str) -> Vec<(usize, String)> {
    let shipped = text
        .find("#[cfg(test)]\nmod ")
        .map_or(text, |end| &text[..end]);
    let mut found = Vec::new();
    for (index, line) in shipped.lines().enumerate() {
        for word in CODE.iter().filter(|word| has_word(line, word)) {
            found.push((index + 1, (*word).to_owned()));
        }
    }
    for start in ["cfg(", "cfg!(", "cfg_attr("] {
        for (at, _) in shipped.match_indices(start) {
            let condition = condition(&shipped[at + start.len()..]);
            if names_a_system(condition) {
                let line = shipped[..at].matches('\n').count() + 1;
                found.push((line, format!("{start}{condition})")));
            }
        }
    }
    found.sort();
    found
}

/// What stands before the bracket that closes.
fn condition(text: &str) -> &str {
    let mut open = 1;
    let end = text.find(|letter| {
        match letter {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        open == 0
    });
    &text[..end.unwrap_or(text.len())]
}

fn names_a_system(condition: &str) -> bool {
    CONDITIONS.iter().any(|word| has_word(condition, word))
}

#[cfg(test)]
mod tests {
    use super::of_one_system;

    #[test]
    fn code_of_one_system_is_found_where_it_stands() {
        for (text, lines) in [
            ("use std::os::unix::fs::PermissionsExt as _;\n", vec![1]),
            ("use std::fs;\nuse std::os::fd::OwnedFd;\n", vec![2]),
            ("a();\n    libc::kill(1, 9);\n", vec![2]),
            ("use tokio::signal::unix::signal;\n", vec![1]),
            ("#[cfg(unix)]\nfn a() {}\n", vec![1]),
            ("#[cfg(all(\n    test,\n    not(windows),\n))]\n", vec![1]),
            ("let a = cfg!(target_os = \"macos\");\n", vec![1]),
            ("#[cfg_attr(windows, expect(unused))]\n", vec![1]),
            ("#[cfg(target_family = \"unix\")]\n", vec![1]),
            // Not of a system.
            ("for pair in words.windows(2) {}\n", vec![]),
            ("#[cfg(feature = \"schema\")]\n", vec![]),
            ("#[cfg(not(target_family = \"wasm\"))]\n", vec![]),
            ("// As of libc and cfg-less windows.\n", vec![]),
            ("let libcurl = nixie;\n", vec![]),
            // Of tests.
            (
                "a();\n#[cfg(test)]\nmod tests {\n    #[cfg(unix)]\n}\n",
                vec![],
            ),
        ] {
            let found: Vec<usize> = of_one_system(text).iter().map(|found| found.0).collect();
            assert_eq!(found, lines, "{text}");
        }
    }
}
