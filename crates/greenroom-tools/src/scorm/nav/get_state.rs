//! `scorm_nav_get_state`: what the learner can do next, and where every activity stands.

use std::collections::BTreeMap;
use std::fmt;

use greenroom_stage::Fault;
use greenroom_stage::course::runtime::Runtime;
use schemars::JsonSchema;
use scorm_session::{ActivityKind, ActivityOverview, Navigation, Overview, Status};
use serde::{Deserialize, Serialize};

use super::moved::{NOT_INITIALIZED, session_state};
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError};

pub(crate) struct ScormNavGetState;

/// Show what the learner can do next
///
/// Returns currentActivity, availableNavigation, choices and why not, activities.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormNavGetStateParams {
    /// The session
    session_id: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum ScormNavGetStateOutput {
    Without {
        /// false: a single SCO, see scorm_sn_init
        sn_available: bool,
        reason: &'static str,
        message: String,
    },
    With(Box<Standing>),
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Standing {
    #[serde(rename = "sn_available")]
    sn_available: bool,
    /// not_started, active or ended
    session_state: &'static str,
    current_activity: Option<CurrentActivity>,
    /// In the words of adl.nav.request
    available_navigation: Vec<String>,
    choices: Vec<Choice>,
    /// Controls that the current activity hides
    hidden_controls: Vec<String>,
    global_objectives: BTreeMap<String, Objective>,
    /// In preorder, the organization first
    activities: Vec<Activity>,
    activity_tree_stats: Stats,
    #[serde(rename = "isSingleSCO")]
    is_single_sco: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CurrentActivity {
    identifier: String,
    title: String,
    /// active, suspended or inactive
    state: &'static str,
    attempt_count: u32,
    presentation: Presentation,
}

#[derive(Serialize, JsonSchema)]
struct Presentation {
    /// Address of the page, null if none is shown
    url: Option<String>,
    /// none, initialized or terminated
    initialize_state: &'static str,
    #[serde(rename = "hideLMSUI")]
    hide_lms_ui: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct Choice {
    identifier: String,
    title: String,
    allowed: bool,
    /// Exception and deciding rule
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// Null is unknown
#[derive(Serialize, JsonSchema)]
struct Objective {
    satisfied: Option<bool>,
    measure: Option<f64>,
}

#[derive(Serialize, JsonSchema)]
struct Activity {
    identifier: String,
    parent: Option<String>,
    title: String,
    /// root, cluster, sco or asset
    #[serde(rename = "type")]
    kind: &'static str,
    depth: u32,
    tracking: Tracking,
    disabled: bool,
    hidden: bool,
}

/// Null is unknown; parents show what rolled up
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Tracking {
    satisfied: Option<bool>,
    measure: Option<f64>,
    completed: Option<bool>,
    progress: Option<f64>,
    attempt_count: u32,
    active: bool,
    suspended: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Stats {
    /// Items, the organization not counted
    total: usize,
    clusters: usize,
    scos: usize,
    assets: usize,
    max_depth: u32,
    attempted: usize,
    completed: usize,
    satisfied: usize,
}

impl fmt::Display for ScormNavGetStateOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Without { message, .. } => f.write_str(message),
            Self::With(state) => {
                let current = state.current_activity.as_ref();
                let current = current.map_or("no activity", |current| &current.identifier);
                let session = state.session_state;
                write!(f, "{current} is current, the session is {session}")
            }
        }
    }
}

impl Tool for ScormNavGetState {
    const NAME: &'static str = "scorm_nav_get_state";
    const TITLE: &'static str = "Navigation state";
    const EFFECT: Effect = Effect::ReadOnly;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::RuntimeNotOpen,
        ErrorCode::BrowserCrashed,
        ErrorCode::SnBridgeUnavailable,
        ErrorCode::SnBridgeError,
    ];
    type Params = ScormNavGetStateParams;
    type Output = ScormNavGetStateOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let runtime = cx.runtimes().require(&params.session_id)?;
        if !runtime.has_sequencing() {
            let output = ScormNavGetStateOutput::Without {
                sn_available: false,
                reason: NOT_INITIALIZED,
                message: "the course has a single SCO; scorm_sn_init offers sequencing".to_owned(),
            };
            return Ok(output.into());
        }
        runtime
            .flush()
            .await
            .map_err(|error| error.known_as(Fault::SnBridgeUnavailable))?;
        let state = Standing::of(&runtime);
        Ok(ScormNavGetStateOutput::With(Box::new(state)).into())
    }
}

impl Standing {
    fn of(runtime: &Runtime) -> Self {
        let (overview, navigation, initialize_state) = runtime.live.read(|replica| {
            let engine = &replica.engine;
            (
                engine.overview(),
                engine.navigation(),
                replica.initialize_state(),
            )
        });
        let current = navigation.current.as_ref().and_then(|current| {
            let mut activities = overview.activities.iter();
            activities.find(|activity| activity.identifier == *current)
        });
        let url = Some(runtime.url()).filter(|url| !url.is_empty());
        let current_activity = current.map(|activity| CurrentActivity {
            identifier: activity.identifier.clone(),
            title: activity.title.clone(),
            state: match (activity.active, activity.suspended) {
                (true, _) => "active",
                (false, true) => "suspended",
                (false, false) => "inactive",
            },
            attempt_count: activity.attempt_count,
            presentation: Presentation {
                url,
                initialize_state,
                hide_lms_ui: navigation.hidden.clone(),
            },
        });
        let stats = Stats::of(&overview);
        let Navigation {
            available, hidden, ..
        } = navigation;
        let Overview {
            activities,
            objectives,
        } = overview;
        Self {
            sn_available: true,
            session_state: session_state(runtime),
            current_activity,
            available_navigation: available,
            choices: activities.iter().skip(1).map(Choice::of).collect(),
            hidden_controls: hidden,
            global_objectives: objectives
                .into_iter()
                .map(|(name, status)| (name, Objective::of(status)))
                .collect(),
            activities: activities.into_iter().map(Activity::of).collect(),
            activity_tree_stats: stats,
            is_single_sco: runtime.is_single_sco(),
        }
    }
}

impl Choice {
    fn of(activity: &ActivityOverview) -> Self {
        Self {
            identifier: activity.identifier.clone(),
            title: activity.title.clone(),
            allowed: activity.refusal.is_none(),
            why: activity.refusal.clone(),
        }
    }
}

impl Objective {
    fn of(status: Status) -> Self {
        Self {
            satisfied: status.satisfied,
            measure: status.measure,
        }
    }
}

impl Activity {
    fn of(activity: ActivityOverview) -> Self {
        Self {
            identifier: activity.identifier,
            parent: activity.parent,
            title: activity.title,
            kind: activity.kind.as_str(),
            depth: activity.depth,
            tracking: Tracking {
                satisfied: activity.status.satisfied,
                measure: activity.status.measure,
                completed: activity.status.completed,
                progress: activity.status.progress,
                attempt_count: activity.attempt_count,
                active: activity.active,
                suspended: activity.suspended,
            },
            disabled: activity.disabled,
            hidden: activity.hidden,
        }
    }
}

impl Stats {
    fn of(overview: &Overview) -> Self {
        let items = overview.activities.get(1..).unwrap_or_default();
        let count = |holds: &dyn Fn(&ActivityOverview) -> bool| {
            items.iter().filter(|activity| holds(activity)).count()
        };
        Self {
            total: items.len(),
            clusters: count(&|activity| activity.kind == ActivityKind::Cluster),
            scos: count(&|activity| activity.kind == ActivityKind::Sco),
            assets: count(&|activity| activity.kind == ActivityKind::Asset),
            max_depth: items
                .iter()
                .map(|activity| activity.depth)
                .max()
                .unwrap_or(0),
            attempted: count(&|activity| activity.attempt_count > 0),
            completed: count(&|activity| activity.status.completed == Some(true)),
            satisfied: count(&|activity| activity.status.satisfied == Some(true)),
        }
    }
}
