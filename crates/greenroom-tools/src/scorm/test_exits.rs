//! `scorm_test_exits`: a course is left in every way a learner leaves it, and come back to.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use greenroom_exits::{
    ExitOptions, Matrix, Moment, RehearsedMoment, Return, Row, Verdict, WAYS, Way,
};
use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::private::Home;
use greenroom_stage::rehearsal::Scenarios;
use greenroom_store::{Artifact, ArtifactType, NewArtifact, Reach, Session};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::playing::attempt;
use crate::scorm::open_course::OPEN_ERRORS;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormTestExits;

/// Rows that an answer lists, and the worst of them with what to change; the files have all.
const LISTED: usize = 21;
const WORST: usize = 5;
/// Bytes of the rows in an answer.
const LARGEST: usize = 5_600;
/// Characters of one cell.
const CELL: usize = 90;
/// What deadlines count with.
const MOST_MOMENTS: usize = 3;
const MOST_PROFILES: usize = 30;
/// What one moment in one LMS may take, and the search for it.
const PER_MOMENT: Duration = Duration::from_mins(4);
const AROUND: Duration = Duration::from_mins(2);

/// Leave a course in every way and tell what is lost
///
/// Returns matrix, worst, report_path.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormTestExitsParams {
    /// Course folder or .zip
    #[schemars(extend("x-path" = "read"))]
    package_path: PathBuf,
    /// File; leave where it ends
    #[serde(default)]
    #[schemars(extend("x-path" = "read"))]
    rehearsal: Option<PathBuf>,
    /// When to leave; middle if absent
    #[serde(default)]
    moments: Vec<Place>,
    /// All if absent
    #[serde(default)]
    ways: Vec<String>,
    /// Where to leave; standard if absent
    #[serde(default)]
    lms_profiles: Vec<String>,
}

/// When to leave
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Place {
    Start,
    Middle,
    End,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Tested {
    /// By moment, LMS and way; of many, the worst
    matrix: Vec<Told>,
    /// What to change first
    worst: Vec<Worst>,
    summary: Summary,
    seconds: f64,
    /// For people
    report_path: PathBuf,
    /// Everything, with values
    matrix_path: PathBuf,
    session_id: String,
}

/// One way of leaving
#[derive(Serialize, JsonSchema)]
struct Told {
    way: &'static str,
    moment: &'static str,
    lms: String,
    /// Calls of the content while leaving, by event
    tried: String,
    /// Of them, what the LMS has
    arrived: String,
    lost: Vec<String>,
    /// What the learner meets; why it does not apply
    on_return: String,
    /// kept, partly_lost, lost, not_applicable
    verdict: Verdict,
    /// Elements without Commit or Terminate, kept by this LMS all the same
    #[serde(skip_serializing_if = "is_zero")]
    uncommitted: usize,
}

#[derive(Serialize, JsonSchema)]
struct Worst {
    way: &'static str,
    moment: &'static str,
    lms: String,
    verdict: Verdict,
    lost: Vec<String>,
    /// Why this LMS has not got it
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// File and line of the course
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
    fix: String,
}

#[derive(Default, Serialize, JsonSchema)]
struct Summary {
    kept: usize,
    partly_lost: usize,
    lost: usize,
    not_applicable: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl fmt::Display for Tested {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary {
            kept,
            partly_lost,
            lost,
            ..
        } = self.summary;
        let ways = counted(kept + partly_lost + lost, "way");
        write!(
            f,
            "{ways}: {kept} kept, {partly_lost} partly lost, {lost} lost"
        )
    }
}

impl Tool for ScormTestExits {
    const NAME: &'static str = "scorm_test_exits";
    const TITLE: &'static str = "Test exits";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const ERRORS: &'static [ErrorCode] = OPEN_ERRORS;
    type Params = ScormTestExitsParams;
    type Output = Tested;

    fn deadline(params: &Self::Params) -> Duration {
        let moments = params.moments.len().clamp(1, MOST_MOMENTS);
        let profiles = params.lms_profiles.len().clamp(1, MOST_PROFILES);
        let matrices = u32::try_from(moments * profiles).unwrap_or(1);
        PER_MOMENT * matrices + AROUND
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let ways = ways(&params.ways)?;
        let home = attempt::home_of(cx, None, Some(&params.package_path)).await?;
        let options = options(&params, ways, &home, cx.reach())?;
        let tested = test(cx, options, &home).await;
        home.close().await?;
        tested
    }
}

/// The ways of these names; all if there are none.
pub(crate) fn ways(names: &[String]) -> Result<Vec<&'static dyn Way>, ToolError> {
    if names.is_empty() {
        return Ok(WAYS.to_vec());
    }
    let find = |name: &String| {
        greenroom_exits::find_way(name).ok_or_else(|| {
            let known: Vec<&str> = WAYS.iter().map(|way| way.name()).collect();
            ToolError::new(
                ErrorCode::InvalidParams,
                format!("ways: no way is called {name}"),
            )
            .hint(format!("There are {}.", known.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

fn options(
    params: &ScormTestExitsParams,
    ways: Vec<&'static dyn Way>,
    home: &Home,
    reach: &Reach,
) -> Result<ExitOptions, ToolError> {
    let mut moments: Vec<Moment> = [
        (Place::Start, Moment::Start),
        (Place::Middle, Moment::Middle),
        (Place::End, Moment::End),
    ]
    .into_iter()
    .filter(|(place, _)| params.moments.contains(place))
    .map(|(_, moment)| moment)
    .collect();
    let rehearsal = match &params.rehearsal {
        Some(path) => {
            moments.push(Moment::Rehearsal);
            Some(rehearsed(path, home, reach)?)
        }
        None => None,
    };
    if moments.is_empty() {
        moments.push(Moment::Middle);
    }
    Ok(ExitOptions {
        moments,
        ways,
        profiles: params.lms_profiles.clone(),
        rehearsal,
        launch: LaunchOptions::default(),
        known: None,
    })
}

/// The first rehearsal of a file, for the course of `home`.
pub(crate) fn rehearsed(
    path: &Path,
    home: &Home,
    reach: &Reach,
) -> Result<RehearsedMoment, ToolError> {
    let unusable =
        |why: String| ToolError::new(ErrorCode::InvalidParams, format!("rehearsal: {why}"));
    let package = home
        .session
        .package()
        .map(|package| package.root().to_owned());
    let package = package.unwrap_or_default();
    let scenarios = Scenarios::load_for(&[path.to_owned()], Some(&package), reach);
    let scenarios = scenarios.map_err(|why| unusable(why.to_string()))?;
    let first = scenarios.wanted().first();
    let first = first.ok_or_else(|| unusable("the file holds none".to_owned()))?;
    let id = first.as_ref().map_err(|why| unusable(why.fault.clone()))?;
    Ok(RehearsedMoment {
        case: scenarios.case(id).clone(),
        package,
    })
}

async fn test(cx: &Cx, options: ExitOptions, home: &Home) -> Result<Reply<Tested>, ToolError> {
    let tell = |doing: String| cx.progress(doing);
    let cancel = cx.cancellation();
    let testing = greenroom_exits::test_exits(cx.runtimes(), home, options, cancel, &tell);
    let matrix = Box::pin(testing).await?;
    let session = Arc::clone(&home.session);
    let kept = cx.blocking(move || Kept::write(&session, &matrix).map(|kept| (kept, matrix)));
    let (kept, matrix) = kept.await??;
    let report = kept.report.path.clone();
    let mut tested = Tested::of(&matrix, kept);
    tested.session_id = home.session.id().to_string();
    Ok(Reply::new(tested)
        .artifact("report", report)
        .artifacts_manifest(home.session.artifacts().manifest_path()))
}

/// The files of a matrix.
struct Kept {
    report: Artifact,
    rows: Artifact,
}

impl Kept {
    fn write(session: &Session, matrix: &Matrix) -> Result<Self, ToolError> {
        let package = session.package();
        let name = package.and_then(|package| package.path().file_name());
        let title = name.unwrap_or_default().to_string_lossy().into_owned();
        let new = |kind, mime: &str, what: &str| NewArtifact {
            kind,
            mime: mime.to_owned(),
            tool: ScormTestExits::NAME.to_owned(),
            title: format!("{what} of {title}"),
            metadata: Map::new(),
        };
        let artifacts = session.artifacts();
        let page = greenroom_exits::html(matrix, &title);
        let report = new(ArtifactType::Report, "text/html", "exits");
        let report = artifacts.write("html", page.as_bytes(), report)?;
        let text = serde_json::to_vec_pretty(&matrix.rows).map_err(|fault| {
            ToolError::new(ErrorCode::UnknownError, format!("the matrix: {fault}"))
        })?;
        let rows = new(ArtifactType::Log, "application/json", "exit matrix");
        let rows = artifacts.write("json", &text, rows)?;
        Ok(Self { report, rows })
    }
}

impl Tested {
    fn of(matrix: &Matrix, kept: Kept) -> Self {
        let mut summary = Summary::default();
        for row in &matrix.rows {
            match row.verdict {
                Verdict::Kept => summary.kept += 1,
                Verdict::PartlyLost => summary.partly_lost += 1,
                Verdict::Lost => summary.lost += 1,
                Verdict::NotApplicable => summary.not_applicable += 1,
            }
        }
        let worst = matrix.worst();
        let in_order: Vec<Told> = matrix.rows.iter().map(Told::of).collect();
        let rows = if in_order.len() > LISTED || size(&in_order) > LARGEST {
            let mut rows = in_order;
            rows.sort_by_key(|row| row.verdict);
            rows.truncate(LISTED);
            while size(&rows) > LARGEST {
                rows.pop();
            }
            rows
        } else {
            in_order
        };
        Self {
            matrix: rows,
            worst: worst.into_iter().take(WORST).map(Worst::of).collect(),
            summary,
            seconds: (matrix.took.as_secs_f64() * 10.0).round() / 10.0,
            report_path: kept.report.absolute_path,
            matrix_path: kept.rows.absolute_path,
            session_id: String::new(),
        }
    }
}

impl Told {
    fn of(row: &Row) -> Self {
        let met = row.on_return.as_ref().map(Return::words);
        Self {
            way: row.way,
            moment: row.moment.name(),
            lms: row.lms.clone(),
            tried: cut(&row.tried_words()),
            arrived: cut(&row.arrived_words()),
            lost: few(row.lost_words()),
            on_return: cut(&row.reason.clone().or(met).unwrap_or_default()),
            verdict: row.verdict,
            uncommitted: row.uncommitted.len(),
        }
    }
}

impl Worst {
    fn of(row: &Row) -> Self {
        Self {
            way: row.way,
            moment: row.moment.name(),
            lms: row.lms.clone(),
            verdict: row.verdict,
            lost: few(row.lost_words()),
            reason: row.loss_reason().map(str::to_owned),
            line: row.line.clone(),
            fix: row.fix.clone().unwrap_or_default(),
        }
    }
}

/// Bytes of the rows as they are sent.
fn size(rows: &[Told]) -> usize {
    serde_json::to_vec(rows).map_or(0, |text| text.len())
}

fn cut(text: &str) -> String {
    if text.chars().count() <= CELL {
        return text.to_owned();
    }
    let begin: String = text.chars().take(CELL).collect();
    format!("{begin}…")
}

/// The first names, and how many more there are.
fn few(mut names: Vec<String>) -> Vec<String> {
    const NAMED: usize = 6;
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    if more > 0 {
        names.push(format!("and {more} more"));
    }
    names
}
