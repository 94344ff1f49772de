//! JSON without the blanks between its tokens. Numbers and strings stay as they are written.

use serde::de::IgnoredAny;

/// The same value in fewer bytes; none for what is not JSON.
pub(super) fn smaller(text: &str) -> Option<String> {
    serde_json::from_str::<IgnoredAny>(text).ok()?;
    let mut new = String::with_capacity(text.len());
    let mut in_string = false;
    let mut is_escaped = false;
    for character in text.chars() {
        if in_string {
            in_string = is_escaped || character != '"';
            is_escaped = !is_escaped && character == '\\';
        } else if matches!(character, ' ' | '\t' | '\n' | '\r') {
            continue;
        } else {
            in_string = character == '"';
        }
        new.push(character);
    }
    Some(new)
}

#[cfg(test)]
mod tests {
    use super::smaller;

    #[test]
    fn only_blanks_between_tokens_go() {
        let text = "{ \"a b\\\" c\" : [ 1.00 , 12345678901234567890 ,\n\t\"\\\\\" ] }\n";
        let want = "{\"a b\\\" c\":[1.00,12345678901234567890,\"\\\\\"]}";
        assert_eq!(smaller(text).as_deref(), Some(want));
        for broken in ["", "{", "{\"a\": 1,}", "// c\n{}", "\u{feff}{}"] {
            assert_eq!(smaller(broken), None, "{broken}");
        }
    }
}
