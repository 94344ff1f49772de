//! How source files look: headers, names, nothing switched off, nothing of one machine.

use super::Repository;

/// Every Rust module says in `//!` what it is for.
pub(super) fn modules_have_a_header(repository: &Repository) -> Vec<String> {
    repository
        .rust_files()
        .filter(|file| !repository.text(file).starts_with("//!"))
        .map(|file| format!("{file}: begin the module with `//!`: what it is for"))
        .collect()
}

/// A file name tells what is inside.
pub(super) fn names_say_something(repository: &Repository) -> Vec<String> {
    const EMPTY: &[&str] = &[
        "utils", "util", "helpers", "helper", "manager", "common", "misc",
    ];
    repository
        .files
        .iter()
        .filter(|file| {
            file.split('/')
                .any(|part| EMPTY.contains(&part.split('.').next().unwrap_or(part)))
        })
        .map(|file| format!("{file}: name the file after what it holds"))
        .collect()
}

/// Tests run, code is finished.
pub(super) fn nothing_is_disabled(repository: &Repository) -> Vec<String> {
    // Put together here, so that this file does not find itself.
    let banned = ["#[ign", "#[should_", "dbg", "todo", "unimplemented"]
        .iter()
        .zip(["ore", "panic]", "!(", "!(", "!("])
        .map(|(start, end)| format!("{start}{end}"))
        .collect::<Vec<_>>();
    matching_lines(repository, |line| {
        banned
            .iter()
            .find(|word| line.contains(*word))
            .map(|word| format!("remove `{word}`"))
    })
}

/// Nothing depends on where one machine keeps its files.
pub(super) fn no_machine_paths(repository: &Repository) -> Vec<String> {
    let roots = ["work", "root", "home"].map(|folder| format!("/{folder}/"));
    matching_lines(repository, |line| {
        roots.iter().find_map(|root| {
            let start = line.find(root)?;
            let before = line[..start].chars().next_back();
            let inside_a_path = before.is_some_and(|c| c.is_alphanumeric() || "._/*}".contains(c));
            (!inside_a_path).then(|| format!("a path of one machine: {root}"))
        })
    })
}

fn matching_lines(repository: &Repository, fault: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let mut faults = Vec::new();
    for file in repository.rust_files() {
        for (index, line) in repository.text(file).lines().enumerate() {
            if let Some(message) = fault(line) {
                faults.push(format!("{file}:{}: {message}", index + 1));
            }
        }
    }
    faults
}
