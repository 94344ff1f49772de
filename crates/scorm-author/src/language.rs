//! The language of a course: its tag, the direction it is read in.

use crate::Fault;

/// Scripts and languages that are read from right to left.
const RIGHT_TO_LEFT: &[&str] = &["ar", "he", "fa", "ur", "ps", "sd", "ug", "yi", "dv", "ckb"];

/// A language tag of the form that HTML and metadata take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Language {
    pub(crate) tag: String,
}

impl Language {
    /// Reads a tag such as `de` or `pt-BR`; English without one.
    pub(crate) fn parse(given: Option<&str>, faults: &mut Vec<Fault>) -> Self {
        let tag = given.map_or("en", str::trim);
        let mut parts = tag.split('-');
        let primary = parts.next().unwrap_or_default();
        let is_primary =
            (2..=3).contains(&primary.len()) && primary.chars().all(|c| c.is_ascii_alphabetic());
        let is_part = |part: &str| {
            (2..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric())
        };
        if !is_primary || !parts.all(is_part) {
            faults.push(Fault {
                path: "language".to_owned(),
                problem: format!("{tag:?} is no language tag; write one such as en, de or pt-BR"),
            });
        }
        Self {
            tag: tag.to_owned(),
        }
    }

    /// The language without region and script.
    pub(crate) fn primary(&self) -> String {
        let primary = self.tag.split('-').next().unwrap_or_default();
        primary.to_ascii_lowercase()
    }

    /// `ltr` or `rtl`.
    pub(crate) fn direction(&self) -> &'static str {
        if RIGHT_TO_LEFT.contains(&self.primary().as_str()) {
            "rtl"
        } else {
            "ltr"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn tags_are_taken_and_other_words_are_not() {
        for (tag, taken) in [
            ("de", true),
            ("pt-BR", true),
            ("zh-Hant-TW", true),
            ("", false),
            ("german", false),
            ("d\"e", false),
            ("en-", false),
            ("12", false),
        ] {
            let mut faults = Vec::new();
            Language::parse(Some(tag), &mut faults);
            assert_eq!(faults.is_empty(), taken, "{tag}");
        }
        let arabic = Language::parse(Some("ar-EG"), &mut Vec::new());
        assert_eq!(arabic.direction(), "rtl");
    }
}
