//! A course on the stage: what joins package, engine, journal, browser and stage server.

pub(crate) mod anomalies;
pub(crate) mod api;
pub(crate) mod api_call;
pub(crate) mod browser_theatre;
pub(crate) mod launch_options;
mod live_course;
pub(crate) mod recovery;
pub(crate) mod replica;
pub(crate) mod resume;
pub(crate) mod runtime;
pub(crate) mod runtimes;
mod saved_record;
mod sequencing;
mod source;
pub(crate) mod viewport;

pub(crate) use live_course::BeginError;
