//! The vocabulary of `adl.nav.request`.

use super::identifier::is_identifier;
use crate::navigation::ContentRequest;

/// Whether a text is a request that a SCO may make. The bare words `choice` and `jump` are in
/// the vocabulary, although nothing can be done with them.
pub(crate) fn is_request(value: &str) -> bool {
    matches!(value, "_none_" | "choice" | "jump") || parse(value).is_some()
}

/// The request of a text; `None` for `_none_` and for `choice` or `jump` without a target.
pub(crate) fn parse(value: &str) -> Option<ContentRequest<'_>> {
    Some(match value {
        "continue" => ContentRequest::Continue,
        "previous" => ContentRequest::Previous,
        "exit" => ContentRequest::Exit,
        "exitAll" => ContentRequest::ExitAll,
        "abandon" => ContentRequest::Abandon,
        "abandonAll" => ContentRequest::AbandonAll,
        "suspendAll" => ContentRequest::SuspendAll,
        _ => {
            let (target, request) = value.strip_prefix("{target=")?.split_once('}')?;
            if !is_identifier(target) {
                return None;
            }
            match request {
                "choice" => ContentRequest::Choice(target),
                "jump" => ContentRequest::Jump(target),
                _ => return None,
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vocabulary() {
        for value in [
            "continue",
            "previous",
            "exit",
            "exitAll",
            "abandon",
            "abandonAll",
            "suspendAll",
            "_none_",
            "{target=a.2}choice",
            "{target=a}jump",
            "choice",
            "jump",
        ] {
            assert!(is_request(value), "{value}");
        }
        for value in [
            "start",
            "resumeAll",
            "retry",
            "Continue",
            "",
            "{target=}choice",
            "{target=a b}choice",
            "{target=a}continue",
            "_continue",
            " exit",
        ] {
            assert!(!is_request(value), "{value}");
        }
        assert_eq!(
            parse("{target=a.2}choice"),
            Some(ContentRequest::Choice("a.2"))
        );
        assert_eq!(parse("choice"), None);
    }
}
