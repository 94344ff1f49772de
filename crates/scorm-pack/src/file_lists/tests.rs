//! Lists after the proposal.

use std::collections::BTreeMap;
use std::io::{self, Read};

use scorm_package::files::{Collector, EntryKind, FileEntry, Limits};
use scorm_package::{MANIFEST, read_manifest, xml::XmlLimits};

use super::{Proposal, propose};
use crate::edits::apply;
use crate::{Contents, select};

struct Memory(BTreeMap<String, Vec<u8>>);

impl Contents for Memory {
    fn open<'a>(&'a self, entry: &FileEntry) -> io::Result<Box<dyn Read + 'a>> {
        Ok(Box::new(self.0[&entry.path].as_slice()))
    }
}

/// The manifest after the proposal, and the proposal.
fn proposed(manifest: &str, files: &[(&str, &str)]) -> (String, Proposal) {
    let mut contents = BTreeMap::from([(MANIFEST.to_owned(), manifest.as_bytes().to_vec())]);
    for (path, text) in files {
        contents.insert((*path).to_owned(), text.as_bytes().to_vec());
    }
    let mut collector = Collector::new(Limits::default());
    for (path, bytes) in &contents {
        collector.add(path, bytes.len() as u64, EntryKind::File);
    }
    let (table, _) = collector.finish();
    let (read, _) = read_manifest(manifest.as_bytes(), &XmlLimits::default());
    let (model, document) = (read.manifest.unwrap(), read.document.unwrap());
    let contents = Memory(contents);
    let selection = select(&table, Some(&model), Some(&document), &contents, false);
    let proposal = propose(&model, &document, &table, &selection);
    (apply(document.text(), &proposal.edits), proposal)
}

#[test]
fn used_files_are_added_and_missing_ones_taken_out() {
    let manifest = "<manifest><organizations/><resources>\n  <resource identifier=\"r\" href=\"index.html\">\n    <file href=\"index.html\"/>\n    <file href=\"gone.js\"/>\n    <dependency identifierref=\"c\"/>\n  </resource>\n  <resource identifier=\"c\">\n    <file href=\"shared.js\"/>\n  </resource>\n</resources></manifest>";
    let files = [
        (
            "index.html",
            "<img src='a b.png'><script src=shared.js></script>",
        ),
        ("a b.png", ""),
        ("shared.js", ""),
    ];
    let (after, proposal) = proposed(manifest, &files);
    assert_eq!(proposal.added, [("r".to_owned(), "a b.png".to_owned())]);
    assert_eq!(proposal.removed, [("r".to_owned(), "gone.js".to_owned())]);
    assert_eq!(
        after,
        manifest.replace("<file href=\"gone.js\"/>", "<file href=\"a%20b.png\"/>")
    );
    let (again, proposal) = proposed(&after, &files);
    assert_eq!((again, proposal), (after, Proposal::default()));
}

#[test]
fn prefixes_bases_and_empty_elements_are_kept() {
    let manifest = r#"<i:manifest xmlns:i="http://www.imsglobal.org/xsd/imscp_v1p1" xml:base="web/"><i:organizations/><i:resources>
<i:resource identifier="r" href="index.html"/></i:resources></i:manifest>"#;
    let files = [
        ("web/index.html", "<img src='x.png'><img src='../top.png'>"),
        ("web/x.png", ""),
        ("top.png", ""),
    ];
    let (after, _) = proposed(manifest, &files);
    let list = "\n  <i:file href=\"../top.png\"/>\n  <i:file href=\"index.html\"/>\n  <i:file href=\"x.png\"/>\n</i:resource>";
    assert!(after.contains(list), "{after}");
    assert_eq!(proposed(&after, &files).1, Proposal::default());
}

#[test]
fn a_link_to_another_sco_does_not_make_it_part_of_the_first() {
    let manifest = "<manifest><organizations/><resources>\n<resource identifier=\"a\" href=\"a.html\"><file href=\"a.html\"/></resource>\n<resource identifier=\"b\" href=\"b.html\"><file href=\"b.html\"/></resource>\n</resources></manifest>";
    let files = [
        ("a.html", "<a href=b.html>"),
        ("b.html", "<img src=b.png>"),
        ("b.png", ""),
    ];
    let (_, proposal) = proposed(manifest, &files);
    assert_eq!(proposal.added, [("b".to_owned(), "b.png".to_owned())]);
}
