//! Texts of callers in the languages of a course: markup and scripts. The only way there.

use std::fmt::Write as _;

use serde_json::Value;

/// Text in HTML or XML, between tags or in an attribute.
pub(crate) fn markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A value as JSON that can stand in a script or a script element: nothing in it ends either.
pub(crate) fn script(value: &Value) -> String {
    let json = serde_json::to_string_pretty(value).unwrap_or_else(|_| "null".to_owned());
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _to_a_text = write!(escaped, "\\u{:04x}", u32::from(character));
            }
            other => escaped.push(other),
        }
    }
    escaped
}

/// Text without what XML cannot carry, blanks at its ends, and breaks of lines.
pub(crate) fn clean(text: &str) -> String {
    let kept = text.chars().map(|character| {
        let forbidden = character.is_control() || matches!(character, '\u{fffe}' | '\u{ffff}');
        if forbidden { ' ' } else { character }
    });
    kept.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_ends_the_markup_or_the_script_it_stands_in() {
        let hostile = "</script><script>alert('1')</script> & \"x\" \u{2028}]]>";
        let html = markup(hostile);
        assert!(!html.contains(['<', '>', '"', '\'']), "{html}");
        let json = script(&json!({ "text": hostile }));
        assert!(!json.contains(['<', '>', '&', '\u{2028}']), "{json}");
        let read: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(read["text"], hostile);
    }

    #[test]
    fn what_xml_cannot_carry_becomes_blanks() {
        assert_eq!(clean(" a\u{0}b\nc\u{ffff} "), "a b c");
    }
}
