//! Typed reading of attributes and texts: a bad value becomes a problem and the default.

use std::collections::HashSet;

use super::sequencing::{TEMPLATE_ELEMENTS, TemplateBudget};
use crate::problem::{MOST_PROBLEMS, Problem, ProblemKind};
use crate::xml::{Document, Node, Span};

/// A vocabulary of the schemas: every token with its variant.
pub(crate) trait Token: Sized + Copy + 'static {
    /// All tokens.
    const TOKENS: &'static [(&'static str, Self)];

    /// The variant of a token.
    fn from_token(token: &str) -> Option<Self> {
        Self::TOKENS
            .iter()
            .find(|(text, _)| *text == token)
            .map(|(_, value)| *value)
    }
}

macro_rules! tokens {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// Every value, in the order of the schema.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The token of the schema.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }

        impl $crate::manifest::reader::Token for $name {
            const TOKENS: &'static [(&'static str, Self)] = &[$(($text, Self::$variant),)*];
        }
    };
}
pub(crate) use tokens;

/// Collects problems while the model is read.
pub(crate) struct Reader<'a> {
    document: &'a Document,
    pub(crate) problems: Vec<Problem>,
    /// A template is read once for itself and once for each user; its faults are told once.
    told: HashSet<(ProblemKind, Span)>,
    template_budget: TemplateBudget,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(document: &'a Document) -> Self {
        Self {
            document,
            problems: Vec::new(),
            told: HashSet::new(),
            template_budget: TemplateBudget::default(),
        }
    }

    /// Whether a template is small enough to be merged into its user at `span`.
    pub(crate) fn may_take_over(&mut self, template: Node<'_>, span: Span) -> bool {
        if self.template_budget.is_spent() {
            return false;
        }
        let may = self.template_budget.pay(template);
        if !may {
            let message = format!(
                "activities take over more than {TEMPLATE_ELEMENTS} elements from templates; \
                 this one and those behind it get none"
            );
            self.problem(ProblemKind::XmlTooLarge, span, message);
        }
        may
    }

    pub(crate) fn document(&self) -> &'a Document {
        self.document
    }

    pub(crate) fn problem(&mut self, kind: ProblemKind, span: Span, message: String) {
        if self.problems.len() >= MOST_PROBLEMS || !self.told.insert((kind, span)) {
            return;
        }
        let place = Some(self.document.place(span));
        self.problems.push(Problem {
            kind,
            message,
            entry: None,
            place,
        });
    }

    /// An identifier or reference, white space collapsed. An empty one counts as absent.
    #[expect(clippy::unused_self, reason = "reads like its siblings")]
    pub(crate) fn id(&self, node: Node<'_>, name: &str) -> Option<String> {
        let value = collapse(node.attribute(name)?.value());
        (!value.is_empty()).then_some(value)
    }

    /// A required identifier or reference; its absence is a problem.
    pub(crate) fn required_id(&mut self, node: Node<'_>, name: &str) -> Option<String> {
        let value = self.id(node, name);
        if value.is_none() {
            let message = format!("<{}> has no {name}", node.qualified_name());
            self.problem(ProblemKind::MissingAttribute, node.start_tag(), message);
        }
        value
    }

    pub(crate) fn boolean(&mut self, node: Node<'_>, name: &str, default: bool) -> bool {
        let Some(attribute) = node.attribute(name) else {
            return default;
        };
        self.boolean_value(name, attribute.value(), attribute.value_span(), default)
    }

    pub(crate) fn boolean_value(
        &mut self,
        name: &str,
        value: &str,
        span: Span,
        default: bool,
    ) -> bool {
        match value.trim() {
            "true" | "1" => true,
            "false" | "0" => false,
            _ => {
                let message = format!(
                    "{name} is `{value}`; `true` or `false` is expected, `{default}` is taken"
                );
                self.problem(ProblemKind::InvalidBoolean, span, message);
                default
            }
        }
    }

    /// A decimal number inside `range`.
    pub(crate) fn real(
        &mut self,
        node: Node<'_>,
        name: &str,
        default: f64,
        range: (f64, f64),
    ) -> f64 {
        let Some(attribute) = node.attribute(name) else {
            return default;
        };
        self.real_value(name, attribute.value(), attribute.value_span(), range)
            .unwrap_or(default)
    }

    pub(crate) fn real_value(
        &mut self,
        name: &str,
        value: &str,
        span: Span,
        (low, high): (f64, f64),
    ) -> Option<f64> {
        let number = decimal(value.trim()).filter(|number| (low..=high).contains(number));
        if number.is_none() {
            let message = format!(
                "{name} is `{value}`; a number from {low} to {high} is expected; the value is not used"
            );
            self.problem(ProblemKind::InvalidNumber, span, message);
        }
        number
    }

    /// A whole number from 0; absent or bad is `None`.
    pub(crate) fn count(&mut self, node: Node<'_>, name: &str) -> Option<u32> {
        let attribute = node.attribute(name)?;
        let count = attribute.value().trim().parse().ok();
        if count.is_none() {
            let message = format!(
                "{name} is `{}`; a whole number from 0 is expected, it is left out",
                attribute.value()
            );
            self.problem(ProblemKind::InvalidNumber, attribute.value_span(), message);
        }
        count
    }

    /// A token of a vocabulary; absent or bad is `None`.
    pub(crate) fn token<T: Token>(&mut self, node: Node<'_>, name: &str) -> Option<T> {
        let attribute = node.attribute(name)?;
        self.token_value(name, attribute.value(), attribute.value_span())
    }

    pub(crate) fn token_value<T: Token>(
        &mut self,
        name: &str,
        value: &str,
        span: Span,
    ) -> Option<T> {
        let token = T::from_token(value.trim());
        if token.is_none() {
            let known: Vec<&str> = T::TOKENS.iter().map(|(text, _)| *text).collect();
            let message = format!(
                "{name} is `{value}`; one of {} is expected",
                known.join(", ")
            );
            self.problem(ProblemKind::InvalidToken, span, message);
        }
        token
    }
}

/// White space collapse of XML Schema: runs become one blank, none at the ends.
pub(crate) fn collapse(value: &str) -> String {
    let blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
    let trimmed = value.trim_matches(blank);
    if !trimmed.bytes().any(|byte| blank(byte.into())) {
        return trimmed.to_owned();
    }
    let words: Vec<&str> = trimmed
        .split(blank)
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ")
}

/// xs:decimal, and nothing of what Rust's parser takes beyond it (exponents, `inf`, `NaN`).
fn decimal(value: &str) -> Option<f64> {
    let digits = value.strip_prefix(['+', '-']).unwrap_or(value);
    let plain = digits
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    (plain && digits.bytes().any(|byte| byte.is_ascii_digit())).then(|| value.parse().ok())?
}

/// The text of an element with white space at its ends removed; `None` if nothing remains.
pub(crate) fn trimmed(node: Node<'_>) -> Option<String> {
    let text = node.text();
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{collapse, decimal};

    #[test]
    fn white_space_collapses() {
        for (value, want) in [
            ("  a  ", "a"),
            ("a \t\n b", "a b"),
            ("", ""),
            ("\u{a0}a", "\u{a0}a"),
        ] {
            assert_eq!(collapse(value), want);
        }
    }

    #[test]
    fn decimals_have_no_exponent() {
        for (value, want) in [
            ("0.5", Some(0.5)),
            ("-1", Some(-1.0)),
            ("+.5", Some(0.5)),
            ("1.", Some(1.0)),
            ("1e0", None),
            ("inf", None),
            ("NaN", None),
            ("", None),
            (".", None),
            ("1.2.3", None),
        ] {
            assert_eq!(decimal(value), want, "{value}");
        }
    }
}
