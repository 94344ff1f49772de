//! Jobs of `batch explore` and `batch lms`: the tools that their commands call.

use std::path::Path;
use std::sync::Arc;

use greenroom_batch::{Batch, FoundFault, InLms, Judged, NotJudged, authoring_tool};
use greenroom_store::{SourcePackage, StoreLimits};
use greenroom_tools::{App, ErrorCode, Request, ToolError};
use serde_json::{Map, Value, json};

use super::super::super::{explore, lms};
use crate::project;

/// The profiles of a project decide with the arguments.
pub(super) fn settings(batch: &Batch, package: &Path) -> Result<String, NotJudged> {
    let profiles = project::profiles_above(package);
    let profiles = profiles.map_err(|error| NotJudged::Package(error.to_string()))?;
    Ok(format!("{}\n{profiles:?}", batch.settings))
}

pub(super) async fn explore(
    app: &Arc<App>,
    batch: &Batch,
    package: &Path,
) -> Result<Judged, NotJudged> {
    let mut arguments = object(&batch.settings);
    arguments.insert("package_path".to_owned(), json!(package));
    let data = call(app, explore::TOOL, arguments).await?;
    let mut judged = about(package);
    judged.passed = explore::is_well(&data);
    judged.findings = list(&data["findings"]).map(explored_fault).collect();
    let verdict = &data["verdict"];
    if verdict["completes"] != true {
        let why: Vec<String> = list(&verdict["why"]).map(text).collect();
        judged.findings.push(FoundFault {
            rule: "does-not-complete".to_owned(),
            severity: "error".to_owned(),
            message: why.join(" "),
            ..FoundFault::default()
        });
    }
    count(&mut judged);
    judged.details = some_of(
        &data,
        &[
            "verdict",
            "status",
            "coverage",
            "states",
            "acts",
            "seconds",
            "stopped_by",
            "report_path",
        ],
    );
    Ok(judged)
}

pub(super) async fn lms(
    app: &Arc<App>,
    batch: &Batch,
    package: &Path,
) -> Result<Judged, NotJudged> {
    let mut arguments = object(&batch.settings);
    arguments.insert("package_path".to_owned(), json!(package));
    let data = call(app, lms::TOOL, arguments).await?;
    let mut judged = about(package);
    judged.passed = lms::is_well(&data);
    for one in list(&data["lms"]) {
        let (name, verdict) = (text(&one["name"]), text(&one["verdict"]));
        let severity = match verdict.as_str() {
            "works" => "info",
            "works_partly" => "warning",
            _ => "error",
        };
        for reason in list(&one["reasons"]) {
            judged.findings.push(FoundFault {
                rule: format!("lms-{}", text(&reason["about"]).replace('_', "-")),
                severity: severity.to_owned(),
                message: format!("{name}: {}", text(&reason["text"])),
                file: reason["at"].as_str().map(str::to_owned),
                ..FoundFault::default()
            });
        }
        judged.lms.push(InLms { name, verdict });
    }
    count(&mut judged);
    judged.details = some_of(&data, &["lms", "changes", "seconds", "report_path"]);
    Ok(judged)
}

/// What the package says of itself.
pub(super) fn about(package: &Path) -> Judged {
    let Ok(package) = SourcePackage::inspect(package, &StoreLimits::default().package) else {
        return Judged::default();
    };
    let course = package.course();
    Judged {
        title: course.title,
        scorm_version: course.scorm_version.map(str::to_owned),
        authoring_tool: authoring_tool(package.package()).map(str::to_owned),
        ..Judged::default()
    }
}

/// Counts what is listed.
pub(super) fn count(judged: &mut Judged) {
    let findings = std::mem::take(&mut judged.findings);
    let all = findings.iter();
    judged.count(all.map(|fault| (fault.rule.as_str(), fault.severity.as_str())));
    judged.findings = findings;
}

/// Calls a tool; whether its failure is the package's or the machinery's follows from the code.
pub(super) async fn call(
    app: &Arc<App>,
    tool: &str,
    arguments: Map<String, Value>,
) -> Result<Value, NotJudged> {
    match greenroom_tools::call(app, tool, arguments, Request::default()).await {
        Ok(mut result) => Ok(result.envelope["data"].take()),
        Err(error) => Err(not_judged(&error)),
    }
}

fn not_judged(error: &ToolError) -> NotJudged {
    let why = format!("[{}] {}", error.code.as_str(), error.message);
    let is_machinery = match error.code {
        // The page is the package's.
        ErrorCode::PageLoadFailed => false,
        ErrorCode::LimitExceeded | ErrorCode::SessionBusy | ErrorCode::WaitTimeout => true,
        // Browser, disk, and faults of Greenroom, a passed deadline among them.
        code => matches!(code.exit_code(), 5 | 8 | 70),
    };
    if is_machinery {
        NotJudged::Machinery(why)
    } else {
        NotJudged::Package(why)
    }
}

fn explored_fault(finding: &Value) -> FoundFault {
    FoundFault {
        rule: text(&finding["kind"]),
        severity: text(&finding["severity"]),
        message: text(&finding["message"]),
        file: finding["page"].as_str().map(str::to_owned),
        ..FoundFault::default()
    }
}

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn some_of(data: &Value, fields: &[&str]) -> Value {
    let fields = fields.iter().filter(|field| !data[**field].is_null());
    let pairs = fields.map(|field| ((*field).to_owned(), data[*field].clone()));
    Value::Object(pairs.collect())
}
