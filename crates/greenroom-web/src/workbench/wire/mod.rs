//! The messages between the workbench page and the server.
//!
//! `web/workbench/messages.d.ts` is made from these types, so both sides mean the same; a test
//! compares it. What the page alone understands (drafts, settings, answers of its forms) is plain
//! JSON here and typed there.

mod from_server;
mod to_server;
#[cfg(test)]
mod typescript;

pub(super) use from_server::{
    DialogRequest, FromServer, HistorySummary, Level, ResponseResult, SummaryStatus, Welcome,
};
pub(super) use to_server::{Act, Query};
