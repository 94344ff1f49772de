//! Crates depend only on what the table in ARCHITECTURE.md allows.

use super::Repository;
use std::collections::{BTreeMap, BTreeSet};

/// Compares the normal dependencies between workspace crates with the table.
pub(super) fn allowed_edges_hold(repository: &Repository) -> Vec<String> {
    let allowed = table(&repository.text("ARCHITECTURE.md"));
    let mut faults = Vec::new();
    for (name, dependencies) in edges(&repository.metadata) {
        let Some(may_use) = allowed.get(&name) else {
            faults.push(format!(
                "ARCHITECTURE.md: `{name}` is missing in the allowed-edges table"
            ));
            continue;
        };
        for dependency in dependencies.difference(may_use) {
            faults.push(format!(
                "crates/{name}/Cargo.toml: `{name}` may not depend on `{dependency}` \
                 (allowed-edges table in ARCHITECTURE.md)"
            ));
        }
    }
    faults
}

/// Reads the rows ``| `crate` | what | `a` `b` |`` below the heading "Allowed edges".
fn table(architecture: &str) -> BTreeMap<String, BTreeSet<String>> {
    let quoted = |cell: &str| -> Vec<String> {
        cell.split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect()
    };
    architecture
        .lines()
        .skip_while(|line| !line.contains("Allowed edges"))
        .skip(1)
        .take_while(|line| !line.starts_with('#'))
        .filter(|line| line.starts_with("| `"))
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
            let name = quoted(cells.first()?).first()?.clone();
            Some((name, quoted(cells.last()?).into_iter().collect()))
        })
        .collect()
}

/// Workspace crate → the workspace crates it uses outside of tests.
fn edges(metadata: &serde_json::Value) -> BTreeMap<String, BTreeSet<String>> {
    let members: Vec<&serde_json::Value> = metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|package| package["source"].is_null())
        .collect();
    let names: BTreeSet<&str> = members
        .iter()
        .filter_map(|package| package["name"].as_str())
        .collect();
    members
        .iter()
        .filter_map(|package| {
            let uses = package["dependencies"]
                .as_array()?
                .iter()
                .filter(|dependency| dependency["kind"].is_null())
                .filter_map(|dependency| dependency["name"].as_str())
                .filter(|name| names.contains(name))
                .map(str::to_owned)
                .collect();
            Some((package["name"].as_str()?.to_owned(), uses))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_read_by_its_last_cell() {
        let text = "## Allowed edges\n| crate | holds | may use |\n|---|---|---|\n\
                    | `b` | things like `x` | `a` |\n# Next\n| `c` | | `a` |\n";
        let table = super::table(text);
        assert_eq!(table.len(), 1);
        assert!(table["b"].contains("a") && !table["b"].contains("x"));
    }
}
