//! Text of others inside markup.

pub(crate) use crate::format::escape;

/// Text in which words between backticks are code.
pub(crate) fn prose(text: &str) -> String {
    let mut parts = text.split('`');
    let mut safe = escape(parts.next().unwrap_or_default());
    let rest: Vec<&str> = parts.collect();
    for (at, part) in rest.iter().enumerate() {
        let is_code = at % 2 == 0;
        let is_closed = at + 1 < rest.len();
        match (is_code, is_closed) {
            (true, true) => {
                safe.push_str("<code>");
                safe.push_str(&escape(part));
                safe.push_str("</code>");
            }
            (true, false) => {
                safe.push('`');
                safe.push_str(&escape(part));
            }
            (false, _) => safe.push_str(&escape(part)),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::prose;

    #[test]
    fn backticks_mark_code_and_a_lone_one_stays() {
        assert_eq!(
            prose("no `a<b` in `c`"),
            "no <code>a&lt;b</code> in <code>c</code>"
        );
        assert_eq!(prose("a ` b"), "a ` b");
        assert_eq!(prose("``"), "<code></code>");
    }
}
