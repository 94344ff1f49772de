//! Bounds that keep hostile or generated code from costing too much.
//!
//! The parser and the scope builder call themselves for nested code. Where an overflow of the stack
//! would end more than the lint, nesting is guessed from the text before they run. The guess can be
//! deceived, and refuses some long expressions of real code: whoever can, lints untrusted packages in
//! a process of their own and goes without it.

/// Bytes of one script or page that are looked at.
pub(crate) const FILE_BYTES: u64 = 6 * 1024 * 1024;
/// Open brackets at one place.
const NESTING: usize = 400;
/// Operators (or `else`) of one statement or expression between two brackets.
const OPERATORS: u32 = 1200;

/// How deeply nested code may be parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeDepth {
    /// As deeply as the text seems to allow.
    Bounded,
    /// However deeply it is nested.
    Any,
}

/// Does this code look too deep for the stack?
pub(crate) fn is_deep(code: &str) -> bool {
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
                    return true;
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
                    let Some(count) = counts.last_mut() else {
                        return false;
                    };
                    *count += 1;
                    if *count > OPERATORS {
                        return true;
                    }
                }
            }
        }
        at += 1;
    }
    false
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
    use super::is_deep;

    #[test]
    fn deep_code_is_refused_and_long_code_is_not() {
        for (code, want) in [
            ("(".repeat(5000), true),
            ("a+".repeat(5000), true),
            ("if (a) {} else ".repeat(5000), true),
            ("x = f(a)\n".repeat(5000), false),
            ("function f(){a=1}".repeat(5000), false),
            ("f(a + b, '((((((');\n".repeat(5000), false),
            ("// it's (((\n".repeat(5000), false),
            ("x = \"a".to_owned(), false),
        ] {
            assert_eq!(is_deep(&code), want, "{}", &code[..code.len().min(40)]);
        }
    }
}
