//! Manifests there and back.

use scorm_package::read_manifest;
use scorm_package::xml::XmlLimits;

use super::{Converted, Target, convert};

fn converted(text: &str, target: Target) -> Result<Converted, String> {
    let (read, _) = read_manifest(text.as_bytes(), &XmlLimits::default());
    convert(&read.manifest.unwrap(), &read.document.unwrap(), target)
}

const SCORM12: &str = r#"<?xml version="1.0"?>
<manifest identifier="m" version="1" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="o">
    <organization identifier="o">
      <title>Tea</title>
      <item identifier="i" identifierref="r">
        <title>Leaves &amp; water</title>
        <adlcp:maxtimeallowed>00:30:00</adlcp:maxtimeallowed>
        <adlcp:datafromlms>x</adlcp:datafromlms>
        <adlcp:masteryscore>80</adlcp:masteryscore>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="index.html"><file href="index.html"/></resource>
  </resources>
</manifest>
"#;

#[test]
fn a_plain_course_goes_there_and_back_without_loss() {
    let there = converted(SCORM12, Target::Scorm2004).unwrap();
    assert_eq!(there.lost, Vec::<String>::new());
    for part in [
        "<schemaversion>2004 4th Edition</schemaversion>",
        "adlcp:scormType=\"sco\"",
        "<adlcp:dataFromLMS>x</adlcp:dataFromLMS>",
        "<imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure>",
        "attemptAbsoluteDurationLimit=\"PT0H30M0S\"",
        "<imsss:controlMode choice=\"true\" flow=\"true\"/>",
    ] {
        assert!(there.text.contains(part), "{part}\n{}", there.text);
    }
    assert_eq!(there.notes.len(), 1);
    let back = converted(&there.text, Target::Scorm12).unwrap();
    assert_eq!(back.lost, Vec::<String>::new());
    for part in [
        "<schemaversion>1.2</schemaversion>",
        "adlcp:scormtype=\"sco\"",
        "<adlcp:datafromlms>x</adlcp:datafromlms>",
        "<adlcp:masteryscore>80</adlcp:masteryscore>",
        "<adlcp:maxtimeallowed>00:30:00</adlcp:maxtimeallowed>",
    ] {
        assert!(back.text.contains(part), "{part}\n{}", back.text);
    }
    assert!(!back.text.contains("imsss"), "{}", back.text);
}

#[test]
fn what_the_other_version_cannot_say_is_listed() {
    let strict = SCORM12.replace(
        "<adlcp:datafromlms>",
        "<adlcp:prerequisites type=\"aicc_script\">j</adlcp:prerequisites><adlcp:datafromlms>",
    );
    let there = converted(&strict, Target::Scorm2004).unwrap();
    assert_eq!(there.lost, ["item i: the prerequisites \"j\""]);
    assert!(!there.text.contains("prerequisites"));
    let sequenced = converted(SCORM12, Target::Scorm2004).unwrap().text.replace(
        "<imsss:controlMode choice=\"true\" flow=\"true\"/>",
        "<imsss:controlMode choice=\"false\" flow=\"true\"/>",
    );
    let back = converted(&sequenced, Target::Scorm12).unwrap();
    assert_eq!(
        back.lost,
        ["organization o: where the learner may go (control mode)"]
    );
}

#[test]
fn what_cannot_be_converted_is_refused_with_the_reason() {
    assert!(converted(SCORM12, Target::Scorm12).is_err());
    let nested = SCORM12.replace(
        "<resources>",
        "<resources xmlns=\"http://www.imsproject.org/xsd/imscp_rootv1p1p2\">",
    );
    let why = converted(&nested, Target::Scorm2004).unwrap_err();
    assert!(why.contains("namespace"), "{why}");
}
