//! The id of a trace: W3C Trace Context.

use std::sync::Arc;

use ring::rand::{SecureRandom as _, SystemRandom};

/// 32 hexadecimal digits that are not all zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TraceId(Arc<str>);

impl TraceId {
    /// That of a header `traceparent`, if it is one.
    pub(crate) fn of_parent(header: &str) -> Option<Self> {
        let mut parts = header.split('-');
        let version = parts
            .next()
            .filter(|it| is_hexadecimal(it, 2) && *it != "ff")?;
        let trace = parts.next().filter(|it| is_id(it, 32))?;
        parts.next().filter(|it| is_id(it, 16))?;
        parts.next().filter(|it| is_hexadecimal(it, 2))?;
        // Later versions may have more behind.
        (version != "00" || parts.next().is_none()).then(|| Self(trace.into()))
    }

    /// A new one.
    pub(crate) fn draw() -> Self {
        let mut bytes = [0_u8; 16];
        // Without random numbers ids may repeat; nothing rests on them.
        let _drawn = SystemRandom::new().fill(&mut bytes);
        let number = u128::from_be_bytes(bytes).max(1);
        Self(format!("{number:032x}").into())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_hexadecimal(text: &str, digits: usize) -> bool {
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    text.len() == digits && text.bytes().all(is_digit)
}

fn is_id(text: &str, digits: usize) -> bool {
    is_hexadecimal(text, digits) && text.bytes().any(|byte| byte != b'0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_of_the_right_form_is_taken_over() {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        let good = format!("00-{trace}-00f067aa0ba902b7-01");
        let later = format!("01-{trace}-00f067aa0ba902b7-01-more");
        for header in [&good, &later] {
            let found = TraceId::of_parent(header).unwrap();
            assert_eq!(found.as_str(), trace, "{header}");
        }
        for header in [
            String::new(),
            trace.to_owned(),
            good.to_uppercase(),
            format!("{good}-x"),
            good.replace("00-4", "ff-4"),
            good.replace(trace, &"0".repeat(32)),
            good.replace("00f067aa0ba902b7", &"0".repeat(16)),
            good.replace("4bf9", "4bg9"),
            format!("{good}\r\nX: y"),
        ] {
            assert_eq!(TraceId::of_parent(&header), None, "{header}");
        }
        let drawn = TraceId::draw();
        assert!(is_id(drawn.as_str(), 32) && drawn != TraceId::draw());
    }
}
