//! The check of one package.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use greenroom_report::examiner::{Bounds, Examination, Unfinished};
use greenroom_report::{Analysis, DEFAULT_LEVEL, PackageFiles, default_categories, fixed_copy};
use greenroom_store::{SourcePackage, StoreLimits};
use scorm_lint::{Applicability, Baseline, Level, Selector, Settings, Severity, WcagLevel};

use super::arguments::{CheckArguments, HowToCheck};
use super::config::{Configs, ProjectConfig};

/// What the check of a package gave.
pub(in crate::cli) struct Checked {
    /// As the command line names it.
    pub(super) shown: PathBuf,
    pub(in crate::cli) analysis: Analysis,
    /// Has it findings at or above `--fail-on`?
    pub(in crate::cli) fails: bool,
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
pub(in crate::cli) struct CouldNotRun {
    pub(super) path: PathBuf,
    pub(in crate::cli) reason: String,
    /// Time or a process was lacking: it may succeed when tried again.
    pub(in crate::cli) is_machinery: bool,
}

impl CouldNotRun {
    fn because(path: &Path, reason: String) -> Self {
        Self {
            path: path.to_owned(),
            reason,
            is_machinery: false,
        }
    }

    fn unfinished(path: &Path, unfinished: &Unfinished) -> Self {
        Self {
            is_machinery: true,
            ..Self::because(path, unfinished.to_string())
        }
    }
}

/// Checks a package, and fixes a copy of it if that is asked for.
pub(super) fn check(
    path: &Path,
    arguments: &CheckArguments,
    configs: &Configs,
    baseline: Option<&Baseline>,
) -> Result<Checked, CouldNotRun> {
    let opened = Opened::open(path, &arguments.how, configs)?;
    // A person sees the progress, and can end the program.
    let bounds = Bounds::default();
    if !arguments.fix && !arguments.diff {
        return opened.judge(baseline, &bounds);
    }
    let files = PackageFiles::new(&opened.package);
    let (mut fixed, mut diff) = (None, String::new());
    let result = Examination::new(&files, opened.package.problems(), &bounds)
        .fix(&opened.settings, Applicability::Safe)
        .map_err(|unfinished| CouldNotRun::unfinished(path, &unfinished))?;
    if arguments.diff {
        diff = scorm_lint::unified_diff(&files, &result.changed);
    } else if !result.changed.is_empty() {
        let folder = fixed_copy::new_folder(&arguments.output, &copy_name(path))
            .and_then(|folder| {
                fixed_copy::write(&opened.package, &result.changed, &folder)?;
                Ok(folder)
            })
            .map_err(|error| CouldNotRun::because(path, format!("no fixed copy: {error}")))?;
        fixed = Some(FixedPackage {
            path: folder,
            count: result.applied.len(),
        });
    }
    let analysis = Analysis::with_report(&opened.package, result.report);
    let mut checked = opened.checked(analysis, baseline);
    checked.fails |= !diff.is_empty();
    Ok(Checked {
        fixed,
        diff,
        ..checked
    })
}

/// A package with the settings that count for it.
pub(in crate::cli) struct Opened<'a> {
    path: &'a Path,
    pub(in crate::cli) package: SourcePackage,
    pub(in crate::cli) settings: Settings,
    config: Arc<ProjectConfig>,
    fail_on: Severity,
}

impl<'a> Opened<'a> {
    pub(in crate::cli) fn open(
        path: &'a Path,
        how: &HowToCheck,
        configs: &Configs,
    ) -> Result<Self, CouldNotRun> {
        let (settings, config, fail_on) = settings_of(path, how, configs)?;
        let package = SourcePackage::inspect(path, &StoreLimits::default().package)
            .map_err(|error| CouldNotRun::because(path, error.to_string()))?;
        Ok(Self {
            path,
            package,
            settings,
            config,
            fail_on,
        })
    }

    /// Lints it.
    pub(in crate::cli) fn judge(
        &self,
        baseline: Option<&Baseline>,
        bounds: &Bounds,
    ) -> Result<Checked, CouldNotRun> {
        let files = PackageFiles::new(&self.package);
        let analysis = Analysis::of(&self.package, &files, &self.settings, bounds);
        let analysis =
            analysis.map_err(|unfinished| CouldNotRun::unfinished(self.path, &unfinished))?;
        Ok(self.checked(analysis, baseline))
    }

    /// As [`Opened::judge`], with what each LMS adds that was asked for.
    pub(in crate::cli) fn judge_for_each_lms(
        &self,
        baseline: Option<&Baseline>,
        bounds: &Bounds,
    ) -> Result<Checked, CouldNotRun> {
        let files = PackageFiles::new(&self.package);
        let analysis = Analysis::with_lms(&self.package, &files, &self.settings, bounds);
        let analysis =
            analysis.map_err(|unfinished| CouldNotRun::unfinished(self.path, &unfinished))?;
        Ok(self.checked(analysis, baseline))
    }

    /// Is it judged for LMSs that somebody named?
    pub(in crate::cli) fn names_lms(&self, how: &HowToCheck) -> bool {
        !how.profile.is_empty() || !self.config.profile.is_empty()
    }

    /// Leaves out what is known, and says whether the rest counts.
    fn checked(&self, mut analysis: Analysis, baseline: Option<&Baseline>) -> Checked {
        for known in [baseline, self.config.known.as_ref()].into_iter().flatten() {
            let findings = known.filter(analysis.report.findings.clone());
            analysis = analysis.with_findings(findings);
        }
        let mut findings = analysis.findings().iter();
        Checked {
            shown: self.path.to_owned(),
            fails: findings.any(|finding| finding.severity >= self.fail_on),
            analysis,
            fixed: None,
            diff: String::new(),
        }
    }
}

/// What counts for a package: settings of lint, the file of its project, and from which severity on
/// findings fail it.
pub(in crate::cli) fn settings_of(
    path: &Path,
    how: &HowToCheck,
    configs: &Configs,
) -> Result<(Settings, Arc<ProjectConfig>, Severity), CouldNotRun> {
    let config = configs
        .of(path)
        .map_err(|error| CouldNotRun::because(path, error.to_string()))?;
    let settings = settings(how, &config);
    if let Some(unknown) = settings.unknown_profile() {
        let known = settings.profile_names().join(", ");
        let reason = format!("no LMS profile is called {unknown}; there are {known}");
        return Err(CouldNotRun::because(path, reason));
    }
    let fail_on = how.fail_on.or(config.fail_on);
    let fail_on = fail_on.map_or(Severity::Error, Severity::from);
    Ok((settings, config, fail_on))
}

/// What the command line says wins; what both forbid is forbidden.
fn settings(how: &HowToCheck, config: &ProjectConfig) -> Settings {
    let selectors =
        |words: &[String]| -> Vec<Selector> { words.iter().cloned().map(Selector).collect() };
    let level = how
        .level
        .or(config.level)
        .map_or(DEFAULT_LEVEL, Level::from);
    let select = if how.select.is_empty() {
        &config.select
    } else {
        &how.select
    };
    let mut ignore = selectors(&config.ignore);
    ignore.extend(selectors(&how.ignore));
    let profiles = if how.profile.is_empty() {
        &config.profile
    } else {
        &how.profile
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
