//! The resources: texts that agents read when they need them.

use rmcp::model::{ErrorData, ReadResourceResult, Resource, ResourceContents};
use serde_json::json;

const UI_GUIDE_URI: &str = "greenroom://ui-guide";
const UI_GUIDE: &str = include_str!("../../../../docs/ui-guide.md");
const MARKDOWN: &str = "text/markdown";

/// All resources.
pub(super) fn list() -> Vec<Resource> {
    let guide = Resource::new(UI_GUIDE_URI, "ui-guide")
        .with_title("Guide to the ui_* tools")
        .with_description("How to build a live page for the human in Lua and HTML")
        .with_mime_type(MARKDOWN)
        .with_size(UI_GUIDE.len() as u64);
    vec![guide]
}

/// The content of one.
pub(super) fn read(uri: &str) -> Result<ReadResourceResult, ErrorData> {
    if uri != UI_GUIDE_URI {
        let message = format!("no resource {uri}; there is {UI_GUIDE_URI}");
        return Err(ErrorData::resource_not_found(
            message,
            Some(json!({"uri": uri, "known": [UI_GUIDE_URI]})),
        ));
    }
    let contents = ResourceContents::text(UI_GUIDE, UI_GUIDE_URI).with_mime_type(MARKDOWN);
    Ok(ReadResourceResult::new(vec![contents]))
}
