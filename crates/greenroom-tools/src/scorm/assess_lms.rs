//! `scorm_assess_lms`: plays a course in LMSs and tells in which of them it works.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use greenroom_assess::{
    AssessOptions, Assessment, Change, DEFAULT_WAYS, Lint, LmsAssessment, Question, Reason,
    Verdict, Word,
};
use greenroom_stage::course::private::Home;
use greenroom_store::{Artifact, ArtifactType, NewArtifact, Session};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};

use crate::playing::attempt;
use crate::scorm::open_course::OPEN_ERRORS;
use crate::scorm::test_exits;
use crate::validation::lms_findings;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormAssessLms;

/// What an answer lists; the files have all.
const REASONS: usize = 3;
/// Of many LMSs.
const FEWER_REASONS: usize = 2;
const MANY_LMS: usize = 4;
const FIXES: usize = 3;
const CHANGES: usize = 5;
/// Characters of one sentence.
const SENTENCE: usize = 200;
/// What one LMS may take, and what is around all of them.
const PER_LMS: Duration = Duration::from_secs(100);
const AROUND: Duration = Duration::from_mins(3);
/// LMSs that are played in where nobody names them.
const BY_DEFAULT: u32 = 8;
const MOST_LMS: usize = 30;

/// Play a course in LMSs: does it import, launch, complete, grade, keep data, resume there?
///
/// Returns lms (verdict, answers, reasons, fixes), changes, report_path.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormAssessLmsParams {
    /// Course folder or .zip
    #[schemars(extend("x-path" = "read"))]
    package_path: PathBuf,
    /// Profiles, such as moodle; the measured ones if absent
    #[serde(default)]
    lms: Vec<String>,
    /// File that completes the course
    #[serde(default)]
    #[schemars(extend("x-path" = "read"))]
    rehearsal: Option<PathBuf>,
    /// Ways of leaving; six if absent
    #[serde(default)]
    ways: Vec<String>,
    /// No LMS is begun later; 100 for each if absent
    #[schemars(range(min = 1, max = 3600))]
    #[serde(default)]
    max_seconds: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Assessed {
    /// The standard first, then the worst first
    lms: Vec<Told>,
    /// What helps most LMSs first
    changes: Vec<ToldChange>,
    seconds: f64,
    /// For people
    report_path: PathBuf,
    /// Everything
    assessment_path: PathBuf,
    session_id: String,
}

/// What is said of one LMS; each answer is yes, partly, no, not_reached or unknown
#[derive(Serialize, JsonSchema)]
struct Told {
    name: String,
    /// works, works_partly, fails (the course can mend it), cannot (the LMS lacks it)
    verdict: Verdict,
    imports: Word,
    launches: Word,
    completes: Word,
    score_arrives: Word,
    exits_keep_data: Word,
    resumes: Word,
    /// A few words to answers
    details: BTreeMap<&'static str, String>,
    reasons: Vec<ToldReason>,
    fixes: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct ToldReason {
    about: Question,
    text: String,
    /// File and line of the course
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    /// Where what is said of the LMS is from
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// `none`: the LMS lacks it
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<&'static str>,
}

#[derive(Serialize, JsonSchema)]
struct ToldChange {
    what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    /// LMSs
    helps: Vec<String>,
}

impl fmt::Display for Assessed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self
            .lms
            .iter()
            .map(|told| format!("{}: {}", told.name, told.verdict.name()))
            .collect();
        write!(
            f,
            "{}; {}",
            words.join(", "),
            counted(self.changes.len(), "change")
        )
    }
}

impl Tool for ScormAssessLms {
    const NAME: &'static str = "scorm_assess_lms";
    const TITLE: &'static str = "Assess LMSs";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const ERRORS: &'static [ErrorCode] = OPEN_ERRORS;
    const LEFT_OUT_FIRST: &'static [&'static str] = &["source", "fixes", "details"];
    type Params = ScormAssessLmsParams;
    type Output = Assessed;

    fn deadline(params: &Self::Params) -> Duration {
        max_time(params, &params.lms) + AROUND
    }

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let ways = if params.ways.is_empty() {
            test_exits::ways(&DEFAULT_WAYS.map(str::to_owned))?
        } else {
            test_exits::ways(&params.ways)?
        };
        if params.lms.len() > MOST_LMS {
            let message = format!("lms: {} names, {MOST_LMS} are the most", params.lms.len());
            return Err(ToolError::new(ErrorCode::InvalidParams, message));
        }
        for name in &params.lms {
            cx.runtimes().profiles().profile(name)?;
        }
        let home = attempt::home_of(cx, None, Some(&params.package_path)).await?;
        let rehearsal = match &params.rehearsal {
            Some(path) => Some(test_exits::rehearsed(path, &home, cx.reach())?.case),
            None => None,
        };
        let lms = if params.lms.is_empty() {
            default_lms(&home)?
        } else {
            params.lms.clone()
        };
        cx.progress("reading the scripts of the course");
        let (lint, notice) = match lms_findings::of(cx, &params.package_path, &lms).await {
            Ok(lint) => (lint, None),
            // What to change is told in general then.
            Err(error) => {
                let notice = format!("the scripts were not examined: {}", error.message);
                (Lint::default(), Some(notice))
            }
        };
        let options = AssessOptions {
            max_time: max_time(&params, &lms),
            lms,
            rehearsal,
            ways,
            lint,
        };
        let assessed = assess(cx, options, &home).await;
        home.close().await?;
        let mut reply = assessed?;
        reply.extras.notices.extend(notice);
        Ok(reply)
    }
}

fn max_time(params: &ScormAssessLmsParams, lms: &[String]) -> Duration {
    if let Some(seconds) = params.max_seconds {
        return Duration::from_secs(seconds);
    }
    let asked = u32::try_from(lms.len()).unwrap_or(BY_DEFAULT);
    PER_LMS * if asked == 0 { BY_DEFAULT } else { asked }
}

/// The LMSs that were measured and play the version of the course.
fn default_lms(home: &Home) -> Result<Vec<String>, ToolError> {
    let package = home.session.package();
    let manifest = package.and_then(|package| package.manifest());
    let version = manifest.map(|manifest| manifest.version);
    version.map(greenroom_assess::by_default).ok_or_else(|| {
        ToolError::new(
            ErrorCode::ManifestValidationError,
            "the manifest cannot be read",
        )
    })
}

async fn assess(
    cx: &Cx,
    options: AssessOptions,
    home: &Home,
) -> Result<Reply<Assessed>, ToolError> {
    let tell = |doing: String| cx.progress(doing);
    let cancel = cx.cancellation();
    let assessing = greenroom_assess::assess(cx.runtimes(), home, options, cancel, &tell);
    let assessment = Box::pin(assessing).await?;
    let session = Arc::clone(&home.session);
    let kept =
        cx.blocking(move || Kept::write(&session, &assessment).map(|kept| (kept, assessment)));
    let (kept, assessment) = kept.await??;
    let report = kept.report.path.clone();
    let mut assessed = Assessed::of(&assessment, kept);
    assessed.session_id = home.session.id().to_string();
    Ok(Reply::new(assessed)
        .artifact("report", report)
        .artifacts_manifest(home.session.artifacts().manifest_path()))
}

/// The files of an assessment.
struct Kept {
    report: Artifact,
    whole: Artifact,
}

impl Kept {
    fn write(session: &Session, assessment: &Assessment) -> Result<Self, ToolError> {
        let package = session.package();
        let course = package.and_then(|package| package.course().title);
        let name = package.and_then(|package| package.path().file_name());
        let name = name.unwrap_or_default().to_string_lossy().into_owned();
        let title = course.unwrap_or(name);
        let new = |kind, mime: &str, what: &str| NewArtifact {
            kind,
            mime: mime.to_owned(),
            tool: ScormAssessLms::NAME.to_owned(),
            title: format!("{what} of {title}"),
            metadata: Map::new(),
        };
        let artifacts = session.artifacts();
        let page = greenroom_assess::html(assessment, &title);
        let report = new(ArtifactType::Report, "text/html", "LMSs");
        let report = artifacts.write("html", page.as_bytes(), report)?;
        let text = serde_json::to_vec_pretty(&whole(assessment)).map_err(|fault| {
            ToolError::new(ErrorCode::UnknownError, format!("the assessment: {fault}"))
        })?;
        let whole = new(ArtifactType::Log, "application/json", "LMS assessment");
        let whole = artifacts.write("json", &text, whole)?;
        Ok(Self { report, whole })
    }
}

/// All that is known, for programs.
fn whole(assessment: &Assessment) -> serde_json::Value {
    let lms = assessment.lms.iter().map(|lms| {
        let mut told = json!(Told::of(lms, usize::MAX, usize::MAX));
        told["title"] = json!(lms.title);
        told["reasons"] = json!(lms.reasons);
        told["fixes"] = json!(lms.fixes);
        told["exits"] = json!(lms.exits);
        told
    });
    let lms: Vec<serde_json::Value> = lms.collect();
    json!({"lms": lms, "changes": assessment.changes, "way": assessment.way})
}

impl Assessed {
    fn of(assessment: &Assessment, kept: Kept) -> Self {
        let many = assessment.lms.len() > MANY_LMS;
        let reasons = if many { FEWER_REASONS } else { REASONS };
        let told = assessment.lms.iter();
        let changes = assessment.changes.iter().take(CHANGES);
        Self {
            lms: told.map(|lms| Told::of(lms, reasons, FIXES)).collect(),
            changes: changes.map(ToldChange::of).collect(),
            seconds: (assessment.took.as_secs_f64() * 10.0).round() / 10.0,
            report_path: kept.report.absolute_path,
            assessment_path: kept.whole.absolute_path,
            session_id: String::new(),
        }
    }
}

impl Told {
    fn of(lms: &LmsAssessment, reasons: usize, fixes: usize) -> Self {
        let word = |question| lms.answer(question).map_or(Word::Unknown, |one| one.word);
        let details = lms.answers.iter().filter(|(_, answer)| {
            let usual = answer.word.name().replace('_', " ");
            answer.detail != usual
        });
        // One of each question first, those that say no before others.
        let mut ranked: Vec<(usize, Word, &Reason)> = Vec::new();
        for reason in &lms.reasons {
            let same = ranked
                .iter()
                .filter(|(_, _, one)| one.about == reason.about);
            ranked.push((same.count(), word(reason.about), reason));
        }
        ranked.sort_by_key(|(nth, word, _)| (*nth, *word));
        let told = ranked.into_iter().take(reasons);
        Self {
            name: lms.name.clone(),
            verdict: lms.verdict,
            imports: word(Question::Imports),
            launches: word(Question::Launches),
            completes: word(Question::Completes),
            score_arrives: word(Question::ScoreArrives),
            exits_keep_data: word(Question::ExitsKeepData),
            resumes: word(Question::Resumes),
            details: details
                .map(|(question, answer)| (question.name(), answer.detail.clone()))
                .collect(),
            reasons: told.map(|(_, _, reason)| ToldReason::of(reason)).collect(),
            fixes: lms.fixes.iter().take(fixes).map(|fix| cut(fix)).collect(),
        }
    }
}

impl ToldReason {
    fn of(reason: &Reason) -> Self {
        Self {
            about: reason.about,
            text: cut(&reason.text),
            at: reason.at.clone(),
            source: reason.source.as_deref().map(cut),
            fix: reason.lms_lacks.then_some("none"),
        }
    }
}

impl ToldChange {
    fn of(change: &Change) -> Self {
        Self {
            what: cut(&change.what),
            at: change.at.clone(),
            code: change.code,
            helps: change.helps.clone(),
        }
    }
}

fn cut(text: &str) -> String {
    if text.chars().count() <= SENTENCE {
        return text.to_owned();
    }
    let begin: String = text.chars().take(SENTENCE).collect();
    format!("{begin}…")
}
