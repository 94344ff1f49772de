//! Stack traces as text.

use std::fmt::Write;

use serde::Deserialize;

/// CDP's `Runtime.StackTrace`; lines and columns count from 0 there.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StackTrace {
    #[serde(default)]
    pub(crate) call_frames: Vec<CallFrame>,
    parent: Option<Box<StackTrace>>,
    description: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CallFrame {
    #[serde(default)]
    pub(crate) function_name: String,
    #[serde(default)]
    pub(crate) url: String,
    #[serde(default)]
    pub(crate) line_number: u32,
    #[serde(default)]
    pub(crate) column_number: u32,
}

impl StackTrace {
    /// One line per call, innermost first; lines and columns count from 1.
    pub(crate) fn text(&self) -> Option<String> {
        let mut text = String::new();
        self.write(&mut text);
        (!text.is_empty()).then_some(text)
    }

    fn write(&self, text: &mut String) {
        for frame in &self.call_frames {
            let CallFrame {
                function_name,
                url,
                line_number,
                column_number,
            } = frame;
            let name = if function_name.is_empty() {
                "(anonymous)"
            } else {
                function_name
            };
            let separator = if text.is_empty() { "" } else { "\n" };
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "{separator}at {name} ({url}:{}:{})",
                line_number + 1,
                column_number + 1
            );
        }
        if let Some(parent) = &self.parent {
            if let Some(description) = &parent.description {
                let _ = write!(text, "\n-- {description} --");
            }
            parent.write(text);
        }
    }
}
