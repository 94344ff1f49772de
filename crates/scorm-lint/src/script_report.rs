//! What the tools that look only at scripts and pages need besides findings.

use std::borrow::Cow;
use std::collections::BTreeSet;

use scorm_package::Problem;
use serde::{Deserialize, Serialize};

use crate::script::Scripts;
use crate::script::vendor::VendorKind;
use crate::{Category, Files, Finding, Obstacle, Report, Settings, lint};

/// How far scripts are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScanDepth {
    /// The launched pages and the scripts they load.
    Surface,
    /// All pages and scripts of the package.
    #[default]
    Deep,
}

/// The pages and scripts of a package as lint saw them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptScan {
    /// Pages and scripts that were parsed, by name.
    pub scanned_files: Vec<String>,
    /// Those of them that are launched, and the scripts that these load.
    pub launched_files: BTreeSet<String>,
    /// Known drivers: file and name.
    pub drivers: Vec<(String, Cow<'static, str>)>,
    /// Files that were left out, with the reason.
    pub skipped_files: Vec<(String, Obstacle)>,
}

impl ScriptScan {
    pub(crate) fn of(scripts: &Scripts) -> Self {
        let pages = scripts.pages.iter().map(|page| page.file.as_ref());
        let scanned = pages.chain(scripts.files.keys().map(AsRef::as_ref));
        let mut scanned_files: Vec<String> = scanned.map(str::to_owned).collect();
        scanned_files.sort();
        let units = scripts
            .launches
            .iter()
            .flat_map(|launch| &launch.scope.units);
        let loaded = units.map(|unit| scripts.facts.unit(*unit).file.as_ref());
        let launched = scripts.launches.iter().map(|launch| launch.file.as_ref());
        let is_driver =
            |kind: VendorKind| matches!(kind, VendorKind::Driver | VendorKind::PlayerDriver);
        let drivers = scripts.vendors.iter();
        let skipped = scripts.skipped.iter();
        Self {
            scanned_files,
            launched_files: loaded.chain(launched).map(str::to_owned).collect(),
            drivers: drivers
                .filter(|(_, vendor)| is_driver(vendor.kind))
                .map(|(file, vendor)| (file.to_string(), Cow::Borrowed(vendor.name)))
                .collect(),
            skipped_files: skipped
                .map(|(file, obstacle)| (file.to_string(), obstacle.clone()))
                .collect(),
        }
    }

    /// Only what is launched.
    fn surface(mut self) -> Self {
        let launched = &self.launched_files;
        self.scanned_files.retain(|file| launched.contains(file));
        self.drivers.retain(|(file, _)| launched.contains(file));
        self
    }
}

/// The findings of one category with what was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptReport {
    /// The pages and scripts.
    pub scan: ScriptScan,
    /// The findings, in the order of [`lint`].
    pub findings: Vec<Finding>,
}

/// Checks the scripts and pages of a package by the rules of one category
/// ([`Category::ApiUsage`], [`Category::ParentDom`]). A manifest is not needed: without one the
/// pages that no other page shows count as launched.
pub fn lint_scripts(
    files: &dyn Files,
    problems: &[Problem],
    settings: &Settings,
    category: Category,
    depth: ScanDepth,
) -> ScriptReport {
    let settings = settings.of_category(category);
    ScriptReport::of(lint(files, problems, &settings), depth)
}

impl ScriptReport {
    /// What a report by [`Settings::of_category`] says about the scripts.
    pub fn of(report: Report, depth: ScanDepth) -> Self {
        let mut scan = report.scripts.unwrap_or_default();
        let mut findings = report.findings;
        if depth == ScanDepth::Surface {
            scan = scan.surface();
            findings.retain(|finding| {
                let file = finding.file.as_ref();
                file.is_none_or(|file| scan.launched_files.contains(file))
            });
        }
        Self { scan, findings }
    }
}
