//! What was wrong in a package, with its place.

use std::fmt;

use crate::xml::Span;

/// One fault found while reading. Reading went on with what the message says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Problem {
    /// What kind of fault, for code that must tell them apart.
    pub kind: ProblemKind,
    /// What happened and, where there is a choice, what was done instead.
    pub message: String,
    /// The file or zip entry, relative to the package root.
    pub entry: Option<String>,
    /// Where in that file, if the fault has a place in its text.
    pub place: Option<Place>,
}

/// No more than this many problems are told of one manifest, or of one table of files: a hostile
/// package could have millions.
pub(crate) const MOST_PROBLEMS: usize = 1000;

/// A stretch of a text file, with the line and column where it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Place {
    /// Bytes of the decoded text.
    pub span: Span,
    /// Line of the start, from 1.
    pub line: u32,
    /// Column of the start in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(entry) = &self.entry {
            write!(f, "{entry}:")?;
        }
        if let Some(place) = self.place {
            write!(f, "{}:{}:", place.line, place.column)?;
        }
        if self.entry.is_some() || self.place.is_some() {
            f.write_str(" ")?;
        }
        write!(f, "{} ({})", self.message, self.kind.as_str())
    }
}

macro_rules! problem_kinds {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// Every kind of fault that reading can report.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum ProblemKind { $($(#[$doc])* $name,)* }

        impl ProblemKind {
            /// All kinds, in the order of the declaration.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The stable kebab-case name.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

problem_kinds! {
    /// The file is not a zip archive.
    ZipUnreadable = "zip-unreadable",
    /// The zip archive ends too early or points beyond its end.
    ZipTruncated = "zip-truncated",
    /// The zip archive needs something that is not supported (several disks, a rare compression).
    ZipUnsupported = "zip-unsupported",
    /// A zip entry is encrypted.
    ZipEncrypted = "zip-encrypted",
    /// The data of a zip entry is damaged or not as large as declared.
    ZipEntryDamaged = "zip-entry-damaged",
    /// Zip entries share their data, as zip bombs do.
    ZipEntriesOverlap = "zip-entries-overlap",
    /// The zip file is larger than the limit.
    PackedTooLarge = "packed-too-large",
    /// All files together are larger than the limit.
    UnpackedTooLarge = "unpacked-too-large",
    /// There are more entries than the limit.
    TooManyEntries = "too-many-entries",
    /// An entry is packed more tightly than the limit.
    RatioTooHigh = "ratio-too-high",
    /// A name begins with `/`.
    NameAbsolute = "name-absolute",
    /// A name leads out of the package by `..`.
    NameTraversal = "name-traversal",
    /// A name begins with a drive letter.
    NameDriveLetter = "name-drive-letter",
    /// A name contains a backslash.
    NameBackslash = "name-backslash",
    /// A name contains a NUL character.
    NameNul = "name-nul",
    /// A name is empty.
    NameEmpty = "name-empty",
    /// Two entries have the same name; the last is taken.
    NameDuplicate = "name-duplicate",
    /// Two names differ in case only.
    NameCaseCollision = "name-case-collision",
    /// A name is used for a file and for a folder.
    NameFileAndFolder = "name-file-and-folder",
    /// An entry is a symbolic link.
    EntrySymlink = "entry-symlink",
    /// An entry is a device, pipe or socket.
    EntryDevice = "entry-device",
    /// There is no `imsmanifest.xml` at the root.
    ManifestMissing = "manifest-missing",
    /// `imsmanifest.xml` is there, but inside a folder.
    ManifestNested = "manifest-nested",
    /// `imsmanifest.xml` is there, but with other upper and lower case.
    ManifestNameCase = "manifest-name-case",
    /// It is a course of another standard.
    NotScorm = "not-scorm",
    /// The XML is not well-formed; there is no tree.
    XmlNotWellFormed = "xml-not-well-formed",
    /// A document type declaration was found; it is never loaded or expanded.
    XmlDoctype = "xml-doctype",
    /// A prefix is used without a declaration; its name decides what it means.
    XmlPrefixUndeclared = "xml-prefix-undeclared",
    /// Elements are nested deeper than the limit.
    XmlTooDeep = "xml-too-deep",
    /// The file is larger, or has more nodes, than the limit.
    XmlTooLarge = "xml-too-large",
    /// The bytes do not fit the declared encoding.
    EncodingMismatch = "encoding-mismatch",
    /// The declared encoding is unknown or not supported.
    EncodingUnknown = "encoding-unknown",
    /// The document element is not `manifest`.
    NotAManifest = "not-a-manifest",
    /// `schemaversion` names no known SCORM version; the version was guessed.
    SchemaversionUnknown = "schemaversion-unknown",
    /// `schemaversion` is absent; the version was taken from the namespaces.
    SchemaversionMissing = "schemaversion-missing",
    /// There is no organization.
    NoOrganization = "no-organization",
    /// `organizations/@default` names no organization; the first is taken.
    DefaultOrganizationUnknown = "default-organization-unknown",
    /// A value is not a boolean; the default is taken.
    InvalidBoolean = "invalid-boolean",
    /// A value is not a number, or out of its range; the default is taken.
    InvalidNumber = "invalid-number",
    /// A value is not in its vocabulary; the default is taken.
    InvalidToken = "invalid-token",
    /// A required attribute is absent.
    MissingAttribute = "missing-attribute",
    /// A rule without a usable action or condition is left out.
    RuleIgnored = "rule-ignored",
    /// `IDRef` names no sequencing of a collection.
    SequencingIdrefUnknown = "sequencing-idref-unknown",
    /// An `adlseq:objective` names no objective of its activity.
    ObjectiveUnknown = "objective-unknown",
}

#[cfg(test)]
mod tests {
    use super::ProblemKind;

    #[test]
    fn names_are_unique_kebab_case() {
        let mut seen = std::collections::BTreeSet::new();
        for kind in ProblemKind::ALL {
            let name = kind.as_str();
            assert!(seen.insert(name), "{name} twice");
            assert!(
                name.chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            );
        }
    }
}
