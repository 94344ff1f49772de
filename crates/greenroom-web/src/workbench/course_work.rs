//! What Greenroom does with a course by itself when a person asks for it: check, explore, rehearse,
//! play it in LMSs, report.

use std::path::{Path, PathBuf};

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};

use super::Bench;
use super::courses::NotDone;
use super::http::Refused;

/// Does it with the tools that agents have.
pub trait CourseWork {
    fn work<'a>(&'a self, course: &'a Path, kind: Work)
    -> BoxFuture<'a, Result<WorkDone, NotDone>>;
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// Judge the files.
    Check,
    /// Let it play itself.
    Explore,
    /// Play the rehearsals that are known of it.
    Rehearse,
    /// Play it in LMSs, and tell in which of them it works.
    Lms,
    /// Write the report for people.
    Report,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct WorkDone {
    /// Nothing is wrong.
    pub is_good: bool,
    /// One sentence.
    pub verdict: String,
    /// What stands behind it, the worst first.
    pub lines: Vec<String>,
    /// The report for people, on this machine.
    pub report_path: Option<PathBuf>,
}

/// What the page is answered.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    #[serde(flatten)]
    done: WorkDone,
    /// Where the report can be read, in a tab of its own.
    report_url: Option<String>,
}

/// What the page asks for.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    path: PathBuf,
    kind: Work,
}

/// `POST /human/courses/work`: answers when it is done. A page that goes away stops it.
pub(super) async fn take(
    State(bench): State<Bench>,
    headers: HeaderMap,
    Json(asked): Json<Asked>,
) -> Result<Json<Answer>, Refused> {
    bench.human_only(&headers)?;
    let done = bench.courses.work(&asked.path, asked.kind).await?;
    let report = done.report_path.as_deref();
    let report_url = report.and_then(|path| bench.reports.offer(path));
    Ok(Json(Answer { done, report_url }))
}
