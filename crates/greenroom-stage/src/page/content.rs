//! The frames of the content, and the one in which a search begins.

use greenroom_browser::{BrowserError, Frame, FrameInfo};
use greenroom_report::run::Departed;

use crate::course::runtime::Runtime;
use crate::{Fault, StageError};

const BLANK: &str = "about:blank";
/// Frames that are named; the rest is counted.
const NAMED: usize = 5;

/// The frame that `wanted` names by id, name or part of its address; without it the SCO's own.
pub fn frame(runtime: &Runtime, wanted: Option<&str>) -> Result<Frame, StageError> {
    if let Some(departed) = runtime.live.read(|replica| replica.departed.clone()) {
        return Err(nothing_shown_since(&departed));
    }
    let frames = runtime.content_frames();
    let found = match wanted {
        Some(wanted) => named(&frames, wanted).ok_or_else(|| unknown_frame(wanted, &frames))?,
        // A SCO in a window of its own leaves the stage's frame blank.
        None => frames
            .iter()
            .find(|frame| !frame.url.is_empty() && frame.url != BLANK)
            .or_else(|| frames.first())
            .ok_or_else(nothing_shown)?,
    };
    handle(runtime, found)
}

/// All frames of the content and of the windows it opened that can be read, the SCO's own first.
/// A frame that was never loaded, as a lazy one below the fold, is left out.
pub fn frames(runtime: &Runtime) -> Vec<Frame> {
    let frames = handles(runtime).into_iter().enumerate();
    frames
        .filter(|(index, frame)| *index == 0 || frame.has_scripts())
        .map(|(_, frame)| frame)
        .collect()
}

/// What is said of frames that were left out; none if there are none.
pub async fn left_out(runtime: &Runtime) -> Option<String> {
    let all = handles(runtime);
    let root = all.first()?;
    let mut names = Vec::new();
    for frame in all.iter().skip(1).filter(|frame| !frame.has_scripts()) {
        let path = frame.path_from(root).await.unwrap_or_default();
        names.push(if path.is_empty() {
            frame.id().to_string()
        } else {
            path.join(" >>> ")
        });
    }
    let count = names.len();
    names.truncate(NAMED);
    let more = match count.saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (count > 0).then(|| {
        format!(
            "not read, since not loaded (lazy, hidden or still on the way): {}{more}",
            names.join(", ")
        )
    })
}

/// Whether a frame has nothing to say because it went away or was never loaded.
pub fn is_absent(runtime: &Runtime, error: &BrowserError) -> bool {
    match error {
        BrowserError::Closed { .. } => runtime.page.is_open(),
        BrowserError::NoScripts { .. } => true,
        _ => false,
    }
}

fn handles(runtime: &Runtime) -> Vec<Frame> {
    if runtime.live.read(|replica| replica.departed.is_some()) {
        return Vec::new();
    }
    let frames = runtime.content_frames();
    frames
        .iter()
        .filter_map(|frame| handle(runtime, frame).ok())
        .collect()
}

fn named<'a>(frames: &'a [FrameInfo], wanted: &str) -> Option<&'a FrameInfo> {
    let by_id = frames.iter().find(|frame| frame.id.as_str() == wanted);
    by_id
        .or_else(|| frames.iter().find(|frame| frame.name == wanted))
        .or_else(|| frames.iter().find(|frame| frame.url.contains(wanted)))
}

fn handle(runtime: &Runtime, frame: &FrameInfo) -> Result<Frame, StageError> {
    let pages = runtime.context.pages();
    pages
        .iter()
        .find_map(|page| page.frame(frame.id.as_str()).ok())
        .ok_or_else(nothing_shown)
}

fn nothing_shown() -> StageError {
    StageError::new(
        Fault::RuntimeNotOpen,
        "the page shows no content: the course has ended or delivers nothing now",
    )
    .hint("Call scorm_runtime_status, or scorm_reload_course.")
    .detail("session_known", true)
}

fn nothing_shown_since(departed: &Departed) -> StageError {
    let message = format!("the page shows no content: {departed}");
    StageError::new(Fault::RuntimeNotOpen, message)
        .hint("Call scorm_reload_course. What the course did is in scorm_data_model_get, scorm_get_data_model_history and scorm_report.")
        .detail("session_known", true)
        .detail("reason", departed.code)
}

fn unknown_frame(wanted: &str, frames: &[FrameInfo]) -> StageError {
    let known: Vec<String> = frames
        .iter()
        .map(|frame| format!("{} {:?} {}", frame.id, frame.name, frame.url))
        .collect();
    StageError::new(
        Fault::InvalidParams,
        format!("no frame has the id or name {wanted:?} or an address with it"),
    )
    .hint("Give an id, a name or a part of an address of details.frames.")
    .detail("frames", known)
}
