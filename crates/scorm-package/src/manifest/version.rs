//! Which SCORM a manifest is written for, and what says so.

use std::fmt;

use super::reader::Reader;
use crate::problem::ProblemKind;
use crate::xml::{Node, Vocabulary};

/// A version of SCORM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ScormVersion {
    /// SCORM 1.2.
    Scorm12,
    /// SCORM 2004.
    Scorm2004(Edition),
}

/// An edition of SCORM 2004.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Edition {
    /// 2nd Edition, CAM 1.3.
    Second,
    /// 3rd Edition.
    Third,
    /// 4th Edition.
    Fourth,
}

impl ScormVersion {
    /// Is it any edition of SCORM 2004?
    pub const fn is_2004(self) -> bool {
        matches!(self, Self::Scorm2004(_))
    }

    /// The edition of SCORM 2004.
    pub const fn edition(self) -> Option<Edition> {
        match self {
            Self::Scorm12 => None,
            Self::Scorm2004(edition) => Some(edition),
        }
    }

    /// The name as people write it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Scorm12 => "SCORM 1.2",
            Self::Scorm2004(Edition::Second) => "SCORM 2004 2nd Edition",
            Self::Scorm2004(Edition::Third) => "SCORM 2004 3rd Edition",
            Self::Scorm2004(Edition::Fourth) => "SCORM 2004 4th Edition",
        }
    }
}

impl fmt::Display for ScormVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What decided the version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VersionEvidence {
    /// The text of `schemaversion`.
    Schemaversion(String),
    /// A namespace, since `schemaversion` is absent or unknown.
    Namespace(String),
    /// Neither; SCORM 1.2 is assumed, as most packages are.
    Assumed,
}

impl VersionEvidence {
    /// The edition of SCORM 2004 that the package itself declares; a guess is none.
    pub fn declared_edition(&self) -> Option<Edition> {
        match self {
            Self::Schemaversion(text) => declared_edition(text),
            Self::Namespace(_) | Self::Assumed => None,
        }
    }
}

impl fmt::Display for VersionEvidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schemaversion(text) => write!(f, "schemaversion is `{text}`"),
            Self::Namespace(name) => write!(f, "the manifest uses the namespace `{name}`"),
            Self::Assumed => f.write_str("nothing says so; it is assumed"),
        }
    }
}

/// Decides the version of the manifest `node`.
pub(super) fn detect(
    reader: &mut Reader<'_>,
    node: Node<'_>,
    schemaversion: Option<&str>,
) -> (ScormVersion, VersionEvidence) {
    if let Some(text) = schemaversion
        && let Some(version) = from_schemaversion(text, reader)
    {
        return (version, VersionEvidence::Schemaversion(text.to_owned()));
    }
    let (version, evidence) = from_namespaces(reader);
    if let Some(text) = schemaversion {
        let span = node
            .child(Vocabulary::Imscp, "metadata")
            .and_then(|metadata| metadata.child(Vocabulary::Imscp, "schemaversion"))
            .map_or(node.start_tag(), Node::span);
        let message = format!("schemaversion `{text}` is unknown; {version} is taken: {evidence}");
        reader.problem(ProblemKind::SchemaversionUnknown, span, message);
    } else {
        let message = format!("there is no schemaversion; {version} is taken: {evidence}");
        reader.problem(ProblemKind::SchemaversionMissing, node.start_tag(), message);
    }
    (version, evidence)
}

fn from_schemaversion(text: &str, reader: &Reader<'_>) -> Option<ScormVersion> {
    if matches!(
        text.trim().to_ascii_lowercase().as_str(),
        "1.2" | "1.1" | "scorm 1.2"
    ) {
        return Some(ScormVersion::Scorm12);
    }
    let edition =
        declared_edition(text).or_else(|| text.contains("2004").then(|| edition_by_use(reader)))?;
    Some(ScormVersion::Scorm2004(edition))
}

/// The edition that a `schemaversion` names.
fn declared_edition(text: &str) -> Option<Edition> {
    let text = text.trim().to_ascii_lowercase();
    let names = |ordinal| text.contains("2004") && text.contains(ordinal);
    if matches!(text.as_str(), "cam 1.3" | "1.3") || names("2nd") {
        Some(Edition::Second)
    } else if names("3rd") {
        Some(Edition::Third)
    } else if names("4th") {
        Some(Edition::Fourth)
    } else {
        None
    }
}

/// ADL's packaging namespace decides, then the IMS one.
fn from_namespaces(reader: &Reader<'_>) -> (ScormVersion, VersionEvidence) {
    let document = reader.document();
    for (vocabulary, mark_2004) in [(Vocabulary::Adlcp, "_v1p3"), (Vocabulary::Imscp, "_v1p1")] {
        // The namespace in use wins over one that is only declared.
        let used = document.elements().map(Node::namespace);
        let found = used
            .chain(document.namespaces().map(|(name, _)| name))
            .find(|name| Vocabulary::of(name) == vocabulary);
        if let Some(name) = found {
            let version = if name.ends_with(mark_2004) {
                ScormVersion::Scorm2004(edition_by_use(reader))
            } else {
                ScormVersion::Scorm12
            };
            return (version, VersionEvidence::Namespace(name.to_owned()));
        }
    }
    (ScormVersion::Scorm12, VersionEvidence::Assumed)
}

/// 4th if something is used that only the 4th Edition has, else 3rd.
fn edition_by_use(reader: &Reader<'_>) -> Edition {
    let fourth = reader.document().elements().any(|node| {
        let element = matches!(
            (node.vocabulary(), node.name()),
            (Vocabulary::Adlseq, "objectives") | (Vocabulary::Adlcp, "data")
        );
        element
            || node.attributes().any(|attribute| {
                matches!(
                    attribute.name(),
                    "completedByMeasure" | "progressWeight" | "sharedDataGlobalToSystem"
                )
            })
    });
    if fourth {
        Edition::Fourth
    } else {
        Edition::Third
    }
}
