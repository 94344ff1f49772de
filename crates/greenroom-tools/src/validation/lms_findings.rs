//! What lint finds in a course that concerns LMSs, with what its fixes change.

use std::collections::BTreeMap;
use std::path::Path;

use greenroom_assess::Lint;
use greenroom_report::{PackageFiles, fixed_copy};
use scorm_lint::{Applicability, Category, Finding, Level};

use crate::validation::tool_run;
use crate::{Cx, Reply, ToolError};

/// What lint says of the course in these LMSs.
pub(crate) async fn of(cx: &Cx, path: &Path, lms: &[String]) -> Result<Lint, ToolError> {
    let config = &cx.config().validation;
    let categories = [
        Category::LmsCompatibility,
        Category::ApiUsage,
        Category::Performance,
    ];
    let mut settings = config.for_lint(None, Level::Standard, categories);
    // Rules know shipped LMSs by name: one of the settings is also asked about as what it is like.
    let mut like: Vec<(String, String)> = Vec::new();
    for name in lms {
        let profile = cx.runtimes().profiles().profile(name)?;
        let shipped = greenroom_assess::shipped_like(profile);
        if let Some(shipped) = shipped.filter(|shipped| shipped.name != *name) {
            like.push((name.clone(), shipped.name.to_string()));
        }
    }
    settings.lms_profiles = lms.to_vec();
    for (_, shipped) in &like {
        if !settings.lms_profiles.contains(shipped) {
            settings.lms_profiles.push(shipped.clone());
        }
    }
    let path = path.display().to_string();
    let made = tool_run::now(cx, path, move |job| {
        let package = job.package_with_manifest()?;
        let (analysis, _) = job.app.analyses.assess(&package, &settings, &job.bounds)?;
        let is_general = |finding: &&Finding| finding.category != Category::LmsCompatibility;
        let mut lint = Lint {
            of_lms: analysis.of_lms.clone(),
            of_all: analysis
                .findings()
                .iter()
                .filter(is_general)
                .cloned()
                .collect(),
            diffs: BTreeMap::new(),
        };
        for (name, shipped) in like {
            let found = lint.of_lms.get(&shipped).cloned().unwrap_or_default();
            lint.of_lms.entry(name).or_default().extend(found);
        }
        let files = PackageFiles::new(&package);
        let all = lint.of_lms.values().flatten().chain(&lint.of_all);
        for finding in all {
            let safe = |fix: &&scorm_lint::Fix| fix.applicability == Applicability::Safe;
            let fix = finding.fix.as_ref().filter(safe);
            if let Some(diff) = fix.and_then(|fix| fixed_copy::diff_of(&files, fix)) {
                lint.diffs.insert(finding.fingerprint.clone(), diff);
            }
        }
        Ok(Reply::new(lint))
    });
    Ok(made.await?.output)
}
