//! How an act or a statement names an element of the page.

use serde::{Deserialize, Serialize};

/// An element of the page. What lasts longest comes first: its role and name, its text, its
/// selector.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Element {
    /// Role as assistive technology sees it, e.g. `button`; goes with `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Accessible name, exactly; `*` stands for anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Visible text of something that can be clicked; a part of it will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// CSS; `A >>> B` leads into frame or shadow host A.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// Which of several that fit, from 0.
    #[serde(default, skip_serializing_if = "is_first")]
    pub nth: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_first(nth: &usize) -> bool {
    *nth == 0
}

impl Element {
    /// By a selector.
    pub fn by_selector(selector: &str) -> Self {
        Self {
            selector: Some(selector.to_owned()),
            ..Self::default()
        }
    }

    /// By role and accessible name.
    pub fn by_role(role: &str, name: &str) -> Self {
        Self {
            role: Some(role.to_owned()),
            name: Some(name.to_owned()),
            ..Self::default()
        }
    }

    /// Whether it names nothing at all.
    pub fn is_empty(&self) -> bool {
        self.role.is_none() && self.name.is_none() && self.text.is_none() && self.selector.is_none()
    }
}

impl std::fmt::Display for Element {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            role,
            name,
            text,
            selector,
            nth,
        } = self;
        let words = match (role, name, text, selector) {
            (Some(role), Some(name), ..) => format!("{role} {name:?}"),
            (Some(role), None, ..) => role.clone(),
            (None, Some(name), ..) => format!("{name:?}"),
            (None, None, Some(text), _) => format!("{text:?}"),
            (None, None, None, Some(selector)) => selector.clone(),
            (None, None, None, None) => "the page".to_owned(),
        };
        f.write_str(&words)?;
        match nth {
            0 => Ok(()),
            nth => write!(f, " (number {nth} from 0)"),
        }
    }
}
