//! The last error with what `GetDiagnostic` needs to help: element, value, expected form.

use std::borrow::Cow;

use crate::fault::{Fault, Purpose, RunAs};
use crate::version::Version;

/// `GetDiagnostic` gives less than 255 characters.
const MOST_CHARACTERS: usize = 254;
/// Of an element name or a value, this much is shown.
const SHOWN: usize = 60;

/// A failed call.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) code: u16,
    detail: Detail,
}

#[derive(Debug, Clone)]
enum Detail {
    /// The call came in the wrong state.
    State,
    /// The argument of a function that takes the empty string.
    Argument,
    Fault {
        fault: Fault,
        element: String,
        value: Option<String>,
    },
    Restored(String),
}

impl Failure {
    pub(crate) const fn of_state(code: u16) -> Self {
        Self {
            code,
            detail: Detail::State,
        }
    }

    pub(crate) const fn argument() -> Self {
        Self {
            code: 201,
            detail: Detail::Argument,
        }
    }

    pub(crate) fn of_fault(
        version: Version,
        purpose: Purpose,
        fault: Fault,
        element: &str,
        value: Option<&str>,
    ) -> Self {
        Self {
            code: fault.code(version, purpose),
            detail: Detail::Fault {
                fault,
                element: shown(element),
                value: value.map(shown),
            },
        }
    }

    pub(crate) const fn restored(code: u16, diagnostic: String) -> Self {
        Self {
            code,
            detail: Detail::Restored(diagnostic),
        }
    }

    /// The text of `GetDiagnostic`.
    pub(crate) fn diagnostic(&self, version: Version, chosen: bool) -> Cow<'_, str> {
        match &self.detail {
            Detail::State | Detail::Argument => crate::error_table::errors(version)
                .iter()
                .find(|error| error.code == self.code)
                .map_or("", |error| error.meaning)
                .into(),
            Detail::Fault {
                fault,
                element,
                value,
            } => {
                let edition = version.edition();
                let what = fault.describe(RunAs { edition, chosen });
                let text = match value {
                    Some(value) => format!("{element} = \"{value}\": {what}"),
                    None => format!("{element}: {what}"),
                };
                text.chars()
                    .take(MOST_CHARACTERS)
                    .collect::<String>()
                    .into()
            }
            Detail::Restored(diagnostic) => diagnostic.as_str().into(),
        }
    }
}

/// The beginning of a text, with an ellipsis when it is longer.
fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
