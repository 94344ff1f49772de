//! What was seen to be wrong on the way, each with the place and the act before it.

use std::collections::{BTreeMap, BTreeSet};

use greenroom_report::run::anomalies;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::console::{self, Level};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pairs;

/// How much a finding matters.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Warning,
    Info,
}

/// One fault.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    pub severity: Severity,
    /// `console`, `network`, `api_error`, `layout`, `covered`, `dead_end`, `early_status`, …
    pub kind: String,
    pub message: String,
    /// Where it was seen first
    pub page: String,
    /// The act before it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// How often
    pub count: usize,
}

/// Everything that was found, each thing once.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Findings {
    #[serde(with = "pairs")]
    all: BTreeMap<(Severity, String, String), Finding>,
    /// Suspicions that were told, by kind and activity.
    judged: BTreeSet<(String, String)>,
    /// Places at which a rule of accessibility is broken, by rule.
    pub(crate) broken: BTreeMap<String, BTreeSet<String>>,
    order: Vec<(Severity, String, String)>,
}

/// Where findings come from: a page, and the act that led there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    pub(crate) page: &'a str,
    pub(crate) after: Option<&'a str>,
}

/// How much of the records of a runtime was looked at.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    console: usize,
    requests: usize,
}

impl Findings {
    pub(crate) fn add(
        &mut self,
        severity: Severity,
        kind: &str,
        message: impl Into<String>,
        place: Place<'_>,
    ) {
        let message = message.into();
        let key = (severity, kind.to_owned(), message.clone());
        if let Some(known) = self.all.get_mut(&key) {
            known.count += 1;
            return;
        }
        self.order.push(key.clone());
        let finding = Finding {
            severity,
            kind: kind.to_owned(),
            message,
            page: place.page.to_owned(),
            after: place.after.map(ToOwned::to_owned),
            count: 1,
        };
        self.all.insert(key, finding);
    }

    /// What the consoles and the network tell since the last look.
    pub(crate) fn watch(&mut self, runtime: &Runtime, seen: &mut Seen, place: Place<'_>) {
        let entries = console::entries(runtime);
        for entry in entries.iter().skip(seen.console) {
            if entry.level != Level::Error {
                continue;
            }
            let kind = match entry.category {
                console::Category::ScormApi if entry.source.starts_with("API adapter") => {
                    "api_error"
                }
                // The request itself is told below.
                console::Category::Network => continue,
                _ => "console",
            };
            let source = entry.source.rsplit('/').next().unwrap_or_default();
            let message = match entry.line {
                0 => entry.message.clone(),
                line => format!("{} ({source}:{line})", entry.message),
            };
            self.add(Severity::Error, kind, message, place);
        }
        seen.console = entries.len();
        let requests = runtime.content_requests();
        for request in requests.iter().skip(seen.requests) {
            let name = request.url.splitn(4, '/').nth(3).unwrap_or(&request.url);
            if name == "favicon.ico" || name.ends_with("/favicon.ico") {
                continue;
            }
            let refused = request.status_code.filter(|status| *status >= 400);
            if request.blocked {
                let message = format!(
                    "{} is not in the package, and was not asked for: the course plays offline",
                    request.url
                );
                self.add(Severity::Info, "network", message, place);
            } else if let Some(status) = refused {
                let message = format!("{name} answered {status}");
                self.add(Severity::Error, "network", message, place);
            } else if let Some(error) = request.error.as_ref().filter(|why| !is_aborted(why)) {
                let message = format!("{name}: {error}");
                self.add(Severity::Error, "network", message, place);
            }
        }
        seen.requests = requests.len();
    }

    /// What is suspicious in the calls of an attempt that is over.
    pub(crate) fn judge_calls(&mut self, runtime: &Runtime) {
        let visits = runtime.live.read(|replica| replica.visits(false));
        for anomaly in anomalies::find(&visits) {
            let severity = match anomaly.severity {
                "error" => Severity::Error,
                "warning" => Severity::Warning,
                _ => Severity::Info,
            };
            // What refused calls say was told where they happened.
            // Nobody clicks as fast as this, so how often is saved says nothing.
            if [
                "failed_call",
                "error_ignored",
                "redundant_set",
                "infrequent_commit",
                "excessive_commit",
            ]
            .contains(&anomaly.kind)
            {
                continue;
            }
            let once = (anomaly.kind.to_owned(), anomaly.activity.clone());
            if !self.judged.insert(once) {
                continue;
            }
            let place = Place {
                page: &anomaly.activity,
                after: None,
            };
            self.add(severity, anomaly.kind, anomaly.description.clone(), place);
        }
    }

    /// The worst first, else in the order of finding.
    pub(crate) fn into_list(mut self) -> Vec<Finding> {
        let order = std::mem::take(&mut self.order);
        let all = order.iter().filter_map(|key| self.all.remove(key));
        let mut list: Vec<Finding> = all.collect();
        list.sort_by_key(|finding| finding.severity);
        list
    }

    /// What may keep content from talking to the LMS: a script that is missing or fails.
    pub(crate) fn why_silent(&self) -> String {
        let of = |wanted: &str, is: fn(&str) -> bool| {
            let mut keys = self.order.iter();
            let key = keys.find(|(severity, kind, message)| {
                *severity == Severity::Error && kind == wanted && is(message)
            });
            key.map(|(_, _, message)| message.clone())
        };
        let missing = of("network", |message| {
            message.contains(".js ") || message.contains(".js:")
        });
        let failed = of("console", |_| true);
        let causes: Vec<String> = [missing, failed].into_iter().flatten().collect();
        if causes.is_empty() {
            String::new()
        } else {
            format!(" ({})", causes.join("; "))
        }
    }

    pub(crate) fn has(&self, kind: &str) -> bool {
        self.order.iter().any(|(_, one, _)| one == kind)
    }
}

/// The page went on before the answer came.
fn is_aborted(why: &str) -> bool {
    why.contains("ERR_ABORTED") || why.contains("canceled")
}
