//! The words of the player: buttons, hints, messages, in the language of the course if it is known.

use serde_json::Value;

use crate::fill::fill;
use crate::language::Language;

const ENGLISH: &str = include_str!("../templates/words/en.json");
const GERMAN: &str = include_str!("../templates/words/de.json");

/// All words of one language.
#[derive(Debug)]
pub(crate) struct Words {
    /// The language that they are in, which names the sample too.
    pub(crate) language: &'static str,
    words: Value,
}

impl Words {
    /// The words of a language; English where there are none.
    pub(crate) fn of(language: &Language) -> Self {
        let (language, text) = match language.primary().as_str() {
            "de" => ("de", GERMAN),
            _ => ("en", ENGLISH),
        };
        let words = serde_json::from_str(text).unwrap_or_default();
        Self { language, words }
    }

    /// One of them.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.words[name].as_str().unwrap_or_default()
    }

    /// One with a value in it.
    pub(crate) fn with(&self, name: &str, key: &str, value: &str) -> String {
        fill(self.get(name), ("{", "}"), &[(key, value)])
    }

    /// The answers of a question about agreement.
    pub(crate) fn agreement(&self) -> Vec<String> {
        let list = self.words["agree"].as_array().into_iter().flatten();
        list.filter_map(|word| word.as_str().map(ToOwned::to_owned))
            .collect()
    }

    /// What the scripts of a course say.
    pub(crate) fn of_page(&self) -> &Value {
        &self.words["page"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_have_the_same_words() {
        let read = |text| serde_json::from_str::<Value>(text).unwrap();
        let (english, german) = (read(ENGLISH), read(GERMAN));
        for (one, other) in [
            (&english, &german),
            (&german, &english),
            (&english["page"], &german["page"]),
            (&german["page"], &english["page"]),
        ] {
            for name in one.as_object().unwrap().keys() {
                assert!(!other[name].is_null(), "{name}");
            }
        }
    }
}
