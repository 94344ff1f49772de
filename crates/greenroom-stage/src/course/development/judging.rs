//! What lint says of the files as they are now.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use greenroom_report::examiner::{Bounds, StopOnDrop};
use greenroom_report::{Analysis, FindingRecord, PackageFiles, worst_first};
use greenroom_stdx::IgnorePoison as _;
use greenroom_store::{OpenPackage, SourcePackage};
use scorm_lint::{Settings, Severity};
use serde_json::{Value, json};

use super::super::told_findings;
use super::following::Saved;
use super::{Development, Developments};
use crate::StageError;

/// How long judging may take; another file may have been saved by then.
const LONGEST: Duration = Duration::from_secs(30);
/// Findings that are kept; the worst.
const KEPT: usize = 200;
/// Findings that an event names.
const NAMED: usize = 5;

/// What is wrong with a course now.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    pub score: u32,
    pub errors: usize,
    pub warnings: usize,
    /// What is no fault.
    pub notes: usize,
    /// The worst first.
    pub findings: Vec<FindingRecord>,
    /// Findings that are not kept.
    pub omitted: usize,
    /// All of them, to tell what is new.
    fingerprints: BTreeSet<String>,
}

impl Judged {
    fn of(analysis: &Analysis) -> Self {
        let all = analysis.findings();
        let count = |severities: &[Severity]| {
            let counted = all.iter().filter(|one| severities.contains(&one.severity));
            counted.count()
        };
        let worst = worst_first(all).into_iter().take(KEPT);
        Self {
            score: analysis.score.score,
            errors: count(&[Severity::Fatal, Severity::Error]),
            warnings: count(&[Severity::Warning]),
            notes: count(&[Severity::Info]),
            findings: worst.map(FindingRecord::from).collect(),
            omitted: all.len().saturating_sub(KEPT),
            fingerprints: all.iter().map(|one| one.fingerprint.clone()).collect(),
        }
    }

    /// What an event says of the step from an earlier judgement to this one.
    fn told_since(&self, before: &Self, saved: &Saved) -> Value {
        let is_new = |one: &&FindingRecord| !before.fingerprints.contains(&one.fingerprint);
        let new = self.findings.iter().filter(is_new);
        let named = new.clone().take(NAMED).map(|one| {
            json!({
                "rule": one.rule, "severity": one.severity, "message": one.message,
                "file": one.file, "line": one.line,
            })
        });
        json!({
            "score": self.score, "errors": self.errors, "warnings": self.warnings,
            "new": named.collect::<Vec<_>>(),
            "new_count": self.fingerprints.difference(&before.fingerprints).count(),
            "gone_count": before.fingerprints.difference(&self.fingerprints).count(),
            "files": saved.files,
        })
    }
}

/// What lint says of a package. Blocks.
fn analysed(
    package: &SourcePackage,
    settings: &Settings,
    bounds: &Bounds,
) -> Result<Analysis, StageError> {
    let files = PackageFiles::new(package);
    let analysis = Analysis::of(package, &files, settings, bounds);
    analysis.map_err(|why| StageError::new(crate::Fault::LimitExceeded, why.to_string()))
}

impl Developments {
    /// Judges a package as files that are followed are judged, and tells nobody. Blocks.
    pub(in crate::course) fn judge_package(
        &self,
        package: &SourcePackage,
        bounds: &Bounds,
    ) -> Result<Judged, StageError> {
        let analysis = analysed(package, &self.settings, bounds)?;
        Ok(Judged::of(&analysis))
    }

    /// Judges the files; who listens is told what changed.
    pub(super) async fn judge(
        &self,
        development: &Development,
        saved: &Saved,
    ) -> Result<(), StageError> {
        let session = &development.session;
        let path = session.package().map_or(Path::new(""), OpenPackage::path);
        let files = session.package().map_or(0, |one| one.package().files.len());
        let progress = |done: usize, score: Option<u32>| json!({"category": "all", "done": done, "total": files, "score": score});
        session.emit("validation:progress", Some(progress(0, None)))?;
        let (path, settings) = (path.to_owned(), self.settings.clone());
        let told = Arc::clone(session);
        let limits = self.runtimes.sessions().limits().package;
        let bounds = Bounds::within(LONGEST);
        let _until_answered = StopOnDrop(bounds.stop());
        let judge = move || -> Result<Judged, StageError> {
            let package = SourcePackage::read(&path, &limits)?;
            let analysis = analysed(&package, &settings, &bounds)?;
            told_findings::tell(&told, &analysis)?;
            Ok(Judged::of(&analysis))
        };
        let judged = Arc::new(tokio::task::spawn_blocking(judge).await??);
        let score = judged.score;
        session.emit("validation:progress", Some(progress(files, Some(score))))?;
        let mut live = development.live.lock().ignore_poison();
        let before = live.judged.replace(Arc::clone(&judged));
        drop(live);
        if let Some(before) = before.filter(|one| one.fingerprints != judged.fingerprints) {
            let told = judged.told_since(&before, saved);
            session.emit("validation:changed", Some(told))?;
        }
        let completed = json!({"tool": "scorm_interactive_develop", "score": score});
        session.emit("validation:completed", Some(completed))?;
        Ok(())
    }
}
