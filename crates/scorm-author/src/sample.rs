//! What a course says before its author has written anything.

use crate::order::Template;
use crate::outline::Outline;
use crate::reading;
use crate::words::Words;

/// The sample of a template, in the language of the words.
pub(crate) fn outline(template: Template, words: &Words) -> Outline {
    let text = match (template, words.language) {
        (Template::Blank, "de") => include_str!("../templates/samples/blank.de.json"),
        (Template::Blank, _) => include_str!("../templates/samples/blank.en.json"),
        (Template::Lesson, "de") => include_str!("../templates/samples/lesson.de.json"),
        (Template::Lesson, _) => include_str!("../templates/samples/lesson.en.json"),
        (Template::Quiz, "de") => include_str!("../templates/samples/quiz.de.json"),
        (Template::Quiz, _) => include_str!("../templates/samples/quiz.en.json"),
        (Template::Course, "de") => include_str!("../templates/samples/course.de.json"),
        (Template::Course, _) => include_str!("../templates/samples/course.en.json"),
    };
    let given = serde_json::from_str(text).unwrap_or_default();
    // That samples have no faults is tested; a fault here would be one of this crate, not of a caller.
    reading::outline(&given, template, words, &mut Vec::new())
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::language::Language;

    #[test]
    fn samples_are_outlines_without_faults() {
        for tag in ["en", "de"] {
            let words = Words::of(&Language::parse(Some(tag), &mut Vec::new()));
            for template in Template::ALL {
                let name = format!("templates/samples/{}.{tag}.json", template.name());
                let text = match (template, tag) {
                    (Template::Blank, "en") => include_str!("../templates/samples/blank.en.json"),
                    (Template::Blank, _) => include_str!("../templates/samples/blank.de.json"),
                    (Template::Lesson, "en") => include_str!("../templates/samples/lesson.en.json"),
                    (Template::Lesson, _) => include_str!("../templates/samples/lesson.de.json"),
                    (Template::Quiz, "en") => include_str!("../templates/samples/quiz.en.json"),
                    (Template::Quiz, _) => include_str!("../templates/samples/quiz.de.json"),
                    (Template::Course, "en") => include_str!("../templates/samples/course.en.json"),
                    (Template::Course, _) => include_str!("../templates/samples/course.de.json"),
                };
                let given: Value = serde_json::from_str(text).expect(&name);
                let mut faults = Vec::new();
                reading::outline(&given, template, &words, &mut faults);
                assert!(faults.is_empty(), "{name}: {faults:?}");
                assert!(!outline(template, &words).sections.is_empty(), "{name}");
            }
        }
    }
}
