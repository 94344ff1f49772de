//! What the assets are made from. The compiler is told of every file, so that Cargo compiles again
//! when one changes.

use crate::failure::Failure;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

const ENGINE: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "crates/scorm-package/Cargo.toml",
    "crates/scorm-package/src",
    "crates/scorm-sequencing/Cargo.toml",
    "crates/scorm-sequencing/src",
    "crates/scorm-runtime/Cargo.toml",
    "crates/scorm-runtime/src",
    "crates/scorm-session/Cargo.toml",
    "crates/scorm-session/src",
    "crates/scorm-wasm/Cargo.toml",
    "crates/scorm-wasm/src",
    "crates/scorm-lms/Cargo.toml",
    "crates/scorm-lms/src",
    "crates/scorm-lms-wasm/Cargo.toml",
    "crates/scorm-lms-wasm/src",
];

const PAGES: &[&str] = &[
    "crates/scorm-lms-wasm/js",
    "crates/scorm-wasm/js",
    "web/inspector",
    "web/package-lock.json",
    "web/player",
    "web/trace",
    "web/tsconfig.json",
    "web/ui",
    "web/vite.config.js",
    "web/workbench",
];

/// The files of engine and pages.
pub(crate) fn all(root: &Path) -> Result<Vec<PathBuf>, Failure> {
    Ok([files(root, ENGINE)?, of_pages(root)?].concat())
}

/// The files that the pages are made from.
pub(crate) fn of_pages(root: &Path) -> Result<Vec<PathBuf>, Failure> {
    files(root, PAGES)
}

fn files(root: &Path, places: &[&str]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for place in places {
        let place = root.join(place);
        if place.is_dir() {
            files.extend(below(&place)?);
        } else {
            files.push(place);
        }
    }
    Ok(files)
}

/// Every file below a folder, in a fixed order.
pub(crate) fn below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error| Failure::File(folder.to_path_buf(), error);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            files.extend(below(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Changes with the name or the content of any file.
pub(crate) fn digest(files: &[PathBuf]) -> Result<String, Failure> {
    let mut hasher = DefaultHasher::new();
    for file in files {
        let bytes = std::fs::read(file).map_err(|error| Failure::File(file.clone(), error))?;
        (file, bytes).hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_of_the_engine_is_watched() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut reached = vec!["scorm-wasm".to_owned(), "scorm-lms-wasm".to_owned()];
        let mut next = 0;
        while let Some(name) = reached.get(next).cloned() {
            let manifest = root.join("crates").join(&name).join("Cargo.toml");
            let text = std::fs::read_to_string(manifest).expect("a crate of the workspace");
            let normal = text.split("[dev-dependencies]").next().unwrap_or_default();
            for line in normal.lines().filter(|line| line.starts_with("scorm-")) {
                let used = line.split(['.', ' ', '=']).next().unwrap_or_default();
                if !reached.iter().any(|name| name == used) {
                    reached.push(used.to_owned());
                }
            }
            next += 1;
        }
        assert_eq!(reached.len(), 7, "{reached:?}");
        for name in reached {
            assert!(
                ENGINE.contains(&format!("crates/{name}/src").as_str()),
                "{name}"
            );
        }
    }

    #[test]
    fn sources_exist_and_a_digest_follows_their_content() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let files = all(&root).expect("the sources");
        assert!(files.len() > 100, "{}", files.len());
        let (first, others) = (digest(&files).unwrap(), digest(&files[1..]).unwrap());
        assert_eq!(first, digest(&files).unwrap());
        assert_ne!(first, others);
    }
}
