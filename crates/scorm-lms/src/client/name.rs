//! Names of elements: which row of the data model is meant, and which records.

use crate::profile::dialect::Indices;

/// A name that a course gave.
#[derive(Debug, Clone)]
pub(super) struct Name {
    /// As the course wrote it.
    pub text: String,
    /// With `n` for indices.
    pub row: String,
    /// The collections on the way, with the index: `("cmi.objectives", "0")`.
    pub records: Vec<(String, String)>,
}

impl Name {
    pub(super) fn new(text: &str, indices: Indices) -> Self {
        let mut row = String::with_capacity(text.len());
        let mut path = String::with_capacity(text.len());
        let mut records = Vec::new();
        for (position, token) in text.split('.').enumerate() {
            if position > 0 {
                row.push('.');
            }
            if position > 0 && is_index(token, indices) {
                row.push('n');
                records.push((path.clone(), token.to_owned()));
            } else {
                row.push_str(token);
            }
            if position > 0 {
                path.push('.');
            }
            path.push_str(token);
        }
        Self {
            text: text.to_owned(),
            row,
            records,
        }
    }

    /// The last token.
    pub(super) fn last(&self) -> &str {
        self.text.rsplit('.').next().unwrap_or_default()
    }

    /// The row without its last token.
    pub(super) fn parent_row(&self) -> &str {
        self.row.rsplit_once('.').map_or("", |(parent, _)| parent)
    }
}

fn is_index(token: &str, indices: Indices) -> bool {
    match indices {
        Indices::Digits => !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit()),
        Indices::Numeric => !crate::value::to_number(token).is_nan(),
    }
}
