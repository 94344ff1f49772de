//! `scorm_explore_course`: a course that nobody scripted is played to its end, and judged.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use greenroom_explore::{Coverage, Exploration, ExploreOptions, Finding, Severity, Share, Verdict};
use greenroom_stage::course::private::Home;
use greenroom_stage::course::viewport::ViewportParams;
use greenroom_store::{Artifact, ArtifactType, NewArtifact, Reach, Session};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::background::Answer;
use crate::playing::{attempt, launch_param, operation};
use crate::scorm::open_course::OPEN_ERRORS;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormExploreCourse;

/// Findings that an answer lists; the report has all.
const LISTED: usize = 12;
/// Time for acts, and acts, of a call that names none.
const USUAL_SECONDS: u64 = 40;
const USUAL_ACTS: usize = 2000;
/// Names of what was never reached, in an answer.
const NAMED: usize = 5;
/// What opening, closing and writing may take beyond the time for acts.
const AROUND: Duration = Duration::from_mins(1);

/// Play a course by itself and judge it
///
/// Returns verdict, findings, report_path, rehearsals.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormExploreCourseParams {
    /// Course folder or .zip
    #[schemars(extend("x-path" = "read"))]
    package_path: PathBuf,
    /// 40 if absent
    #[schemars(range(min = 1, max = 3600))]
    #[serde(default)]
    max_seconds: Option<u64>,
    /// 2000 if absent
    #[schemars(range(min = 1, max = 100_000))]
    #[serde(default)]
    max_acts: Option<usize>,
    /// Same, same acts
    #[serde(default)]
    seed: u32,
    /// As in scorm_open_course
    #[serde(default)]
    viewport: Option<Map<String, Value>>,
    /// LMS to play in
    #[serde(default)]
    lms_profile: Option<String>,
    /// More options
    #[serde(default)]
    launch: Map<String, Value>,
    /// Go on with one that was broken off
    #[serde(default)]
    resume: bool,
    /// Answer at once
    #[serde(default)]
    background: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Explored {
    verdict: Verdict,
    /// Best status reached
    status: &'static str,
    /// The worst
    findings: Vec<Finding>,
    summary: Summary,
    coverage: Coverage,
    states: usize,
    pages: usize,
    acts: usize,
    seconds: f64,
    /// `done`, `max_seconds`, `max_acts` or `cancelled`
    stopped_by: &'static str,
    /// Went on with what was known; acts and seconds are of the whole
    resumed: bool,
    /// Map of all states with pictures, for people
    report_path: PathBuf,
    /// Shortest ways to each status, a resume and a tour, for scorm_rehearse
    rehearsals: Vec<Written>,
    /// Every act in order
    log_path: PathBuf,
    session_id: String,
}

/// A rehearsal as a file
#[derive(Serialize, JsonSchema)]
struct Written {
    reaches: Vec<&'static str>,
    path: PathBuf,
    steps: usize,
    statements: usize,
}

#[derive(Default, Serialize, JsonSchema)]
struct Summary {
    errors: usize,
    warnings: usize,
    info: usize,
}

impl fmt::Display for Explored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}; {}, {}",
            self.verdict,
            counted(self.summary.errors, "error"),
            counted(self.summary.warnings, "warning")
        )
    }
}

impl Tool for ScormExploreCourse {
    const NAME: &'static str = "scorm_explore_course";
    const TITLE: &'static str = "Explore course";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const CORE: bool = true;
    const ERRORS: &'static [ErrorCode] = OPEN_ERRORS;
    type Params = ScormExploreCourseParams;
    type Output = Answer<Explored>;

    fn deadline(params: &Self::Params) -> Duration {
        Duration::from_secs(params.max_seconds.unwrap_or(USUAL_SECONDS)) + AROUND
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let options = options(&params, cx.reach())?;
        let home = attempt::home_of(cx, None, Some(&params.package_path)).await?;
        let background = params.background;
        operation::run(cx, Self::NAME, background, home, |cx, home| async move {
            let explored = explore(&cx, options, &home).await;
            home.close().await?;
            explored
        })
        .await
    }
}

fn options(params: &ScormExploreCourseParams, reach: &Reach) -> Result<ExploreOptions, ToolError> {
    let mut launch = launch_param::read(params.launch.clone(), reach)?;
    if let Some(viewport) = &params.viewport {
        let viewport: ViewportParams = launch_param::part("viewport", viewport.clone())?;
        launch.viewport = Some(viewport);
    }
    if let Some(profile) = &params.lms_profile {
        launch.lms_profile.clone_from(profile);
    }
    Ok(ExploreOptions {
        launch,
        max_time: Duration::from_secs(params.max_seconds.unwrap_or(USUAL_SECONDS)),
        max_acts: params.max_acts.unwrap_or(USUAL_ACTS),
        seed: u64::from(params.seed),
        resume: params.resume,
    })
}

async fn explore(
    cx: &Cx,
    options: ExploreOptions,
    home: &Home,
) -> Result<Reply<Explored>, ToolError> {
    let tell = |doing: String| cx.progress(doing);
    let cancel = cx.cancellation();
    let exploring = greenroom_explore::explore(cx.runtimes(), home, options, cancel, &tell);
    let explored = Box::pin(exploring).await?;
    let session = Arc::clone(&home.session);
    let kept = cx.blocking(move || Kept::write(&session, &explored).map(|kept| (kept, explored)));
    let (kept, explored) = kept.await??;
    let session = &home.session;
    let report = kept.report.path.clone();
    let mut explored = Explored::of(explored, kept);
    explored.session_id = session.id().to_string();
    Ok(Reply::new(explored)
        .artifact("report", report)
        .artifacts_manifest(session.artifacts().manifest_path()))
}

/// The files of an exploration.
struct Kept {
    report: Artifact,
    log: Artifact,
    rehearsals: Vec<Written>,
}

impl Kept {
    fn write(session: &Session, explored: &Exploration) -> Result<Self, ToolError> {
        let package = session.package();
        let name = package.and_then(|package| package.path().file_name());
        let title = name.unwrap_or_default().to_string_lossy().into_owned();
        let new = |kind, mime: &str, what: &str| NewArtifact {
            kind,
            mime: mime.to_owned(),
            tool: ScormExploreCourse::NAME.to_owned(),
            title: format!("{what} of {title}"),
            metadata: Map::new(),
        };
        let page = greenroom_explore::html(explored, &title);
        let artifacts = session.artifacts();
        let report = new(ArtifactType::Report, "text/html", "exploration");
        let report = artifacts.write("html", page.as_bytes(), report)?;
        let log = new(ArtifactType::Log, "text/plain", "acts of the exploration");
        let log = artifacts.write("txt", explored.log.join("\n").as_bytes(), log)?;
        let mut rehearsals = Vec::new();
        for found in &explored.rehearsals {
            let rehearsal = &found.recorded.rehearsal;
            let text = serde_json::to_vec_pretty(rehearsal).map_err(|fault| {
                ToolError::new(ErrorCode::UnknownError, format!("a rehearsal: {fault}"))
            })?;
            let trace = new(ArtifactType::Trace, "application/json", &rehearsal.id);
            rehearsals.push(Written {
                reaches: found.reaches.clone(),
                path: artifacts.write("json", &text, trace)?.absolute_path,
                steps: rehearsal.steps.len(),
                statements: found.recorded.statements(),
            });
        }
        Ok(Self {
            report,
            log,
            rehearsals,
        })
    }
}

impl Explored {
    fn of(explored: Exploration, kept: Kept) -> Self {
        let mut summary = Summary::default();
        for finding in &explored.findings {
            match finding.severity {
                Severity::Error => summary.errors += 1,
                Severity::Warning => summary.warnings += 1,
                Severity::Info => summary.info += 1,
            }
        }
        let Coverage {
            activities,
            slides,
            files,
            elements,
        } = explored.coverage;
        Self {
            verdict: explored.verdict,
            status: explored.status,
            findings: explored
                .findings
                .into_iter()
                .take(LISTED)
                .map(shortened)
                .collect(),
            summary,
            coverage: Coverage {
                activities: named(activities),
                slides: named(slides),
                files: named(files),
                elements,
            },
            states: explored.states.len(),
            pages: explored.pages,
            acts: explored.acts,
            seconds: (explored.took.as_secs_f64() * 10.0).round() / 10.0,
            stopped_by: explored.stopped_by,
            resumed: explored.resumed,
            rehearsals: kept.rehearsals,
            report_path: kept.report.absolute_path,
            log_path: kept.log.absolute_path,
            session_id: String::new(),
        }
    }
}

/// The first names, and how many more there are.
fn named(mut share: Share) -> Share {
    let more = share.never.len().saturating_sub(NAMED);
    share.never.truncate(NAMED);
    if more > 0 {
        share.never.push(format!("and {more} more"));
    }
    share
}

fn shortened(mut finding: Finding) -> Finding {
    let cut = |text: &str| text.chars().take(300).collect::<String>();
    finding.message = cut(&finding.message);
    finding.page = cut(&finding.page);
    finding.after = finding.after.as_deref().map(cut);
    finding
}
