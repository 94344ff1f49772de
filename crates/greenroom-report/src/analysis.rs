//! What lint found in one package, with what reports say about the package itself.

use std::collections::BTreeMap;
use std::path::PathBuf;

use greenroom_store::{CourseSummary, SourcePackage};
use scorm_lint::{Category, Files, Finding, Report, Score, Settings, Severity};

use super::ActivityNode;
use super::examiner::{Bounds, Examination, Unfinished};

/// The findings of one package.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The package, absolute.
    pub path: PathBuf,
    /// The course that it launches.
    pub course: CourseSummary,
    /// Its organizations with their items.
    pub tree: Vec<ActivityNode>,
    /// How many files it has.
    pub files: usize,
    /// Bytes of all files.
    pub bytes: u64,
    /// What lint found.
    pub report: Report,
    /// What that costs.
    pub score: Score,
    /// What each LMS adds to it, by the name of its profile; empty unless it was asked for.
    pub of_lms: BTreeMap<String, Vec<Finding>>,
}

impl Analysis {
    /// Runs the rules over a package.
    pub fn of(
        package: &SourcePackage,
        files: &dyn Files,
        settings: &Settings,
        bounds: &Bounds,
    ) -> Result<Self, Unfinished> {
        let examination = Examination::new(files, package.problems(), bounds);
        let report = examination.lint(settings)?;
        Ok(Self::with_report(package, report))
    }

    /// As [`Analysis::of`], with what each chosen LMS adds.
    pub fn with_lms(
        package: &SourcePackage,
        files: &dyn Files,
        settings: &Settings,
        bounds: &Bounds,
    ) -> Result<Self, Unfinished> {
        let for_lms = settings.lms_profiles.iter().map(|profile| Settings {
            categories: [Category::LmsCompatibility].into(),
            lms_profiles: vec![profile.clone()],
            ..settings.clone()
        });
        let all: Vec<Settings> = std::iter::once(settings.clone()).chain(for_lms).collect();
        let examination = Examination::new(files, package.problems(), bounds);
        let mut reports = examination.lint_each(&all)?.into_iter();
        let mut analysis = Self::with_report(package, reports.next().unwrap_or_default());
        let names = settings.lms_profiles.iter().cloned();
        analysis.of_lms = names.zip(reports.map(|report| report.findings)).collect();
        Ok(analysis)
    }

    /// The analysis of a package whose findings are known.
    pub fn with_report(package: &SourcePackage, report: Report) -> Self {
        let table = &package.package().files;
        Self {
            path: package.path().to_owned(),
            course: package.course(),
            tree: package.manifest().map(ActivityNode::of).unwrap_or_default(),
            files: table.len(),
            bytes: table.total_size(),
            score: scorm_lint::score(&report.findings),
            report,
            of_lms: BTreeMap::new(),
        }
    }

    /// The pages and scripts that were parsed.
    pub fn scanned_files(&self) -> &[String] {
        let scripts = self.report.scripts.as_ref();
        scripts.map_or(&[], |scan| scan.scanned_files.as_slice())
    }

    /// Is it what every further run would find? Whether time or memory sufficed may depend on what
    /// else the machine does.
    pub(crate) fn is_settled(&self) -> bool {
        let mut findings = self.report.findings.iter();
        !findings.any(|finding| finding.name == "not-examined" && finding.severity > Severity::Info)
    }

    /// Replaces the findings, for instance by those that are new.
    #[must_use]
    pub fn with_findings(mut self, findings: Vec<Finding>) -> Self {
        self.score = scorm_lint::score(&findings);
        self.report.findings = findings;
        self
    }

    /// The findings, in the order of the report.
    pub fn findings(&self) -> &[Finding] {
        &self.report.findings
    }

    /// Findings that are errors or worse.
    pub fn errors(&self) -> impl Iterator<Item = &Finding> {
        let is_error = |finding: &&Finding| finding.severity >= Severity::Error;
        self.report.findings.iter().filter(is_error)
    }

    /// Findings of one severity.
    pub fn of_severity(&self, severity: Severity) -> impl Iterator<Item = &Finding> {
        let findings = self.report.findings.iter();
        findings.filter(move |finding| finding.severity == severity)
    }

    /// The version that was checked, as answers spell it.
    pub fn scorm_version(&self) -> Option<&'static str> {
        self.course.scorm_version
    }

    /// The title of the course, or the name of the package.
    pub fn title(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        let title = self.course.title.clone();
        title.unwrap_or_else(|| name.to_string_lossy().into_owned())
    }
}
