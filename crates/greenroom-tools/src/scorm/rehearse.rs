//! `scorm_rehearse`: a course is played by a script that states what must happen.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use greenroom_stage::course::private::Home;
use greenroom_stage::rehearsal::{self, Performed, Scenarios, Unreadable};
use greenroom_store::Reach;
use schemars::JsonSchema;
use scorm_session::Learner;
use scorm_session::rehearsal::{Case, Report};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::background::{self, Answer};
use crate::playing::attempt;
use crate::playing::operation;
use crate::scorm::open_course::OPEN_ERRORS;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormRehearse;

/// Play a rehearsal of a course and check what it states
///
/// Form: greenroom://rehearsal-guide. Returns passed and each step.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormRehearseParams {
    /// The script itself
    #[serde(default)]
    rehearsal: Option<Map<String, Value>>,
    /// Or its file, JSON or YAML
    #[serde(default)]
    #[schemars(extend("x-path" = "read"))]
    path: Option<PathBuf>,
    /// Course to play; else generated pages
    #[serde(default)]
    #[schemars(extend("x-path" = "read"))]
    package_path: Option<PathBuf>,
    /// engine starts no browser
    #[serde(default)]
    mode: Mode,
    /// Session whose course is played
    #[serde(default)]
    session_id: Option<String>,
    /// Answer at once, outcome as event
    #[serde(default)]
    background: bool,
    /// LMS to play in
    #[serde(default)]
    lms_profile: Option<String>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Mode {
    #[default]
    Browser,
    Engine,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Rehearsed {
    /// Where the artifacts are
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<String>,
    /// All of them
    passed: bool,
    /// Of the first that failed, else of the last
    steps: Vec<StepResult>,
    /// Each of several; of many, the failed ones
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rehearsals: Vec<Played>,
    /// Files written
    artifacts: Vec<String>,
}

/// One of several
#[derive(Serialize, JsonSchema)]
struct Played {
    id: String,
    passed: bool,
    /// Step, what was looked at, expected, got
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

/// One step of the script, from 1; step 0 is the launch
#[derive(Serialize, JsonSchema)]
struct StepResult {
    index: usize,
    ok: bool,
    /// What was looked at
    #[serde(skip_serializing_if = "Option::is_none")]
    what: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual: Option<String>,
    /// What was done before
    #[serde(skip_serializing_if = "Option::is_none")]
    act_before: Option<String>,
    /// File: the page when it failed
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    /// Sequencing processes since the step began
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trace: Vec<String>,
}

impl fmt::Display for Rehearsed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed = self.rehearsals.iter().filter(|one| !one.passed).count();
        if failed > 0 {
            write!(f, "{failed} of {} failed; ", self.rehearsals.len())?;
        }
        match self.steps.iter().find(|step| !step.ok) {
            None => write!(f, "passed: {} as stated", counted(self.steps.len(), "step")),
            Some(step) => write!(
                f,
                "failed at step {}: {}: expected {}, got {}",
                step.index,
                step.what.as_deref().unwrap_or_default(),
                step.expected.as_deref().unwrap_or_default(),
                step.actual.as_deref().unwrap_or_default()
            ),
        }
    }
}

impl Tool for ScormRehearse {
    const NAME: &'static str = "scorm_rehearse";
    const TITLE: &'static str = "Rehearse";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const ERRORS: &'static [ErrorCode] = OPEN_ERRORS;
    type Params = ScormRehearseParams;
    type Output = Answer<Rehearsed>;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let background = params.background;
        let home = match (&params.session_id, &params.package_path) {
            (None, None) if !background => {
                return Ok(background::done(rehearse(cx, params, None).await?));
            }
            (None, None) => {
                let message = "a background run needs package_path or session_id";
                return Err(ToolError::new(ErrorCode::InvalidParams, message));
            }
            (id, path) => attempt::home_of(cx, id.as_deref(), path.as_deref()).await?,
        };
        operation::run(cx, Self::NAME, background, home, |cx, home| async move {
            let rehearsed = rehearse(&cx, params, Some(&home)).await;
            home.close().await?;
            rehearsed
        })
        .await
    }
}

/// Plays the script, with the package of `home` if there is one.
async fn rehearse(
    cx: &Cx,
    params: ScormRehearseParams,
    home: Option<&Home>,
) -> Result<Reply<Rehearsed>, ToolError> {
    let mode = params.mode;
    let session = home.map(|home| Arc::clone(&home.session));
    let package = session.as_ref().and_then(|session| session.package());
    let performed = Performed {
        package: package.map(|package| package.root().to_owned()),
        home: session.clone(),
        lms_profile: params.lms_profile.clone(),
        ..Performed::default()
    };
    let scenarios = scenarios(params, performed.package.as_deref(), cx.reach())?;
    let mut ids = Vec::new();
    for wanted in scenarios.wanted() {
        ids.push(wanted.clone().map_err(not_read)?);
    }
    let mut shown: Option<Report> = None;
    let mut artifacts = Vec::new();
    let mut rehearsals = Vec::new();
    for id in &ids {
        let mut learner = rehearsal::learner(scenarios.case(id).rehearsal.learner);
        for required in scenarios.required_by(id) {
            cx.progress(format!("rehearsing {required}, which {id} requires"));
            let performed = performed.playing(scenarios.course(required));
            let case = scenarios.case(required);
            unless_broken(
                required,
                play(cx, mode, case, &mut learner, &performed).await,
            )?;
        }
        cx.progress(format!("rehearsing {id}"));
        let performed = performed.playing(scenarios.course(id));
        let report = play(cx, mode, scenarios.case(id), &mut learner, &performed).await;
        let mut report = unless_broken(id, scenarios.without_secrets(report))?;
        artifacts.append(&mut report.artifacts);
        rehearsals.push(Played::of(id, &report));
        // What failed first is to be mended first.
        if shown.as_ref().is_none_or(|shown| shown.passed) {
            shown = Some(report);
        }
    }
    let mut report = shown.ok_or_else(|| unusable("there is no rehearsal"))?;
    report.artifacts = artifacts;
    let mut reply = Reply::new(Rehearsed::of(report));
    if rehearsals.len() > MOST_LISTED {
        rehearsals.retain(|one| !one.passed);
        rehearsals.truncate(MOST_LISTED);
    }
    if ids.len() > 1 {
        reply.output.rehearsals = rehearsals;
    }
    if let Some(session) = session.filter(|_| !reply.output.artifacts.is_empty()) {
        reply.output.session_id = Some(session.id().to_string());
        reply = reply.artifacts_manifest(session.artifacts().manifest_path());
    }
    Ok(reply)
}

async fn play(
    cx: &Cx,
    mode: Mode,
    case: &Case,
    learner: &mut Learner,
    performed: &Performed,
) -> Report {
    match mode {
        Mode::Engine => rehearsal::play_on_engine(case, learner),
        Mode::Browser => rehearsal::play(cx.runtimes(), case, learner, performed.clone()).await,
    }
}

/// A browser that fails says nothing of the course: that is an error, not a rehearsal that failed.
fn unless_broken(id: &str, report: Report) -> Result<Report, ToolError> {
    match &report.failure {
        Some(failure) if failure.of_theatre => {
            let message = format!(
                "the browser failed at step {} of the rehearsal {id}: {}",
                failure.step, failure.actual
            );
            let hint = "Rehearse again; system_health says how the browser is.";
            Err(ToolError::new(ErrorCode::BrowserCrashed, message).hint(hint))
        }
        _ => Ok(report),
    }
}

/// Of more rehearsals than these, only those that failed are listed.
const MOST_LISTED: usize = 24;
/// A failure among several is told in so many characters.
const LONGEST_FAILURE: usize = 200;

impl Played {
    fn of(id: &str, report: &Report) -> Self {
        let failure = report.failure.as_ref().map(|failure| {
            let told = format!(
                "step {}: {}: expected {}, got {}",
                failure.step, failure.call, failure.expected, failure.actual
            );
            told.chars().take(LONGEST_FAILURE).collect()
        });
        Self {
            id: id.to_owned(),
            passed: report.passed,
            failure,
        }
    }
}

impl Rehearsed {
    fn of(report: Report) -> Self {
        let passed_step = |index| StepResult {
            index,
            ok: true,
            what: None,
            expected: None,
            actual: None,
            act_before: None,
            picture: None,
            trace: Vec::new(),
        };
        let mut steps: Vec<StepResult> = (1..=report.steps).map(passed_step).collect();
        steps.extend(report.failure.map(|failure| StepResult {
            index: failure.step,
            ok: false,
            what: Some(failure.call),
            expected: Some(failure.expected),
            actual: Some(failure.actual),
            act_before: failure.act_before,
            picture: failure.picture,
            trace: failure.trace,
        }));
        Self {
            session_id: None,
            passed: report.passed,
            steps,
            rehearsals: Vec::new(),
            artifacts: report.artifacts,
        }
    }
}

fn scenarios(
    params: ScormRehearseParams,
    package: Option<&Path>,
    reach: &Reach,
) -> Result<Scenarios, ToolError> {
    match (params.rehearsal, params.path) {
        (Some(inline), None) => {
            Scenarios::of(inline, Path::new(""), package, reach).map_err(not_read)
        }
        (None, Some(path)) => {
            Scenarios::load_for(&[path], package, reach).map_err(|why| unusable(why.to_string()))
        }
        _ => Err(unusable("give either `rehearsal` or `path`")),
    }
}

/// All that is wrong with the rehearsal, each with its place.
fn not_read(unreadable: Unreadable) -> ToolError {
    let Unreadable { fault, faults, .. } = unreadable;
    unusable(fault)
        .hint("Mend the places in details.faults; greenroom://rehearsal-guide shows the form.")
        .detail("faults", faults)
}

fn unusable(why: impl Into<String>) -> ToolError {
    ToolError::new(ErrorCode::InvalidParams, why.into())
}
