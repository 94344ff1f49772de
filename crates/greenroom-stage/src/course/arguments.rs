//! The arguments of an API call as engine and journal take them.

use serde_json::Value;

/// The longest argument that is passed on, in UTF-16 units; as in `web/player/arguments.ts`.
pub(super) const LONGEST: usize = 1 << 20;
/// How much of a longer one is kept.
const KEPT: usize = 100;

/// Arguments of a call: at most two, without missing ones at the end.
#[derive(Debug, PartialEq)]
pub(super) struct Arguments {
    pub(super) texts: Vec<Option<String>>,
    /// The numbers of those that were too long to be kept.
    pub(super) cut: Vec<usize>,
}

impl Arguments {
    pub(super) fn of(given: &[Value]) -> Self {
        let mut cut = Vec::new();
        let mut texts = Vec::new();
        for (index, argument) in given.iter().take(2).enumerate() {
            let text = argument.as_str();
            if text.is_some_and(is_long) {
                cut.push(index);
            }
            texts.push(text.map(bounded));
        }
        while texts.last().is_some_and(Option::is_none) {
            texts.pop();
        }
        Self { texts, cut }
    }
}

fn is_long(text: &str) -> bool {
    // No more units than bytes: the usual value needs no count.
    text.len() > LONGEST && text.encode_utf16().count() > LONGEST
}

fn bounded(text: &str) -> String {
    if !is_long(text) {
        return text.to_owned();
    }
    let start: String = text.chars().take(KEPT).collect();
    let units = text.encode_utf16().count();
    // FNV-1a over UTF-16 units: enough to tell two long values apart.
    let hash = text.encode_utf16().fold(0x811c_9dc5_u32, |hash, unit| {
        (hash ^ u32::from(unit)).wrapping_mul(0x0100_0193)
    });
    format!("{start}… [{units} characters, fnv1a {hash:08x}]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_long_argument_is_kept_as_its_start_length_and_hash() {
        let long = "ü".repeat(LONGEST + 1);
        let given = [json!("cmi.suspend_data"), json!(long), json!("third")];
        let Arguments { texts, cut } = Arguments::of(&given);
        assert_eq!((texts.len(), cut), (2, vec![1]));
        let kept = texts[1].clone().unwrap();
        assert!(kept.starts_with(&"ü".repeat(KEPT)), "{kept}");
        assert!(kept.contains("… [1048577 characters, fnv1a "), "{kept}");
        let other = Arguments::of(&[json!("ä".repeat(LONGEST + 1))]);
        assert!(!kept.ends_with(other.texts[0].clone().unwrap().rsplit_once(' ').unwrap().1));
    }

    #[test]
    fn what_is_missing_at_the_end_was_not_passed() {
        let texts = |given: &[Value]| Arguments::of(given).texts;
        assert_eq!(
            texts(&[json!(null), json!(null)]),
            Vec::<Option<String>>::new()
        );
        assert_eq!(
            texts(&[json!(null), json!("a")]),
            [None, Some("a".to_owned())]
        );
        assert_eq!(
            Arguments::of(&[json!("a".repeat(LONGEST))]).cut,
            Vec::<usize>::new()
        );
    }
}
