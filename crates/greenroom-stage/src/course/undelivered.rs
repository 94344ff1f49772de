//! A course that is open and shows nothing: what was refused, by which rule, what can be chosen.

use std::fmt;

use schemars::JsonSchema;
use scorm_session::{ActivityKind, ActivityOverview, NavigationOutcome};
use serde::Serialize;

use crate::course::runtime::Runtime;

/// Choices that are named; the rest is counted.
const NAMED: usize = 10;

/// Why no activity was delivered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Undelivered {
    /// The request that was refused, in the words of adl.nav.request
    request: Option<String>,
    /// Code of the sequencing exception
    exception: Option<String>,
    /// What was refused, and by which rule
    reason: String,
    /// Activities that can be chosen by scorm_nav_choice
    choices: Vec<Open>,
    #[serde(skip_serializing_if = "greenroom_report::excerpt::is_zero")]
    more_choices: usize,
    /// Activities that cannot, each with the deciding rule
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<Refused>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Open {
    identifier: String,
    title: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Refused {
    identifier: String,
    why: String,
}

impl Undelivered {
    /// Nothing, if an activity is delivered.
    pub fn of(runtime: &Runtime) -> Option<Self> {
        let (delivered, last, departed, overview) = runtime.live.read(|replica| {
            (
                replica.delivery.is_some(),
                replica.last_navigation.clone(),
                replica.departed.clone(),
                replica.engine.overview(),
            )
        });
        if delivered {
            return None;
        }
        let (exception, message) = match last.as_ref().map(|last| &last.outcome) {
            _ if departed.is_some() => {
                let why = departed.map(|departed| departed.to_string());
                (None, why.unwrap_or_default())
            }
            Some(Err(refusal)) => (Some(refusal.exception.clone()), refusal.message.clone()),
            Some(Ok(NavigationOutcome::NoContent { exception })) => (
                exception.clone(),
                "no activity is left to deliver".to_owned(),
            ),
            _ => (None, "the course waits for a choice".to_owned()),
        };
        let is_content = |activity: &&ActivityOverview| {
            matches!(activity.kind, ActivityKind::Sco | ActivityKind::Asset)
        };
        let activities: Vec<&ActivityOverview> =
            overview.activities.iter().filter(is_content).collect();
        let open: Vec<Open> = activities
            .iter()
            .filter(|activity| activity.refusal.is_none() && !activity.hidden)
            .map(|activity| Open {
                identifier: activity.identifier.clone(),
                title: activity.title.clone(),
            })
            .collect();
        let refused = activities.iter().filter_map(|activity| {
            Some(Refused {
                identifier: activity.identifier.clone(),
                why: activity.refusal.clone()?,
            })
        });
        Some(Self {
            request: last.map(|last| last.request),
            exception,
            reason: message,
            more_choices: open.len().saturating_sub(NAMED),
            choices: open.into_iter().take(NAMED).collect(),
            refused: refused.take(NAMED).collect(),
        })
    }
}

impl fmt::Display for Undelivered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "nothing is shown: {}", self.reason)?;
        if let Some(exception) = &self.exception {
            write!(f, " ({exception})")?;
        }
        let names: Vec<&str> = self
            .choices
            .iter()
            .map(|choice| choice.identifier.as_str())
            .collect();
        if names.is_empty() {
            f.write_str("; no activity can be chosen")
        } else {
            write!(f, "; scorm_nav_choice can take {}", names.join(", "))
        }
    }
}
