//! Console errors and failed requests of a course, as rehearsals tell and allow them.

use greenroom_browser::{ConsoleCategory, ConsoleLevel, ConsoleMessage};
use scorm_session::rehearsal::PageFault;

/// The errors among these messages.
pub(super) fn among(messages: &[ConsoleMessage]) -> Vec<PageFault> {
    let errors = messages
        .iter()
        .filter(|message| message.level == ConsoleLevel::Error);
    errors
        .map(|error| match error.category {
            ConsoleCategory::Network => {
                PageFault::Network(request_words(&error.message, &error.source))
            }
            _ => PageFault::Console(error.message.clone()),
        })
        .collect()
}

/// A failed request in words that are the same in every session: hosts and ports are not.
pub(super) fn request_words(message: &str, source: &str) -> String {
    let path = source.split_once("://").map_or(source, |(_, rest)| {
        rest.split_once('/').map_or("", |(_, path)| path)
    });
    format!("{message} /{path}")
}

#[cfg(test)]
mod tests {
    use super::request_words;

    #[test]
    fn hosts_are_left_out() {
        for (source, want) in [
            (
                "http://abc.localhost:4242/content/a.js",
                "404 /content/a.js",
            ),
            ("about:blank", "404 /about:blank"),
            ("http://abc.localhost:4242", "404 /"),
        ] {
            assert_eq!(request_words("404", source), want);
        }
    }
}
