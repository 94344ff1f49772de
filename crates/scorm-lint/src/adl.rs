//! The checks of ADL's package validator, and which rule makes each of them.
//!
//! The marks are those of our inventory of that validator: P package, X schema, A attributes in the
//! wrong place, M manifest and metadata, O organizations, I items, N navigation, R resources,
//! S sequencing. Rules name the marks they cover, besides ADL's own requirement numbers.

use std::fmt::Write as _;

use crate::RULES;

/// The groups of marks, what they are about, and how many there are.
const GROUPS: &[(&str, &str, usize)] = &[
    ("P", "package", 26),
    ("X", "schemas", 19),
    ("A", "attributes in the wrong place", 3),
    ("M", "manifest and its metadata", 19),
    ("O", "organizations", 13),
    ("I", "items", 25),
    ("N", "navigation", 6),
    ("R", "resources", 25),
    ("S", "sequencing", 55),
];

/// What is not checked, or not in full, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    (
        "P-9",
        "that a schema on the web can be loaded is not tried: lint never uses the network",
    ),
    (
        "P-21",
        "that an external page answers is not tried: lint never uses the network",
    ),
    (
        "X-9",
        "the constraint is commented out in the schema; S-43 does its work",
    ),
    (
        "M-17",
        "an edition before the 4th is not a fault: a package is checked against the edition it \
         declares",
    ),
    (
        "resource packages",
        "packages without organizations, for exchange between authors, are not courses; they are \
         reported as having nothing to launch",
    ),
];

/// The table of marks and rules for the documentation.
pub(crate) fn coverage_md() -> String {
    let mut text = "## Checks of ADL's validator\n\n| Mark | Rules |\n|---|---|\n".to_owned();
    for (prefix, about, count) in GROUPS {
        let _ = writeln!(text, "| **{prefix}** | {about} |");
        for number in 1..=*count {
            let mark = format!("{prefix}-{number}");
            let rules: Vec<_> = rules_of(&mark)
                .map(|name| format!("[{name}](#{name})"))
                .collect();
            let left_out = LEFT_OUT.iter().find(|(known, _)| *known == mark);
            let note = left_out.map(|(_, why)| (*why).to_owned());
            let cell: Vec<_> = rules.into_iter().chain(note).collect();
            let _ = writeln!(text, "| {mark} | {} |", cell.join(", "));
        }
    }
    text.push_str("\nNot checked, or not in full:\n\n");
    for (mark, why) in LEFT_OUT {
        let _ = writeln!(text, "- {mark}: {why}.");
    }
    text
}

fn rules_of(mark: &str) -> impl Iterator<Item = &'static str> {
    RULES
        .iter()
        .filter(move |rule| rule.adl.contains(&mark))
        .map(|rule| rule.name)
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, LEFT_OUT, rules_of};
    use crate::RULES;

    #[test]
    fn every_check_of_adl_has_a_rule_or_a_reason() {
        for (prefix, _, count) in GROUPS {
            for mark in (1..=*count).map(|number| format!("{prefix}-{number}")) {
                let reason = LEFT_OUT.iter().any(|(known, _)| *known == mark);
                assert!(
                    reason || rules_of(&mark).next().is_some(),
                    "{mark} is not covered"
                );
            }
        }
    }

    #[test]
    fn rules_name_only_marks_and_numbers_that_exist() {
        for rule in RULES {
            for mark in rule.adl {
                let number = mark.chars().all(|c| c.is_ascii_digit() || c == '.');
                let known = mark.split_once('-').is_some_and(|(prefix, number)| {
                    let group = GROUPS.iter().find(|(known, ..)| *known == prefix);
                    let number: usize = number.parse().unwrap_or_default();
                    group.is_some_and(|(_, _, count)| (1..=*count).contains(&number))
                });
                assert!(number || known, "{}: {mark}", rule.code);
            }
        }
    }
}
