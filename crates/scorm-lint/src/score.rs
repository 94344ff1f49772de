//! One number for a package: 100 minus what its findings cost.

use std::collections::BTreeMap;

use crate::{Category, Finding, Severity};

/// The score and what each rule took from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// 0 to 100.
    pub score: u32,
    /// By category and rule; rules that cost nothing are left out.
    pub breakdown: Vec<ScoreEntry>,
}

/// What one rule costs.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreEntry {
    /// Category of the rule.
    pub category: Category,
    /// Name of the rule.
    pub rule: &'static str,
    /// Number of findings.
    pub count: usize,
    /// Points.
    pub penalty: f64,
}

/// `100 − Σ w · min(3, 1 + 0.25 · (n − 1))` over the rules, where n counts the findings of a rule
/// and w is 45 for fatal, 11 for error, 2 for warning, 0 for info. At most 89 with an error, 40
/// with a fatal one. Findings in files of known vendors cost nothing.
pub fn score(findings: &[Finding]) -> Score {
    let mut rules: BTreeMap<(Category, &'static str), (usize, Severity)> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| !finding.vendor) {
        let entry = rules
            .entry((finding.category, finding.name))
            .or_insert((0, finding.severity));
        entry.0 += 1;
        entry.1 = entry.1.max(finding.severity);
    }
    let worst = rules.values().map(|(_, severity)| *severity).max();
    let mut breakdown = Vec::new();
    for ((category, rule), (count, severity)) in rules {
        let penalty = weight(severity) * (1.0 + 0.25 * (count as f64 - 1.0)).min(3.0);
        if penalty > 0.0 {
            breakdown.push(ScoreEntry {
                category,
                rule,
                count,
                penalty,
            });
        }
    }
    let total: f64 = breakdown.iter().map(|entry| entry.penalty).sum();
    let most = match worst {
        Some(Severity::Fatal) => 40.0,
        Some(Severity::Error) => 89.0,
        _ => 100.0,
    };
    Score {
        score: (100.0 - total).round().clamp(0.0, most) as u32,
        breakdown,
    }
}

fn weight(severity: Severity) -> f64 {
    match severity {
        Severity::Fatal => 45.0,
        Severity::Error => 11.0,
        Severity::Warning => 2.0,
        Severity::Info => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::score;
    use crate::{Category, Finding, Severity};

    fn finding(name: &'static str, severity: Severity) -> Finding {
        Finding {
            code: "X",
            name,
            severity,
            category: Category::Manifest,
            message: String::new(),
            why: "",
            file: None,
            line: None,
            column: None,
            end_line: None,
            end_column: None,
            span: None,
            extract: None,
            spec: "",
            suggestion: String::new(),
            fix: None,
            fingerprint: String::new(),
            vendor: false,
        }
    }

    #[test]
    fn the_formula_of_the_contract() {
        use Severity::{Error, Fatal, Info, Warning};
        for (findings, want) in [
            (vec![], 100),
            (vec![finding("a", Info)], 100),
            (vec![finding("a", Warning)], 98),
            // The contract's own example: three errors and a warning, all of different rules.
            (
                vec![
                    finding("a", Error),
                    finding("b", Error),
                    finding("c", Error),
                    finding("d", Warning),
                ],
                65,
            ),
            (vec![finding("a", Error)], 89),
            (vec![finding("a", Error); 3], 84),
            (vec![finding("a", Warning); 100], 94),
            (vec![finding("a", Fatal)], 40),
            (
                vec![
                    finding("a", Fatal),
                    finding("b", Fatal),
                    finding("c", Fatal),
                ],
                0,
            ),
        ] {
            assert_eq!(score(&findings).score, want, "{findings:?}");
        }
    }

    #[test]
    fn vendor_files_cost_nothing() {
        let vendor = Finding {
            vendor: true,
            ..finding("a", Severity::Error)
        };
        assert_eq!(score(&[vendor]).score, 100);
    }
}
