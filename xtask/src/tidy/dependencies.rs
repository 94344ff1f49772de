//! Dependencies that nothing uses cost build time and trust.

use super::Repository;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// Every dependency of a crate is named in its code, each kind in the code that may use it.
pub(super) fn are_used(repository: &Repository) -> Vec<String> {
    let mut faults = Vec::new();
    for package in members(&repository.metadata) {
        let code = Code::of(repository, package);
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let name = dependency["name"].as_str().unwrap_or_default();
            let called = dependency["rename"].as_str().unwrap_or(name);
            let places = match dependency["kind"].as_str() {
                None => &code.shipped,
                Some("build") => &code.build,
                Some(_) => &code.all,
            };
            let word = called.replace('-', "_");
            if !places.iter().any(|text| has_word(text, &word)) {
                let manifest = relative(repository, &package["manifest_path"]);
                faults.push(format!("{manifest}: nothing uses `{name}`: remove it"));
            }
        }
    }
    faults
}

/// Every version that the workspace declares is taken by a crate.
pub(super) fn are_taken(repository: &Repository) -> Vec<String> {
    let taken: BTreeSet<&str> = members(&repository.metadata)
        .flat_map(|package| package["dependencies"].as_array().into_iter().flatten())
        .filter_map(|dependency| dependency["name"].as_str())
        .collect();
    declared(&repository.text("Cargo.toml"))
        .into_iter()
        .filter(|name| !taken.contains(name.as_str()))
        .map(|name| format!("Cargo.toml: no crate takes `{name}` of [workspace.dependencies]"))
        .collect()
}

pub(super) fn members(metadata: &serde_json::Value) -> impl Iterator<Item = &serde_json::Value> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    packages.filter(|package| package["source"].is_null())
}

/// The texts of a crate's Rust files, by who may use which kind of dependency.
#[derive(Default)]
struct Code {
    /// Library and programs.
    shipped: Vec<String>,
    /// The build script.
    build: Vec<String>,
    /// The above, tests, benchmarks and examples.
    all: Vec<String>,
}

impl Code {
    fn of(repository: &Repository, package: &serde_json::Value) -> Self {
        let mut code = Self::default();
        for target in package["targets"].as_array().into_iter().flatten() {
            let root = relative(repository, &target["src_path"]);
            let kind = target["kind"][0].as_str().unwrap_or_default();
            let texts = files_of(repository, &root, kind);
            match kind {
                "custom-build" => code.build.extend(texts),
                "test" | "bench" | "example" => code.all.extend(texts),
                _ => code.shipped.extend(texts),
            }
        }
        code.all.extend(code.shipped.iter().cloned());
        code
    }
}

/// A target's file, and what lies below its folder where that folder is the target's own.
fn files_of(repository: &Repository, root: &str, kind: &str) -> Vec<String> {
    let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
    let alone = kind == "custom-build" || folder.ends_with("/tests");
    repository
        .rust_files()
        .filter(|file| *file == root || (!alone && Path::new(file).starts_with(folder)))
        .map(|file| repository.text(file))
        .collect()
}

/// A path of the metadata as git writes it; Cargo leaves the `..` of a manifest in it.
fn relative(repository: &Repository, path: &serde_json::Value) -> String {
    let mut plain = PathBuf::new();
    for part in Path::new(path.as_str().unwrap_or_default()).components() {
        if part == Component::ParentDir {
            plain.pop();
        } else {
            plain.push(part);
        }
    }
    let inside = plain.strip_prefix(&repository.root).unwrap_or(&plain);
    inside.display().to_string().replace('\\', "/")
}

/// Whether code outside of comments has this word.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let part_of_a_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.lines()
        .filter_map(|line| line.split("//").next())
        .any(|line| {
            line.match_indices(word).any(|(start, _)| {
                let before = line[..start].chars().next_back();
                let after = line[start + word.len()..].chars().next();
                !before.is_some_and(part_of_a_word) && !after.is_some_and(part_of_a_word)
            })
        })
}

/// The names below `[workspace.dependencies]`.
fn declared(manifest: &str) -> Vec<String> {
    manifest
        .lines()
        .skip_while(|line| *line != "[workspace.dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once(" = "))
        .filter(|(name, _)| !name.starts_with('#'))
        .map(|(name, _)| name.to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{declared, has_word};

    #[test]
    fn a_word_is_whole_and_outside_of_comments() {
        for (text, want) in [
            ("use serde_json::Value;", true),
            ("let x: serde_json::Value", true),
            ("use my_serde_json::Value;", false),
            ("serde_jsonx", false),
            ("// serde_json is not used", false),
        ] {
            assert_eq!(has_word(text, "serde_json"), want, "{text}");
        }
    }

    #[test]
    fn declarations_end_with_the_section() {
        let manifest = "[workspace]\nx = 1\n[workspace.dependencies]\n# why = not\na = \"1\"\n\
                        b-c = { path = \"b\" }\n\n[profile.dev]\nd = 1\n";
        assert_eq!(declared(manifest), ["a", "b-c"]);
    }
}
