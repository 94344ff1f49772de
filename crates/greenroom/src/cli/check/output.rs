//! Findings in the form that was asked for.

use std::io::{self, IsTerminal as _, StdoutLock, Write as _};

use greenroom_report::document::{ReportDocument, Summary, html};
use greenroom_report::format::{self, Format};
use greenroom_tools::counted;
use scorm_lint::{Applicability, Finding};

use super::arguments::{CheckArguments, FormatName};
use super::one_package::Checked;
use super::text::Text;

/// Writes packages one by one where the form allows it, and all at the end where not.
pub(super) struct Output<'a> {
    arguments: &'a CheckArguments,
    out: StdoutLock<'a>,
    text: Text,
    /// Held for forms that are one document.
    held: Vec<Checked>,
    /// For the baseline.
    findings: Vec<Finding>,
    packages: usize,
    summary: Summary,
    fixable: usize,
}

impl<'a> Output<'a> {
    pub(super) fn new(arguments: &'a CheckArguments, out: StdoutLock<'a>) -> Self {
        let colored = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Self {
            arguments,
            out,
            text: Text::new(colored),
            held: Vec::new(),
            findings: Vec::new(),
            packages: 0,
            summary: Summary::default(),
            fixable: 0,
        }
    }

    /// What was found in all packages; filled only when a baseline is written.
    pub(super) fn all_findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Takes the next package.
    pub(super) fn package(&mut self, checked: Checked) -> io::Result<()> {
        self.packages += 1;
        let summary = Summary::of(&checked.analysis);
        self.summary.errors += summary.errors;
        self.summary.warnings += summary.warnings;
        self.summary.info += summary.info;
        let is_safe = |finding: &&Finding| {
            let fix = finding.fix.as_ref();
            fix.is_some_and(|fix| fix.applicability == Applicability::Safe)
        };
        self.fixable += checked.analysis.findings().iter().filter(is_safe).count();
        if self.arguments.write_baseline.is_some() {
            self.findings.extend_from_slice(checked.analysis.findings());
        }
        if self.arguments.diff {
            return self.out.write_all(checked.diff.as_bytes());
        }
        match self.arguments.format {
            FormatName::Text => self.write_text(&checked),
            FormatName::Jsonl => self.write(Format::JsonLines, &[checked]),
            FormatName::Github => self.write(Format::Github, &[checked]),
            FormatName::Json | FormatName::Sarif | FormatName::Junit | FormatName::Html => {
                self.held.push(checked);
                Ok(())
            }
        }
    }

    /// Writes what is left.
    pub(super) fn end(&mut self) -> io::Result<()> {
        if self.arguments.diff {
            return Ok(());
        }
        let held = std::mem::take(&mut self.held);
        match self.arguments.format {
            FormatName::Text if self.arguments.quiet || self.packages == 0 => {}
            FormatName::Text => {
                let line = self.summary_line();
                writeln!(self.out, "{line}")?;
            }
            FormatName::Json => self.write(Format::Json, &held)?,
            FormatName::Sarif => self.write(Format::Sarif, &held)?,
            FormatName::Junit => self.write(Format::Junit, &held)?,
            FormatName::Html => {
                let analyses = held.iter().map(|checked| &checked.analysis);
                let documents: Vec<_> = analyses.map(ReportDocument::of).collect();
                self.out.write_all(html(&documents).as_bytes())?;
            }
            FormatName::Jsonl | FormatName::Github => {}
        }
        self.out.flush()
    }

    fn write(&mut self, format: Format, packages: &[Checked]) -> io::Result<()> {
        let paths: Vec<String> = packages
            .iter()
            .map(|checked| checked.shown.display().to_string())
            .collect();
        let checked: Vec<format::Checked<'_>> = packages
            .iter()
            .zip(&paths)
            .map(|(checked, path)| format::Checked {
                path,
                report: &checked.analysis.report,
            })
            .collect();
        self.out
            .write_all(format::render(format, &checked).as_bytes())
    }

    fn write_text(&mut self, checked: &Checked) -> io::Result<()> {
        for finding in checked.analysis.findings() {
            writeln!(self.out, "{}\n", self.text.render(&checked.shown, finding))?;
        }
        if let Some(fixed) = &checked.fixed {
            let fixes = counted(fixed.count, "finding");
            writeln!(
                self.out,
                "{fixes} fixed in the copy {}",
                fixed.path.display()
            )?;
        }
        Ok(())
    }

    fn summary_line(&self) -> String {
        let packages = counted(self.packages, "package");
        let Summary {
            errors,
            warnings,
            info,
        } = self.summary;
        if errors + warnings + info == 0 {
            return format!("{packages} checked, nothing found.");
        }
        let fixable = if self.fixable > 0 && !self.arguments.fix {
            format!(" {} can be fixed on a copy by --fix.", self.fixable)
        } else {
            String::new()
        };
        format!(
            "{packages} checked: {}, {}, {}.{fixable}",
            counted(errors, "error"),
            counted(warnings, "warning"),
            counted(info, "note")
        )
    }
}
