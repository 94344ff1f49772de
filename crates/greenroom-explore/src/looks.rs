//! How a state looks: layout and accessibility, each fault told once.

use std::collections::BTreeSet;

use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::audit::{self, Level};
use greenroom_stage::page::layout;
use serde_json::Value;

use crate::findings::{Findings, Place, Severity};

/// Places of one rule that are told; more add nothing that the first do not say.
const MOST_PLACES: usize = 5;

impl Findings {
    /// Examines what is shown. How a page looks is a matter of judgement, so nothing is an error.
    pub(crate) async fn look(&mut self, runtime: &Runtime, place: Place<'_>) {
        let told = match layout::analyze(runtime).await {
            Ok(analysis) => serde_json::to_value(&analysis).unwrap_or_default(),
            Err(_) => Value::Null,
        };
        let mut known = BTreeSet::new();
        for (list, kind) in [
            ("responsive_issues", "layout"),
            ("accessibility_issues", "accessibility"),
            ("content_issues", "layout"),
        ] {
            for issue in told[list].as_array().into_iter().flatten() {
                let text = |key: &str| issue[key].as_str().unwrap_or_default();
                let severity = match text("severity") {
                    "error" => Severity::Warning,
                    _ => Severity::Info,
                };
                if kind == "accessibility" {
                    known.insert(text("selector").to_owned());
                }
                let message = format!("{}: {}", text("selector"), text("description"));
                self.add(severity, kind, message, place);
            }
        }
        // What the course navigated away from meanwhile is looked at in its next state.
        let Ok(found) = audit::run_axe(runtime, Level::Aa).await else {
            return;
        };
        for finding in found.findings {
            let severity = match finding.impact.as_str() {
                "critical" => Severity::Warning,
                _ => Severity::Info,
            };
            for node in &finding.nodes {
                if known.contains(&node.selector) {
                    continue;
                }
                let places = self.broken.entry(finding.rule.clone()).or_default();
                places.insert(node.selector.clone());
                if places.len() > MOST_PLACES && severity == Severity::Info {
                    continue;
                }
                let message = format!("{}: {} ({})", node.selector, finding.help, finding.rule);
                self.add(severity, "accessibility", message, place);
            }
        }
    }
}
