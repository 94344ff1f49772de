//! A walk through the page by the Tab key: what is reached, whether the focus shows, where it is
//! caught (WCAG 2.1.1, 2.4.7, 2.1.2).
//!
//! The focus really moves, so a course that reacts to it reacts as it does to a learner.

use std::time::Duration;

use greenroom_browser::Frame;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{DialogTrial, Finding, Node};
use crate::StageError;
use crate::course::runtime::Runtime;
use crate::page::content;

const KEYBOARD: &str = concat!(
    "(what) => {\n",
    include_str!("../injected/looks.js"),
    include_str!("../injected/keyboard.js"),
    "}",
);
const LIMIT: Duration = Duration::from_secs(10);
/// Longest walk.
const MOST_STEPS: usize = 300;
/// Time for a transition that shows the focus.
const TRANSITION: Duration = Duration::from_millis(300);
/// Stops that a field for dates or a player may have inside.
const INNER_STOPS: usize = 12;
/// How often Tab may leave the focus where it is before that counts as a trap.
const PATIENCE: usize = 3;

/// The walk in numbers.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Walk {
    /// Controls that can be seen and used
    controls: usize,
    /// Different places that Tab reached
    stops: usize,
    unreached: usize,
    without_visible_focus: usize,
    /// Tab does not lead on from here, or nothing leads out of this dialog
    pub trap: Option<String>,
    /// The dialog that held the focus
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dialog: Option<DialogTrial>,
    /// The walk was longer than 300 steps
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut_short: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct Stop {
    selector: String,
    html: String,
    shown: bool,
    parts: bool,
    modal: bool,
}

#[derive(Deserialize)]
struct Begun {
    controls: usize,
    /// A dialog holds the focus, and is walked from there.
    in_dialog: bool,
}

#[derive(Deserialize)]
struct Missed {
    missed: Vec<Node>,
}

/// What a walk gives.
#[derive(Debug)]
pub struct Walked {
    pub walk: Walk,
    pub findings: Vec<Finding>,
    /// A control in the dialog that held the focus.
    pub in_dialog: Option<String>,
}

/// Walks once around.
pub async fn walk(runtime: &Runtime) -> Result<Walked, StageError> {
    let root = content::frame(runtime, None)?;
    let mut walk = Walk::default();
    let mut in_dialog = false;
    for (_, begun) in ask::<Begun>(runtime, &root, "begin").await? {
        walk.controls += begun.controls;
        in_dialog |= begun.in_dialog;
    }
    if !in_dialog {
        let start = [json!("start")];
        let started = root.call_with_toolkit::<Option<()>>(KEYBOARD, &start, LIMIT);
        started.await?;
    }
    let mut stops: Vec<Stop> = Vec::new();
    let mut caught: Option<Stop> = None;
    let mut outside = 0;
    let mut same = 0;
    for step in 0.. {
        if step == MOST_STEPS {
            walk.cut_short = true;
            break;
        }
        root.page().press("Tab").await?;
        let Some(stop) = stop(runtime, &root).await? else {
            outside += 1;
            if outside > PATIENCE || !stops.is_empty() {
                break;
            }
            continue;
        };
        let seen = stops
            .iter()
            .position(|known| known.selector == stop.selector);
        let stays = seen.is_some() && seen == stops.len().checked_sub(1);
        match seen {
            None => {
                same = 0;
                stops.push(stop);
            }
            Some(0) if !stays => break,
            Some(_) if stays => {
                same += 1;
                let patience = if stop.parts { INNER_STOPS } else { PATIENCE };
                if same > patience {
                    caught = Some(stop);
                    break;
                }
            }
            // Back to the middle of the way: only this part is walked round and round.
            Some(_) => {
                caught = Some(stop);
                break;
            }
        }
    }
    let only = stops.len() == 1 && walk.controls <= 1;
    // A dialog holds the focus on purpose; whether it can be left is another trial.
    let never_left = !stops.is_empty() && stops.iter().all(|stop| stop.modal);
    let in_dialog = match &caught {
        Some(stop) if stop.modal => Some(stop),
        _ => stops.last().filter(|_| never_left),
    };
    let in_dialog = in_dialog.map(|stop| stop.selector.clone());
    let trap = caught.filter(|stop| !stop.modal && !only);
    let mut missed = Vec::new();
    let end = if never_left { "end in a dialog" } else { "end" };
    for (frame, found) in ask::<Missed>(runtime, &root, end).await? {
        let path = frame.path_from(&root).await?;
        missed.extend(found.missed.into_iter().map(|node| Node {
            selector: [path.as_slice(), &[node.selector]].concat().join(" >>> "),
            ..node
        }));
    }
    let unseen: Vec<Node> = stops
        .iter()
        .filter(|stop| !stop.shown)
        .map(|stop| node(stop, "nothing shows that it has the focus"))
        .collect();
    walk.stops = stops.len();
    walk.unreached = missed.len();
    walk.without_visible_focus = unseen.len();
    walk.trap = trap.as_ref().map(|stop| stop.selector.clone());
    let trapped = trap
        .iter()
        .map(|stop| node(stop, "Tab does not lead on from here"));
    let findings = [
        Finding::trap(trapped.collect()),
        Finding::own(
            "keyboard-unreachable",
            "critical",
            (
                "2.1.1",
                "Everything that can be used must be reached by keyboard",
            ),
            missed,
        ),
        Finding::own(
            "focus-not-visible",
            "serious",
            ("2.4.7", "The element with the focus must be seen"),
            unseen,
        ),
    ];
    Ok(Walked {
        walk,
        findings: findings.into_iter().flatten().collect(),
        in_dialog,
    })
}

fn node(stop: &Stop, problem: &str) -> Node {
    Node {
        selector: stop.selector.clone(),
        html: stop.html.clone(),
        problem: problem.to_owned(),
        ..Node::default()
    }
}

/// What has the focus now, with its selector from `root` on; nothing if it is outside the content.
async fn stop(runtime: &Runtime, root: &Frame) -> Result<Option<Stop>, StageError> {
    let mut found = focused(runtime, root).await?;
    if found.as_ref().is_some_and(|(_, stop)| !stop.shown) {
        tokio::time::sleep(TRANSITION).await;
        found = focused(runtime, root).await?;
    }
    let Some((frame, mut stop)) = found else {
        return Ok(None);
    };
    let path = frame.path_from(root).await?;
    stop.selector = [path.as_slice(), &[stop.selector]].concat().join(" >>> ");
    Ok(Some(stop))
}

async fn focused(runtime: &Runtime, root: &Frame) -> Result<Option<(Frame, Stop)>, StageError> {
    let stops = ask::<Stop>(runtime, root, "stop").await?;
    Ok(stops.into_iter().next_back())
}

/// Asks all frames; those that went away or have nothing to say are left out.
async fn ask<T: DeserializeOwned>(
    runtime: &Runtime,
    root: &Frame,
    what: &str,
) -> Result<Vec<(Frame, T)>, StageError> {
    let mut answers = Vec::new();
    let what = [json!(what)];
    for frame in root.subtree().into_iter().filter(Frame::has_scripts) {
        let answer = frame.call_with_toolkit::<Option<T>>(KEYBOARD, &what, LIMIT);
        match answer.await {
            Ok(Some(answer)) => answers.push((frame, answer)),
            Ok(None) => {}
            Err(error) if content::is_absent(runtime, &error) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(answers)
}
