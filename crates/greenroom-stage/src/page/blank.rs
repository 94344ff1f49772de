//! The likely cause of a page that shows nothing.

use super::console::{self, Level};
use crate::course::runtime::Runtime;
use crate::course::undelivered::Undelivered;

/// What most likely keeps the page blank, in words.
pub fn cause(runtime: &Runtime) -> String {
    if let Some(undelivered) = Undelivered::of(runtime) {
        return undelivered.to_string();
    }
    let failed = runtime.context.network().items;
    let failed = failed.iter().filter(|request| {
        let refused = request.status_code.is_some_and(|status| status >= 400);
        !runtime.is_players(&request.url) && (request.blocked || request.error.is_some() || refused)
    });
    // A page is made by its scripts and its frames; a missing picture leaves the rest.
    let kind = |request: &greenroom_browser::NetworkRequest| {
        serde_json::to_value(request.resource_type).unwrap_or_default()
    };
    let mut failed = failed.filter(|request| {
        ["script", "document"]
            .map(Into::into)
            .contains(&kind(request))
    });
    if let Some(request) = failed.next() {
        let why = match (request.blocked, request.status_code, &request.error) {
            (true, ..) => {
                "blocked, the course plays offline; allow_network lets it through".to_owned()
            }
            (false, Some(status), _) => format!("status {status}"),
            (false, None, error) => error.clone().unwrap_or_default(),
        };
        return format!("{} could not be loaded: {why}", request.url);
    }
    let entries = console::entries(runtime);
    match entries.iter().find(|entry| entry.level == Level::Error) {
        Some(error) => format!("{} at {}:{}", error.message, error.source, error.line),
        None => "no error and no failed request; the page may still be loading".to_owned(),
    }
}
