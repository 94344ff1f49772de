//! Safe fixes on a copy in the session directory, with a patch.

use std::collections::BTreeMap;
use std::path::PathBuf;

use greenroom_report::examiner::{Bounds, Examination};
use greenroom_report::{PackageFiles, fixed_copy};
use greenroom_store::{Artifact, ArtifactType, NewArtifact, Session, SourcePackage, StoreError};
use schemars::JsonSchema;
use scorm_lint::{Applicability, Settings};
use serde::Serialize;

use crate::{Tool as _, ToolError};

/// What fixing made.
#[derive(Default)]
pub(super) struct Fixing {
    pub(super) fixed_issues: Vec<FixedIssue>,
    pub(super) patch: Option<Artifact>,
    pub(super) fixed_workspace_path: Option<PathBuf>,
    pub(super) score_after: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct FixedIssue {
    rule: &'static str,
    file: Option<String>,
    line: Option<u32>,
    description: String,
    /// safe
    applicability: &'static str,
}

/// Fixes a copy in `fixed/`, keeps another in `original/`, writes the patch between them.
pub(super) fn fix(
    package: &SourcePackage,
    settings: &Settings,
    session: &Session,
    backup_original: bool,
    bounds: &Bounds,
) -> Result<Fixing, ToolError> {
    let files = PackageFiles::new(package);
    let examination = Examination::new(&files, package.problems(), bounds);
    let fixed = examination.fix(settings, Applicability::Safe)?;
    let copies = Copies { package, session };
    if backup_original {
        copies.write("original", &BTreeMap::new())?;
    }
    let fixed_workspace_path = copies.write("fixed", &fixed.changed)?;
    let patch = scorm_lint::unified_diff(&files, &fixed.changed);
    let new = NewArtifact {
        kind: ArtifactType::Patch,
        mime: "text/x-diff".to_owned(),
        tool: super::ScormValidateCompliance::NAME.to_owned(),
        title: format!("{} fixes", fixed.applied.len()),
        metadata: serde_json::Map::new(),
    };
    let patch = session.artifacts().write("patch", patch.as_bytes(), new)?;
    let described = fixed.applied.iter().map(|finding| FixedIssue {
        rule: finding.name,
        file: finding.file.clone(),
        line: finding.line,
        description: finding
            .fix
            .as_ref()
            .map(|fix| fix.title.clone())
            .unwrap_or_default(),
        applicability: Applicability::Safe.as_str(),
    });
    Ok(Fixing {
        fixed_issues: described.collect(),
        patch: Some(patch),
        fixed_workspace_path: Some(fixed_workspace_path),
        score_after: Some(scorm_lint::score(&fixed.report.findings).score),
    })
}

struct Copies<'a> {
    package: &'a SourcePackage,
    session: &'a Session,
}

impl Copies<'_> {
    /// A new folder each time, so that a second call never mixes two copies.
    fn write(&self, name: &str, changed: &BTreeMap<String, Vec<u8>>) -> Result<PathBuf, ToolError> {
        let directory = self.session.directory();
        let written = fixed_copy::new_folder(directory, name).and_then(|folder| {
            fixed_copy::write(self.package, changed, &folder)?;
            Ok(folder)
        });
        let failed = |source| StoreError::Write {
            path: directory.join(name),
            source,
        };
        Ok(written.map_err(failed)?)
    }
}
