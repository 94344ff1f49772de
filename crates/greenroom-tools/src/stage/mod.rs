//! A course on the stage: what joins package, engine, journal, browser and stage server.

pub(crate) mod anomalies;
pub(crate) mod api;
pub(crate) mod api_call;
pub(crate) mod browser_theatre;
pub(crate) mod call_analysis;
pub(crate) mod flow;
pub(crate) mod launch_options;
pub(crate) mod layout;
mod live_course;
pub(crate) mod operation;
pub(crate) mod picture;
pub(crate) mod private;
pub(crate) mod record;
pub(crate) mod recovery;
pub(crate) mod replica;
pub(crate) mod resume;
pub(crate) mod runtime;
pub(crate) mod runtimes;
mod saved_record;
pub(crate) mod scenario;
mod sequencing;
mod source;
pub(crate) mod trace;
pub(crate) mod viewport;

pub(crate) use live_course::BeginError;
