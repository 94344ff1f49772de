//! What a session's run showed: pictures, calls, anomalies, console.

use std::fs;
use std::path::PathBuf;

use greenroom_store::{ArtifactType, EventQuery, Session, StoreError};
use scorm_lint::Thresholds;
use scorm_session::ApiCall;
use serde_json::{Value, json};

use super::{Anomaly, Visit, anomalies};

/// Pictures beyond this many are named, not embedded.
const MOST_PICTURES: usize = 24;
/// Console messages beyond this many are counted.
const MOST_MESSAGES: usize = 100;

/// What is known of the course that a session has open.
#[derive(Clone, Debug)]
pub struct Played {
    pub visits: Vec<Visit>,
    /// Milliseconds until it was ready.
    pub load_ms: u64,
}

/// The evidence of one session.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    pub anomalies: Vec<Anomaly>,
    pub(crate) pictures: Vec<Picture>,
    /// `level: text` of errors and warnings.
    pub(crate) console: Vec<String>,
    pub(crate) api_calls: usize,
    pub(crate) blocked: Vec<String>,
    /// Milliseconds until the course was ready.
    pub(crate) load_ms: Option<u64>,
}

#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) title: String,
    pub(crate) mime: String,
    pub(crate) path: String,
    pub(crate) file: PathBuf,
}

/// The course took longer to load than the budget allows.
fn slow_load(load_ms: u64, budget: &Thresholds, activity: String) -> Option<Anomaly> {
    (load_ms > u64::from(budget.load_ms)).then(|| Anomaly {
        kind: "perf-load",
        severity: "warning",
        description: format!(
            "the course was ready after {load_ms} ms; {} are allowed",
            budget.load_ms
        ),
        recommendation: "load less before the first page shows: smaller pictures, fewer scripts"
            .to_owned(),
        affected_calls: Vec::new(),
        activity,
    })
}

/// Calls that took longer than the budget allows; the page stands still meanwhile.
fn slow_calls(visit: &Visit, budget: &Thresholds) -> Option<Anomaly> {
    let most = budget.api_call_ms.saturating_mul(1000);
    let took = |call: &ApiCall| call.duration_us.unwrap_or_default();
    let slow: Vec<&ApiCall> = visit
        .calls
        .iter()
        .filter(|call| took(call) > most)
        .collect();
    let slowest = slow.iter().max_by_key(|call| took(call))?;
    Some(Anomaly {
        kind: "perf-api-call",
        severity: "warning",
        description: format!(
            "{} took {:.1} ms, the longest of {} calls above {} ms",
            slowest.method,
            f64::from(took(slowest)) / 1000.0,
            slow.len(),
            budget.api_call_ms
        ),
        recommendation: "store less at once, and commit less often".to_owned(),
        affected_calls: slow.iter().map(|call| call.seq).collect(),
        activity: visit.activity.clone(),
    })
}

impl Evidence {
    /// Gathers what the session recorded, and what its open course did.
    pub fn gather(
        session: &Session,
        played: Option<Played>,
        budget: &Thresholds,
    ) -> Result<Self, StoreError> {
        let screenshots = session.artifacts().list().into_iter();
        let pictures = screenshots
            .filter(|artifact| artifact.kind == ArtifactType::Screenshot)
            .map(|artifact| Picture {
                title: artifact.title,
                mime: artifact.mime,
                path: artifact.path,
                file: artifact.absolute_path,
            });
        let mut evidence = Self {
            pictures: pictures.collect(),
            ..Self::default()
        };
        let wanted = ["console:message", "debug:api_call", "network:blocked"];
        let query = EventQuery {
            since: 0,
            max: usize::MAX,
            types: wanted.map(str::to_owned).into(),
        };
        for event in session.events().page(&query)?.events {
            let payload = event.payload.unwrap_or_default();
            let text = |key: &str| payload[key].as_str().unwrap_or_default().to_owned();
            match event.kind.as_str() {
                "debug:api_call" => evidence.api_calls += 1,
                "network:blocked" => evidence.blocked.push(text("url")),
                _ => evidence
                    .console
                    .push(format!("{}: {}", text("level"), text("text"))),
            }
        }
        if let Some(Played { visits, load_ms }) = played {
            evidence.anomalies = anomalies::find(&visits);
            evidence.load_ms = Some(load_ms);
            let first = visits.first().map(|visit| visit.activity.clone());
            let slow = slow_load(load_ms, budget, first.unwrap_or_default());
            evidence.anomalies.extend(slow);
            evidence
                .anomalies
                .extend(visits.iter().filter_map(|visit| slow_calls(visit, budget)));
        }
        Ok(evidence)
    }

    pub(crate) fn to_json(&self) -> Value {
        let pictures: Vec<Value> = self
            .pictures
            .iter()
            .map(|picture| json!({"title": picture.title, "path": picture.path}))
            .collect();
        json!({
            "screenshots": pictures, "api_anomalies": self.anomalies, "api_calls": self.api_calls,
            "console": self.console.iter().take(MOST_MESSAGES).collect::<Vec<_>>(),
            "console_count": self.console.len(), "blocked_requests": self.blocked,
            "load_ms": self.load_ms,
        })
    }

    /// A section for the end of a report; text of the course is shown as code.
    pub(crate) fn to_markdown(&self) -> String {
        let anomalies = self.anomalies.iter().map(|anomaly| {
            let description = anomaly.description.replace('`', "'");
            format!("- {} `{}`\n", anomaly.severity, description)
        });
        let anomalies: String = anomalies.collect();
        format!("\n## Run\n\n{}\n\n{anomalies}", self.one_line())
    }

    pub(crate) fn one_line(&self) -> String {
        let loaded = self.load_ms.map_or_else(String::new, |milliseconds| {
            format!("loaded in {milliseconds} ms, ")
        });
        format!(
            "{loaded}{} API calls, {} anomalies, {} console messages, {} blocked requests, {} pictures",
            self.api_calls,
            self.anomalies.len(),
            self.console.len(),
            self.blocked.len(),
            self.pictures.len()
        )
    }

    /// The console messages that are shown.
    pub(crate) fn shown_console(&self) -> &[String] {
        &self.console[..self.console.len().min(MOST_MESSAGES)]
    }

    /// The pictures with their bytes, as far as they are embedded.
    pub(crate) fn embedded(&self) -> impl Iterator<Item = (&Picture, Vec<u8>)> {
        let pictures = self.pictures.iter().take(MOST_PICTURES);
        pictures.filter_map(|picture| Some((picture, fs::read(&picture.file).ok()?)))
    }
}

#[cfg(test)]
mod tests {
    use scorm_session::{ApiErrorCode, ApiMethod, Origin};

    use super::*;

    fn visit(durations: &[u32]) -> Visit {
        let calls = durations.iter().zip(1..);
        let calls = calls.map(|(duration, seq)| ApiCall {
            seq,
            method: ApiMethod::parse("Commit").unwrap(),
            args: Vec::new(),
            result: "true".to_owned(),
            error_code: ApiErrorCode::NO_ERROR,
            timestamp: 0,
            duration_us: Some(*duration),
            origin: Origin::Content,
            activity: "leaves".to_owned(),
            rte_session: String::new(),
            lms: None,
        });
        Visit {
            activity: "leaves".to_owned(),
            calls: calls.collect(),
            ..Visit::default()
        }
    }

    #[test]
    fn calls_above_the_budget_are_told_together() {
        let budget = Thresholds::default();
        assert_eq!(slow_calls(&visit(&[50_000]), &budget), None);
        let slow = slow_calls(&visit(&[100, 50_001, 81_500]), &budget).unwrap();
        assert_eq!(slow.affected_calls, [2, 3]);
        assert_eq!(
            slow.description,
            "Commit took 81.5 ms, the longest of 2 calls above 50 ms"
        );
    }
}
