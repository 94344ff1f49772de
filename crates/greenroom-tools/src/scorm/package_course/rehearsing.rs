//! The rehearsal on the source and on the package: both must play the same.

use std::path::Path;

use greenroom_stage::course::private::Home;
use greenroom_stage::rehearsal::{self, Performed, Scenarios};
use greenroom_store::ArtifactType;
use schemars::JsonSchema;
use scorm_session::rehearsal::Report;
use serde::Serialize;

use crate::playing::attempt;
use crate::{Cx, ErrorCode, ToolError};

/// How source and package were played.
#[derive(Serialize, JsonSchema)]
pub(super) struct Rehearsed {
    /// Rehearsals that were played on both
    rehearsals: usize,
    /// Those that pass on both
    passed: usize,
    /// Pictures that were compared, pixel by pixel
    pictures: usize,
}

/// What one package showed.
struct Shown {
    reports: Vec<Report>,
    pictures: Vec<Vec<u8>>,
}

/// Plays the rehearsals of a file on both; what differs is an error.
pub(super) async fn compare(
    cx: &Cx,
    file: &Path,
    source: &Path,
    packed: &Path,
) -> Result<Rehearsed, ToolError> {
    cx.progress("rehearsing the source");
    let before = play(cx, file, source).await?;
    cx.progress("rehearsing the package");
    let after = play(cx, file, packed).await?;
    let mut rehearsed = Rehearsed {
        rehearsals: before.reports.len(),
        passed: 0,
        pictures: before.pictures.len(),
    };
    for (was, is) in before.reports.iter().zip(&after.reports) {
        if was.passed != is.passed || told(was) != told(is) {
            return Err(otherwise(&format!(
                "the rehearsal {} {} on the source and {} on the package",
                was.id,
                told(was),
                told(is)
            )));
        }
        rehearsed.passed += usize::from(was.passed);
    }
    if before.pictures.len() != after.pictures.len() {
        return Err(otherwise(&format!(
            "the source gave {} pictures and the package {}",
            before.pictures.len(),
            after.pictures.len()
        )));
    }
    for (number, (was, is)) in before.pictures.iter().zip(&after.pictures).enumerate() {
        if was != is && !greenroom_pack::same_picture(was, is) {
            return Err(otherwise(&format!(
                "picture {} looks otherwise",
                number + 1
            )));
        }
    }
    Ok(rehearsed)
}

fn told(report: &Report) -> String {
    match &report.failure {
        None => "passes".to_owned(),
        Some(failure) => format!(
            "fails at step {} ({}: expected {}, got {})",
            failure.step, failure.call, failure.expected, failure.actual
        ),
    }
}

fn otherwise(what: &str) -> ToolError {
    let message =
        format!("the package was not kept, since it plays otherwise than the source: {what}");
    ToolError::new(ErrorCode::PackageHasErrors, message)
        .hint("Pack without optimize and convert, or with include_all, and compare again.")
}

async fn play(cx: &Cx, file: &Path, package: &Path) -> Result<Shown, ToolError> {
    let home = attempt::home_of(cx, None, Some(package)).await?;
    let shown = play_at(cx, file, &home).await;
    home.close().await?;
    shown
}

async fn play_at(cx: &Cx, file: &Path, home: &Home) -> Result<Shown, ToolError> {
    let unusable =
        |why: String| ToolError::new(ErrorCode::InvalidParams, format!("rehearsal: {why}"));
    let package = home.session.package();
    let root = package.map(|package| package.root().to_owned());
    let scenarios = Scenarios::load_for(&[file.to_owned()], root.as_deref(), cx.reach());
    let scenarios = scenarios.map_err(|why| unusable(why.to_string()))?;
    let performed = Performed {
        package: root,
        home: Some(std::sync::Arc::clone(&home.session)),
        ..Performed::default()
    };
    let mut reports = Vec::new();
    for wanted in scenarios.wanted() {
        let id = wanted.as_ref().map_err(|why| unusable(why.fault.clone()))?;
        let mut learner = rehearsal::learner(scenarios.case(id).rehearsal.learner);
        for required in scenarios.required_by(id) {
            let case = scenarios.case(required);
            rehearsal::play(cx.runtimes(), case, &mut learner, performed.clone()).await;
        }
        let case = scenarios.case(id);
        let report = rehearsal::play(cx.runtimes(), case, &mut learner, performed.clone()).await;
        reports.push(scenarios.without_secrets(report));
    }
    if reports.is_empty() {
        return Err(unusable("the file holds none".to_owned()));
    }
    let artifacts = home.session.artifacts().list();
    let pictures = artifacts
        .iter()
        .filter(|artifact| artifact.kind == ArtifactType::Screenshot)
        .filter_map(|artifact| std::fs::read(&artifact.absolute_path).ok())
        .collect();
    Ok(Shown { reports, pictures })
}
