//! `system_health`: health and environment of this server.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::Limits;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, VERSION};

pub(crate) struct SystemHealth;

/// Report health and environment of the server
///
/// Needs nothing. Returns status ok/degraded/failing, version, uptime, memory, disk, limits, and issues each with its fix.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SystemHealthParams {}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SystemHealthOutput {
    status: Status,
    version: &'static str,
    uptime_ms: u64,
    /// Resident memory of this process
    memory_bytes: Option<u64>,
    disk: Disk,
    log_directory: String,
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    limits: Limits,
    issues: Vec<Issue>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Ok,
    Degraded,
    Failing,
}

#[derive(Serialize, JsonSchema)]
struct Disk {
    data_directory: String,
    free_bytes: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
struct Issue {
    code: &'static str,
    severity: Severity,
    message: String,
    fix: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Severity {
    Warning,
    Error,
}

impl fmt::Display for SystemHealthOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = format!("{:?}", self.status).to_lowercase();
        write!(
            f,
            "greenroom {}: {status}, {} issues",
            self.version,
            self.issues.len()
        )
    }
}

impl Tool for SystemHealth {
    const NAME: &'static str = "system_health";
    const TITLE: &'static str = "Health";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ORDERED: bool = false;
    const ERRORS: &'static [ErrorCode] = &[];
    type Params = SystemHealthParams;
    type Output = SystemHealthOutput;

    async fn run(
        cx: &Cx,
        SystemHealthParams {}: Self::Params,
    ) -> Result<Reply<Self::Output>, ToolError> {
        let mut issues = Vec::new();
        let directory = cx.data_directory().to_owned();
        let free_bytes = cx.blocking(move || free_bytes(&directory)).await?;
        if let Some(free) = free_bytes.filter(|free| *free < 500_000_000) {
            issues.push(Issue {
                code: "disk-nearly-full",
                severity: if free < 20_000_000 {
                    Severity::Error
                } else {
                    Severity::Warning
                },
                message: format!(
                    "{} MB are free on the disk of the data directory",
                    free / 1_000_000
                ),
                fix: "Free disk space, or set GREENROOM_HOME to another disk.".to_owned(),
            });
        }
        let status = match issues
            .iter()
            .map(|issue| issue.severity)
            .collect::<Vec<_>>()
        {
            severities if severities.contains(&Severity::Error) => Status::Failing,
            severities if severities.is_empty() => Status::Ok,
            _ => Status::Degraded,
        };
        let output = SystemHealthOutput {
            status,
            version: VERSION,
            uptime_ms: cx.uptime().as_millis() as u64,
            memory_bytes: resident_bytes(),
            disk: Disk {
                data_directory: cx.data_directory().display().to_string(),
                free_bytes,
            },
            log_directory: cx.logs().directory.path().display().to_string(),
            limits: cx.config().limits.clone(),
            issues,
        };
        Ok(output.into())
    }
}

/// Free space for this user where `directory` lies or will lie.
fn free_bytes(directory: &std::path::Path) -> Option<u64> {
    let existing = directory.ancestors().find(|path| path.exists())?;
    let disk = rustix::fs::statvfs(existing).ok()?;
    Some(disk.f_bavail * disk.f_frsize)
}

/// Resident memory of this process, where the system tells.
fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}
