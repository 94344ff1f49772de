//! The parts that a recorded rehearsal is made of.

use std::collections::BTreeMap;

use scorm_session::rehearsal::format::{Act, Next, Relaunch, RelaunchMode, Step, UiAction};
use serde::Deserialize;
use serde_json::Value;

/// An allowed console error is told by its beginning.
const LONGEST_PATTERN: usize = 120;

/// The delivery of an activity, before anything is done.
pub(super) fn step(activity: &str) -> Step {
    Step {
        package: None,
        expect_activity: activity.to_owned(),
        launch: None,
        ui: Vec::new(),
        calls: Vec::new(),
        acts: Vec::new(),
        data: BTreeMap::new(),
        tracking: BTreeMap::new(),
        within_ms: None,
        then: Next::new(Act::End { leave_with: None }),
    }
}

/// The course is opened again.
pub(super) fn relaunch(mode: RelaunchMode) -> Relaunch {
    Relaunch {
        package: None,
        mode,
        choose: None,
    }
}

/// A request of the learner, as `navigation:requested` tells it.
pub(super) fn asked(request: &Value) -> Option<(UiAction, Option<String>)> {
    let action = UiAction::deserialize(&request["request"]).ok()?;
    let target = request["target"].as_str().map(str::to_owned);
    Some((action, target))
}

/// The beginning of a text as a pattern.
pub(super) fn pattern(text: &str) -> String {
    match text.char_indices().nth(LONGEST_PATTERN) {
        Some((end, _)) => format!("{}*", &text[..end]),
        None => text.to_owned(),
    }
}

/// Acts that tools do and that have no form in a rehearsal.
pub(super) fn is_unwritten_act(kind: &str) -> bool {
    matches!(
        kind,
        "dom:evaluate" | "dom:wait" | "dom:scroll" | "slide:framework"
    )
}
