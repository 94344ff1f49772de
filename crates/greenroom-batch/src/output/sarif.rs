//! The findings of a package in a SARIF log.

use std::io;

use greenroom_report::format::{SarifResult, SarifWriter};
use serde_json::json;

use crate::ended::{Ended, Outcome};
use crate::judged::{Kept, rank};

/// Adds what was found in a package, or why it was not judged.
pub fn add_to_sarif<W: io::Write>(
    log: &mut SarifWriter<W>,
    ended: &Ended,
    kept: Option<&Kept>,
) -> io::Result<()> {
    if ended.outcome == Outcome::NotJudged {
        return log.result(&SarifResult {
            rule: "not-judged",
            level: "error",
            message: ended.reason.as_deref().unwrap_or("it could not be judged"),
            path: &ended.shown,
            region: None,
            fingerprint: "",
        });
    }
    for fault in kept.iter().flat_map(|kept| &kept.judged.findings) {
        let path = match &fault.file {
            Some(file) => format!("{}/{file}", ended.shown.trim_end_matches('/')),
            None => ended.shown.clone(),
        };
        let region = fault.line.map(|line| {
            json!({
                "startLine": line,
                "startColumn": fault.column,
                "endLine": fault.end_line,
                "endColumn": fault.end_column,
                "snippet": { "text": fault.extract },
            })
        });
        log.result(&SarifResult {
            rule: fault.code.as_deref().unwrap_or(&fault.rule),
            level: match rank(&fault.severity) {
                2.. => "error",
                1 => "warning",
                0 => "note",
            },
            message: &fault.message,
            path: &path,
            region,
            fingerprint: &fault.fingerprint,
        })?;
    }
    Ok(())
}
