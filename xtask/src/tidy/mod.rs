//! The rules of this repository that no compiler checks.

mod dependencies;
mod layers;
mod licences;
mod sources;
mod systems;
mod test_files;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::TaskError;

/// A check looks at the repository and lists every fault it finds.
type Check = fn(&Repository) -> Vec<String>;

const CHECKS: &[Check] = &[
    dependencies::are_used,
    dependencies::are_taken,
    layers::allowed_edges_hold,
    licences::are_permissive,
    sources::modules_have_a_header,
    sources::names_say_something,
    sources::nothing_is_disabled,
    sources::no_machine_paths,
    systems::code_is_behind_the_seam,
    systems::dependencies_are_behind_the_seam,
    test_files::none_is_forgotten,
];

/// What the checks look at.
pub(crate) struct Repository {
    root: PathBuf,
    /// Paths relative to the root, as git lists them.
    files: Vec<String>,
    metadata: serde_json::Value,
}

impl Repository {
    fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.root.join(file)).unwrap_or_default()
    }

    fn rust_files(&self) -> impl Iterator<Item = &String> {
        self.files.iter().filter(|file| {
            Path::new(file)
                .extension()
                .is_some_and(|ending| ending == "rs")
        })
    }
}

/// Runs all checks and reports all faults at once.
pub(crate) fn run(root: &Path) -> Result<(), TaskError> {
    let repository = Repository {
        root: root.to_path_buf(),
        files: lines(
            root,
            "git",
            &["ls-files", "--cached", "--others", "--exclude-standard"],
        )?,
        metadata: serde_json::from_str(
            &lines(
                root,
                env!("CARGO"),
                &["metadata", "--format-version", "1", "--locked"],
            )?
            .concat(),
        )
        .map_err(TaskError::Metadata)?,
    };
    let faults: Vec<String> = CHECKS.iter().flat_map(|check| check(&repository)).collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(TaskError::Untidy(faults))
    }
}

pub(crate) fn lines(
    root: &Path,
    program: &str,
    arguments: &[&str],
) -> Result<Vec<String>, TaskError> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(root)
        .output()
        .map_err(|error| TaskError::NotStarted {
            what: program.to_owned(),
            error,
        })?;
    if !output.status.success() {
        return Err(TaskError::ProgramFailed {
            program: program.to_owned(),
            said: String::from_utf8_lossy(&output.stderr).into_owned(),
        });
    }
    Ok(String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(str::to_owned)
        .collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_repository_is_tidy() {
        super::run(&crate::root()).unwrap();
    }
}
