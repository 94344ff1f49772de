//! Elements by their words, as a person would name them.

use std::time::Duration;

use greenroom_browser::{BrowserError, Frame, Locator, Reason};
use serde::Deserialize;
use serde_json::json;

use super::{act, content};
use crate::course::runtime::Runtime;
use crate::{Fault, StageError};

const TEXTS: &str = include_str!("injected/texts.js");
const LOOK_LIMIT: Duration = Duration::from_secs(10);
/// What has words to be clicked by.
const KINDS: [&str; 8] = [
    "button",
    "a",
    "input[type=button]",
    "input[type=submit]",
    "[role=button]",
    "[role=tab]",
    "[role=menuitem]",
    "label",
];

/// The words that are looked for, and on what.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    pub text: &'a str,
    pub exact_match: bool,
    /// Selectors; `KINDS` if absent.
    pub element_types: Option<&'a [String]>,
    /// Which of the matches, from 0.
    pub nth: usize,
}

/// The element that fits best.
#[derive(Debug)]
pub struct ByText {
    pub frame: Frame,
    pub locator: Locator,
    pub match_count: usize,
}

#[derive(Deserialize)]
struct Seen {
    matches: Vec<Match>,
    texts: Vec<String>,
}

#[derive(Clone, Deserialize)]
struct Match {
    selector: String,
    exact: bool,
    length: usize,
}

/// Finds the visible element with these words: exact before partial, then the shortest.
pub async fn find(runtime: &Runtime, words: Words<'_>) -> Result<ByText, StageError> {
    let (mut matches, texts) = look(runtime, words).await?;
    matches.sort_by_key(|(_, found)| (!found.exact, found.length));
    let match_count = matches.len();
    let Some((frame, found)) = matches.into_iter().nth(words.nth) else {
        return Err(not_there(words, match_count, &texts));
    };
    Ok(ByText {
        locator: frame.locator(&found.selector),
        frame,
        match_count,
    })
}

async fn look(
    runtime: &Runtime,
    words: Words<'_>,
) -> Result<(Vec<(Frame, Match)>, Vec<String>), StageError> {
    let kinds = match words.element_types {
        Some(kinds) => kinds.join(", "),
        None => KINDS.join(", "),
    };
    let arguments = [json!(kinds), json!(words.text), json!(words.exact_match)];
    let mut matches = Vec::new();
    let mut texts = Vec::new();
    for frame in content::frames(runtime) {
        match frame
            .call_with_toolkit::<Seen>(TEXTS, &arguments, LOOK_LIMIT)
            .await
        {
            Ok(seen) => {
                matches.extend(seen.matches.into_iter().map(|found| (frame.clone(), found)));
                texts.extend(seen.texts);
            }
            // A frame that went away has no words.
            Err(error) if content::is_absent(runtime, &error) => {}
            Err(BrowserError::Thrown(exception)) => {
                return Err(StageError::new(
                    Fault::DomClickByTextFailed,
                    format!("element_types: {}", exception.message),
                )
                .detail("reason", Reason::BadSelector));
            }
            Err(error) => {
                return Err(act::failed(Fault::DomClickByTextFailed, runtime, error));
            }
        }
    }
    Ok((matches, texts))
}

fn not_there(words: Words<'_>, count: usize, texts: &[String]) -> StageError {
    let (text, nth) = (words.text, words.nth);
    let why = match count {
        0 => format!("no visible element has the text {text:?}"),
        1 => format!("only one visible element has the text {text:?}, and nth {nth} counts from 0"),
        _ => format!(
            "only {count} visible elements have the text {text:?}, and nth {nth} counts from 0"
        ),
    };
    let message = format!("{why}; the page shows {}", texts.join(" | "));
    StageError::new(Fault::DomClickByTextFailed, message)
        .detail("reason", Reason::NotFound)
        .detail("match_count", count)
        .detail("visible_texts", texts)
}
