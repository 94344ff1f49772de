//! From the bytes of an `imsmanifest.xml` to the model. Never fails: see the problems.

use crate::encoding::{Encoding, decode};
use crate::manifest::{self, Manifest};
use crate::problem::Problem;
use crate::xml::{self, Document, XmlLimits};

/// A manifest with the XML it was read from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ManifestFile {
    /// The tree with all places, if the XML is well-formed.
    pub document: Option<Document>,
    /// How the bytes were encoded.
    pub encoding: Encoding,
    /// The model, if the document element is a manifest.
    pub manifest: Option<Manifest>,
}

/// Reads a manifest from its text.
///
/// ```
/// let (manifest, problems) = scorm_package::parse(
///     "<manifest identifier='m'><metadata><schemaversion>1.2</schemaversion></metadata>\
///      <organizations><organization identifier='o'/></organizations><resources/></manifest>",
/// );
/// assert_eq!(manifest.unwrap().version, scorm_package::ScormVersion::Scorm12);
/// assert!(problems.is_empty());
/// ```
pub fn parse(text: &str) -> (Option<Manifest>, Vec<Problem>) {
    let (file, problems) = from_text(text.to_owned(), &XmlLimits::default());
    (file.manifest, problems)
}

/// Reads a manifest from the bytes of its file, keeping the tree.
pub fn read_manifest(bytes: &[u8], limits: &XmlLimits) -> (ManifestFile, Vec<Problem>) {
    if bytes.len() > limits.bytes as usize {
        return (
            ManifestFile::default(),
            vec![xml::too_large(bytes.len(), limits)],
        );
    }
    let (text, encoding, mut problems) = decode(bytes);
    let (file, more) = from_text(text, limits);
    problems.extend(more);
    (ManifestFile { encoding, ..file }, problems)
}

fn from_text(text: String, limits: &XmlLimits) -> (ManifestFile, Vec<Problem>) {
    let (document, mut problems) = xml::read(text, limits);
    let mut manifest = None;
    if let Some(document) = &document {
        let (found, more) = manifest::read(document);
        manifest = found;
        problems.extend(more);
    }
    (
        ManifestFile {
            document,
            manifest,
            encoding: Encoding::Utf8,
        },
        problems,
    )
}
