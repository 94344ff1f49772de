//! The manifests of ADL's conformance cases read without a problem, and launch what the cases say.
#![expect(clippy::disallowed_methods, reason = "tests read the shared test data")]

use greenroom_testkit::test_data;
use scorm_package::xml::XmlLimits;
use scorm_package::{Edition, ScormVersion};
use serde_json::Value;

#[test]
fn conformance_manifests_have_no_problem() {
    let Some(folder) = test_data("conformance/manifests") else {
        return;
    };
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let (file, problems) = scorm_package::read_manifest(&bytes, &XmlLimits::default());
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

#[test]
fn launch_urls_are_those_of_the_cases() {
    let Some(folder) = test_data("conformance/cases") else {
        return;
    };
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let case: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        for step in case["steps"].as_array().unwrap() {
            let manifest_path = match step["package"].as_str() {
                Some(package) => &case["manifests"][package],
                None => &case["manifest"],
            };
            let manifest_path = folder.join(manifest_path.as_str().unwrap());
            let text = std::fs::read(manifest_path).unwrap();
            let (file, _) = scorm_package::read_manifest(&text, &XmlLimits::default());
            let manifest = file.manifest.unwrap();
            let item = manifest
                .item(step["expect_activity"].as_str().unwrap())
                .unwrap();
            let url = manifest.launch_url(item);
            assert_eq!(
                url.as_deref(),
                step["launch"]["url"].as_str(),
                "{}",
                path.display()
            );
            count += 1;
        }
    }
    assert!(count > 400, "only {count} launches");
}
