//! Bounds that keep hostile or generated code from costing too much.
//!
//! The parser and the scope builder call themselves for nested code, so nesting is measured before
//! they run. What is left out is reported with its reason.

/// Bytes of one script or page that are looked at.
pub(crate) const FILE_BYTES: u64 = 6 * 1024 * 1024;
/// Open brackets at one place.
const NESTING: usize = 400;
/// Operators (or `else`) of one statement or expression between two brackets.
const OPERATORS: u32 = 1200;

/// Why this code is not parsed, if it is not.
pub(crate) fn refuse(code: &str) -> Option<&'static str> {
    let bytes = code.as_bytes();
    // One count of operators per open bracket.
    let mut counts = vec![0_u32];
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' | b'\'' | b'`' => at = string_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => at = line_end(bytes, at) - 1,
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = memchr::memmem::find(&bytes[at + 2..], b"*/");
                at = end.map_or(bytes.len(), |end| at + end + 3);
            }
            b'(' | b'[' | b'{' => {
                counts.push(0);
                if counts.len() > NESTING {
                    return Some("nested too deeply");
                }
            }
            closing @ (b')' | b']' | b'}') => {
                if counts.len() > 1 {
                    counts.pop();
                }
                if closing == b'}' && begins_statement(&bytes[at + 1..]) {
                    reset(&mut counts);
                }
            }
            b';' | b',' => reset(&mut counts),
            b'\n' if begins_statement(&bytes[at + 1..]) && !ends_with_operator(&bytes[..at]) => {
                reset(&mut counts);
            }
            byte => {
                let is_word_start = at == 0 || !is_word(bytes[at - 1]);
                if is_operator(byte)
                    || is_word_start && PREFIXES.iter().any(|p| bytes[at..].starts_with(p))
                {
                    let count = counts.last_mut()?;
                    *count += 1;
                    if *count > OPERATORS {
                        return Some("an expression is too long");
                    }
                }
            }
        }
        at += 1;
    }
    None
}

const PREFIXES: [&[u8]; 6] = [
    b"else", b"new ", b"typeof ", b"void ", b"delete ", b"await ",
];

fn is_operator(byte: u8) -> bool {
    b"+-*/%&|^?!~=<>.:".contains(&byte)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

fn reset(counts: &mut [u32]) {
    if let Some(count) = counts.last_mut() {
        *count = 0;
    }
}

/// Does a new statement begin here, as far as one can see?
fn begins_statement(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    rest.first().is_some_and(|first| is_word(*first))
        && ![&b"else"[..], b"in ", b"instanceof ", b"while"]
            .iter()
            .any(|word| rest.starts_with(word))
}

fn ends_with_operator(before: &[u8]) -> bool {
    let last = before.trim_ascii_end().last();
    last.is_some_and(|last| is_operator(*last))
}

/// The closing quote, or the end of the line for quotes that do not span lines.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' if quote != b'`' => return at,
            byte if byte == quote => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

fn line_end(bytes: &[u8], start: usize) -> usize {
    let end = memchr::memchr(b'\n', &bytes[start..]);
    end.map_or(bytes.len(), |end| start + end)
}

#[cfg(test)]
mod tests {
    use super::refuse;

    #[test]
    fn deep_code_is_refused_and_long_code_is_not() {
        for (code, want) in [
            ("(".repeat(5000), Some("nested too deeply")),
            ("a+".repeat(5000), Some("an expression is too long")),
            (
                "if (a) {} else ".repeat(5000),
                Some("an expression is too long"),
            ),
            ("x = f(a)\n".repeat(5000), None),
            ("function f(){a=1}".repeat(5000), None),
            ("f(a + b, '((((((');\n".repeat(5000), None),
            ("// it's (((\n".repeat(5000), None),
            ("x = \"a".to_owned(), None),
        ] {
            assert_eq!(refuse(&code), want, "{}", &code[..code.len().min(40)]);
        }
    }
}
