//! `scorm_audit_accessibility`: what keeps people out of the page that the course shows.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use greenroom_stage::page::audit::{self, DialogTrial, Finding, Level, Reflow, Undecided, Walk};
use greenroom_stage::page::picture::Picture;
use greenroom_store::{ArtifactType, NewArtifact};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

/// Bytes of JSON for the findings.
const BUDGET: usize = 6000;
/// Places that are listed of one rule, before others had their turn.
const PLACES: usize = 4;

pub(crate) struct ScormAuditAccessibility;

/// Audit the accessibility of the page that the course shows
///
/// Runs axe-core, a keyboard walk, 320 px reflow. Returns findings with selectors, a
/// numbered picture, report_path.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormAuditAccessibilityParams {
    /// The session
    session_id: String,
    #[serde(default)]
    wcag_level: Level,
    /// Walk by Tab; moves the focus
    #[serde(default = "yes")]
    keyboard: bool,
    /// Try 320 px
    #[serde(default = "yes")]
    reflow: bool,
}

fn yes() -> bool {
    true
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormAuditAccessibilityOutput {
    wcag_level: Level,
    frames_audited: usize,
    /// The worst first
    findings: Vec<Finding>,
    /// Findings left out to keep the answer short
    omitted: usize,
    /// Rules that a person must decide
    undecided: Vec<Undecided>,
    keyboard: Option<Walk>,
    reflow: Option<Reflow>,
    summary: Summary,
    /// The picture
    artifact_path: PathBuf,
    /// All findings as JSON
    report_path: PathBuf,
}

#[derive(Default, Serialize, JsonSchema)]
struct Summary {
    rules: usize,
    places: usize,
    critical: usize,
    serious: usize,
    moderate: usize,
    minor: usize,
}

impl fmt::Display for ScormAuditAccessibilityOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { rules, places, .. } = self.summary;
        write!(
            f,
            "{} broken in {}",
            counted(rules, "rule"),
            counted(places, "place")
        )
    }
}

impl Tool for ScormAuditAccessibility {
    const NAME: &'static str = "scorm_audit_accessibility";
    const TITLE: &'static str = "Audit accessibility";
    const EFFECT: Effect = Effect::Writes;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::AuditFailed,
        ErrorCode::CaptureFailed,
        ErrorCode::ArtifactWriteFailed,
    ];
    type Params = ScormAuditAccessibilityParams;
    type Output = ScormAuditAccessibilityOutput;

    fn deadline(_: &Self::Params) -> Duration {
        crate::DEFAULT_DEADLINE + Duration::from_mins(1)
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        let session = cx.sessions().session(&params.session_id)?;
        runtime.flush().await?;
        cx.progress("axe-core in every frame");
        let found = audit::run_axe(&runtime, params.wcag_level).await?;
        let (mut findings, mut undecided) = (found.findings, found.undecided);
        let mut keyboard = None;
        let mut in_dialog = None;
        if params.keyboard {
            cx.progress("through the page by Tab");
            let walked = audit::walk(&runtime).await?;
            keyboard = Some(walked.walk);
            findings.extend(walked.findings);
            in_dialog = walked.in_dialog;
        }
        let mut reflow = None;
        if params.reflow {
            cx.progress("at 320 px");
            let (fit, more) = audit::reflow(&runtime).await?;
            reflow = Some(fit);
            findings.extend(more);
        }
        number(&mut findings);
        let (mut full, mut inline) = audit::picture(&runtime, &findings).await?;
        if let (Some(control), Some(walk)) = (in_dialog, &mut keyboard) {
            cx.progress("out of the dialog by keyboard");
            // After the picture: a dialog that can be left is closed by this.
            walk.dialog = DialogTrial::run(&runtime, &control).await?;
            let trial = walk.dialog.as_ref();
            if trial.is_some_and(DialogTrial::is_undecided) {
                undecided.push(Undecided::one("keyboard-trap"));
            }
            if let Some(trap) = trial.and_then(DialogTrial::finding) {
                walk.trap = trap.nodes.first().map(|node| node.selector.clone());
                findings.push(trap);
                number(&mut findings);
                (full, inline) = audit::picture(&runtime, &findings).await?;
            }
        }
        let summary = Summary::of(&findings);
        let picture = Picture::new(full, inline);
        let artifact = picture.keep(&session, &runtime, Self::NAME)?;
        let report = json!({
            "url": runtime.url(), "wcag_level": params.wcag_level, "findings": findings,
            "undecided": undecided, "keyboard": keyboard, "reflow": reflow,
        });
        let new = NewArtifact {
            kind: ArtifactType::Report,
            mime: "application/json".to_owned(),
            tool: Self::NAME.to_owned(),
            title: "Accessibility".to_owned(),
            metadata: serde_json::Map::new(),
        };
        let bytes = serde_json::to_vec_pretty(&report).unwrap_or_default();
        let report = session.artifacts().write("json", &bytes, new)?;
        let rules = findings.len();
        let findings = shortened(findings);
        let output = ScormAuditAccessibilityOutput {
            wcag_level: params.wcag_level,
            frames_audited: found.frames,
            omitted: rules - findings.len(),
            findings,
            undecided,
            keyboard,
            reflow,
            summary,
            artifact_path: artifact.absolute_path,
            report_path: report.absolute_path,
        };
        let (bytes, mime) = picture.into_inline();
        Ok(Reply::new(output)
            .image(bytes, mime)
            .artifact("screenshot", artifact.path)
            .artifact("report", report.path)
            .artifacts_manifest(session.artifacts().manifest_path()))
    }
}

fn severity(impact: &str) -> usize {
    let order = ["critical", "serious", "moderate", "minor"];
    let place = order.iter().position(|known| *known == impact);
    place.unwrap_or(order.len())
}

/// Puts the worst first and numbers the places for the picture.
fn number(findings: &mut [Finding]) {
    findings.sort_by_key(|finding| severity(&finding.impact));
    let nodes = findings.iter_mut().flat_map(|finding| &mut finding.nodes);
    for (index, node) in nodes.enumerate() {
        node.number = index + 1;
    }
}

/// The worst findings, each with its first places, as far as they fit.
fn shortened(findings: Vec<Finding>) -> Vec<Finding> {
    let mut left = BUDGET;
    let mut short = Vec::new();
    for mut finding in findings {
        let own = finding.help.len() + finding.help_url.as_ref().map_or(0, String::len) + 160;
        if left < own {
            break;
        }
        left -= own;
        let mut nodes = Vec::new();
        for node in finding.nodes.into_iter().take(PLACES) {
            if node.size() > left {
                break;
            }
            left -= node.size();
            nodes.push(node);
        }
        finding.nodes = nodes;
        short.push(finding);
    }
    short
}

impl Summary {
    fn of(findings: &[Finding]) -> Self {
        let mut summary = Self::default();
        for finding in findings {
            summary.rules += 1;
            summary.places += finding.count;
            match finding.impact.as_str() {
                "critical" => summary.critical += finding.count,
                "serious" => summary.serious += finding.count,
                "moderate" => summary.moderate += finding.count,
                _ => summary.minor += finding.count,
            }
        }
        summary
    }
}
