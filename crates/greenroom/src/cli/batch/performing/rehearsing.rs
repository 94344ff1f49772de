//! Jobs of `batch rehearse`: every rehearsal of a package, by the tool that plays them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use greenroom_batch::{Batch, FoundFault, Judged, NotJudged};
use greenroom_tools::App;
use serde_json::{Map, Value, json};

use super::playing;

const TOOL: &str = "scorm_rehearse";

/// What the rehearsals say decides with the arguments.
pub(super) fn settings(batch: &Batch, package: &Path) -> Result<String, NotJudged> {
    let mut settings = playing::settings(batch, package)?;
    for file in rehearsals(batch, package)? {
        let text = fs::read_to_string(&file).map_err(|error| unreadable(&file, &error))?;
        settings.push_str(&text);
        settings.push('\0');
    }
    Ok(settings)
}

pub(super) async fn perform(
    app: &Arc<App>,
    batch: &Batch,
    package: &Path,
) -> Result<Judged, NotJudged> {
    let mut judged = playing::about(package);
    let files = rehearsals(batch, package)?;
    for file in &files {
        let mut arguments = Map::new();
        arguments.insert("path".to_owned(), json!(file));
        arguments.insert("package_path".to_owned(), json!(package));
        if let Some(profile) = batch.settings["lms_profile"].as_str() {
            arguments.insert("lms_profile".to_owned(), json!(profile));
        }
        let data = playing::call(app, TOOL, arguments).await?;
        if data["passed"] != true {
            judged.findings.push(failure(file, &data));
        }
    }
    judged.passed = judged.findings.is_empty();
    judged.details = json!({"rehearsals": files.len(), "failed": judged.findings.len()});
    playing::count(&mut judged);
    Ok(judged)
}

/// The files to play: those that were named, else those beside the package.
fn rehearsals(batch: &Batch, package: &Path) -> Result<Vec<PathBuf>, NotJudged> {
    let named = batch.settings["rehearsals"].as_str().map(PathBuf::from);
    let place = named.unwrap_or_else(|| beside(package));
    if place.is_file() {
        return Ok(vec![place]);
    }
    let entries = fs::read_dir(&place).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => NotJudged::Package(format!(
            "it has no rehearsals: {} is not there; --rehearsals names others",
            place.display()
        )),
        _ => unreadable(&place, &error),
    })?;
    let is_rehearsal = |path: &PathBuf| {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        matches!(ending.as_ref(), "json" | "yaml" | "yml")
    };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(is_rehearsal)
        .collect();
    files.sort();
    if files.is_empty() {
        let why = format!("there is no rehearsal in {}", place.display());
        return Err(NotJudged::Package(why));
    }
    Ok(files)
}

fn beside(package: &Path) -> PathBuf {
    let name = if package.is_dir() {
        package.file_name()
    } else {
        package.file_stem()
    };
    let name = name.unwrap_or_default().to_string_lossy();
    package.with_file_name(format!("{name}-rehearsals"))
}

fn unreadable(path: &Path, error: &std::io::Error) -> NotJudged {
    NotJudged::Package(format!("{}: {error}", path.display()))
}

/// The first step that was not as stated.
fn failure(file: &Path, data: &Value) -> FoundFault {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let step = data["steps"].as_array().into_iter().flatten();
    let failed = step.clone().find(|step| step["ok"] == false);
    let message = failed.map_or_else(
        || format!("{name} failed"),
        |step| {
            format!(
                "{name}, step {}: {}: expected {}, got {}",
                step["index"],
                text(&step["what"]),
                text(&step["expected"]),
                text(&step["actual"])
            )
        },
    );
    FoundFault {
        rule: "rehearsal-failed".to_owned(),
        severity: "error".to_owned(),
        message,
        ..FoundFault::default()
    }
}
