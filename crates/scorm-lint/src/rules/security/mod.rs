//! What may harm the learner or the LMS.

pub(crate) mod code_from_data;
pub(crate) mod cookie_use;
pub(crate) mod embedded_secret;
pub(crate) mod executable_file;
pub(crate) mod external_script;
pub(crate) mod form_posts_elsewhere;
pub(crate) mod hidden_frame;
pub(crate) mod hosts;
pub(crate) mod message_to_anybody;
pub(crate) mod message_without_origin_check;
pub(crate) mod mixed_content;
pub(crate) mod obfuscated_code;
pub(crate) mod outdated_library;
pub(crate) mod server_side_file;
pub(crate) mod tracker;
