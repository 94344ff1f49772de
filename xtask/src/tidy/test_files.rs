//! A test file that no `mod` line names would never run.

use super::Repository;

/// Every file below `tests/<name>/` is declared by the `main.rs` or `mod.rs` beside it.
pub(super) fn none_is_forgotten(repository: &Repository) -> Vec<String> {
    repository
        .rust_files()
        .filter(|file| file.contains("/tests/"))
        .filter_map(|file| {
            let (folder, name) = file.rsplit_once('/')?;
            if folder.ends_with("/tests") || name == "main.rs" || name == "mod.rs" {
                return None;
            }
            let module = name.trim_end_matches(".rs");
            let declared = [
                format!("{folder}/main.rs"),
                format!("{folder}/mod.rs"),
                format!("{folder}.rs"),
            ]
            .iter()
            .any(|parent| repository.text(parent).contains(&format!("mod {module};")));
            (!declared).then(|| format!("{file}: no `mod {module};` beside it, so it never runs"))
        })
        .collect()
}
