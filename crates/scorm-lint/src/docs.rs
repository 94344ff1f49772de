//! The documentation of the rules, made from their declarations.

use std::fmt::Write as _;

use crate::rules::lms_sources_md;
use crate::{Applicability, RULES, Rule, adl, lms_profile, rule};

/// The rule of a code or name.
pub fn find_rule(code_or_name: &str) -> Option<&'static Rule> {
    let wanted = code_or_name.trim();
    RULES
        .iter()
        .copied()
        .find(|rule| rule.code.eq_ignore_ascii_case(wanted) || rule.name == wanted)
}

/// The page of one rule, in Markdown.
pub fn explain(code_or_name: &str) -> Option<String> {
    find_rule(code_or_name).map(page)
}

/// `docs/rules.md`: an overview and the page of every rule.
pub fn rules_md() -> String {
    let mut text =
        "<!-- Generated from crates/scorm-lint/src/rules; do not edit. -->\n\n# Rules\n\n"
            .to_owned();
    let _ = writeln!(
        text,
        "{} rules. `level` is the first at which a rule runs; in brackets its severity from \
         `strict` on, where that differs.\n",
        RULES.len()
    );
    text.push_str("| Code | Name | Severity | Level | Fix |\n|---|---|---|---|---|\n");
    for rule in RULES {
        let fix = rule.fix.map_or("", Applicability::as_str);
        let level = rule.level.as_str();
        let _ = writeln!(
            text,
            "| {} | [{}](#{}) | {} | {level} | {fix} |",
            rule.code,
            rule.name,
            rule.name,
            severity(rule)
        );
    }
    for rule in RULES {
        text.push('\n');
        text.push_str(&page(rule));
    }
    text.push('\n');
    text.push_str(&lms_profile::profiles_md());
    text.push('\n');
    text.push_str(&lms_sources_md());
    text.push('\n');
    text.push_str(&adl::coverage_md());
    text
}

fn page(rule: &Rule) -> String {
    let mut text = format!("## {}\n\n**{}**", rule.name, rule.code);
    let _ = write!(
        text,
        " · {} · {} · from level {} · {}",
        rule.category.as_str(),
        severity(rule),
        rule.level.as_str(),
        versions(rule)
    );
    if let Some(fix) = rule.fix {
        let _ = write!(text, " · fix: {}", fix.as_str());
    }
    let _ = write!(text, " · since {}\n\n{}\n", rule.since, rule.summary());
    for heading in ["Why", "Example", "Use instead"] {
        if let Some(section) = rule.section(heading) {
            let _ = write!(text, "\n### {heading}\n\n{section}\n");
        }
    }
    let reference = rule.reference();
    if !reference.is_empty() {
        let _ = write!(text, "\nReference: {reference}\n");
    }
    text
}

fn severity(rule: &Rule) -> String {
    if rule.severity == rule.strict_severity {
        rule.severity.as_str().to_owned()
    } else {
        format!(
            "{} ({})",
            rule.severity.as_str(),
            rule.strict_severity.as_str()
        )
    }
}

fn versions(rule: &Rule) -> String {
    if rule.versions == rule::ALL {
        return "all versions".to_owned();
    }
    rule.versions
        .iter()
        .map(|version| version.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}
