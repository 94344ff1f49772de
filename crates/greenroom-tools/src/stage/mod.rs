//! A course on the stage: what joins package, engine, journal, browser and stage server.

pub(crate) mod annotation;
pub(crate) mod anomalies;
pub(crate) mod api;
pub(crate) mod api_call;
mod browser_events;
pub(crate) mod browser_theatre;
pub(crate) mod call_analysis;
pub(crate) mod flow;
mod generated_package;
pub(crate) mod launch_options;
pub(crate) mod layout;
mod live_course;
pub(crate) mod lms;
mod open_errors;
pub(crate) mod opening;
pub(crate) mod operation;
pub(crate) mod page_act;
pub(crate) mod picture;
mod preparing;
pub(crate) mod private;
pub(crate) mod record;
pub(crate) mod recovery;
pub(crate) mod replica;
pub(crate) mod resume;
pub(crate) mod runtime;
pub(crate) mod runtimes;
mod saved_record;
pub(crate) mod scenario;
mod seat;
pub(crate) mod sequencing;
mod settling;
mod source;
pub(crate) mod trace;
pub(crate) mod viewport;

pub(crate) use live_course::BeginError;
pub(crate) use open_errors::open_errors;
