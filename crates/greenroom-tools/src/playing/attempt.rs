//! Private attempts of the tools that play a course by themselves.

use std::path::Path;

use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::private::{Home, Play, PrivateAttempt};

use crate::{Cx, ToolError};

/// The session that gets the artifacts and events of a run: the caller's, or a new one.
pub(crate) async fn home(cx: &Cx, play: &Play) -> Result<Home, ToolError> {
    Ok(Home::open(cx.runtimes(), play, cx.cancellation()).await?)
}

/// As [`home`], by what names it.
pub(crate) async fn home_of(
    cx: &Cx,
    session_id: Option<&str>,
    path: Option<&Path>,
) -> Result<Home, ToolError> {
    Ok(Home::of(cx.runtimes(), session_id, path, cx.cancellation()).await?)
}

/// Plays the package of `home` from the start.
pub(crate) async fn open(
    cx: &Cx,
    home: &Home,
    options: LaunchOptions,
) -> Result<PrivateAttempt, ToolError> {
    cx.progress("opening the course in the browser");
    Ok(PrivateAttempt::open(home, options, cx.cancellation()).await?)
}
