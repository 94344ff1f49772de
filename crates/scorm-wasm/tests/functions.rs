//! The scripts know the functions of the API by the engine's own list.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot read its data must fail"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use scorm_session::{ApiFunction, ApiMethod};

const HEAD: &str = "\
// Generated from crates/scorm-runtime/src/function.rs; the test crates/scorm-wasm/tests/functions.rs
// compares it, and writes it with GREENROOM_UPDATE_SCRIPTS=1.
";

fn list(name: &str, about: &str, opening: &str, of: fn(ApiFunction) -> &'static str) -> String {
    let mut text = format!("\n/** {about} */\nexport const {name}{opening} [\n");
    for function in ApiFunction::ALL {
        writeln!(text, "  \"{}\",", of(function)).unwrap();
    }
    text + "];\n"
}

fn module(opening: &str) -> String {
    let first = "Names of the API functions in SCORM 2004; the index is the number that \
                 `Session.call` takes.";
    [
        HEAD.to_owned(),
        list("FUNCTIONS", first, opening, ApiFunction::name_2004),
        list(
            "FUNCTIONS_12",
            "The same functions in SCORM 1.2.",
            opening,
            ApiFunction::name_1_2,
        ),
    ]
    .concat()
}

fn crate_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_scripts_list_of_functions_is_that_of_the_engine() {
    for (name, opening) in [("functions.js", " ="), ("functions.d.ts", ": readonly")] {
        let path = crate_folder().join("js").join(name);
        greenroom_testkit::compare(&path, &module(opening));
    }
}

/// Every script of the player and of the server, wherever it stands.
fn scripts(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let skipped = ["node_modules", "tests", "benches", "fuzz", "target"];
        if path.is_dir() {
            if !skipped.contains(&path.file_name().unwrap().to_str().unwrap()) {
                scripts(&path, found);
            }
        } else if path
            .extension()
            .is_some_and(|extension| extension == "js" || extension == "ts")
        {
            found.push(path);
        }
    }
}

#[test]
fn no_script_names_a_function_that_the_engine_does_not_have() {
    let root = crate_folder().ancestors().nth(2).unwrap();
    let mut files = Vec::new();
    for folder in ["crates", "web/player"] {
        scripts(&root.join(folder), &mut files);
    }
    assert!(files.len() > 10, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
            let function = word
                .strip_prefix("LMS")
                .filter(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
            assert!(
                function.is_none() || ApiMethod::parse(word).is_some(),
                "{}: the API has no function {word}",
                file.display()
            );
        }
    }
}
