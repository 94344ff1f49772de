//! What a course says before its author has written anything.

use crate::order::Template;
use crate::outline::Outline;
use crate::reading;
use crate::words::Words;

/// The sample of a template, in the language of the words.
pub(crate) fn outline(template: Template, words: &Words) -> Outline {
    let given = serde_json::from_str(text(template, words)).unwrap_or_default();
    // That samples have no faults is tested; one here would be a fault of this crate, not of a caller.
    reading::outline(&given, template, words, &mut Vec::new())
}

fn text(template: Template, words: &Words) -> &'static str {
    match (template, words.language) {
        (Template::Blank, "de") => include_str!("../templates/samples/blank.de.json"),
        (Template::Blank, _) => include_str!("../templates/samples/blank.en.json"),
        (Template::Lesson, "de") => include_str!("../templates/samples/lesson.de.json"),
        (Template::Lesson, _) => include_str!("../templates/samples/lesson.en.json"),
        (Template::Quiz, "de") => include_str!("../templates/samples/quiz.de.json"),
        (Template::Quiz, _) => include_str!("../templates/samples/quiz.en.json"),
        (Template::Course, "de") => include_str!("../templates/samples/course.de.json"),
        (Template::Course, _) => include_str!("../templates/samples/course.en.json"),
    }
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
                let given: Value = serde_json::from_str(text(template, &words)).unwrap();
                let mut faults = Vec::new();
                let outline = reading::outline(&given, template, &words, &mut faults);
                assert!(faults.is_empty(), "{template:?} {tag}: {faults:?}");
                assert!(!outline.sections.is_empty(), "{template:?} {tag}");
            }
        }
    }
}
