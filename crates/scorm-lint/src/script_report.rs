//! What the tools that look only at scripts and pages need besides findings.

use std::collections::BTreeSet;

use scorm_package::Problem;
use scorm_package::xml::XmlLimits;

use crate::finding::MANIFEST;
use crate::script::vendor::VendorKind;
use crate::{Category, Files, Finding, LintCx, Settings, lint};

/// How far scripts are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScanDepth {
    /// The launched pages and the scripts they load.
    Surface,
    /// All pages and scripts of the package.
    #[default]
    Deep,
}

/// The findings of one category with what was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptReport {
    /// Pages and scripts that were parsed, by name.
    pub scanned_files: Vec<String>,
    /// The findings, in the order of [`lint`].
    pub findings: Vec<Finding>,
    /// Known drivers: file and name.
    pub drivers: Vec<(String, &'static str)>,
    /// Files that were left out, with the reason.
    pub skipped_files: Vec<(String, String)>,
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
    let settings = Settings {
        categories: BTreeSet::from([category]),
        ..settings.clone()
    };
    let read = files
        .read(MANIFEST)
        .map(|bytes| scorm_package::read_manifest(&bytes, &XmlLimits::default()).0);
    let document = read.as_ref().and_then(|read| read.document.as_ref());
    let manifest = read.as_ref().and_then(|read| read.manifest.as_ref());
    let cx = LintCx::new(files, document, manifest, problems, &settings);
    let scripts = cx.scripts();
    let wanted: Option<BTreeSet<&str>> = (depth == ScanDepth::Surface).then(|| {
        let launches = scripts.launches.iter();
        let units = launches.flat_map(|launch| &launch.scope.units);
        let files = units.map(|unit| scripts.facts.unit(*unit).file.as_ref());
        files
            .chain(scripts.launches.iter().map(|launch| launch.file.as_ref()))
            .collect()
    });
    let is_wanted = |file: &str| wanted.as_ref().is_none_or(|wanted| wanted.contains(file));
    let pages = scripts.pages.iter().map(|page| page.file.as_ref());
    let scanned = pages.chain(scripts.files.keys().map(AsRef::as_ref));
    let mut scanned_files: Vec<String> = scanned
        .filter(|file| is_wanted(file))
        .map(str::to_owned)
        .collect();
    scanned_files.sort();
    let drivers = scripts.vendors.iter().filter(|(file, vendor)| {
        let is_driver = matches!(vendor.kind, VendorKind::Driver | VendorKind::PlayerDriver);
        is_driver && is_wanted(file)
    });
    let findings = lint(files, problems, &settings).findings.into_iter();
    ScriptReport {
        scanned_files,
        findings: findings
            .filter(|finding| finding.file.as_deref().is_none_or(is_wanted))
            .collect(),
        drivers: drivers
            .map(|(file, vendor)| (file.to_string(), vendor.name))
            .collect(),
        skipped_files: scripts
            .skipped
            .iter()
            .map(|(file, reason)| (file.to_string(), reason.clone()))
            .collect(),
    }
}
