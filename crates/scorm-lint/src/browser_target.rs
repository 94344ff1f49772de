//! Browsers that a course must run in, and since when browsers know what.
//!
//! The versions are those of MDN's browser compatibility data, 8.1. The first version that reads a
//! feature at all counts, even if it had faults.

use serde::{Deserialize, Serialize};

/// A browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Browser {
    /// Chrome and what is built on it.
    Chrome,
    /// Edge.
    Edge,
    /// Firefox.
    Firefox,
    /// Safari.
    Safari,
    /// Internet Explorer, which knows nothing newer than 2013.
    InternetExplorer,
}

impl Browser {
    /// As people call it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Chrome => "Chrome",
            Self::Edge => "Edge",
            Self::Firefox => "Firefox",
            Self::Safari => "Safari",
            Self::InternetExplorer => "Internet Explorer",
        }
    }
}

/// A browser and the oldest version that must work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrowserTarget {
    /// The browser.
    pub browser: Browser,
    /// Major and minor; none for the current version.
    pub version: Option<(u16, u16)>,
}

impl BrowserTarget {
    /// Reads `safari 13.1`, `Chrome >= 80` or `firefox`; none if that names no browser or version.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let text = text.strip_prefix("current ").unwrap_or(&text);
        let length = text
            .find(|c: char| !(c.is_ascii_alphabetic() || c == ' '))
            .unwrap_or(text.len());
        let (name, rest) = text.split_at(length);
        let browser = match name.trim() {
            "chrome" | "chromium" => Browser::Chrome,
            "edge" => Browser::Edge,
            "firefox" => Browser::Firefox,
            "safari" | "ios safari" => Browser::Safari,
            "ie" | "internet explorer" => Browser::InternetExplorer,
            _ => return None,
        };
        let number = rest.trim_start_matches(['>', '=', ' ', '-', 'v']).trim();
        let version = if number.is_empty() {
            None
        } else {
            let (major, minor) = number.split_once('.').unwrap_or((number, "0"));
            Some((major.parse().ok()?, minor.parse().ok()?))
        };
        Some(Self { browser, version })
    }

    /// As people write it.
    pub fn shown(&self) -> String {
        let name = self.browser.as_str();
        match self.version {
            None => name.to_owned(),
            Some((major, 0)) => format!("{name} {major}"),
            Some((major, minor)) => format!("{name} {major}.{minor}"),
        }
    }
}

/// Since when Chrome, Edge, Firefox and Safari know something.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Since(
    pub(crate) u16,
    pub(crate) u16,
    pub(crate) u16,
    pub(crate) (u16, u16),
);

impl Since {
    /// The version that a target would have to be, if it is older.
    pub(crate) fn missing_in(self, target: BrowserTarget) -> Option<String> {
        let first = match target.browser {
            Browser::Chrome => (self.0, 0),
            Browser::Edge => (self.1, 0),
            Browser::Firefox => (self.2, 0),
            Browser::Safari => self.3,
            Browser::InternetExplorer => {
                return Some(format!("{} does not know it", target.browser.as_str()));
            }
        };
        let is_older = target.version.is_some_and(|version| version < first);
        is_older.then(|| {
            let needed = BrowserTarget {
                version: Some(first),
                ..target
            };
            format!(
                "{} does not know it, {} does",
                target.shown(),
                needed.shown()
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_read_as_people_write_them() {
        for (text, want) in [
            ("safari 13.1", Some("Safari 13.1")),
            ("Chrome >= 80", Some("Chrome 80")),
            ("firefox", Some("Firefox")),
            ("current Edge", Some("Edge")),
            ("IE 11", Some("Internet Explorer 11")),
            ("netscape 4", None),
            ("chrome x", None),
            ("", None),
        ] {
            let shown = BrowserTarget::parse(text).map(|target| target.shown());
            assert_eq!(shown.as_deref(), want, "{text}");
        }
    }

    #[test]
    fn only_older_targets_miss_something() {
        let since = Since(80, 80, 74, (13, 1));
        let missing = |text: &str| since.missing_in(BrowserTarget::parse(text).unwrap());
        assert_eq!(missing("chrome"), None);
        assert_eq!(missing("safari 13.1"), None);
        assert_eq!(
            missing("safari 13").as_deref(),
            Some("Safari 13 does not know it, Safari 13.1 does")
        );
        assert!(missing("ie 11").is_some());
    }
}
