//! Findings switched off by a comment in the file they are in.
//!
//! `greenroom-ignore CODE, name…` counts for its own line and the next one that is not blank;
//! `greenroom-ignore-file CODE…` for the whole file. Without names nothing is switched off: a
//! comment must say what it hides. The words may stand in any kind of comment, so that one rule
//! serves XML, HTML, CSS and JavaScript.

use crate::{Rule, Selector};

const MARK: &str = "greenroom-ignore";

/// The comments of one file.
#[derive(Debug, Default)]
pub(crate) struct Suppressions {
    whole_file: Vec<Selector>,
    /// First line, last line, rules.
    lines: Vec<(u32, u32, Vec<Selector>)>,
}

impl Suppressions {
    /// Finds the comments of a text.
    pub(crate) fn read(text: &str) -> Self {
        let mut found = Self::default();
        if !text.contains(MARK) {
            return found;
        }
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let Some((_, rest)) = line.split_once(MARK) else {
                continue;
            };
            if let Some(rest) = rest.strip_prefix("-file") {
                found.whole_file.extend(selectors(rest));
            } else {
                let blank = lines[at + 1..]
                    .iter()
                    .take_while(|line| line.trim().is_empty());
                let last = at + 2 + blank.count();
                found
                    .lines
                    .push((at as u32 + 1, last as u32, selectors(rest)));
            }
        }
        found
    }

    /// Is a finding of this rule on this line switched off?
    pub(crate) fn hide(&self, rule: &Rule, line: Option<u32>) -> bool {
        let named = |selectors: &[Selector]| selectors.iter().any(|s| s.matches(rule));
        named(&self.whole_file)
            || line.is_some_and(|line| {
                let mut around = self.lines.iter();
                around.any(|(first, last, rules)| *first <= line && line <= *last && named(rules))
            })
    }
}

/// The names behind the mark, up to the first word that cannot be one.
fn selectors(rest: &str) -> Vec<Selector> {
    let words = rest
        .split([',', ' ', '\t'])
        .map(str::trim)
        .filter(|word| !word.is_empty());
    let is_name = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    words
        .take_while(is_name)
        .map(|word| Selector(word.to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::selectors;

    #[test]
    fn names_end_where_the_comment_does() {
        for (rest, want) in [
            (" RES003 -->", vec!["RES003"]),
            (" RES003, missing-file */", vec!["RES003", "missing-file"]),
            (" -->", vec![]),
        ] {
            let got: Vec<String> = selectors(rest).into_iter().map(|s| s.0).collect();
            assert_eq!(got, want, "{rest}");
        }
    }
}
