//! Runs of a course that may go on in the background.

use std::sync::Arc;

use greenroom_stage::course::private::Home;
use serde::Serialize;

use crate::background::{self, Answer};
use crate::{Cx, Reply, ToolError};

/// Does the work now, or in the background of `home`.
pub(crate) async fn run<T, W>(
    cx: &Cx,
    tool: &'static str,
    background: bool,
    mut home: Home,
    work: impl FnOnce(Cx, Home) -> W,
) -> Result<Reply<Answer<T>>, ToolError>
where
    T: Serialize + Send + 'static,
    W: Future<Output = Result<Reply<T>, ToolError>> + Send + 'static,
{
    if !background {
        return Ok(background::done(work(cx.same_call(), home).await?));
    }
    home.stay_open();
    let session = Arc::clone(&home.session);
    let app = Arc::clone(&cx.app);
    background::start(&session, tool, |operation| {
        work(Cx::of_operation(app, operation, tool), home)
    })
}
