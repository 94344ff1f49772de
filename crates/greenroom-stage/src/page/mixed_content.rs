//! Requests that a page served over https may not make (Mixed Content, W3C).
//!
//! The stage is served over http, where Chromium has no reason to complain. Most learning
//! platforms are not, so what would be mixed content there is told as a warning.

use greenroom_browser::{NetworkRequest, ResourceType};

use super::console::{Category, ConsoleEntry, Level};
use crate::course::runtime::Runtime;

/// One warning for each address, when it was asked for first.
pub fn warnings(runtime: &Runtime) -> Vec<ConsoleEntry> {
    let mut warnings: Vec<ConsoleEntry> = Vec::new();
    for request in runtime.context.network().items {
        let known = warnings.iter().any(|entry| entry.source == request.url);
        if !known && is_insecure(&request.url) {
            warnings.push(warning(request));
        }
    }
    warnings
}

/// Without TLS, and not to this machine: a loopback address is trusted as it is.
fn is_insecure(address: &str) -> bool {
    let Some((scheme, rest)) = address.split_once("://") else {
        return false;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let name = match host.strip_prefix('[') {
        Some(v6) => v6.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let local = name == "localhost"
        || name.ends_with(".localhost")
        || name == "::1"
        || name.starts_with("127.");
    matches!(scheme, "http" | "ws") && !local
}

fn warning(request: NetworkRequest) -> ConsoleEntry {
    let fate = match request.resource_type {
        ResourceType::Image | ResourceType::Media => "is asked for over https all the same",
        _ => "is blocked",
    };
    let message = format!(
        "Mixed Content: {} is not asked for over https (by {}); in an LMS on https it {fate}",
        request.url, request.initiator
    );
    ConsoleEntry {
        level: Level::Warning,
        message,
        source: request.url,
        line: 0,
        column: 0,
        stack: None,
        frame: request.frame.map(|frame| frame.to_string()),
        timestamp: request.timestamp,
        category: Category::Network,
    }
}

#[cfg(test)]
mod tests {
    use super::is_insecure;

    #[test]
    fn only_other_machines_without_tls_are_insecure() {
        for (address, want) in [
            ("http://example.com/a.png", true),
            ("http://user@example.com:8080?x", true),
            ("ws://example.com/feed", true),
            ("https://example.com/a.png", false),
            ("http://abc.localhost:4000/content/index.html", false),
            ("http://127.0.0.1:9/x", false),
            ("http://[::1]:9/x", false),
            ("data:text/plain,http://example.com", false),
        ] {
            assert_eq!(is_insecure(address), want, "{address}");
        }
    }
}
