//! language_type: RFC 1766 and RFC 3066 language tags, checked against their registries.

use super::language_registry::{COUNTRIES, LANGUAGES_2, LANGUAGES_3, REGISTERED};

/// Whether a text is a known language tag, without regard to case.
///
/// The language must be registered; a second subtag is a country, or makes a registered tag
/// together with the language. Further subtags are free, as in ADL's own data model.
pub(crate) fn is_tag(text: &str) -> bool {
    let mut subtags = text.split('-');
    let (Some(language), second) = (subtags.next(), subtags.next()) else {
        return false;
    };
    if !is_subtag(language) || second.is_some_and(|second| !is_subtag(second)) {
        return false;
    }
    if !subtags.all(is_subtag) {
        return false;
    }
    match (language.len(), second) {
        (1, Some(second)) => language.eq_ignore_ascii_case("x") || is_registered(language, second),
        (2 | 3, None) => is_language(language),
        (2 | 3, Some(second)) if second.len() == 2 => {
            is_language(language) && contains(COUNTRIES, second)
        }
        (2 | 3, Some(second)) => is_registered(language, second),
        _ => false,
    }
}

fn is_subtag(text: &str) -> bool {
    (1..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn is_language(code: &str) -> bool {
    if code.len() == 2 {
        return contains(LANGUAGES_2, code);
    }
    contains(LANGUAGES_3, code) || is_private_use(code)
}

/// `qaa` to `qtz`.
fn is_private_use(code: &str) -> bool {
    let lower = code.as_bytes().to_ascii_lowercase();
    matches!(lower[..], [b'q', b'a'..=b't', b'a'..=b'z'])
}

/// The two first subtags together are registered with IANA.
fn is_registered(language: &str, second: &str) -> bool {
    REGISTERED.iter().any(|tag| {
        tag.split_once('-').is_some_and(|(first, rest)| {
            first.eq_ignore_ascii_case(language) && rest.eq_ignore_ascii_case(second)
        })
    })
}

/// Looks up a code in a sorted table of codes with one blank between them.
fn contains(table: &str, code: &str) -> bool {
    let lower = code.to_ascii_lowercase();
    let width = code.len() + 1;
    let (mut low, mut high) = (0, table.len().div_ceil(width));
    while low < high {
        let middle = usize::midpoint(low, high);
        let entry = &table[middle * width..middle * width + code.len()];
        match entry.cmp(lower.as_str()) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        for tag in [
            "en",
            "EN",
            "eng",
            "en-US",
            "en-us",
            "en-US-xyz",
            "de-CH-1996",
            "zh-min-nan",
            "i-klingon",
            "i-default",
            "x-foo",
            "qaa",
            "und",
            "mul",
            "fre",
            "fra",
            "mo",
            "scc",
            "zh-Hant",
            "sr-Cyrl",
            "de-1996",
            "sl-rozaj",
            "zh-guoyu",
            "art-lojban",
            "sgn-US",
            "en-GB-oed",
        ] {
            assert!(is_tag(tag), "{tag}");
        }
        for tag in [
            "",
            "zz",
            "sp",
            "frl",
            "exg",
            "ruq-JM",
            "en-USA",
            "en-1",
            "en-",
            "i-zzz",
            "x-",
            "x",
            "qua",
            "e",
            "english",
            "english-US",
            "eng-USA",
            "en_US",
            " en",
            "en-ZZ",
            "é",
            "日本",
            "q日",
        ] {
            assert!(!is_tag(tag), "{tag}");
        }
    }

    #[test]
    fn registries_are_sorted_and_regular() {
        for (table, width) in [(LANGUAGES_2, 2), (LANGUAGES_3, 3), (COUNTRIES, 2)] {
            let codes: Vec<&str> = table.split(' ').collect();
            assert!(codes.windows(2).all(|pair| pair[0] < pair[1]));
            assert!(codes.iter().all(|code| code.len() == width));
        }
    }
}
