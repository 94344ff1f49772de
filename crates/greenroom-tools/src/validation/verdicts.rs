//! Two verdicts: what the standard says, and what LMSs will do.

use std::collections::BTreeMap;

use greenroom_store::SourcePackage;
use schemars::JsonSchema;
use scorm_lint::{Category, Finding, Level, Settings, Severity, find_rule};
use serde::Serialize;

use super::{Analysis, PackageFiles};

/// Tolerance is not conformance, so there are two answers.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Verdicts {
    /// No error-level finding
    pub(crate) conformant: bool,
    /// By LMS profile: yes, risk or no
    pub(crate) will_import: BTreeMap<String, &'static str>,
}

impl Verdicts {
    /// Judges by what was found, and by what each profile adds to it.
    pub(crate) fn of(
        package: &SourcePackage,
        analysis: &Analysis,
        settings: &Settings,
        profiles: &[String],
    ) -> Self {
        let general = import(analysis.findings());
        let judge = |profile: &String| {
            let settings = Settings {
                categories: [Category::LmsCompatibility].into(),
                lms_profiles: vec![profile.clone()],
                ..settings.clone()
            };
            let files = PackageFiles::new(package);
            let own = scorm_lint::lint(&files, package.problems(), &settings);
            (
                profile.clone(),
                general.max(of_profile(&own.findings)).as_str(),
            )
        };
        Self {
            conformant: analysis.errors().next().is_none(),
            will_import: profiles.iter().map(judge).collect(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Import {
    Yes,
    Risk,
    No,
}

impl Import {
    fn as_str(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::Risk => "risk",
            Self::No => "no",
        }
    }
}

/// Rules of the basic level find what stops import or launch; other errors may be tolerated.
fn import(findings: &[Finding]) -> Import {
    let one = |finding: &Finding| {
        let stops = find_rule(finding.code).is_some_and(|rule| rule.level == Level::Basic);
        match finding.severity {
            Severity::Fatal => Import::No,
            Severity::Error if stops => Import::No,
            Severity::Error => Import::Risk,
            Severity::Warning | Severity::Info => Import::Yes,
        }
    };
    findings.iter().map(one).max().unwrap_or(Import::Yes)
}

fn of_profile(findings: &[Finding]) -> Import {
    let one = |finding: &Finding| match finding.severity {
        Severity::Fatal | Severity::Error => Import::No,
        Severity::Warning => Import::Risk,
        Severity::Info => Import::Yes,
    };
    findings.iter().map(one).max().unwrap_or(Import::Yes)
}
