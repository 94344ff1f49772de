//! Jobs of `batch check`: lint, as `greenroom check` does it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use greenroom_batch::{Batch, FoundFault, InLms, Judged, NotJudged, authoring_tool};
use greenroom_report::examiner::{Bounds, StopOnDrop};
use greenroom_report::listed;
use greenroom_stdx::IgnorePoison as _;
use scorm_lint::{Baseline, Finding};

use super::super::super::check::{Checked, Configs, CouldNotRun, HowToCheck, Opened, settings_of};

/// What was asked by each batch, read once.
#[derive(Default)]
pub(super) struct Checks(Mutex<BTreeMap<String, Arc<Asked>>>);

struct Asked {
    how: HowToCheck,
    configs: Configs,
    baseline: Option<Baseline>,
}

impl Asked {
    fn of(batch: &Batch) -> Result<Self, NotJudged> {
        let how: HowToCheck = serde_json::from_value(batch.settings.clone())
            .map_err(|error| NotJudged::Package(format!("the settings of the batch: {error}")))?;
        let baseline = how.read_baseline();
        let baseline = baseline.map_err(|error| NotJudged::Package(error.to_string()))?;
        Ok(Self {
            configs: Configs::new(how.settings.clone()),
            baseline,
            how,
        })
    }
}

impl Checks {
    fn asked(&self, batch: &Batch) -> Result<Arc<Asked>, NotJudged> {
        let mut known = self.0.lock().ignore_poison();
        if let Some(asked) = known.get(&batch.id) {
            return Ok(Arc::clone(asked));
        }
        let asked = Arc::new(Asked::of(batch)?);
        // A worker of a database serves many batches, and few at once.
        if known.len() >= 8 {
            known.clear();
        }
        known.insert(batch.id.clone(), Arc::clone(&asked));
        Ok(asked)
    }

    pub(super) fn settings(&self, batch: &Batch, package: &Path) -> Result<String, NotJudged> {
        let asked = self.asked(batch)?;
        let of = settings_of(package, &asked.how, &asked.configs);
        let (settings, config, fail_on) = of.map_err(not_judged)?;
        let settings = serde_json::to_string(&settings);
        let settings = settings.map_err(|error| NotJudged::Machinery(error.to_string()))?;
        // Baselines are long, and most projects have none.
        let known = [asked.baseline.as_ref(), config.known.as_ref()];
        Ok(format!("{settings}\n{fail_on:?}\n{known:?}"))
    }

    pub(super) async fn perform(&self, batch: &Batch, package: &Path) -> Result<Judged, NotJudged> {
        let asked = self.asked(batch)?;
        // A little less than the whole job may take, so that the reason is that of lint.
        let seconds = Duration::from_secs(batch.timeout_seconds);
        let bounds = Bounds::within(seconds.saturating_sub(seconds / 20));
        let _ended_with_this = StopOnDrop(bounds.stop());
        let package = package.to_owned();
        let judged = tokio::task::spawn_blocking(move || judge(&package, &asked, &bounds));
        let judged = judged.await;
        judged.map_err(|error| NotJudged::Machinery(format!("lint failed: {error}")))?
    }
}

fn judge(package: &Path, asked: &Asked, bounds: &Bounds) -> Result<Judged, NotJudged> {
    let opened = Opened::open(package, &asked.how, &asked.configs).map_err(not_judged)?;
    let baseline = asked.baseline.as_ref();
    let checked = if opened.names_lms(&asked.how) {
        opened.judge_for_each_lms(baseline, bounds)
    } else {
        opened.judge(baseline, bounds)
    };
    let Checked {
        analysis, fails, ..
    } = checked.map_err(not_judged)?;
    let (findings, omitted) = listed(analysis.findings(), fault);
    let mut judged = Judged {
        passed: !fails,
        title: analysis.course.title.clone(),
        scorm_version: analysis.scorm_version().map(str::to_owned),
        authoring_tool: authoring_tool(opened.package.package()).map(str::to_owned),
        score: Some(analysis.score.score),
        findings,
        findings_omitted: omitted.unwrap_or_default(),
        lms: analysis.of_lms.iter().map(in_lms).collect(),
        ..Judged::default()
    };
    let all = analysis.findings().iter();
    judged.count(all.map(|finding| (finding.name, finding.severity.as_str())));
    Ok(judged)
}

fn in_lms((name, findings): (&String, &Vec<Finding>)) -> InLms {
    let verdict = if findings.is_empty() {
        "nothing_found"
    } else {
        "findings"
    };
    InLms {
        name: name.clone(),
        verdict: verdict.to_owned(),
    }
}

fn fault(finding: &Finding) -> FoundFault {
    FoundFault {
        rule: finding.name.to_owned(),
        code: Some(finding.code.to_owned()),
        severity: finding.severity.as_str().to_owned(),
        message: finding.message.clone(),
        file: finding.file.clone(),
        line: finding.line,
        column: finding.column,
        end_line: finding.end_line,
        end_column: finding.end_column,
        extract: finding.extract.clone(),
        fix_suggestion: finding.suggestion.clone(),
        fingerprint: finding.fingerprint.clone(),
    }
}

fn not_judged(could_not: CouldNotRun) -> NotJudged {
    if could_not.is_machinery {
        NotJudged::Machinery(could_not.reason)
    } else {
        NotJudged::Package(could_not.reason)
    }
}
