//! What a rule is: its declaration, its documentation and its check.

use scorm_package::{Edition, ScormVersion};
use serde::{Deserialize, Serialize};

use crate::{Findings, LintCx, WcagLevel};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Worth knowing; costs nothing.
    Info,
    /// A likely mistake, or a fault that most LMSs tolerate.
    Warning,
    /// The package breaks the standard or will not work as meant.
    Error,
    /// Nothing can be imported or launched.
    Fatal,
}

impl Severity {
    /// The word used in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Fatal => "fatal",
        }
    }
}

/// How much is checked. Each level holds all of the one before.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Level {
    /// What stops import or launch.
    Basic,
    /// Conformance errors and likely mistakes.
    #[default]
    Standard,
    /// Everything the standard demands although many LMSs tolerate it, as errors.
    Strict,
    /// Style and optional metadata.
    Pedantic,
}

impl Level {
    /// All levels, from the smallest.
    pub const ALL: &[Self] = &[Self::Basic, Self::Standard, Self::Strict, Self::Pedantic];

    /// The word used in settings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Standard => "standard",
            Self::Strict => "strict",
            Self::Pedantic => "pedantic",
        }
    }
}

/// What part of a package a rule looks at; callers choose what is checked by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Category {
    /// `imsmanifest.xml`: XML, namespaces, content models, references.
    Manifest,
    /// Files, hrefs and resources.
    Files,
    /// The tree of items.
    Structure,
    /// Sequencing and navigation.
    Sequencing,
    /// Calls of the SCORM API in scripts.
    ApiUsage,
    /// Scripts and styles that reach outside their frame.
    ParentDom,
    /// HTML, CSS and media.
    Content,
    /// Learning object metadata.
    Metadata,
    /// What keeps people from using a page.
    Accessibility,
    /// Sizes, numbers of requests, load time.
    Performance,
    /// What may harm learner or LMS.
    Security,
    /// Limits and habits of certain LMSs.
    LmsCompatibility,
    /// Techniques that target browsers do not have.
    BrowserSupport,
}

impl Category {
    /// All categories.
    pub const ALL: &[Self] = &[
        Self::Manifest,
        Self::Files,
        Self::Structure,
        Self::Sequencing,
        Self::ApiUsage,
        Self::ParentDom,
        Self::Content,
        Self::Metadata,
        Self::Accessibility,
        Self::Performance,
        Self::Security,
        Self::LmsCompatibility,
        Self::BrowserSupport,
    ];

    /// The word used in settings and reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Manifest => "manifest",
            Self::Files => "files",
            Self::Structure => "structure",
            Self::Sequencing => "sequencing",
            Self::ApiUsage => "api_usage",
            Self::ParentDom => "parent_dom",
            Self::Content => "content",
            Self::Metadata => "metadata",
            Self::Accessibility => "accessibility",
            Self::Performance => "performance",
            Self::Security => "security",
            Self::LmsCompatibility => "lms_compatibility",
            Self::BrowserSupport => "browser_support",
        }
    }
}

/// Whether a fix may be applied without looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Applicability {
    /// The meaning stays, or becomes what it evidently was meant to be.
    Safe,
    /// Probably right, but it changes what the course does.
    Unsafe,
    /// One of several ways; a person must choose.
    Suggestion,
}

impl Applicability {
    /// The word used in reports.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
            Self::Suggestion => "suggestion",
        }
    }
}

/// Every version.
pub(crate) const ALL: &[ScormVersion] = &[
    ScormVersion::Scorm12,
    ScormVersion::Scorm2004(Edition::Second),
    ScormVersion::Scorm2004(Edition::Third),
    ScormVersion::Scorm2004(Edition::Fourth),
];
/// Only SCORM 1.2.
pub(crate) const SCORM_12: &[ScormVersion] = ALL.split_at(1).0;
/// Every edition of SCORM 2004.
pub(crate) const SCORM_2004: &[ScormVersion] = ALL.split_at(1).1;
/// The editions of SCORM 2004 before the 4th.
pub(crate) const SECOND_AND_THIRD: &[ScormVersion] = SCORM_2004.split_at(2).0;
/// Only SCORM 2004 4th Edition.
pub(crate) const FOURTH: &[ScormVersion] = SCORM_2004.split_at(2).1;

/// A rule: one fault, what is known about it, and how it is found.
///
/// Declared by `declare_rule!` in a file of its own that is named after the fault.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Family prefix and number; never reused.
    pub code: &'static str,
    /// The fault in kebab-case.
    pub name: &'static str,
    /// What part of a package it looks at.
    pub category: Category,
    /// How bad a finding is at [`Level::Standard`] and below.
    pub severity: Severity,
    /// How bad a finding is from [`Level::Strict`] on.
    pub strict_severity: Severity,
    /// The first level at which the rule runs.
    pub level: Level,
    /// The versions of SCORM it applies to.
    pub versions: &'static [ScormVersion],
    /// ADL requirement numbers and the marks of the inventory of ADL's checks.
    pub adl: &'static [&'static str],
    /// Document and section that demand it; empty where only experience does.
    pub spec: &'static str,
    /// The level of the accessibility guidelines that demands it, if they do.
    pub wcag: Option<WcagLevel>,
    /// How safe the fix is, if the rule has one.
    pub fix: Option<Applicability>,
    /// What to do, in one sentence with the placeholders of `suggestion.rs`.
    pub mend: &'static str,
    /// The version of this crate that brought the rule.
    pub since: &'static str,
    /// The documentation, in Markdown: what is wrong, Why, Example, Use instead.
    pub docs: &'static str,
    /// The module of the rule; its last two segments are family and name.
    pub module: &'static str,
    /// Looks for the fault.
    pub check: fn(&LintCx<'_>, &mut Findings<'_>),
}

impl Rule {
    /// The family: the folder of the rule.
    pub fn family(&self) -> &'static str {
        self.module.rsplit("::").nth(1).unwrap_or_default()
    }

    /// The first paragraph of the documentation: what is wrong.
    pub fn summary(&self) -> String {
        let end = self.docs.find("\n\n").unwrap_or(self.docs.len());
        unindent(&self.docs[..end])
    }

    /// The section of the documentation under a heading such as `Why`.
    pub fn section(&self, heading: &str) -> Option<String> {
        let mark = format!(" ## {heading}\n");
        let start = self.docs.find(&mark)? + mark.len();
        let rest = &self.docs[start..];
        let end = rest.find("\n ## ").unwrap_or(rest.len());
        Some(unindent(&rest[..end]))
    }

    /// Document and section that demand it, with ADL's numbers of the requirement.
    pub fn reference(&self) -> String {
        let numbers = self.adl.iter().filter(|mark| !mark.contains('-'));
        let numbers: Vec<&str> = numbers.copied().collect();
        match (self.spec, numbers.as_slice()) {
            (spec, []) => spec.to_owned(),
            ("", numbers) => format!("ADL {}", numbers.join(", ")),
            (spec, numbers) => format!("{spec} (ADL {})", numbers.join(", ")),
        }
    }

    /// The severity of its findings at a level.
    pub fn severity_at(&self, level: Level) -> Severity {
        if level >= Level::Strict {
            self.strict_severity
        } else {
            self.severity
        }
    }
}

/// Doc comments begin each line with one blank.
fn unindent(docs: &str) -> String {
    let lines = docs
        .lines()
        .map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Declares the rule of a file as `pub(crate) static RULE`; its check is the function `check` there.
///
/// Optional after `severity`: `strict`, the severity from the strict level on; after `level`:
/// `versions` if not all, `adl` and `spec` if the standard demands it, `wcag` and `fix`.
macro_rules! declare_rule {
    (
        $(#[doc = $doc:literal])+
        pub static RULE = {
            code: $code:literal,
            name: $name:literal,
            category: $category:ident,
            severity: $severity:ident,
            $(strict: $strict:ident,)?
            level: $level:ident,
            $(versions: $versions:ident,)?
            $(adl: [$($adl:literal),*],)?
            $(spec: $spec:literal,)?
            $(wcag: $wcag:ident,)?
            $(fix: $fix:ident,)?
            mend: $mend:literal,
            since: $since:literal,
        }
    ) => {
        $(#[doc = $doc])+
        pub(crate) static RULE: $crate::Rule = $crate::Rule {
            code: $code,
            name: $name,
            category: $crate::Category::$category,
            severity: $crate::Severity::$severity,
            strict_severity: declare_rule!(@strict $severity $($strict)?),
            level: $crate::Level::$level,
            versions: declare_rule!(@versions $($versions)?),
            adl: &[$($($adl),*)?],
            spec: declare_rule!(@spec $($spec)?),
            wcag: declare_rule!(@wcag $($wcag)?),
            fix: declare_rule!(@fix $($fix)?),
            mend: $mend,
            since: $since,
            docs: concat!($($doc, "\n"),+),
            module: module_path!(),
            check,
        };
    };
    (@strict $severity:ident) => { $crate::Severity::$severity };
    (@strict $severity:ident $strict:ident) => { $crate::Severity::$strict };
    (@versions) => { $crate::rule::ALL };
    (@versions $versions:ident) => { $crate::rule::$versions };
    (@spec) => { "" };
    (@spec $spec:literal) => { $spec };
    (@wcag) => { None };
    (@wcag $wcag:ident) => { Some($crate::WcagLevel::$wcag) };
    (@fix) => { None };
    (@fix $fix:ident) => { Some($crate::Applicability::$fix) };
}
pub(crate) use declare_rule;
