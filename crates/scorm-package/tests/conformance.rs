//! Every manifest of ADL's conformance cases reads without a problem.
#![expect(clippy::disallowed_methods, reason = "tests read the shared test data")]

use greenroom_testkit::test_data;
use scorm_package::{Edition, ScormVersion};

#[test]
fn conformance_manifests_have_no_problem() {
    let Some(folder) = test_data("conformance/manifests") else {
        return;
    };
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let (file, problems) =
            scorm_package::read_manifest(&bytes, &scorm_package::xml::XmlLimits::default());
        assert_eq!(problems, [], "{}", path.display());
        let manifest = file.manifest.unwrap();
        assert_eq!(manifest.version, ScormVersion::Scorm2004(Edition::Fourth));
        let organization = manifest.default_organization().unwrap();
        assert!(
            organization
                .all_items()
                .any(|item| manifest.launch_url(item).is_some())
        );
        count += 1;
    }
    assert!(count > 100, "only {count} manifests found");
}
