//! What stands behind the parenthesis of a call: what it returned, its error, how long it took.

use scorm_runtime::ApiFunction;

use super::opening_quote;
use crate::field_log::Told;
use crate::truncation;

/// What came of a call, as far as the line tells.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    pub(super) result: Option<Told>,
    pub(super) error: Option<u16>,
    pub(super) timed: bool,
    /// How much of the text it takes.
    pub(super) used: usize,
}

/// Words and signs before what was returned.
const SEPARATORS: [&str; 14] = [
    "returned value",
    "returned",
    "returning",
    "returns",
    "return value",
    "return",
    "result",
    "=>",
    "->",
    "→",
    "⇒",
    ":",
    "=",
    "==",
];
/// Words that stand for a result.
const WORDS: [(&str, &str); 4] = [
    ("succeeded", "true"),
    ("completed successfully", "true"),
    ("was successful", "true"),
    ("failed", "false"),
];
/// How far behind a result its error may stand.
const ERROR_WITHIN: usize = 200;
/// What SetValue and its like return is short.
const LONGEST_TRUTH: usize = 32;

/// Reads what follows a call; nothing if that is not how a call ends.
pub(super) fn outcome(text: &str, function: ApiFunction) -> Option<Outcome> {
    let begin = text.trim_start_matches([' ', '\t', '\n', '\r', ';']);
    if begin.is_empty() || is_source(begin) {
        return Some(Outcome {
            used: text.len(),
            ..Outcome::default()
        });
    }
    let at = |rest: &str| text.len() - rest.len();
    for (word, result) in WORDS {
        if let Some(rest) = begin.strip_prefix(word) {
            return Some(Outcome {
                result: Some(Told::whole(result)),
                error: error_in(rest),
                timed: false,
                used: at(rest),
            });
        }
    }
    let (separator, mut value) = separated(begin)?;
    if let Some((_, inner)) = separated(value) {
        value = inner;
    }
    let is_truth = matches!(
        function,
        ApiFunction::Initialize
            | ApiFunction::Terminate
            | ApiFunction::SetValue
            | ApiFunction::Commit
    );
    let (result, rest) = if is_truth {
        truth(value)?
    } else {
        any_result(value)
    };
    // `=> 403` is an error where only a truth value could be returned.
    if is_truth
        && separator == "=>"
        && let Ok(error) = result.text.parse()
    {
        return Some(Outcome {
            error: Some(error),
            used: at(rest),
            ..Outcome::default()
        });
    }
    let timed = time_taken(rest);
    Some(Outcome {
        result: Some(result),
        error: error_in(rest),
        timed: timed.is_some(),
        used: at(timed.unwrap_or(rest)),
    })
}

/// A line that is nothing but a result.
pub(super) fn alone(text: &str) -> Option<Told> {
    if let Some((close, width)) = opening_quote(text) {
        let inside = text[width..].strip_suffix(close)?;
        return Some(truncation::told(inside));
    }
    matches!(text, "true" | "false" | "undefined" | "null").then(|| Told::whole(text))
}

fn separated(text: &str) -> Option<(&'static str, &str)> {
    let mut all = SEPARATORS.into_iter();
    all.find_map(|separator| {
        let rest = text.strip_prefix(separator)?;
        let is_word = separator.ends_with(|char: char| char.is_ascii_alphabetic());
        if is_word && rest.starts_with(|char: char| char.is_alphanumeric()) {
            return None;
        }
        let rest = if is_word {
            rest.strip_prefix([':', '=']).unwrap_or(rest)
        } else {
            rest
        };
        Some((separator, rest.trim_start_matches([' ', '\t', '\n', '\r'])))
    })
}

/// What a function returns that tells success only.
fn truth(text: &str) -> Option<(Told, &str)> {
    if let Some((close, width)) = opening_quote(text) {
        let inside = &text[width..];
        let mut near = inside.char_indices().take(LONGEST_TRUTH);
        let (end, _) = near.find(|(_, char)| *char == close)?;
        let rest = &inside[end + close.len_utf8()..];
        return Some((Told::whole(normal(&inside[..end])), rest));
    }
    let end = text
        .find(|char: char| !char.is_ascii_alphanumeric())
        .unwrap_or(text.len());
    let word = normal(&text[..end]);
    let known = matches!(word.as_str(), "true" | "false" | "undefined" | "null")
        || (!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()));
    known.then(|| (Told::whole(word), &text[end..]))
}

/// `True` of loggers in other languages.
fn normal(word: &str) -> String {
    let truth = ["true", "false"];
    let same = truth.into_iter().find(|own| own.eq_ignore_ascii_case(word));
    same.unwrap_or(word).to_owned()
}

/// What a function returns that may return anything, and the rest of the line.
fn any_result(text: &str) -> (Told, &str) {
    if let Some((close, width)) = opening_quote(text) {
        let inside = &text[width..];
        let ends = inside.match_indices(close).map(|(at, _)| at);
        let end = ends
            .into_iter()
            .find(|end| is_ending(&inside[end + close.len_utf8()..]))
            .or_else(|| inside.rfind(close));
        if let Some(end) = end {
            return (result(&inside[..end]), &inside[end + close.len_utf8()..]);
        }
        return (result(inside), "");
    }
    let end = endings(text).into_iter().min().unwrap_or(text.len());
    (result(text[..end].trim_end()), &text[end..])
}

fn result(text: &str) -> Told {
    let mut told = truncation::told(text);
    told.joined = text.contains('\n');
    told
}

/// Where an unquoted result may end.
fn endings(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    for (at, _) in text.match_indices(" in ") {
        if time_taken(&text[at..]).is_some() {
            ends.push(at);
            break;
        }
    }
    for mark in [
        " (error",
        " [error",
        ", error",
        " with error",
        " errorCode",
        " error code",
    ] {
        let found = text
            .find(mark)
            .filter(|at| error_in(&text[*at..]).is_some());
        ends.extend(found);
    }
    if let Some(at) = text.rfind(' ')
        && is_source(&text[at + 1..])
    {
        ends.push(at);
    }
    ends
}

/// Whether the rest of a line can stand behind a quoted result.
fn is_ending(rest: &str) -> bool {
    let rest = rest.trim_start_matches([' ', '\t', ';', ',', '.', ')', ']', '\n', '\r']);
    rest.is_empty()
        || time_taken(rest).is_some()
        || is_source(rest)
        || (begins_error(rest) && error_in(rest).is_some())
}

fn begins_error(rest: &str) -> bool {
    let rest = rest.trim_start_matches(['(', '[', '-', ' ']);
    let lower: String = rest.chars().take(16).collect::<String>().to_lowercase();
    [
        "error",
        "errorcode",
        "with error",
        "err",
        "lasterror",
        "last error",
        "code",
    ]
    .iter()
    .any(|word| lower.starts_with(word))
}

/// `in 0.003 seconds` or `in 3 ms`: what stands behind it.
fn time_taken(rest: &str) -> Option<&str> {
    let rest = rest.trim_start().strip_prefix("in ")?;
    let number = rest
        .find(|char: char| !(char.is_ascii_digit() || char == '.'))
        .filter(|end| *end > 0)?;
    let unit = rest[number..].trim_start();
    let units = ["seconds", "second", "milliseconds", "ms", "s"];
    units.iter().find_map(|word| {
        unit.strip_prefix(word)
            .filter(|rest| !rest.starts_with(|char: char| char.is_alphanumeric()))
    })
}

/// `api.js:12` or `VM57:3:9`, as consoles add it to a line.
fn is_source(text: &str) -> bool {
    const LONGEST: usize = 300;
    if text.len() > LONGEST {
        return false;
    }
    let text = text.trim();
    if text.contains([' ', '"', '\'', '\n']) {
        return false;
    }
    let mut parts = text.rsplit(':');
    let is_number = |part: Option<&str>| {
        part.is_some_and(|part| !part.is_empty() && part.parse::<u32>().is_ok())
    };
    is_number(parts.next())
        && parts.next().is_some_and(|part| {
            part.contains('.') || part.starts_with("VM") || part.parse::<u32>().is_ok()
        })
}

/// The code in `error 403`, `(error code: 403)` and the like.
pub(super) fn error_in(rest: &str) -> Option<u16> {
    const BETWEEN: &str = " :=#(['\"";
    let head: String = rest.chars().take(ERROR_WITHIN).collect();
    let lower = head.to_ascii_lowercase();
    let at = lower.find("err")?;
    let words = lower[at..].trim_start_matches(|char: char| char.is_ascii_alphabetic());
    let words = words.trim_start_matches(|char: char| BETWEEN.contains(char));
    let words = words.strip_prefix("code").unwrap_or(words);
    let words = words.trim_start_matches(|char: char| BETWEEN.contains(char));
    let end = words
        .find(|char: char| !char.is_ascii_digit())
        .unwrap_or(words.len());
    words[..end].parse().ok().filter(|code| *code < 1000)
}
