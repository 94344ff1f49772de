//! The rules are declared consistently.

use std::collections::BTreeSet;

use scorm_lint::{RULES, explain, rules_md};

/// The code prefix of each family.
const FAMILIES: &[(&str, &str)] = &[
    ("package", "PKG"),
    ("manifest", "MAN"),
    ("schema", "SCH"),
    ("metadata", "MET"),
    ("resource", "RES"),
    ("structure", "STC"),
    ("sequencing", "SEQ"),
    ("scorm12", "S12"),
    ("api_usage", "API"),
    ("parent_dom", "DOM"),
    ("content", "CON"),
    ("security", "SEC"),
    ("performance", "PRF"),
    ("lms", "LMS"),
];

#[test]
fn codes_and_names_are_unique_and_fit_their_files() {
    let (mut codes, mut names) = (BTreeSet::new(), BTreeSet::new());
    for rule in RULES {
        assert!(codes.insert(rule.code), "{} twice", rule.code);
        assert!(names.insert(rule.name), "{} twice", rule.name);
        let file = rule.module.rsplit("::").next().unwrap();
        assert_eq!(rule.name.replace('-', "_"), file, "{}", rule.code);
        let prefix = FAMILIES
            .iter()
            .find(|(family, _)| *family == rule.family())
            .unwrap()
            .1;
        assert!(
            rule.code.starts_with(prefix),
            "{} in {}",
            rule.code,
            rule.family()
        );
        assert_eq!(rule.code.len(), 6, "{}", rule.code);
        assert!(
            rule.name
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        );
    }
}

#[test]
fn rules_are_documented() {
    for rule in RULES {
        assert!(rule.summary().ends_with('.'), "{} summary", rule.code);
        for heading in ["Why", "Example", "Use instead"] {
            assert!(
                rule.section(heading).is_some_and(|s| !s.is_empty()),
                "{} {heading}",
                rule.code
            );
        }
        assert!(rule.strict_severity >= rule.severity, "{}", rule.code);
        assert!(!rule.versions.is_empty(), "{}", rule.code);
    }
}

#[test]
fn the_rules_are_in_the_order_of_families_and_codes() {
    let rank = |code: &str| {
        FAMILIES
            .iter()
            .position(|(_, prefix)| code.starts_with(prefix))
    };
    assert!(RULES.is_sorted_by_key(|rule| (rank(rule.code), rule.code)));
}

#[test]
fn documentation_is_generated_for_every_rule() {
    let text = rules_md();
    for rule in RULES {
        assert!(
            text.contains(&format!("\n## {}\n", rule.name)),
            "{}",
            rule.code
        );
        assert_eq!(explain(rule.code), explain(rule.name));
        assert!(explain(rule.code).unwrap().contains(rule.code));
    }
    assert_eq!(explain("XYZ999"), None);
}
