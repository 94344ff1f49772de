//! Findings as files: JSON, SARIF, JUnit, Markdown, and an HTML page for people.

mod html;
mod html_findings;
mod html_run;
mod html_tree;
mod json;
mod xml_text;

use std::path::Path;

use greenroom_store::{Artifact, ArtifactType, NewArtifact, Session, StoreError};
use scorm_lint::{Finding, Report};
use serde::Serialize;

pub use json::Summary;
pub use json::{RuleCost, breakdown};

use crate::format::{Checked, Format as LintFormat, render};
use crate::run::Evidence;
use crate::{Analysis, Verdicts};

/// Bytes of a report inside an answer; the complete one is the artifact.
const INLINE_BYTES: usize = 5 * 1024;

/// Bytes for the place of the complete one.
const PATH_BYTES: usize = 300;

/// What a report is about.
#[derive(Clone, Copy, Debug)]
pub struct ReportDocument<'a> {
    /// The package and what was found.
    pub analysis: &'a Analysis,
    pub verdicts: Option<&'a Verdicts>,
    pub evidence: Option<&'a Evidence>,
}

/// The form of a report.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// For programs.
    #[default]
    Json,
    /// For people.
    Html,
    /// For code hosts.
    Sarif,
    /// For build servers.
    Junit,
    /// For people in a hurry.
    Markdown,
}

/// How much of a report is written.
#[derive(Clone, Copy, Debug)]
pub struct Extent<'a> {
    /// Findings beyond this many are counted, not listed.
    findings: usize,
    /// Whether pictures are embedded.
    pictures: bool,
    /// Where the complete report lies.
    complete: Option<&'a Path>,
}

impl Extent<'_> {
    const ALL: Self = Self {
        findings: usize::MAX,
        pictures: true,
        complete: None,
    };
}

impl<'a> ReportDocument<'a> {
    /// A report on files alone, without verdicts and without a run.
    pub fn of(analysis: &'a Analysis) -> Self {
        Self {
            analysis,
            verdicts: None,
            evidence: None,
        }
    }

    /// The findings of an extent, the worst first, and how many are left out.
    fn listed(&self, extent: &Extent<'_>) -> (Vec<&'a Finding>, usize) {
        let mut findings: Vec<&Finding> = self.analysis.findings().iter().collect();
        if findings.len() > extent.findings {
            findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        }
        let omitted = findings.len().saturating_sub(extent.findings);
        findings.truncate(extent.findings);
        (findings, omitted)
    }

    fn render(&self, format: Format, extent: &Extent<'_>) -> String {
        match format {
            Format::Json => {
                serde_json::to_string_pretty(&json::report(self, extent)).unwrap_or_default()
            }
            Format::Html => html::page(&[*self], extent),
            Format::Sarif => self.by_lint(LintFormat::Sarif, extent),
            Format::Junit => self.by_lint(LintFormat::Junit, extent),
            Format::Markdown => {
                let mut text = self.by_lint(LintFormat::Markdown, extent);
                if let Some(evidence) = self.evidence {
                    text.push_str(&evidence.to_markdown());
                }
                text
            }
        }
    }

    /// The formats that know only files.
    fn by_lint(&self, format: LintFormat, extent: &Extent<'_>) -> String {
        let (findings, _) = self.listed(extent);
        let whole = &self.analysis.report;
        let report = Report {
            version: whole.version,
            findings: findings.into_iter().cloned().collect(),
            suppressed: whole.suppressed,
            scripts: whole.scripts.clone(),
        };
        let checked = Checked {
            path: &self.analysis.path.display().to_string(),
            report: &report,
        };
        render(format, &[checked])
    }

    /// The complete report.
    fn complete(&self, format: Format) -> String {
        self.render(format, &Extent::ALL)
    }

    /// The report as far as it fits into an answer; `complete` is where the whole of it lies.
    ///
    /// A page for people is of no use inside an answer: its findings are told as text.
    fn inline(&self, format: Format, complete: &Path) -> String {
        if format == Format::Html {
            let findings = self.inline(Format::Markdown, complete);
            return format!("{findings}\nHTML report: {}", complete.display());
        }
        let mut extent = Extent {
            findings: self.analysis.findings().len(),
            pictures: false,
            complete: Some(complete),
        };
        loop {
            let text = self.render(format, &extent);
            if text.len() <= INLINE_BYTES - PATH_BYTES || extent.findings == 0 {
                return text;
            }
            extent.findings /= 2;
        }
    }

    /// Writes the complete report into a session, and gives as much of it as an answer holds.
    pub fn keep(
        &self,
        session: &Session,
        format: Format,
        tool: &str,
        title: String,
    ) -> Result<(Artifact, String), StoreError> {
        let new = NewArtifact {
            kind: ArtifactType::Report,
            mime: format.mime().to_owned(),
            tool: tool.to_owned(),
            title,
            metadata: serde_json::Map::new(),
        };
        let complete = self.complete(format);
        let artifacts = session.artifacts();
        let artifact = artifacts.write(format.extension(), complete.as_bytes(), new)?;
        let inline = self.inline(format, &artifact.absolute_path);
        Ok((artifact, inline))
    }

    /// How many findings there are of each severity.
    pub fn summary(&self) -> Summary {
        Summary::of(self.analysis)
    }
}

/// One page for many packages.
pub fn html(documents: &[ReportDocument<'_>]) -> String {
    html::page(documents, &Extent::ALL)
}

impl Format {
    /// Extension of the file.
    fn extension(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Html => "html",
            Self::Sarif => "sarif",
            Self::Junit => "xml",
            Self::Markdown => "md",
        }
    }

    /// Media type of the file.
    fn mime(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Html => "text/html",
            Self::Sarif => "application/sarif+json",
            Self::Junit => "application/xml",
            Self::Markdown => "text/markdown",
        }
    }
}

#[cfg(test)]
mod tests;
