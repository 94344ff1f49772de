//! Checks, explorations, rehearsals, verdicts on LMSs and reports that a person asks for in the workbench, by the same tools.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Weak};

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_stdx::IgnorePoison as _;
use greenroom_web::workbench::course_work::{CourseWork, Work, WorkDone};
use greenroom_web::workbench::courses::NotDone;
use serde_json::{Map, Value, json};
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::call;
use crate::request::Request;

/// How long a course plays itself for a person who waits.
const EXPLORE_SECONDS: u64 = 60;
/// Lines of an answer.
const LISTED: usize = 12;

/// The tools, for people.
pub(crate) struct PeoplesWork {
    app: Weak<App>,
    /// The rehearsals that explorations have written, by course.
    rehearsals: Mutex<BTreeMap<PathBuf, Vec<PathBuf>>>,
}

impl std::fmt::Debug for PeoplesWork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PeoplesWork")
    }
}

impl PeoplesWork {
    pub(crate) fn new(app: Weak<App>) -> Arc<Self> {
        Arc::new(Self {
            app,
            rehearsals: Mutex::default(),
        })
    }

    /// What a tool says in one line, and its data.
    async fn tool(&self, tool: &str, arguments: Value) -> Result<(String, Value), NotDone> {
        let app = self.app.upgrade().ok_or_else(|| NotDone {
            message: "Greenroom is about to end".to_owned(),
            hint: String::new(),
        })?;
        let arguments: Map<String, Value> = arguments.as_object().cloned().unwrap_or_default();
        // Whoever no longer waits ends the work.
        let cancel = CancellationToken::new();
        let _until_answered = cancel.clone().drop_guard();
        let request = Request {
            client: Some("workbench".to_owned()),
            cancel,
            ..Request::default()
        };
        let result = call(&app, tool, arguments, request).await;
        let mut result = result.map_err(|error| NotDone {
            message: error.message.clone(),
            hint: error.hint.clone(),
        })?;
        let said = text(&result.envelope["message"]);
        Ok((said, result.envelope["data"].take()))
    }

    async fn check(&self, course: &Path) -> Result<WorkDone, NotDone> {
        let arguments = json!({"workspace_path": course});
        let (verdict, data) = self.tool("scorm_validate_compliance", arguments).await?;
        let findings = ["errors", "warnings"].map(|list| list_of(&data[list]));
        let line = |finding: &Value| {
            let file = finding["file"].as_str().unwrap_or_default();
            let place = match finding["line"].as_u64() {
                Some(line) => format!(" ({file}:{line})"),
                None if file.is_empty() => String::new(),
                None => format!(" ({file})"),
            };
            format!("{}{place}", text(&finding["message"]))
        };
        Ok(WorkDone {
            is_good: findings[0].is_empty(),
            verdict,
            lines: findings.iter().flatten().take(LISTED).map(line).collect(),
            report_path: path(&data["report_path"]),
        })
    }

    async fn explore(&self, course: &Path) -> Result<WorkDone, NotDone> {
        let arguments = json!({"package_path": course, "max_seconds": EXPLORE_SECONDS});
        let (verdict, data) = self.tool("scorm_explore_course", arguments).await?;
        let written = list_of(&data["rehearsals"]);
        let written = written.iter().filter_map(|one| path(&one["path"]));
        let mut known = self.rehearsals.lock().ignore_poison();
        known.insert(course.to_owned(), written.collect());
        drop(known);
        let why = list_of(&data["verdict"]["why"]);
        let findings = list_of(&data["findings"]);
        let lines = why
            .iter()
            .map(text)
            .chain(findings.iter().map(|one| text(&one["message"])));
        Ok(WorkDone {
            is_good: data["verdict"]["completes"] == true && data["summary"]["errors"] == 0,
            verdict,
            lines: lines.take(LISTED).collect(),
            report_path: path(&data["report_path"]),
        })
    }

    async fn rehearse(&self, course: &Path) -> Result<WorkDone, NotDone> {
        let known = self.rehearsals.lock().ignore_poison().get(course).cloned();
        let files = known.filter(|files| !files.is_empty());
        let files = files.ok_or_else(|| NotDone {
            message: "no rehearsal of this course is known yet".to_owned(),
            hint: "Explore it first: that writes rehearsals.".to_owned(),
        })?;
        let mut lines = Vec::new();
        let mut failed = 0;
        for file in &files {
            let arguments = json!({"path": file, "package_path": course});
            let (_, data) = self.tool("scorm_rehearse", arguments).await?;
            if data["passed"] != true {
                failed += 1;
                let steps = list_of(&data["steps"]);
                let wrong = steps.iter().find(|step| step["ok"] == false);
                let wrong = wrong.map(|step| {
                    format!(
                        "step {}: expected {}, got {}",
                        step["index"], step["expected"], step["actual"]
                    )
                });
                lines.push(format!("{}: {}", file.display(), wrong.unwrap_or_default()));
            }
        }
        Ok(WorkDone {
            is_good: failed == 0,
            verdict: format!("{} of {} passed", files.len() - failed, files.len()),
            lines,
            report_path: None,
        })
    }

    async fn lms(&self, course: &Path) -> Result<WorkDone, NotDone> {
        let arguments = json!({"package_path": course});
        let (verdict, data) = self.tool("scorm_assess_lms", arguments).await?;
        let all = list_of(&data["lms"]);
        let is_bad = |one: &&Value| one["verdict"] != "works";
        let line = |one: &Value| {
            let reasons = list_of(&one["reasons"]);
            let why = reasons.first().map(|reason| text(&reason["text"]));
            let verdict = text(&one["verdict"]).replace('_', " ");
            let said = format!("{}: {verdict}", text(&one["name"]));
            why.map_or_else(|| said.clone(), |why| format!("{said}. {why}"))
        };
        Ok(WorkDone {
            is_good: !all.iter().any(|one| is_bad(&one)),
            verdict,
            lines: all.iter().filter(is_bad).take(LISTED).map(line).collect(),
            report_path: path(&data["report_path"]),
        })
    }

    async fn report(&self, course: &Path) -> Result<WorkDone, NotDone> {
        let arguments = json!({"workspace_path": course, "format": "html"});
        let (_, data) = self.tool("scorm_report", arguments).await?;
        let summary = &data["summary"];
        let count = |what: &str| summary[what].as_u64().unwrap_or_default();
        Ok(WorkDone {
            is_good: count("errors") == 0,
            verdict: format!(
                "score {}, {} errors, {} warnings",
                data["compliance_score"],
                count("errors"),
                count("warnings")
            ),
            lines: Vec::new(),
            report_path: path(&data["artifact_path"]),
        })
    }
}

impl CourseWork for PeoplesWork {
    fn work<'a>(
        &'a self,
        course: &'a Path,
        kind: Work,
    ) -> BoxFuture<'a, Result<WorkDone, NotDone>> {
        async move {
            match kind {
                Work::Check => self.check(course).await,
                Work::Explore => self.explore(course).await,
                Work::Rehearse => self.rehearse(course).await,
                Work::Lms => self.lms(course).await,
                Work::Report => self.report(course).await,
            }
        }
        .boxed()
    }
}

fn list_of(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn path(value: &Value) -> Option<PathBuf> {
    value.as_str().map(PathBuf::from)
}
