//! The words that a page shows, as far as they stand in it.

use html5gum::{DefaultEmitter, Token, Tokenizer};

/// Elements whose text nobody reads.
const UNSEEN: &[&str] = &["script", "style", "template", "noscript", "head"];
/// Elements that begin and end a line.
const BLOCKS: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "br",
    "button",
    "caption",
    "dd",
    "details",
    "dialog",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "html",
    "label",
    "legend",
    "li",
    "main",
    "nav",
    "ol",
    "option",
    "p",
    "pre",
    "section",
    "select",
    "summary",
    "table",
    "tbody",
    "td",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "ul",
];

/// The lines of a page; what alternative texts and labels say counts too.
pub(crate) fn lines(html: &str) -> Vec<String> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut unseen = 0_usize;
    let mut end = |line: &mut String| {
        let words: Vec<&str> = line.split_whitespace().collect();
        if !words.is_empty() {
            lines.push(words.join(" "));
        }
        line.clear();
    };
    for token in Tokenizer::new_with_emitter(html, emitter).flatten() {
        match token {
            Token::StartTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                if name == "title" {
                    // It is in the head, and shown by the LMS or the tab.
                    unseen = 0;
                }
                if BLOCKS.contains(&name.as_str()) {
                    end(&mut line);
                }
                if UNSEEN.contains(&name.as_str()) && !tag.self_closing {
                    unseen += 1;
                }
                if name == "body" {
                    unseen = 0;
                }
                for wanted in ["alt", "aria-label", "placeholder", "title"] {
                    let value = tag.attributes.get(wanted.as_bytes());
                    if let Some(value) = value.filter(|_| unseen == 0) {
                        line.push(' ');
                        line.push_str(&String::from_utf8_lossy(&value.value));
                        line.push(' ');
                    }
                }
            }
            Token::EndTag(tag) => {
                let name = String::from_utf8_lossy(&tag.name).into_owned();
                if BLOCKS.contains(&name.as_str()) {
                    end(&mut line);
                }
                if UNSEEN.contains(&name.as_str()) {
                    unseen = unseen.saturating_sub(1);
                }
                if name == "title" {
                    unseen = 1;
                }
                if name == "head" {
                    unseen = 0;
                }
            }
            Token::String(text) if unseen == 0 => {
                line.push_str(&String::from_utf8_lossy(&text));
            }
            _ => {}
        }
    }
    end(&mut line);
    lines
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn what_is_read_is_told_apart_from_what_is_not() {
        let page = "<!DOCTYPE html><html><head><title>Tea</title><style>p{}</style>\
            <script>var hidden = '<p>no</p>';</script></head><body><h1>Green  <b>tea</b></h1>\
            <p>Pour &amp; wait.<br>Drink.<img alt='A cup'></p><script>no()</script>\
            <button aria-label='Next page'>&gt;</button></body></html>";
        let want = [
            "Tea",
            "Green tea",
            "Pour & wait.",
            "Drink. A cup",
            "Next page >",
        ];
        assert_eq!(lines(page), want);
        assert_eq!(lines("only words"), ["only words"]);
        assert!(lines("").is_empty());
    }
}
