//! localized_string_type: text with an optional `{lang=…}` in front.

use super::Mismatch;
use super::language::is_tag;

const PREFIX: &str = "{lang=";

/// A complete `{lang=…}` in front must name a language; any other braces are text.
pub(crate) fn check(value: &str) -> Result<(), Mismatch> {
    match split(value) {
        Some((tag, _)) if !is_tag(tag) => {
            Err(Mismatch::Form("a known language tag in {lang=...}".into()))
        }
        _ => Ok(()),
    }
}

/// The text without its language.
pub(crate) fn text(value: &str) -> &str {
    split(value).map_or(value, |(_, text)| text)
}

/// The tag and the text, when a complete `{lang=…}` stands in front.
pub(crate) fn split(value: &str) -> Option<(&str, &str)> {
    value.strip_prefix(PREFIX)?.split_once('}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        for value in [
            "",
            "hi",
            "{lang=fr}hi",
            "{lang=EN-us}hi",
            "{lang=en}",
            "{foo}hi",
            "{foo=bar}hi",
            "{case_matters=true}hi",
            "{ lang=en}hi",
            "{lang=en",
            "a\nb",
        ] {
            assert_eq!(check(value), Ok(()), "{value}");
        }
        for value in ["{lang=}", "{lang=}hi", "{lang=zz}hi", "{lang= en}hi"] {
            assert!(check(value).is_err(), "{value}");
        }
    }
}
