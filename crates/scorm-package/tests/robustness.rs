//! Whatever comes in: no panic, places inside the text, names inside the package.
#![cfg(feature = "archive")]
#![expect(clippy::unwrap_used, reason = "tests")]

use std::io::{Cursor, Read, Write};

use proptest::prelude::*;
use scorm_package::archive::open_entry;
use scorm_package::files::{check_name, file_path};
use scorm_package::xml::XmlLimits;
use scorm_package::{Limits, Package};

const MANIFEST: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
<metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>é</title>
<item identifier="i" identifierref="r" parameters="?a=1"><title>One &amp; two</title>
<imsss:sequencing IDRef="t"><imsss:objectives><imsss:primaryObjective objectiveID="p"><imsss:minNormalizedMeasure>0.5</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing></item>
</organization></organizations>
<resources xml:base="x/"><resource identifier="r" type="webcontent" adlcp:scormType="sco" href="a.htm"><file href="a.htm"/></resource></resources>
<imsss:sequencingCollection><imsss:sequencing ID="t"><imsss:controlMode flow="true"/></imsss:sequencing></imsss:sequencingCollection>
</manifest>"#;

fn read(bytes: &[u8]) {
    let (file, problems) = scorm_package::read_manifest(bytes, &XmlLimits::default());
    let Some(document) = &file.document else {
        assert!(!problems.is_empty());
        return;
    };
    let text = document.text();
    let inside = |span: scorm_package::xml::Span| {
        assert!(
            text.get(span.start as usize..span.end as usize).is_some(),
            "{span:?}"
        );
    };
    for node in document.elements() {
        inside(node.span());
        inside(node.start_tag());
        for attribute in node.attributes() {
            inside(attribute.span());
            inside(attribute.value_span());
        }
    }
    for place in problems.iter().filter_map(|problem| problem.place) {
        inside(place.span);
    }
}

fn unzip(bytes: &[u8]) {
    let limits = Limits {
        unpacked: 1 << 20,
        ..Limits::default()
    };
    let (package, _) = Package::from_zip(&mut Cursor::new(bytes), &limits);
    assert!(package.files.total_size() <= limits.unpacked);
    for entry in package.files.iter() {
        assert_eq!(check_name(&entry.path).as_deref(), Ok(entry.path.as_str()));
        if let Ok(mut reader) = open_entry(Cursor::new(bytes), entry, 0) {
            let mut unpacked = Vec::new();
            let _damaged = reader.read_to_end(&mut unpacked);
            assert!(unpacked.len() as u64 <= entry.size);
        }
    }
}

fn archive() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    for (name, content) in [
        ("imsmanifest.xml", MANIFEST),
        ("x/a.htm", "<html>"),
        ("b", ""),
    ] {
        writer.start_file(name, options).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// One change to a list of bytes: where, what, and how many are taken away.
type Change = (prop::sample::Index, Vec<u8>, usize);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let markup = prop::sample::select(vec![
        "<",
        ">",
        "\"",
        "&",
        "<a>",
        "</",
        "<!--",
        "<![CDATA[",
        "<!DOCTYPE x>",
        "&#0;",
        " xmlns:a=''",
        "é",
    ]);
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..4),
        markup.prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec((any::<prop::sample::Index>(), bytes, 0..20_usize), 1..6)
}

fn change(mut bytes: Vec<u8>, changes: Vec<Change>) -> Vec<u8> {
    for (index, new, removed) in changes {
        let at = index.index(bytes.len() + 1);
        let end = (at + removed).min(bytes.len());
        bytes.splice(at..end, new);
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read(&bytes);
        unzip(&bytes);
    }

    #[test]
    fn any_change_of_a_manifest_is_read(changes in changes()) {
        read(&change(MANIFEST.as_bytes().to_vec(), changes));
    }

    #[test]
    fn any_change_of_a_zip_file_is_read(changes in changes()) {
        unzip(&change(archive(), changes));
    }

    #[test]
    fn no_reference_leads_out(url in ".{0,40}") {
        if let Ok(path) = file_path(&url) {
            prop_assert_eq!(check_name(&path), Ok(path.clone()));
        }
    }
}

/// Every byte of a zip file set to every one of a few values: the exhaustive small loop.
#[test]
fn any_byte_of_a_zip_file_may_be_wrong() {
    let good = archive();
    for at in 0..good.len() {
        for value in [0, 0x2f, 0xff] {
            let mut bytes = good.clone();
            bytes[at] = value;
            unzip(&bytes);
        }
    }
}

/// The engine runs on a small stack in the page: the deepest manifest that is let in must fit.
#[test]
fn the_deepest_manifest_fits_a_small_stack() {
    let items = "<item identifier='i'>".repeat(190) + &"</item>".repeat(190);
    let text = format!(
        "<manifest identifier='m'><organizations><organization identifier='o'>{items}\
         </organization></organizations></manifest>"
    );
    let small = std::thread::Builder::new().stack_size(512 << 10);
    let thread = small.spawn(move || {
        let (manifest, _) = scorm_package::parse(&text);
        let manifest = manifest.unwrap();
        assert_eq!(manifest.clone(), manifest);
        manifest.organizations[0].all_items().count()
    });
    assert_eq!(thread.unwrap().join().unwrap(), 190);
}
