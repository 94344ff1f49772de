//! The check of one package.

use std::path::{Path, PathBuf};

use greenroom_report::examiner::{Bounds, Examination};
use greenroom_report::{Analysis, DEFAULT_LEVEL, PackageFiles, default_categories, fixed_copy};
use greenroom_store::{SourcePackage, StoreLimits};
use scorm_lint::{Applicability, Baseline, Level, Selector, Settings, Severity, WcagLevel};

use super::arguments::CheckArguments;
use super::config::{Configs, ProjectConfig};

/// What the check of a package gave.
pub(super) struct Checked {
    /// As the command line names it.
    pub(super) shown: PathBuf,
    pub(super) analysis: Analysis,
    /// Has it findings at or above `--fail-on`?
    pub(super) fails: bool,
    pub(super) fixed: Option<FixedPackage>,
    /// For `--diff`.
    pub(super) diff: String,
}

/// A copy in which safe fixes are applied.
pub(super) struct FixedPackage {
    pub(super) path: PathBuf,
    pub(super) count: usize,
}

/// A package or its settings cannot be read.
pub(super) struct CouldNotRun {
    pub(super) path: PathBuf,
    pub(super) reason: String,
}

/// Checks a package, and fixes a copy of it if that is asked for.
pub(super) fn check(
    path: &Path,
    arguments: &CheckArguments,
    configs: &Configs,
    baseline: Option<&Baseline>,
) -> Result<Checked, CouldNotRun> {
    let could_not = |reason: String| CouldNotRun {
        path: path.to_owned(),
        reason,
    };
    let config = configs
        .of(path)
        .map_err(|error| could_not(error.to_string()))?;
    let package = SourcePackage::inspect(path, &StoreLimits::default().package)
        .map_err(|error| could_not(error.to_string()))?;
    let settings = settings(arguments, &config);
    if let Some(unknown) = settings.unknown_profile() {
        let known = settings.profile_names().join(", ");
        return Err(could_not(format!(
            "no LMS profile is called {unknown}; there are {known}"
        )));
    }
    let files = PackageFiles::new(&package);
    // A person sees the progress, and can end the program.
    let bounds = Bounds::default();
    let (mut fixed, mut diff) = (None, String::new());
    let mut analysis = if arguments.fix || arguments.diff {
        let result = Examination::new(&files, package.problems(), &bounds)
            .fix(&settings, Applicability::Safe)
            .map_err(|unfinished| could_not(unfinished.to_string()))?;
        if arguments.diff {
            diff = scorm_lint::unified_diff(&files, &result.changed);
        } else if !result.changed.is_empty() {
            let folder = fixed_copy::new_folder(&arguments.output, &copy_name(path))
                .and_then(|folder| {
                    fixed_copy::write(&package, &result.changed, &folder)?;
                    Ok(folder)
                })
                .map_err(|error| could_not(format!("no fixed copy: {error}")))?;
            fixed = Some(FixedPackage {
                path: folder,
                count: result.applied.len(),
            });
        }
        Analysis::with_report(&package, result.report)
    } else {
        Analysis::of(&package, &files, &settings, &bounds)
            .map_err(|unfinished| could_not(unfinished.to_string()))?
    };
    for known in [baseline, config.known.as_ref()].into_iter().flatten() {
        let findings = known.filter(analysis.report.findings.clone());
        analysis = analysis.with_findings(findings);
    }
    let fail_on = arguments
        .fail_on
        .or(config.fail_on)
        .map_or(Severity::Error, Severity::from);
    let fails = analysis
        .findings()
        .iter()
        .any(|finding| finding.severity >= fail_on);
    Ok(Checked {
        shown: path.to_owned(),
        fails: fails || !diff.is_empty(),
        analysis,
        fixed,
        diff,
    })
}

/// What the command line says wins; what both forbid is forbidden.
fn settings(arguments: &CheckArguments, config: &ProjectConfig) -> Settings {
    let selectors =
        |words: &[String]| -> Vec<Selector> { words.iter().cloned().map(Selector).collect() };
    let level = arguments
        .level
        .or(config.level)
        .map_or(DEFAULT_LEVEL, Level::from);
    let select = if arguments.select.is_empty() {
        &config.select
    } else {
        &arguments.select
    };
    let mut ignore = selectors(&config.ignore);
    ignore.extend(selectors(&arguments.ignore));
    let profiles = if arguments.profile.is_empty() {
        &config.profile
    } else {
        &arguments.profile
    };
    let mut settings = Settings {
        select: selectors(select),
        ignore,
        path_ignores: config.path_ignores(),
        wcag_level: config.wcag_level.map(WcagLevel::from),
        browsers: config.browsers(),
        own_profiles: config.own_profiles(),
        ..Settings::at(level)
    };
    settings.categories = default_categories(!profiles.is_empty()).collect();
    if !profiles.is_empty() {
        settings.lms_profiles.clone_from(profiles);
    }
    settings
}

/// What the fixed copy of a package is called.
fn copy_name(package: &Path) -> String {
    let name = if package.is_file() {
        package.file_stem()
    } else {
        package.file_name()
    };
    name.map_or("package".into(), |name| name.to_string_lossy())
        .into_owned()
}
