//! Crates depend on what the table in ARCHITECTURE.md allows, and on all of it.

use super::Repository;
use std::collections::{BTreeMap, BTreeSet};

/// Crate → the workspace crates it uses, or may use.
type Edges = BTreeMap<String, BTreeSet<String>>;

/// Compares the normal dependencies between workspace crates with the table, in both directions.
pub(super) fn allowed_edges_hold(repository: &Repository) -> Vec<String> {
    differences(
        &edges(&repository.metadata),
        &table(&repository.text("ARCHITECTURE.md")),
    )
}

/// A table that allows more than is used would let an edge come back unseen.
fn differences(used: &Edges, allowed: &Edges) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, dependencies) in used {
        let Some(may_use) = allowed.get(name) else {
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
        for dependency in may_use.difference(dependencies) {
            faults.push(format!(
                "ARCHITECTURE.md: `{name}` may depend on `{dependency}` but does not: remove it \
                 from the allowed-edges table"
            ));
        }
    }
    for name in allowed.keys().filter(|name| !used.contains_key(*name)) {
        faults.push(format!(
            "ARCHITECTURE.md: the allowed-edges table has `{name}`, which is not a crate"
        ));
    }
    faults
}

/// Reads the rows ``| `crate` | what | `a` `b` |`` below the heading "Allowed edges".
fn table(architecture: &str) -> Edges {
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
fn edges(metadata: &serde_json::Value) -> Edges {
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

    #[test]
    fn both_sides_are_compared() {
        let edges = |rows: &[(&str, &[&str])]| -> super::Edges {
            let row = |(name, uses): &(&str, &[&str])| {
                let uses = uses.iter().map(|name| (*name).to_owned()).collect();
                ((*name).to_owned(), uses)
            };
            rows.iter().map(row).collect()
        };
        let used = edges(&[("a", &[]), ("b", &["a"])]);
        assert!(super::differences(&used, &used).is_empty());
        for (allowed, fault) in [
            (edges(&[("a", &[]), ("b", &[])]), "may not depend on `a`"),
            (edges(&[("a", &["b"]), ("b", &["a"])]), "but does not"),
            (edges(&[("b", &["a"])]), "`a` is missing"),
            (
                edges(&[("a", &[]), ("b", &["a"]), ("c", &[])]),
                "not a crate",
            ),
        ] {
            let faults = super::differences(&used, &allowed);
            assert!(faults.len() == 1 && faults[0].contains(fault), "{faults:?}");
        }
    }
}
