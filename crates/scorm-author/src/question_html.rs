//! Questions as forms: each can be answered by keyboard, and its parts are named for tools.

use std::fmt::Write as _;

use crate::escape::markup;
use crate::outline::{Kind, key, turned};
use crate::part::Asked;
use crate::words::Words;

/// The form of a question.
pub(crate) fn write(asked: &Asked, words: &Words) -> String {
    let id = &asked.id;
    let text = markup(&asked.question.text);
    let check = markup(words.get("check"));
    let kind = &asked.question.kind;
    // One field is labeled with the question; several are a group.
    let body = match field(id, kind) {
        Some(field) => {
            format!("<label class=\"prompt\" for=\"{id}-answer\">{text}</label>\n{field}")
        }
        None => format!(
            "<fieldset>\n<legend>{text}</legend>\n{}{}</fieldset>\n",
            hint(kind, words),
            fields(asked, words)
        ),
    };
    format!(
        "<form class=\"question\" id=\"{id}\" data-testid=\"{id}\" novalidate>\n{body}<p class=\"feedback\" id=\"{id}-feedback\" role=\"status\" tabindex=\"-1\" data-testid=\"{id}-feedback\"></p>\n<button type=\"submit\" class=\"primary\" id=\"{id}-check\" data-testid=\"{id}-check-answer\">{check}</button>\n</form>\n"
    )
}

/// The one field of a question that is answered in writing.
fn field(id: &str, kind: &Kind) -> Option<String> {
    let named = format!("id=\"{id}-answer\" name=\"{id}\" data-testid=\"{id}-blank-0\"");
    let field = match kind {
        Kind::Numeric { .. } => {
            format!("<input type=\"number\" step=\"any\" autocomplete=\"off\" {named}>\n")
        }
        Kind::FillIn { .. } => {
            format!("<input type=\"text\" maxlength=\"250\" autocomplete=\"off\" {named}>\n")
        }
        Kind::LongFillIn => {
            format!("<textarea rows=\"5\" maxlength=\"1000\" {named}></textarea>\n")
        }
        _ => return None,
    };
    Some(field)
}

fn hint(kind: &Kind, words: &Words) -> String {
    let name = match kind {
        Kind::Choice { several: true, .. } => "selectAll",
        Kind::Matching(_) => "matchHint",
        Kind::Sequencing(_) => "orderHint",
        Kind::Performance(_) => "stepsHint",
        _ => return String::new(),
    };
    format!("<p class=\"hint\">{}</p>\n", markup(words.get(name)))
}

fn fields(asked: &Asked, words: &Words) -> String {
    let id = &asked.id;
    match &asked.question.kind {
        Kind::Choice { answers, several } => {
            let kind = if *several { "checkbox" } else { "radio" };
            options(id, kind, answers.iter().map(|it| it.text.as_str()))
        }
        Kind::Likert(answers) => options(id, "radio", answers.iter().map(String::as_str)),
        Kind::Performance(steps) => options(id, "checkbox", steps.iter().map(String::as_str)),
        Kind::TrueFalse(_) => {
            let both = [("true", words.get("true")), ("false", words.get("false"))];
            let both = both.iter().enumerate();
            both.map(|(index, (value, text))| option(id, "radio", index, value, text))
                .collect()
        }
        Kind::Matching(pairs) => {
            let targets: String = turned(pairs.len())
                .map(|at| choice(&key(at), &pairs[at].1))
                .collect();
            let sources = pairs.iter().enumerate();
            sources
                .map(|(at, (source, _))| {
                    row(id, ("source", at), (&key(at), source), &targets, words)
                })
                .collect()
        }
        Kind::Sequencing(items) => {
            let places: String = (1..=items.len())
                .map(|place| choice(&place.to_string(), &place.to_string()))
                .collect();
            let shown = turned(items.len()).enumerate();
            shown
                .map(|(row_index, at)| {
                    let entry = (key(at), items[at].as_str());
                    row(id, ("item", row_index), (&entry.0, entry.1), &places, words)
                })
                .collect()
        }
        Kind::Numeric { .. } | Kind::FillIn { .. } | Kind::LongFillIn => String::new(),
    }
}

fn options<'a>(id: &str, kind: &str, texts: impl Iterator<Item = &'a str>) -> String {
    let texts = texts.enumerate();
    texts
        .map(|(index, text)| option(id, kind, index, &key(index), text))
        .collect()
}

fn option(id: &str, kind: &str, index: usize, value: &str, text: &str) -> String {
    let text = markup(text);
    format!(
        "<label class=\"option\"><input type=\"{kind}\" name=\"{id}\" value=\"{value}\" data-testid=\"{id}-choice-{index}\"> <span>{text}</span></label>\n"
    )
}

fn choice(value: &str, text: &str) -> String {
    format!("<option value=\"{value}\">{}</option>", markup(text))
}

/// A list to choose from beside an entry.
fn row(
    id: &str,
    (kind, index): (&str, usize),
    (key, text): (&str, &str),
    choices: &str,
    words: &Words,
) -> String {
    let mut html = String::new();
    let name = format!("{id}-{kind}-{index}");
    let (text, none) = (markup(text), markup(words.get("choose")));
    let _to_a_text = writeln!(
        html,
        "<div class=\"row\"><label for=\"{name}\">{text}</label>\n<select id=\"{name}\" name=\"{name}\" data-key=\"{key}\" data-testid=\"{name}\"><option value=\"\">{none}</option>{choices}</select></div>"
    );
    html
}
