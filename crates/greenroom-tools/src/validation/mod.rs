//! What the validation tools share: the `settings` parameter, and the run around their work.

pub(crate) mod lms_findings;
pub(crate) mod settings_param;
pub(crate) mod tool_run;
