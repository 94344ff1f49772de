//! Arbitrary bytes as a manifest: no panic, and every place lies in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scorm_package::xml::{Span, XmlLimits};

fuzz_target!(|bytes: &[u8]| {
    let (file, problems) = scorm_package::read_manifest(bytes, &XmlLimits::default());
    let Some(document) = &file.document else {
        assert!(!problems.is_empty());
        return;
    };
    let text = document.text();
    let check = |span: Span| {
        assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?}");
    };
    for problem in &problems {
        if let Some(place) = problem.place {
            check(place.span);
        }
    }
    for node in document.elements() {
        check(node.span());
        check(node.start_tag());
        check(node.name_span());
        assert!(node.qualified_name().ends_with(node.name()));
        node.text();
        for attribute in node.attributes() {
            check(attribute.span());
            check(attribute.name_span());
            check(attribute.value_span());
            attribute.value();
        }
    }
    if let Some(manifest) = &file.manifest {
        for organization in &manifest.organizations {
            for item in organization.all_items() {
                if let Some(url) = manifest.launch_url(item) {
                    let _path = scorm_package::files::file_path(&url);
                }
            }
        }
    }
});
