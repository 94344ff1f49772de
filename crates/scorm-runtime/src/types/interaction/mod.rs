//! Responses and patterns of SCORM 2004 interactions, by the type of the interaction.
//!
//! Only the bracketed forms separate: `[,]` between members, `[.]` inside a pair, `[:]` between
//! bounds. A bare comma, point or colon is text.

mod fill_in;
mod identifiers;
mod numeric;
mod pairs;

use std::borrow::Cow;

use super::{Mismatch, form, localized_string};

/// The type of an interaction, in both versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InteractionType {
    TrueFalse,
    Choice,
    FillIn,
    LongFillIn,
    Likert,
    Matching,
    Performance,
    Sequencing,
    Numeric,
    Other,
}

impl InteractionType {
    pub(crate) fn parse(token: &str) -> Option<Self> {
        Some(match token {
            "true-false" => Self::TrueFalse,
            "choice" => Self::Choice,
            "fill-in" => Self::FillIn,
            "long-fill-in" => Self::LongFillIn,
            "likert" => Self::Likert,
            "matching" => Self::Matching,
            "performance" => Self::Performance,
            "sequencing" => Self::Sequencing,
            "numeric" => Self::Numeric,
            "other" => Self::Other,
            _ => return None,
        })
    }

    /// The number of patterns that every LMS promises, and whether it is a hard maximum.
    pub(crate) const fn patterns(self) -> (u32, bool) {
        match self {
            Self::TrueFalse | Self::Likert | Self::Numeric | Self::Other => (1, true),
            Self::Choice => (10, false),
            Self::FillIn
            | Self::LongFillIn
            | Self::Matching
            | Self::Performance
            | Self::Sequencing => (5, false),
        }
    }

    /// Whether `value` can be the learner's response.
    pub(crate) fn check_response(self, value: &str) -> Result<(), Mismatch> {
        match self {
            Self::TrueFalse => form(matches!(value, "true" | "false"), "true or false"),
            Self::Choice => identifiers::check_choice(value),
            Self::FillIn => fill_in::check_members(value),
            Self::LongFillIn => localized_string::check(value),
            Self::Likert => identifiers::check_likert(value),
            Self::Matching if value.is_empty() => Ok(()),
            Self::Matching => pairs::check_matching(value),
            Self::Performance => pairs::check_performance(value),
            Self::Sequencing => identifiers::check_sequencing(value),
            Self::Numeric => numeric::check_response(value),
            Self::Other => Ok(()),
        }
    }

    /// Whether `value` can be a correct response.
    pub(crate) fn check_pattern(self, value: &str) -> Result<(), Mismatch> {
        match self {
            Self::FillIn => fill_in::check_pattern(value),
            Self::LongFillIn => fill_in::check_long_pattern(value),
            Self::Matching => pairs::check_matching(value),
            Self::Performance => pairs::check_performance(fill_in::without_order(value)?),
            Self::Numeric => numeric::check_pattern(value),
            Self::TrueFalse | Self::Choice | Self::Likert | Self::Sequencing | Self::Other => {
                self.check_response(value)
            }
        }
    }

    /// How many members of a value are promised to be kept, where members are counted.
    pub(crate) const fn members(self) -> Option<u32> {
        match self {
            Self::Choice | Self::Matching | Self::Sequencing => Some(36),
            Self::FillIn => Some(10),
            Self::Performance => Some(125),
            Self::TrueFalse | Self::LongFillIn | Self::Likert | Self::Numeric | Self::Other => None,
        }
    }

    /// How many characters of one member, or of a value without members, are promised.
    pub(crate) const fn characters(self) -> u32 {
        match self {
            Self::LongFillIn | Self::Other => 4000,
            // Two sides of 250 and what stands between them.
            Self::Matching | Self::Performance => 503,
            Self::TrueFalse
            | Self::Choice
            | Self::FillIn
            | Self::Likert
            | Self::Sequencing
            | Self::Numeric => 250,
        }
    }

    /// What must differ between the patterns of one interaction; `None` where repeats are fine.
    ///
    /// Choices are sets, so their order does not count.
    pub(crate) fn unique_key(self, pattern: &str) -> Option<Cow<'_, str>> {
        match self {
            Self::Choice => {
                let mut members: Vec<&str> = pattern.split("[,]").collect();
                members.sort_unstable();
                Some(members.join("[,]").into())
            }
            Self::Sequencing => Some(pattern.into()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: &str, part: &str, accept: &[&str], reject: &[&str]) {
        let kind = InteractionType::parse(kind).unwrap();
        let verdict = |value: &str| match part {
            "pattern" => kind.check_pattern(value),
            _ => kind.check_response(value),
        };
        for value in accept {
            assert_eq!(verdict(value), Ok(()), "{kind:?} {part} {value:?}");
        }
        for value in reject {
            assert!(verdict(value).is_err(), "{kind:?} {part} {value:?}");
        }
    }

    #[test]
    fn true_false() {
        for part in ["response", "pattern"] {
            check(
                "true-false",
                part,
                &["true", "false"],
                &["t", "1", "TRUE", "", "true-false"],
            );
        }
    }

    #[test]
    fn choice() {
        for part in ["response", "pattern"] {
            check(
                "choice",
                part,
                &["a", "a[,]b", "", "a,b", "1.2[,]urn:x:y"],
                &[
                    "a[,]a", "a[,]", "[,]a", "[,]", "a[,][,]b", "a b", "{a}", "a[.]b",
                ],
            );
        }
        assert_eq!(
            InteractionType::Choice.unique_key("b[,]a"),
            InteractionType::Choice.unique_key("a[,]b")
        );
    }

    #[test]
    fn fill_in() {
        let texts = &[
            "",
            "a",
            "a[,]b",
            "[,]",
            "a[,]",
            "{lang=en}a[,]{lang=fr}b",
            "a\nb",
        ];
        check(
            "fill-in",
            "response",
            texts,
            &["{lang=zz}a", "a[,]{lang=zz}b"],
        );
        check("fill-in", "response", &["{case_matters=maybe}a"], &[]);
        check("fill-in", "pattern", texts, &["{lang=frl}z"]);
        check(
            "fill-in",
            "pattern",
            &[
                "{case_matters=true}a",
                "{order_matters=false}a[,]b",
                "{order_matters=true}{case_matters=false}a",
                "{case_matters=true}{order_matters=true}{lang=en}a",
                "{lang=en}{case_matters=true}a",
                "{case_matters=true}{case_matters=true}a",
            ],
            &[
                "{case_matters=maybe}a",
                "{order_matters=TRUE}a",
                "{order_matters=true-false}z",
            ],
        );
    }

    #[test]
    fn long_fill_in() {
        check(
            "long-fill-in",
            "response",
            &[
                "",
                "text",
                "{lang=en}x",
                "a[,]b",
                "{order_matters=true}x",
                "{case_matters=x}y",
            ],
            &["{lang=zz}x"],
        );
        check(
            "long-fill-in",
            "pattern",
            &[
                "",
                "{case_matters=true}{lang=en}x",
                "{lang=en}{case_matters=true}x",
                "{order_matters=true}x",
            ],
            &["{lang=zz}x", "{case_matters=x}y"],
        );
    }

    #[test]
    fn likert() {
        check(
            "likert",
            "response",
            &["a", "1", "urn:x:y", "a,b"],
            &["", "a b", "a[,]b", "a[.]b"],
        );
    }

    #[test]
    fn matching() {
        let accept = &["a[.]b", "a[.]b[,]c[.]d", "a[.]b[,]a[.]b"];
        let reject = &[
            "a",
            "a.b",
            "a[.]",
            "[.]b",
            "a[.]b[.]c",
            "a[.]b[,]",
            "a b[.]c",
        ];
        check("matching", "response", accept, reject);
        check("matching", "response", &[""], &[]);
        check("matching", "pattern", accept, reject);
        check("matching", "pattern", &[], &[""]);
    }

    #[test]
    fn performance() {
        let accept = &[
            "s[.]a",
            "[.]a",
            "s[.]",
            "s[.]free text",
            "s[.]1[:]2",
            "s[.][:]2",
            "s[.]1[:]",
            "[.]a[,][.]b",
        ];
        let reject = &[
            "",
            "s",
            "[.]",
            "s[.]2[:]1",
            "s[.]a[:]b",
            "s[.]a[.]b",
            "s[.]a[,]",
            "my step[.]a",
        ];
        for part in ["response", "pattern"] {
            check("performance", part, accept, reject);
        }
        check(
            "performance",
            "response",
            &[],
            &["{order_matters=false}s[.]a"],
        );
        check(
            "performance",
            "pattern",
            &["{order_matters=false}s[.]a"],
            &["{order_matters=x}s[.]a"],
        );
    }

    #[test]
    fn sequencing() {
        for part in ["response", "pattern"] {
            check(
                "sequencing",
                part,
                &["a", "a[,]b", "a[,]a", "a,b", "ab"],
                &["", "[,]", "a[,]", "[,]a", "a b"],
            );
        }
    }

    #[test]
    fn numeric() {
        check(
            "numeric",
            "response",
            &["1", "-3", "1.5"],
            &["1[:]2", "4000.003a", "a", "", "1:2"],
        );
        check(
            "numeric",
            "pattern",
            &["1[:]2", "1[:]", "[:]2", "[:]", "-0.45678[:]90000"],
            &["1", "300[:]1.5", "100,000.00", "1[:]2[:]3", ""],
        );
    }

    #[test]
    fn other() {
        for part in ["response", "pattern"] {
            check("other", part, &["", "{}{[]}{}", "a[.]b[,]c", "a\nb"], &[]);
        }
    }
}
