//! Dependencies carry licences that let anyone use the binary.

use super::Repository;

const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Every dependency offers at least one way of use under the list above.
pub(super) fn are_permissive(repository: &Repository) -> Vec<String> {
    repository.metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|package| {
            let licence = package["license"].as_str().unwrap_or("");
            (!permits(licence))
                .then(|| format!("dependency {} has the licence `{licence}`", package["name"]))
        })
        .collect()
}

/// SPDX expressions as crates write them: every AND part needs one permissive OR part.
fn permits(expression: &str) -> bool {
    let plain = expression.replace(['(', ')'], " ").replace('/', " OR ");
    !plain.trim().is_empty()
        && plain.split(" AND ").all(|part| {
            part.split(" OR ")
                .any(|name| PERMISSIVE.contains(&name.trim()))
        })
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_permissive_alternative_is_enough() {
        for (expression, want) in [
            ("MIT", true),
            ("MIT/Apache-2.0", true),
            ("GPL-3.0 OR MIT", true),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("MIT AND GPL-3.0", false),
            ("GPL-2.0", false),
            ("", false),
        ] {
            assert_eq!(super::permits(expression), want, "{expression}");
        }
    }
}
