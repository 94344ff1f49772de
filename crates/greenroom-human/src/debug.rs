//! `MCP_DEBUG`: the messages of dialogs on stderr.

use super::stderr::print_line;
use greenroom_dialog::inspector::{Direction, without_secrets};
use serde_json::Value;
use std::sync::LazyLock;

static ON: LazyLock<bool> =
    LazyLock::new(|| std::env::var("MCP_DEBUG").is_ok_and(|value| says_on(&value)));

fn says_on(value: &str) -> bool {
    !matches!(value, "" | "0" | "false")
}

/// Whether `MCP_DEBUG` is set to anything but nothing, `0` and `false`.
pub fn is_on() -> bool {
    *ON
}

/// Prints a message, if `MCP_DEBUG` says so.
pub fn print(direction: Direction, message: &Value) {
    // What the human has not sent is nobody's business.
    if !is_on() || message["type"] == "draft" {
        return;
    }
    let mut message = without_secrets(message);
    if let Some(members) = message.as_object_mut() {
        members.remove("draft");
    }
    match direction {
        Direction::Incoming => print_line(&format!("[MCP] Message received: {message}")),
        Direction::Outgoing => print_line(&format!("[MCP] Message sent: {message}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anything_but_nothing_zero_and_false_is_on() {
        for (value, on) in [
            ("", false),
            ("0", false),
            ("false", false),
            ("true", true),
            ("yes", true),
        ] {
            assert_eq!(says_on(value), on, "{value:?}");
        }
    }
}
