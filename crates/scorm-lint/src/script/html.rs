//! HTML pages as a list of start tags with places.
//!
//! The tokenizer follows the WHATWG states, so that text, comments and script data are told apart
//! as a browser does. No tree is built: what the rules ask is answered by tags in order.

use html5gum::{DefaultEmitter, HtmlString, Token, Tokenizer};
use scorm_package::xml::Span;

/// One page.
#[derive(Debug, Default)]
pub(crate) struct Html {
    pub(crate) elements: Vec<Element>,
    pub(crate) has_doctype: bool,
    /// Is there text a reader sees, or an element that shows something?
    pub(crate) has_content: bool,
}

/// A start tag with what stands between it and the next tag.
#[derive(Debug)]
pub(crate) struct Element {
    /// In lower case.
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) attributes: Vec<Attribute>,
    /// The text up to the next tag; for scripts and styles all of it.
    pub(crate) text: Span,
    /// The elements around it that change how it is judged.
    pub(crate) inside: Inside,
}

/// Which of these elements are open.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Inside {
    pub(crate) label: bool,
    pub(crate) svg: bool,
    pub(crate) noscript: bool,
    pub(crate) template: bool,
    pub(crate) media: bool,
}

/// An attribute; its name is in lower case, its value decoded.
#[derive(Debug)]
pub(crate) struct Attribute {
    pub(crate) name: String,
    pub(crate) value: String,
    /// Name and value as written.
    pub(crate) span: Span,
    /// The value as written, without quotes.
    pub(crate) value_span: Span,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes
            .iter()
            .find(|attribute| attribute.name == name)
    }

    /// The value of an attribute, white space around it dropped.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.attribute(name).map(|attribute| attribute.value.trim())
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// Is it one of these elements?
    pub(crate) fn is_any(&self, names: &[&str]) -> bool {
        names.contains(&self.name.as_str())
    }
}

impl Html {
    pub(crate) fn parse(text: &str) -> Self {
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        emitter.naively_switch_states(true);
        let mut html = Self::default();
        let mut open = Open::default();
        for token in Tokenizer::new_with_emitter(text, emitter).flatten() {
            match token {
                Token::Doctype(_) => html.has_doctype = true,
                Token::StartTag(tag) => {
                    let name = lossy(&tag.name).to_ascii_lowercase();
                    let start = find_tag(text, tag.span.start);
                    let end = tag.span.end.max(start).min(text.len());
                    let span = clamp(text, start, end);
                    html.has_content |= SHOWS.contains(&name.as_str());
                    let attributes = tag.attributes.iter();
                    html.elements.push(Element {
                        attributes: attributes
                            .map(|(name, value)| attribute(text, span, name, value))
                            .collect(),
                        text: Span {
                            start: span.end,
                            end: span.end,
                        },
                        inside: open.inside(),
                        span,
                        name: name.clone(),
                    });
                    if !tag.self_closing {
                        open.change(&name, 1);
                    }
                }
                Token::EndTag(tag) => {
                    let name = lossy(&tag.name).to_ascii_lowercase();
                    open.change(&name, -1);
                    let start = find_tag(text, tag.span.start) as u32;
                    let own = html.elements.last_mut().filter(|last| last.name == name);
                    if let Some(last) = own.filter(|last| last.text.start <= start) {
                        last.text.end = start;
                    }
                }
                Token::String(string) => {
                    let hidden = html
                        .elements
                        .last()
                        .is_some_and(|last| HIDDEN.contains(&last.name.as_str()));
                    html.has_content |= !hidden && !string.value.trim_ascii().is_empty();
                }
                Token::Comment(_) | Token::Error(_) => {}
            }
        }
        html
    }

    /// The elements of this name.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.elements
            .iter()
            .filter(move |element| element.name == name)
    }
}

/// Elements that show something without text.
const SHOWS: &[&str] = &[
    "img", "object", "embed", "applet", "iframe", "frame", "canvas", "video", "audio", "svg",
    "input", "button",
];
/// Elements whose text is not shown.
const HIDDEN: &[&str] = &["title", "script", "style", "noscript", "template"];

#[derive(Default)]
struct Open {
    label: i32,
    svg: i32,
    noscript: i32,
    template: i32,
    media: i32,
}

impl Open {
    fn change(&mut self, name: &str, by: i32) {
        let count = match name {
            "label" => &mut self.label,
            "svg" => &mut self.svg,
            "noscript" => &mut self.noscript,
            "template" => &mut self.template,
            "video" | "audio" | "object" => &mut self.media,
            _ => return,
        };
        *count = (*count + by).max(0);
    }

    fn inside(&self) -> Inside {
        Inside {
            label: self.label > 0,
            svg: self.svg > 0,
            noscript: self.noscript > 0,
            template: self.template > 0,
            media: self.media > 0,
        }
    }
}

fn lossy(name: &HtmlString) -> String {
    String::from_utf8_lossy(name).into_owned()
}

/// The `<` of a tag: the tokenizer may report the byte behind it.
fn find_tag(text: &str, near: usize) -> usize {
    let near = near.min(text.len());
    let bytes = text.as_bytes();
    let mut back = (near.saturating_sub(2)..=near).rev();
    back.find(|at| bytes.get(*at) == Some(&b'<'))
        .unwrap_or(near)
}

/// A span that begins and ends between characters.
fn clamp(text: &str, start: usize, end: usize) -> Span {
    let inward = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at += 1;
        }
        at
    };
    Span {
        start: inward(start.min(text.len())) as u32,
        end: inward(end.min(text.len())) as u32,
    }
}

/// Finds the value as written: the tokenizer gives the decoded one and where the name begins.
fn attribute(
    text: &str,
    tag: Span,
    name: &HtmlString,
    value: &html5gum::Spanned<HtmlString, usize>,
) -> Attribute {
    let start = value.span.start.clamp(tag.start as usize, tag.end as usize);
    let start = clamp(text, start, start).start as usize;
    let tag_text = &text[start..tag.end as usize];
    let after_name = tag_text
        .find(|c: char| c.is_ascii_whitespace() || matches!(c, '=' | '>'))
        .unwrap_or(tag_text.len());
    let rest = tag_text[after_name..].trim_start();
    let (value_start, value_end) = match rest.strip_prefix('=') {
        None => (start + after_name, start + after_name),
        Some(rest) => {
            let rest = rest.trim_start();
            let at = tag.end as usize - rest.len();
            if let Some(quote @ ('"' | '\'')) = rest.chars().next() {
                let end = rest[1..].find(quote).unwrap_or(rest.len() - 1);
                (at + 1, at + 1 + end)
            } else {
                let end = rest.find(|c: char| c.is_ascii_whitespace() || c == '>');
                (at, at + end.unwrap_or(rest.len()))
            }
        }
    };
    let quote = usize::from(text[value_end..].starts_with(['"', '\'']));
    Attribute {
        name: lossy(name).to_ascii_lowercase(),
        value: lossy(&value.value),
        span: clamp(text, start, value_end + quote),
        value_span: clamp(text, value_start, value_end),
    }
}

#[cfg(test)]
mod tests {
    use super::Html;

    #[test]
    fn tags_and_values_have_their_places() {
        let text = "<!DOCTYPE html>\r\n<p>é</p><BODY onload='a(&quot;x&quot;)' class=big hidden>\r\n\
                    <script src = \"x.js\">if (a<b) { '<p>' }</script><!-- <a href=no> -->";
        let html = Html::parse(text);
        let names: Vec<_> = html.elements.iter().map(|e| e.name.as_str()).collect();
        assert_eq!(names, ["p", "body", "script"]);
        let body = &html.elements[1];
        assert!(body.span.of(text).starts_with("<BODY") && body.span.of(text).ends_with('>'));
        let onload = body.attribute("onload").unwrap();
        assert_eq!(onload.value, "a(\"x\")");
        assert_eq!(onload.value_span.of(text), "a(&quot;x&quot;)");
        assert_eq!(onload.span.of(text), "onload='a(&quot;x&quot;)'");
        assert_eq!(body.attribute("class").unwrap().value_span.of(text), "big");
        assert_eq!(body.attribute("hidden").unwrap().value_span.of(text), "");
        let script = &html.elements[2];
        assert_eq!(script.text.of(text), "if (a<b) { '<p>' }");
        assert_eq!(script.attribute("src").unwrap().value_span.of(text), "x.js");
        assert!(html.has_doctype && html.has_content);
    }
}
