//! What lint reports: a finding with its place, reason and fix.

use std::borrow::Cow;
use std::collections::HashSet;

use scorm_package::xml::{Attribute, Node, Span};
use serde::{Deserialize, Serialize};

use crate::lint::explained;
use crate::{Applicability, Category, Rule, Severity, WcagLevel};

/// The name of the manifest at the package root.
pub const MANIFEST: &str = "imsmanifest.xml";

/// One fault found in a package. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Code of the rule.
    pub code: &'static str,
    /// Name of the rule.
    #[serde(skip_serializing)]
    pub name: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What part of the package it is about.
    #[serde(skip_serializing)]
    pub category: Category,
    /// What is wrong here.
    pub message: String,
    /// Why that matters.
    #[serde(skip_serializing)]
    pub why: &'static str,
    /// The file, relative to the package root; none if it is about the package as a whole.
    pub file: Option<String>,
    /// First line.
    pub line: Option<u32>,
    /// First column.
    pub column: Option<u32>,
    /// Last line.
    pub end_line: Option<u32>,
    /// Column behind the last character.
    pub end_column: Option<u32>,
    /// Bytes of the decoded text of the file.
    pub span: Option<Span>,
    /// The first line of the place, as it stands in the file.
    pub extract: Option<String>,
    /// Document and section of the standard, with ADL's numbers of the requirement.
    #[serde(skip_serializing)]
    pub spec: &'static str,
    /// What to do about it, in one sentence.
    pub suggestion: String,
    /// How to mend it.
    pub fix: Option<Fix>,
    /// Stays the same while the fault stays, even if lines move.
    pub fingerprint: String,
    /// In a file of a known vendor's driver or library; does not count in the score.
    pub vendor: bool,
}

/// A finding as it travels: without what its rule says about all of them.
#[derive(Deserialize)]
struct StoredFinding {
    code: String,
    severity: Severity,
    message: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    end_line: Option<u32>,
    end_column: Option<u32>,
    span: Option<Span>,
    extract: Option<String>,
    suggestion: String,
    fix: Option<Fix>,
    fingerprint: String,
    vendor: bool,
}

impl<'de> Deserialize<'de> for Finding {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredFinding::deserialize(deserializer)?;
        let Some(told) = explained(&stored.code) else {
            let unknown = format!("no rule has the code {}", stored.code);
            return Err(serde::de::Error::custom(unknown));
        };
        Ok(Self {
            code: told.rule.code,
            name: told.rule.name,
            severity: stored.severity,
            category: told.rule.category,
            message: stored.message,
            why: &told.why,
            file: stored.file,
            line: stored.line,
            column: stored.column,
            end_line: stored.end_line,
            end_column: stored.end_column,
            span: stored.span,
            extract: stored.extract,
            spec: &told.spec,
            suggestion: stored.suggestion,
            fix: stored.fix,
            fingerprint: stored.fingerprint,
            vendor: stored.vendor,
        })
    }
}

/// Edits that mend a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// May it be applied without looking?
    pub applicability: Applicability,
    /// What it does, imperative.
    pub title: String,
    /// The edits; they do not overlap.
    pub edits: Vec<Edit>,
}

/// Replaces a stretch of a file's decoded text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// The file, relative to the package root.
    pub file: String,
    /// Bytes that are replaced.
    pub span: Span,
    /// What comes instead.
    pub new_text: String,
}

impl Edit {
    /// Replaces `span` of `file`.
    pub fn new(file: impl Into<String>, span: Span, new_text: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            span,
            new_text: new_text.into(),
        }
    }

    /// Gives an attribute of the manifest another value.
    pub fn set_value(attribute: Attribute<'_>, value: &str) -> Self {
        Self::new(MANIFEST, attribute.value_span(), escape(value))
    }

    /// Removes an element of the manifest with the white space before it.
    pub fn remove(node: Node<'_>) -> Self {
        Self::new(
            MANIFEST,
            with_space_before(node.document().text(), node.span()),
            "",
        )
    }

    /// Removes an attribute of the manifest with the white space before it.
    pub fn remove_attribute(node: Node<'_>, attribute: Attribute<'_>) -> Self {
        Self::new(
            MANIFEST,
            with_space_before(node.document().text(), attribute.span()),
            "",
        )
    }

    /// Inserts text at a byte of the manifest.
    pub fn insert(at: u32, new_text: impl Into<String>) -> Self {
        Self::new(MANIFEST, Span { start: at, end: at }, new_text)
    }

    /// Adds `name="value"` as the last attribute of a start tag.
    pub fn add_attribute(node: Node<'_>, name: &str, value: &str) -> Self {
        let tag = node.start_tag().of(node.document().text());
        let close = if tag.ends_with("/>") { 2 } else { 1 };
        let body = tag[..tag.len() - close].trim_end().len() as u32;
        Self::insert(
            node.start_tag().start + body,
            format!(" {name}=\"{}\"", escape(value)),
        )
    }
}

fn with_space_before(text: &str, span: Span) -> Span {
    let before = &text[..span.start as usize];
    Span {
        start: before.trim_end().len() as u32,
        end: span.end,
    }
}

/// Text as it may stand in an attribute or element.
pub(crate) fn escape(value: &str) -> String {
    value
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// Where a finding is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file; none for the package as a whole.
    pub file: Option<Cow<'static, str>>,
    /// Bytes of its decoded text; none for the file as a whole.
    pub span: Option<Span>,
}

impl Place {
    /// The package as a whole.
    pub fn package() -> Self {
        Self::default()
    }

    /// A file as a whole.
    pub fn file(name: &str) -> Self {
        Self {
            file: Some(Cow::Owned(name.to_owned())),
            span: None,
        }
    }

    /// A stretch of a file.
    pub fn span(name: &str, span: Span) -> Self {
        Self {
            file: Some(Cow::Owned(name.to_owned())),
            span: Some(span),
        }
    }
}

impl From<Node<'_>> for Place {
    fn from(node: Node<'_>) -> Self {
        Self {
            file: Some(Cow::Borrowed(MANIFEST)),
            span: Some(node.start_tag()),
        }
    }
}

impl From<Attribute<'_>> for Place {
    fn from(attribute: Attribute<'_>) -> Self {
        Self {
            file: Some(Cow::Borrowed(MANIFEST)),
            span: Some(attribute.span()),
        }
    }
}

/// Takes what a rule finds.
#[derive(Debug)]
pub struct Findings<'r> {
    rule: &'r Rule,
    pub(crate) drafts: Vec<Draft>,
    /// The places of the first drafts, as far as somebody has asked for places.
    places: Option<HashSet<Place>>,
    noted: usize,
}

/// A finding as the rule gives it; line, extract and fingerprint come later.
#[derive(Debug)]
pub struct Draft {
    pub(crate) place: Place,
    pub(crate) message: String,
    pub(crate) severity: Option<Severity>,
    pub(crate) fix: Option<Fix>,
    pub(crate) suggestion: Option<String>,
    pub(crate) vendor: bool,
    pub(crate) wcag: Option<WcagLevel>,
    applicability: Option<Applicability>,
}

impl<'r> Findings<'r> {
    pub(crate) fn new(rule: &'r Rule) -> Self {
        Self {
            rule,
            drafts: Vec::new(),
            places: None,
            noted: 0,
        }
    }

    /// Is there a finding at this place already?
    pub(crate) fn has(&mut self, place: &Place) -> bool {
        let new = self.drafts[self.noted..].iter();
        let places = self.places.get_or_insert_default();
        places.extend(new.map(|draft| draft.place.clone()));
        self.noted = self.drafts.len();
        places.contains(place)
    }

    /// Reports the fault at a place. The message says what is wrong with the values found there.
    pub fn at(&mut self, place: impl Into<Place>, message: impl Into<String>) -> &mut Draft {
        self.drafts.push(Draft {
            place: place.into(),
            message: message.into(),
            severity: None,
            fix: None,
            suggestion: None,
            vendor: false,
            wcag: self.rule.wcag,
            applicability: self.rule.fix,
        });
        let last = self.drafts.len() - 1;
        &mut self.drafts[last]
    }
}

impl Draft {
    /// Offers a fix with the applicability that the rule declares.
    pub fn fix(&mut self, title: impl Into<String>, edits: Vec<Edit>) -> &mut Self {
        debug_assert!(self.applicability.is_some(), "the rule declares no fix");
        let applicability = self.applicability.unwrap_or(Applicability::Suggestion);
        self.fix = Some(Fix {
            applicability,
            title: title.into(),
            edits,
        });
        self
    }

    /// Says what to do where the rule knows more than its message tells; else its own sentence,
    /// or the title of the fix, does.
    pub fn suggest(&mut self, sentence: impl Into<String>) -> &mut Self {
        self.suggestion = Some(sentence.into());
        self
    }

    /// Makes the fix less applicable than the rule says.
    pub fn only(&mut self, applicability: Applicability) -> &mut Self {
        if let Some(fix) = &mut self.fix {
            fix.applicability = fix.applicability.max(applicability);
        }
        self
    }

    /// Replaces the message.
    pub fn message(&mut self, message: impl Into<String>) -> &mut Self {
        self.message = message.into();
        self
    }

    /// Gives this finding another severity than the rule's.
    pub fn severity(&mut self, severity: Severity) -> &mut Self {
        self.severity = Some(severity);
        self
    }

    /// Names the level of the accessibility guidelines that this finding is against.
    pub fn wcag(&mut self, level: WcagLevel) -> &mut Self {
        self.wcag = Some(level);
        self
    }

    /// Marks a file of a known vendor.
    pub fn vendor(&mut self) -> &mut Self {
        self.vendor = true;
        self
    }
}
