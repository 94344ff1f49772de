//! What the tools that play a course share: parts of their parameters, their runs and their answers.

pub(crate) mod acts;
pub(crate) mod attempt;
pub(crate) mod automation_call;
pub(crate) mod launch_param;
mod open_errors;
pub(crate) mod operation;
pub(crate) mod trace_page;

pub(crate) use open_errors::open_errors;
