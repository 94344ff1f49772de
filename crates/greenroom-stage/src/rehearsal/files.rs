//! Rehearsals on disk, with the manifests and the other rehearsals that they need.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use scorm_session::rehearsal::Case;
use scorm_session::rehearsal::format::Rehearsal;

/// The rehearsals of one run.
#[derive(Debug, Default)]
pub struct Scenarios {
    cases: BTreeMap<String, Case>,
    /// One entry per file, in the order of their names: the id, or what is wrong with the file.
    wanted: Vec<Result<String, Unreadable>>,
    /// Files of the folders that are no rehearsals.
    skipped: Vec<PathBuf>,
    /// The course that is played instead of those that the files name.
    course: Option<PathBuf>,
}

/// A file that holds no rehearsal that can be played.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// Its name without the extension.
    pub id: String,
    /// What is wrong.
    pub fault: String,
}

impl Scenarios {
    /// Reads the named rehearsals, and what they require from beside them.
    pub fn load(paths: &[PathBuf]) -> Result<Self, String> {
        Self::load_for(paths, None)
    }

    /// As [`Scenarios::load`]; all of them play `course`, whatever manifest they name.
    pub fn load_for(paths: &[PathBuf], course: Option<&Path>) -> Result<Self, String> {
        let mut scenarios = Self {
            course: course.map(Path::to_owned),
            ..Self::default()
        };
        let (paths, skipped) = files(paths)?;
        scenarios.skipped = skipped;
        for path in paths {
            let read = scenarios.add(&path);
            scenarios.wanted.push(read.map_err(|fault| {
                Unreadable {
                    id: path
                        .file_stem()
                        .unwrap_or_default()
                        .to_string_lossy()
                        .into_owned(),
                    fault,
                }
            }));
        }
        Ok(scenarios)
    }

    /// One rehearsal that is no file; what it names lies in `folder`.
    pub fn of(rehearsal: Rehearsal, folder: &Path, course: Option<&Path>) -> Result<Self, String> {
        let mut scenarios = Self {
            course: course.map(Path::to_owned),
            ..Self::default()
        };
        let case = with_courses(rehearsal, folder, course)?;
        let id = scenarios.keep(case, folder)?;
        scenarios.wanted.push(Ok(id));
        Ok(scenarios)
    }

    fn add(&mut self, path: &Path) -> Result<String, String> {
        let case = read(path, self.course.as_deref())?;
        self.keep(case, path.parent().unwrap_or(Path::new("")))
    }

    fn keep(&mut self, case: Case, folder: &Path) -> Result<String, String> {
        let id = case.rehearsal.id.clone();
        self.read_required(&case, folder)?;
        if self.wanted.iter().flatten().any(|other| *other == id) {
            return Err(format!("another rehearsal has the id {id}"));
        }
        self.cases.insert(id.clone(), case);
        Ok(id)
    }

    /// Ids of the rehearsals that were asked for, in the order of their file names.
    pub fn wanted(&self) -> &[Result<String, Unreadable>] {
        &self.wanted
    }

    /// Files of the folders that have no `steps`, so that they are no rehearsals.
    pub fn skipped(&self) -> &[PathBuf] {
        &self.skipped
    }

    /// The rehearsal of an id that was asked for or is required.
    pub fn case(&self, id: &str) -> &Case {
        &self.cases[id]
    }

    /// Everything that must be taken before `id`, in order, each once.
    pub fn required_by(&self, id: &str) -> Vec<&str> {
        let mut order = Vec::new();
        self.add_required(id, &mut order);
        order
    }

    fn add_required<'a>(&'a self, id: &str, order: &mut Vec<&'a str>) {
        for required in &self.cases[id].rehearsal.requires {
            if !order.contains(&required.as_str()) && required != id {
                // Named before its own requirements, so that a circle ends.
                order.push(required);
                let at = order.len() - 1;
                self.add_required(required, order);
                let own = order.remove(at);
                order.push(own);
            }
        }
    }

    fn read_required(&mut self, case: &Case, folder: &Path) -> Result<(), String> {
        for required in &case.rehearsal.requires {
            if self.cases.contains_key(required) {
                continue;
            }
            let file = ["json", "yaml", "yml"]
                .map(|extension| folder.join(format!("{required}.{extension}")))
                .into_iter()
                .find(|file| file.exists());
            let Some(file) = file else {
                let id = &case.rehearsal.id;
                return Err(format!("{id} requires {required}, which is not beside it"));
            };
            let required = read(&file, self.course.as_deref())?;
            self.cases
                .insert(required.rehearsal.id.clone(), required.clone());
            self.read_required(&required, folder)?;
        }
        Ok(())
    }
}

/// The files themselves and the rehearsals in folders, by name; and what else the folders hold.
fn files(paths: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<PathBuf>), String> {
    let mut files = Vec::new();
    let mut skipped = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path).map_err(|fault| told(path, &fault))?;
        let mut inside = Vec::new();
        for entry in entries {
            inside.push(entry.map_err(|fault| told(path, &fault))?.path());
        }
        inside.retain(|file| file.is_file() && (is_yaml(file) || has_extension(file, "json")));
        inside.sort();
        let (rehearsals, others) = inside
            .into_iter()
            .partition(|file| !is_something_else(file));
        files.extend::<Vec<_>>(rehearsals);
        skipped.extend::<Vec<_>>(others);
    }
    if files.is_empty() {
        return Err("there are no rehearsals here".to_owned());
    }
    Ok((files, skipped))
}

/// A file that can be read and has no `steps`. What cannot be read may be a broken rehearsal.
fn is_something_else(path: &Path) -> bool {
    let Ok(text) = std::fs::read_to_string(path) else {
        return false;
    };
    let value: Option<serde_json::Value> = if is_yaml(path) {
        serde_saphyr::from_str(&text).ok()
    } else {
        serde_json::from_str(&text).ok()
    };
    value.is_some_and(|value| value.get("steps").is_none())
}

fn read(path: &Path, course: Option<&Path>) -> Result<Case, String> {
    let text = std::fs::read_to_string(path).map_err(|fault| told(path, &fault))?;
    let rehearsal: Rehearsal = if is_yaml(path) {
        serde_saphyr::from_str(&text).map_err(|fault| told(path, &fault))?
    } else {
        serde_json::from_str(&text).map_err(|fault| told(path, &fault))?
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    with_courses(rehearsal, folder, course).map_err(|fault| told(path, &fault))
}

fn with_courses(
    rehearsal: Rehearsal,
    folder: &Path,
    course: Option<&Path>,
) -> Result<Case, String> {
    let bytes_of = |manifest: &str| {
        let file = match course {
            Some(course) => course.join(scorm_package::MANIFEST),
            None => folder.join(manifest),
        };
        std::fs::read(&file).map_err(|fault| told(&file, &fault))
    };
    Case::new(rehearsal, bytes_of)
}

fn told(path: &Path, fault: &dyn std::fmt::Display) -> String {
    format!("{}: {fault}", path.display())
}

fn is_yaml(path: &Path) -> bool {
    has_extension(path, "yaml") || has_extension(path, "yml")
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension()
        .is_some_and(|extension| extension == wanted)
}
