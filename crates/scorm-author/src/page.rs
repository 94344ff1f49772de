//! The page of a part.

use std::fmt::Write as _;

use crate::answer_key;
use crate::escape::{markup, script};
use crate::fill::fill;
use crate::language::Language;
use crate::outline::Block;
use crate::part::{Part, Shown, Slide};
use crate::question_html;
use crate::words::Words;

const PAGE: &str = include_str!("../templates/page.html");

/// The whole document.
pub(crate) fn write(part: &Part, title: &str, language: &Language, words: &Words) -> String {
    let said = |name: &str| markup(words.get(name));
    let slides: String = part
        .slides
        .iter()
        .map(|slide| section(slide, part, words))
        .collect();
    let values = [
        ("language", markup(&language.tag)),
        ("direction", language.direction().to_owned()),
        ("title", markup(title)),
        ("skip", said("skip")),
        ("progress", said("progress")),
        ("noscript", said("noscript")),
        ("previous", said("previous")),
        ("next", said("next")),
        ("finish", said("finish")),
        ("slide_count", part.slides.len().to_string()),
        ("menu", menu(part, words)),
        ("slides", slides),
        ("data", script(&answer_key::of(part, title))),
    ];
    let values: Vec<(&str, &str)> = values
        .iter()
        .map(|(name, it)| (*name, it.as_str()))
        .collect();
    fill(PAGE, ("{{", "}}"), &values)
}

/// The pages to read, if there are several; questions and results follow those by themselves.
fn menu(part: &Part, words: &Words) -> String {
    let readings = part.slides.iter();
    let readings = readings.filter(|slide| matches!(slide.shown, Shown::Reading(_)));
    let entries: Vec<String> = readings.map(menu_entry).collect();
    if entries.len() < 2 {
        return String::new();
    }
    let (contents, entries) = (markup(words.get("contents")), entries.concat());
    format!(
        "<details class=\"menu\" id=\"menu\">\n<summary data-testid=\"nav-menu-toggle\">{contents}</summary>\n<nav aria-label=\"{contents}\">\n<ol>\n{entries}</ol>\n</nav>\n</details>\n"
    )
}

fn menu_entry(slide: &Slide) -> String {
    let (name, title) = (markup(&slide.name), markup(&slide.title));
    format!(
        "<li><button type=\"button\" data-goto=\"{name}\" data-testid=\"menu-{name}\">{title}</button></li>\n"
    )
}

fn section(slide: &Slide, part: &Part, words: &Words) -> String {
    let (name, title) = (markup(&slide.name), markup(&slide.title));
    let class = match slide.shown {
        Shown::Question(_) => "slide asking",
        _ => "slide",
    };
    let mut html = format!(
        "<section class=\"{class}\" data-slide=\"{name}\" data-title=\"{title}\" data-testid=\"slide-{name}\" hidden>\n<h1 tabindex=\"-1\">{title}</h1>\n"
    );
    match &slide.shown {
        Shown::Reading(section) => section.content.iter().for_each(|it| block(&mut html, it)),
        Shown::Words(text) => block(&mut html, &Block::Paragraph(text.clone())),
        Shown::Question(index) => {
            html.push_str(&question_html::write(&part.questions[*index], words));
        }
        Shown::Results => {
            let again = markup(words.get("tryAgain"));
            let _to_a_text = write!(
                html,
                "<p class=\"verdict\" id=\"verdict\" role=\"status\" data-testid=\"verdict\"></p>\n<ul class=\"results\" id=\"results\" data-testid=\"results\"></ul>\n<button type=\"button\" id=\"try-again\" data-testid=\"try-again\" hidden>{again}</button>\n"
            );
        }
    }
    html.push_str("</section>\n");
    html
}

fn block(html: &mut String, block: &Block) {
    match block {
        Block::Paragraph(text) => {
            let _to_a_text = writeln!(html, "<p>{}</p>", markup(text));
        }
        Block::List { items, ordered } => {
            let tag = if *ordered { "ol" } else { "ul" };
            let _to_a_text = writeln!(html, "<{tag}>");
            for item in items {
                let _to_a_text = writeln!(html, "<li>{}</li>", markup(item));
            }
            let _to_a_text = writeln!(html, "</{tag}>");
        }
    }
}
