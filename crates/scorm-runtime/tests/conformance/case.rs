//! A case file, as far as the API alone can play it.

use std::path::{Path, PathBuf};

use serde_json::Value;

pub(crate) struct Case {
    pub(crate) id: String,
    /// Manifest by package name; the empty name when there is only one.
    pub(crate) manifests: Vec<(String, PathBuf)>,
    pub(crate) steps: Vec<Value>,
}

pub(crate) fn read(path: &Path) -> Case {
    let text = std::fs::read_to_string(path).expect("readable case");
    let case: Value = serde_json::from_str(&text).expect("JSON case");
    let folder = path.parent().expect("a folder");
    let manifests = match case["manifests"].as_object() {
        Some(packages) => packages
            .iter()
            .map(|(package, path)| (package.clone(), folder.join(path.as_str().expect("a path"))))
            .collect(),
        None => vec![(String::new(), folder.join(text_of(&case["manifest"])))],
    };
    Case {
        id: text_of(&case["id"]).to_owned(),
        manifests,
        steps: case["steps"].as_array().expect("steps").clone(),
    }
}

/// All case files of a folder, by name.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    files
}

pub(crate) fn text_of(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
