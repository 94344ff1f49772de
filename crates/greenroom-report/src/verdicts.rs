//! Two verdicts: what the standard says, and what LMSs will do.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use scorm_lint::{Category, Finding, Level, Severity, find_rule};
use serde::Serialize;

use super::Analysis;

/// Reasons beyond this many say nothing new.
const MOST_REASONS: usize = 10;

/// Tolerance is not conformance, so there are two answers.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Verdicts {
    /// No error against the standard
    pub conformant: bool,
    /// By LMS profile: yes, risk or no
    pub will_import: BTreeMap<String, &'static str>,
    /// Why not yes, by LMS profile
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub import_reasons: BTreeMap<String, Vec<String>>,
}

impl Verdicts {
    /// Judges by what was found, and by what each LMS adds to it.
    pub fn of(analysis: &Analysis) -> Self {
        let findings = analysis.findings().iter();
        let general = findings.filter(|finding| is_of_scorm(finding.category));
        let general: Vec<&Finding> = general.collect();
        let mut verdicts = Self {
            conformant: !general
                .iter()
                .any(|finding| finding.severity >= Severity::Error),
            will_import: BTreeMap::new(),
            import_reasons: BTreeMap::new(),
        };
        for (profile, own) in &analysis.of_lms {
            let judged = general
                .iter()
                .map(|finding| (in_general(finding), *finding));
            let own = own.iter().map(|finding| (by_profile(finding), finding));
            let mut reasons: Vec<_> = judged
                .chain(own)
                .filter(|(import, _)| *import > Import::Yes)
                .collect();
            reasons.sort_by_key(|(import, _)| std::cmp::Reverse(*import));
            let worst = reasons.first().map_or(Import::Yes, |(import, _)| *import);
            verdicts.will_import.insert(profile.clone(), worst.as_str());
            let mut said: Vec<String> = Vec::new();
            for (_, finding) in reasons {
                let reason = format!("{} {}: {}", finding.code, finding.name, finding.message);
                if !said.contains(&reason) {
                    said.push(reason);
                }
                if said.len() == MOST_REASONS {
                    break;
                }
            }
            if !said.is_empty() {
                verdicts.import_reasons.insert(profile.clone(), said);
            }
        }
        verdicts
    }
}

/// Is a category about the standard? The others are asked for besides, and no LMS minds them; what
/// the check of LMSs finds is told for each of them.
fn is_of_scorm(category: Category) -> bool {
    !matches!(
        category,
        Category::Accessibility
            | Category::Performance
            | Category::Security
            | Category::LmsCompatibility
            | Category::BrowserSupport
    )
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
fn in_general(finding: &Finding) -> Import {
    let stops = find_rule(finding.code).is_some_and(|rule| rule.level == Level::Basic);
    match finding.severity {
        _ if finding.vendor => Import::Yes,
        Severity::Fatal => Import::No,
        Severity::Error if stops => Import::No,
        Severity::Error => Import::Risk,
        // Browsers are removing `unload`: the course works in the LMS until one day it does not.
        Severity::Warning if finding.name == "terminate-only-in-unload" => Import::Risk,
        Severity::Warning | Severity::Info => Import::Yes,
    }
}

fn by_profile(finding: &Finding) -> Import {
    match finding.severity {
        _ if finding.vendor => Import::Yes,
        Severity::Fatal | Severity::Error => Import::No,
        Severity::Warning => Import::Risk,
        Severity::Info => Import::Yes,
    }
}
