//! Reads outlines: everything that is wrong with one is told at once, each fault with its path.

mod members;
mod question;

use serde_json::Value;

use self::members::Members;
use crate::escape::clean;
use crate::order::Template;
use crate::outline::{Block, Outline, Section};
use crate::words::Words;
use crate::{Fault, LONGEST_TITLE};

/// The most sections of a course, and questions of a section.
const MOST_SECTIONS: usize = 100;
const MOST_QUESTIONS: usize = 60;
/// The most questions of a course: the result of each must fit into the saved state.
const MOST_QUESTIONS_IN_ALL: usize = 1000;
/// The most pieces of a page, and entries of a list.
const MOST_PIECES: usize = 60;
/// The most characters of a text to read.
const LONGEST_TEXT: usize = 5000;
/// The share of points to pass with, unless the outline says otherwise.
const USUAL_PASSING: f64 = 80.0;

/// The title as it stands in the course.
pub(crate) fn title(given: &str, faults: &mut Vec<Fault>) -> String {
    let title = clean(given);
    let count = title.chars().count();
    let problem = if title.is_empty() {
        "is blank; write what the course is called".to_owned()
    } else if count > LONGEST_TITLE {
        format!("has {count} characters; the most are {LONGEST_TITLE}")
    } else {
        return title;
    };
    faults.push(Fault {
        path: "title".to_owned(),
        problem,
    });
    title
}

/// The outline of a caller, for a template.
pub(crate) fn outline(
    given: &Value,
    template: Template,
    words: &Words,
    faults: &mut Vec<Fault>,
) -> Outline {
    let Some(mut members) = Members::of(given, "outline", faults) else {
        return Outline::default();
    };
    let description = members.text("description", LONGEST_TEXT);
    let passing = members.number("passing_score").unwrap_or(USUAL_PASSING);
    if !(0.0..=100.0).contains(&passing) {
        members.fault("passing_score", "must be a number from 0 to 100");
    }
    let sections = members.required_list("sections", 1, MOST_SECTIONS);
    members.finish();
    let sections: Vec<Section> = sections
        .iter()
        .enumerate()
        .filter_map(|(index, given)| {
            let path = format!("outline.sections[{index}]");
            section(given, &path, words, faults)
        })
        .collect();
    let count: usize = sections.iter().map(|section| section.questions.len()).sum();
    if count > MOST_QUESTIONS_IN_ALL {
        faults.push(Fault {
            path: "outline.sections".to_owned(),
            problem: format!("have {count} questions; the most are {MOST_QUESTIONS_IN_ALL}"),
        });
    }
    let graded = |section: &Section| section.questions.iter().any(|one| one.kind.is_graded());
    let asks = matches!(template, Template::Quiz | Template::Course);
    if asks && faults.is_empty() && !sections.iter().any(graded) {
        faults.push(Fault {
            path: "outline.sections".to_owned(),
            problem: format!(
                "the template {} needs at least one question with a right answer",
                template.name()
            ),
        });
    }
    Outline {
        description,
        passing: passing / 100.0,
        sections,
    }
}

fn section(given: &Value, path: &str, words: &Words, faults: &mut Vec<Fault>) -> Option<Section> {
    let mut members = Members::of(given, path, faults)?;
    let heading = members.required_text("heading", LONGEST_TITLE);
    let content = members.list("content", MOST_PIECES);
    let questions = members.list("questions", MOST_QUESTIONS);
    members.finish();
    let content = content
        .iter()
        .enumerate()
        .filter_map(|(index, given)| block(given, &format!("{path}.content[{index}]"), faults))
        .collect();
    let questions = questions
        .iter()
        .enumerate()
        .filter_map(|(index, given)| {
            let path = format!("{path}.questions[{index}]");
            question::read(given, &path, words, faults)
        })
        .collect();
    Some(Section {
        heading,
        content,
        questions,
    })
}

/// A text, or `{list: [texts], ordered: true}`.
fn block(given: &Value, path: &str, faults: &mut Vec<Fault>) -> Option<Block> {
    if let Value::String(text) = given {
        let text = clean(text);
        let count = text.chars().count();
        let problem = match count {
            0 => "is blank".to_owned(),
            1..=LONGEST_TEXT => return Some(Block::Paragraph(text)),
            _ => format!("has {count} characters; the most are {LONGEST_TEXT}"),
        };
        faults.push(Fault {
            path: path.to_owned(),
            problem,
        });
        return None;
    }
    if !given.is_object() {
        faults.push(Fault {
            path: path.to_owned(),
            problem: "must be a text, or an object with list".to_owned(),
        });
        return None;
    }
    let mut members = Members::of(given, path, faults)?;
    let items = members.texts("list", 1, MOST_PIECES);
    let ordered = members.flag("ordered").unwrap_or(false);
    members.finish();
    Some(Block::List { items, ordered })
}
