//! Values that a logger cut, and the marks it left there.

use crate::field_log::Told;

/// Marks that nothing but a cut leaves at the end.
const MARKS: [&str; 9] = [
    "[truncated]",
    "(truncated)",
    "<truncated>",
    "[…]",
    "[...]",
    "(more)",
    "[more]",
    "…",
    "[cut]",
];
/// Three full stops are such a mark only behind so many characters: people write them too.
const LONG_ENOUGH: usize = 40;

/// A text of the log, without the mark of a cut.
pub(crate) fn told(text: &str) -> Told {
    let trimmed = text.trim_end();
    let mut rest = trimmed;
    let mut cut = false;
    for mark in MARKS {
        if let Some(before) = strip_suffix_ignoring_case(rest, mark) {
            (rest, cut) = (before.trim_end(), true);
            break;
        }
    }
    if let Some(before) = counted_rest(rest) {
        (rest, cut) = (before.trim_end(), true);
    }
    let dots = rest.trim_end_matches('.');
    let three = rest.len() - dots.len() == 3;
    if three && (cut || dots.chars().count() >= LONG_ENOUGH) {
        (rest, cut) = (dots, true);
    }
    if cut {
        let rest = rest.trim_end_matches('…');
        return Told {
            cut: true,
            ..Told::whole(rest)
        };
    }
    Told::whole(text)
}

fn strip_suffix_ignoring_case<'a>(text: &'a str, suffix: &str) -> Option<&'a str> {
    let at = text.len().checked_sub(suffix.len())?;
    let end = text.get(at..)?;
    end.eq_ignore_ascii_case(suffix).then(|| &text[..at])
}

/// `… (1234 more characters)`.
fn counted_rest(text: &str) -> Option<&str> {
    let inner = text.strip_suffix(')')?;
    let (before, inside) = inner.rsplit_once('(')?;
    let (number, words) = inside.split_once(' ')?;
    let counted = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let told = matches!(
        words,
        "more" | "more characters" | "more chars" | "characters omitted" | "chars omitted"
    );
    (counted && told).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn marks_of_a_cut_are_taken_off() {
        let long = "a".repeat(50);
        for (text, want, cut) in [
            ("plain", "plain", false),
            ("wait...", "wait...", false),
            ("abc…", "abc", true),
            ("abc… [truncated]", "abc", true),
            ("abc...[TRUNCATED]", "abc", true),
            ("abc (12 more characters)", "abc", true),
            ("abc (12 apples)", "abc (12 apples)", false),
            ("", "", false),
            (&format!("{long}..."), &long, true),
            (&format!("{long}...."), &format!("{long}...."), false),
        ] {
            let told = told(text);
            assert_eq!((told.text.as_str(), told.cut), (want, cut), "{text}");
        }
    }
}
