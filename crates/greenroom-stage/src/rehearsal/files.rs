//! Rehearsals on disk, with the manifests and the other rehearsals that they need.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use greenroom_store::{OWN_SCHEME, OutOfReach, Purpose, Reach, SourcePackage};
use scorm_package::{Limits, MANIFEST};
use scorm_session::rehearsal::format::{PageAct, Rehearsal};
use scorm_session::rehearsal::{Case, Report};

use super::load_error::LoadError;
use super::reading::{self, Fault, Faults, Secrets, has_extension, is_yaml};

/// The rehearsals of one run.
#[derive(Debug, Default)]
pub struct Scenarios {
    cases: BTreeMap<String, Case>,
    /// One entry per rehearsal, in the order of the files' names: the id, or what is wrong.
    wanted: Vec<Result<String, Unreadable>>,
    /// Files of the folders that are not rehearsals.
    skipped: Vec<PathBuf>,
    /// The course that is played instead of those that the files name.
    course: Option<PathBuf>,
    /// Which files a rehearsal may name.
    reach: Reach,
    secrets: Secrets,
}

/// A file that holds no rehearsal that can be played.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// Its name without the extension.
    pub id: String,
    /// What is wrong.
    pub fault: String,
    /// All that is wrong, with the places.
    pub faults: Vec<Fault>,
}

impl Scenarios {
    /// Reads the named rehearsals, and what they require from beside them.
    pub fn load(paths: &[PathBuf]) -> Result<Self, LoadError> {
        Self::load_for(paths, None, &Reach::default())
    }

    /// As [`Scenarios::load`]; all of them play `course`, whatever manifest they name. What they name
    /// must be within `reach`, and with bounds they are given nothing of the environment.
    pub fn load_for(
        paths: &[PathBuf],
        course: Option<&Path>,
        reach: &Reach,
    ) -> Result<Self, LoadError> {
        let mut scenarios = Self::new(course, reach);
        let (paths, skipped) = files(paths)?;
        scenarios.skipped = skipped;
        for path in paths {
            // A folder may hold links.
            let path = reach.find_path(&path, Purpose::Read)?;
            scenarios.add_file(&path);
        }
        Ok(scenarios)
    }

    /// Rehearsals that are not in a file; what they name lies in `folder`.
    pub fn of(
        value: serde_json::Map<String, serde_json::Value>,
        folder: &Path,
        course: Option<&Path>,
        reach: &Reach,
    ) -> Result<Self, Unreadable> {
        let mut scenarios = Self::new(course, reach);
        let read = reading::from_argument(value, &scenarios.secrets);
        let read = read.map_err(|Faults(faults)| Unreadable::of("rehearsal", faults))?;
        for rehearsal in read {
            let kept = scenarios.keep(rehearsal, folder);
            let id = kept.map_err(|why| Unreadable::because("rehearsal", why.to_string()))?;
            scenarios.wanted.push(Ok(id));
        }
        Ok(scenarios)
    }

    fn new(course: Option<&Path>, reach: &Reach) -> Self {
        Self {
            course: course.map(Path::to_owned),
            secrets: Secrets::of(reach),
            reach: reach.clone(),
            ..Self::default()
        }
    }

    /// Reads a file; what is wrong with it is reported where its rehearsals would be.
    fn add_file(&mut self, path: &Path) {
        let folder = path.parent().unwrap_or(Path::new(""));
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        match read(path, &self.secrets) {
            Err(Faults(faults)) => {
                let mut unreadable = Unreadable::of(&name, faults);
                unreadable.fault = format!("{}: {}", path.display(), unreadable.fault);
                self.wanted.push(Err(unreadable));
            }
            Ok(rehearsals) => {
                for rehearsal in rehearsals {
                    let id = rehearsal.id.clone();
                    let kept = self.keep(rehearsal, folder);
                    self.wanted.push(kept.map_err(|why| {
                        Unreadable::because(&id, format!("{}: {why}", path.display()))
                    }));
                }
            }
        }
    }

    fn keep(&mut self, rehearsal: Rehearsal, folder: &Path) -> Result<String, LoadError> {
        let case = with_courses(rehearsal, folder, self.course.as_deref(), &self.reach)?;
        let id = case.rehearsal.id.clone();
        self.read_required(&case, folder)?;
        if self.wanted.iter().flatten().any(|other| *other == id) {
            return Err(LoadError::SameId(id));
        }
        self.cases.insert(id.clone(), case);
        Ok(id)
    }

    /// Ids of the rehearsals that were asked for, in the order of their file names.
    pub fn wanted(&self) -> &[Result<String, Unreadable>] {
        &self.wanted
    }

    /// Keeps only the rehearsals whose id or tag fits one of these words.
    pub fn only(&mut self, words: &[String]) {
        if words.is_empty() {
            return;
        }
        let fits = |text: &str| {
            let mut words = words.iter();
            words.any(|word| scorm_session::rehearsal::compare::fits(word, text))
        };
        let cases = &self.cases;
        self.wanted.retain(|wanted| match wanted {
            // What cannot be read may be one of them.
            Err(_) => true,
            Ok(id) => fits(id) || cases[id].rehearsal.tags.iter().any(|tag| fits(tag)),
        });
    }

    /// Files of the folders that have no `steps`, so they are not rehearsals.
    pub fn skipped(&self) -> &[PathBuf] {
        &self.skipped
    }

    /// The secrets that no result may show.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// A result that shows no secret.
    pub fn without_secrets(&self, mut report: Report) -> Report {
        if let Some(failure) = &mut report.failure {
            let texts = [
                &mut failure.call,
                &mut failure.expected,
                &mut failure.actual,
            ];
            for text in texts.into_iter().chain(&mut failure.act_before) {
                *text = self.secrets.mask(text);
            }
        }
        report
    }

    /// The rehearsal of an id that was asked for or is required.
    pub fn case(&self, id: &str) -> &Case {
        &self.cases[id]
    }

    /// The course that a rehearsal plays with its own pages.
    pub fn course(&self, id: &str) -> Option<PathBuf> {
        let named = self.cases[id].rehearsal.course.as_ref().map(PathBuf::from);
        self.course.clone().or(named)
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

    fn read_required(&mut self, case: &Case, folder: &Path) -> Result<(), LoadError> {
        for required in &case.rehearsal.requires {
            if self.cases.contains_key(required) {
                continue;
            }
            let file = ["json", "yaml", "yml"]
                .map(|extension| format!("{required}.{extension}"))
                .into_iter()
                .find(|file| folder.join(file).exists());
            let Some(file) = file else {
                return Err(LoadError::NotBesideIt {
                    id: case.rehearsal.id.clone(),
                    required: required.clone(),
                });
            };
            let file = beside(folder, &file, &self.reach)?;
            let read = read(&file, &self.secrets).map_err(|faults| LoadError::Malformed {
                path: file.clone(),
                faults,
            })?;
            let read: Result<Vec<Case>, LoadError> = read
                .into_iter()
                .map(|rehearsal| {
                    with_courses(rehearsal, folder, self.course.as_deref(), &self.reach)
                })
                .collect();
            for required in read? {
                let id = required.rehearsal.id.clone();
                self.cases.insert(id, required.clone());
                self.read_required(&required, folder)?;
            }
            if !self.cases.contains_key(required) {
                return Err(LoadError::NotInFile {
                    file,
                    required: required.clone(),
                });
            }
        }
        Ok(())
    }
}

impl Unreadable {
    fn of(id: &str, faults: Vec<Fault>) -> Self {
        let faults = Faults(faults);
        Self {
            id: id.to_owned(),
            fault: faults.to_string(),
            faults: faults.0,
        }
    }

    fn because(id: &str, fault: String) -> Self {
        Self {
            id: id.to_owned(),
            fault,
            faults: Vec::new(),
        }
    }
}

/// The files themselves and the rehearsals in folders, by name; and what else the folders hold.
fn files(paths: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<PathBuf>), LoadError> {
    let mut files = Vec::new();
    let mut skipped = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path).map_err(LoadError::read(path))?;
        let mut inside = Vec::new();
        for entry in entries {
            inside.push(entry.map_err(LoadError::read(path))?.path());
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
        return Err(LoadError::Nothing);
    }
    Ok((files, skipped))
}

/// A file that can be read and has no `steps`. What cannot be read may be a broken rehearsal.
fn is_something_else(path: &Path) -> bool {
    let Ok(text) = std::fs::read_to_string(path) else {
        return false;
    };
    let value = reading::parse(&text, is_yaml(path));
    value.is_ok_and(|value| !reading::is_rehearsal(&value))
}

fn read(path: &Path, secrets: &Secrets) -> Result<Vec<Rehearsal>, Faults> {
    let text = std::fs::read_to_string(path).map_err(|fault| Faults::because(&fault))?;
    reading::from_text(&text, is_yaml(path), secrets)
}

fn with_courses(
    mut rehearsal: Rehearsal,
    folder: &Path,
    course: Option<&Path>,
    reach: &Reach,
) -> Result<Case, LoadError> {
    find_files(&mut rehearsal, folder, reach)?;
    let named = rehearsal.course.as_ref().map(PathBuf::from);
    let course = course.map(Path::to_owned).or(named);
    let bytes_of = |manifest: &str| match &course {
        Some(course) if course.is_dir() => read_bytes(&beside(course, MANIFEST, reach)?),
        Some(zip) => manifest_of(zip),
        None => read_bytes(&beside(folder, manifest, reach)?),
    };
    Ok(Case::new(rehearsal, bytes_of)?)
}

fn read_bytes(file: &Path) -> Result<Vec<u8>, LoadError> {
    std::fs::read(file).map_err(LoadError::read(file))
}

/// The manifest of a zip.
fn manifest_of(zip: &Path) -> Result<Vec<u8>, LoadError> {
    let limits = Limits::default();
    let package = SourcePackage::read(zip, &limits)?;
    let entry = package.package().files.get(MANIFEST);
    let entry = entry.ok_or_else(|| LoadError::NoManifest(zip.to_owned()))?;
    let most = u64::from(limits.xml.bytes);
    Ok(package.read_file(entry, most)?)
}

/// What a rehearsal names relative to its file becomes absolute, if it may be named at all.
fn find_files(rehearsal: &mut Rehearsal, folder: &Path, reach: &Reach) -> Result<(), OutOfReach> {
    let absolute = |path: &mut String| -> Result<(), OutOfReach> {
        *path = beside(folder, path, reach)?.display().to_string();
        Ok(())
    };
    if let Some(course) = &mut rehearsal.course {
        absolute(course)?;
    }
    for act in rehearsal.steps.iter_mut().flat_map(|step| &mut step.acts) {
        match act {
            PageAct::Upload { files, .. } => files.iter_mut().try_for_each(absolute)?,
            PageAct::Expect(statement) => {
                if let Some(picture) = &mut statement.picture {
                    absolute(&mut picture.file)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// What a rehearsal in `folder` names, if its caller may name it.
fn beside(folder: &Path, name: &str, reach: &Reach) -> Result<PathBuf, OutOfReach> {
    if reach.is_everywhere() {
        return Ok(folder.join(name));
    }
    if name.starts_with(OWN_SCHEME) {
        return reach.find(name, Purpose::Read);
    }
    reach.find_path(&upward(&folder.join(name)), Purpose::Read)
}

/// The path with each `..` carried out. Its folder is without links, and what comes of it is judged.
fn upward(path: &Path) -> PathBuf {
    let mut whole = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                whole.pop();
            }
            part => whole.push(part),
        }
    }
    whole
}
