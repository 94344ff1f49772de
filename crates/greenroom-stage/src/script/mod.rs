//! Written steps for a course that plays: walking through it, calling its API, acting on its page.

pub mod flow;
pub mod page_act;
pub mod scenario;
