//! Pages, styles and media: what keeps them from being shown, heard or used.

pub(crate) mod autoplaying_media;
pub(crate) mod control_without_label;
pub(crate) mod documents;
pub(crate) mod duplicate_element_id;
pub(crate) mod external_resource;
pub(crate) mod frame_without_title;
pub(crate) mod local_machine_reference;
pub(crate) mod missing_charset;
pub(crate) mod missing_content_file;
pub(crate) mod missing_doctype;
pub(crate) mod missing_import;
pub(crate) mod missing_page_language;
pub(crate) mod missing_page_title;
pub(crate) mod missing_script_file;
pub(crate) mod missing_viewport;
pub(crate) mod picture_without_alt;
pub(crate) mod plug_in_content;
pub(crate) mod positive_tabindex;
pub(crate) mod removed_browser_function;
pub(crate) mod removed_element;
pub(crate) mod root_relative_reference;
pub(crate) mod script_syntax_error;
pub(crate) mod video_without_captions;
pub(crate) mod wrong_case_reference;
pub(crate) mod zoom_disabled;
