//! Changes of a text by places, applied all at once.

use scorm_package::xml::Span;

/// A stretch of a text and what comes in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that go.
    pub span: Span,
    /// What comes instead.
    pub new_text: String,
}

impl Edit {
    /// Puts text at a place.
    pub fn insert(at: u32, new_text: impl Into<String>) -> Self {
        Self::replace(Span { start: at, end: at }, new_text)
    }

    /// Puts text in the place of other text.
    pub fn replace(span: Span, new_text: impl Into<String>) -> Self {
        Self {
            span,
            new_text: new_text.into(),
        }
    }
}

/// The text with all edits; of two that overlap the later one is dropped.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut new = String::with_capacity(text.len());
    let mut at = 0;
    for edit in ordered {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        if let Some(kept) = text.get(at..start)
            && text.is_char_boundary(end.min(text.len()))
        {
            new.push_str(kept);
            new.push_str(&edit.new_text);
            at = end.min(text.len());
        }
    }
    new.push_str(text.get(at..).unwrap_or_default());
    new
}

/// Text as the value of an attribute in double quotes.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}
