//! Reads a SCORM package: file table, XML with places, manifest model.
//!
//! A broken package is a normal input. Nothing here returns a `Result` for what a package holds:
//! every function gives what could be read, and a list of [`Problem`]s with their places.
//!
//! [`parse()`] is the short way from the text of an `imsmanifest.xml` to a [`Manifest`];
//! [`read_manifest`] starts from bytes and also keeps the XML tree for those who need places;
//! [`Package`] is a whole zip file or folder.
#![warn(missing_docs, clippy::disallowed_methods)]

#[cfg(feature = "archive")]
pub mod archive;
mod encoding;
pub mod files;
pub mod manifest;
mod package;
mod parse;
pub mod problem;
mod web_text;
pub mod xml;

pub use encoding::{Encoding, decode};
pub use files::Limits;
pub use manifest::{Edition, Manifest, ScormVersion};
pub use package::{MANIFEST, Package};
pub use parse::{ManifestFile, parse, read_manifest};
pub use problem::{Place, Problem, ProblemKind};
pub use web_text::{declared_charset, decode_web};
