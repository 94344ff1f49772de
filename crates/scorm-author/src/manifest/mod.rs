//! The manifest of a course.

mod scorm_12;
mod scorm_2004;
mod sequencing;

use std::fmt::Write as _;

use crate::escape::markup;
use crate::language::Language;
use crate::order::Version;
use crate::part::Part;
use crate::shared_files;

/// How a course is called.
pub(crate) struct Naming<'a> {
    pub(crate) identifier: &'a str,
    pub(crate) title: &'a str,
    pub(crate) language: &'a Language,
    pub(crate) description: &'a str,
}

/// The manifest as XML.
pub(crate) fn write(version: Version, naming: &Naming<'_>, parts: &[Part]) -> String {
    match version {
        Version::Scorm12 => scorm_12::write(naming, parts),
        Version::Scorm2004Third => scorm_2004::write("2004 3rd Edition", naming, parts),
        Version::Scorm2004Fourth => scorm_2004::write("2004 4th Edition", naming, parts),
    }
}

/// The resources: a page for each part, and what all of them use. `kind` is the name of the
/// attribute that says which is a SCO.
fn resources(kind: &str, parts: &[Part]) -> String {
    let mut xml = String::new();
    for part in parts {
        let (id, file) = (markup(&part.identifier), markup(&part.file));
        let _to_a_text = writeln!(
            xml,
            "    <resource identifier=\"{id}-page\" type=\"webcontent\" adlcp:{kind}=\"sco\" href=\"{file}\">\n      <file href=\"{file}\"/>\n      <dependency identifierref=\"shared-files\"/>\n    </resource>"
        );
    }
    let _to_a_text = writeln!(
        xml,
        "    <resource identifier=\"shared-files\" type=\"webcontent\" adlcp:{kind}=\"asset\">"
    );
    for name in shared_files::names() {
        let _to_a_text = writeln!(xml, "      <file href=\"{name}\"/>");
    }
    xml.push_str("    </resource>\n");
    xml
}
