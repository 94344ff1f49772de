//! The content models against the XML schemas: `xmllint --schema` over thousands of mutants.
//!
//! Both must come to the same verdict on each, but for the kinds of disagreement listed here.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use greenroom_testkit::{copy_folder, test_data, test_files};
use scorm_lint::{Level, MANIFEST, MemoryFiles, Selector, Settings, lint};

use crate::mutants::{self, Mutant};

/// The rules that speak about what the schemas say.
const SCHEMA_RULES: &[&str] = &[
    "MAN001", "MAN002", "MAN037", "STC003", "SCH001", "SCH002", "SCH003", "SCH004", "SCH005",
    "SCH006", "SCH007", "SCH008", "SCH010", "SCH011", "SCH012", "SCH013", "SCH014", "SCH015",
    "SCH016", "SCH017", "SCH018",
];

/// What lint refuses and xmllint accepts: part of the mutant's description, and why.
const ONLY_LINT: &[(&str, &str)] = &[(
    "foreign child in resource/dependency",
    "the schema puts elements of other namespaces behind all dependencies; libxml2 also takes them \
     between file and dependency, though not before file",
)];

/// What xmllint refuses and lint accepts.
const ONLY_XMLLINT: &[(&str, &str)] = &[];

/// About so many mutants are tried; they are taken evenly from all manifests.
const WANTED: usize = 2000;

#[test]
fn content_models_agree_with_the_schemas() {
    let Some(xsd) = test_data("conformance/xsd") else {
        return;
    };
    let Some(manifests) = test_files("conformance/manifests") else {
        return;
    };
    if Command::new("xmllint").arg("--version").output().is_err() {
        eprintln!("SKIPPED: xmllint is not installed, so the content models were not compared");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let schema = schemas(&xsd, folder.path());
    let mutants = choose(&manifests);
    assert!(mutants.len() >= 1000, "only {} mutants", mutants.len());

    let valid = xmllint(&schema, folder.path(), &mutants);
    let settings = Settings {
        content_present: false,
        select: SCHEMA_RULES
            .iter()
            .map(|code| Selector((*code).to_owned()))
            .collect(),
        ..Settings::at(Level::Strict)
    };
    let mut disagreements = Vec::new();
    let mut refused = 0;
    for (mutant, valid) in mutants.iter().zip(&valid) {
        let files: MemoryFiles = [(MANIFEST, mutant.text.as_str())].into_iter().collect();
        let findings = lint(&files, &[], &settings).findings;
        refused += usize::from(!valid);
        let listed =
            |list: &[(&str, &str)]| list.iter().any(|(part, _)| mutant.what.contains(part));
        match (findings.first(), valid) {
            (Some(finding), true) if !listed(ONLY_LINT) => {
                disagreements.push(format!("only lint: {} ({})", mutant.what, finding.message));
            }
            (None, false) if !listed(ONLY_XMLLINT) => {
                disagreements.push(format!("only xmllint: {}", mutant.what));
            }
            _ => {}
        }
    }
    eprintln!("{} mutants, {refused} of them invalid", mutants.len());
    assert!(
        refused * 4 > mutants.len(),
        "too few of the mutants are invalid"
    );
    disagreements.sort();
    disagreements.dedup();
    assert!(
        disagreements.is_empty(),
        "{}:\n{}",
        disagreements.len(),
        disagreements.join("\n")
    );
}

/// Mutants of all manifests, the same number of steps apart.
fn choose(manifests: &[PathBuf]) -> Vec<Mutant> {
    let mut all: Vec<Mutant> = mutants::all(METADATA);
    for path in manifests {
        // Files with bytes outside UTF-8 are read by xmllint as they declare.
        if let Ok(text) = std::fs::read_to_string(path) {
            all.extend(mutants::all(&text));
        }
    }
    let metadata = mutants::all(METADATA).len();
    let step = (all.len() / WANTED).max(1);
    // A step that shares no factor with the number of mutants per place meets every kind.
    let rest = all.split_off(metadata);
    all.extend(rest.into_iter().step_by(step | 1));
    all
}

/// One call for all mutants; it says of each file whether it validates.
fn xmllint(schema: &Path, folder: &Path, mutants: &[Mutant]) -> Vec<bool> {
    let mut names = BTreeMap::new();
    for (at, mutant) in mutants.iter().enumerate() {
        let name = format!("{at}.xml");
        std::fs::write(folder.join(&name), &mutant.text).unwrap();
        names.insert(name, at);
    }
    let mut valid = vec![false; mutants.len()];
    let all: Vec<&String> = names.keys().collect();
    for some in all.chunks(2000) {
        let output = Command::new("xmllint")
            .args(["--noout", "--nonet", "--schema"])
            .arg(schema)
            .args(some)
            .current_dir(folder)
            .output()
            .unwrap();
        for line in String::from_utf8_lossy(&output.stderr).lines() {
            if let Some(name) = line.strip_suffix(" validates") {
                valid[names[name]] = true;
            }
        }
    }
    valid
}

/// A copy of the schemas with one that brings them together. The import of `xml.xsd` from the web
/// becomes the local file.
fn schemas(xsd: &Path, folder: &Path) -> PathBuf {
    let copy = folder.join("xsd");
    copy_folder(xsd, &copy);
    let packaging = copy.join("imscp_v1p1.xsd");
    let text = std::fs::read_to_string(&packaging).unwrap();
    std::fs::write(
        &packaging,
        text.replace("http://www.w3.org/2001/xml.xsd", "xml.xsd"),
    )
    .unwrap();
    let mut all = "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">\n".to_owned();
    for (namespace, file) in [
        ("http://www.imsglobal.org/xsd/imscp_v1p1", "imscp_v1p1.xsd"),
        ("http://www.adlnet.org/xsd/adlcp_v1p3", "adlcp_v1p3.xsd"),
        ("http://www.adlnet.org/xsd/adlseq_v1p3", "adlseq_v1p3.xsd"),
        ("http://www.adlnet.org/xsd/adlnav_v1p3", "adlnav_v1p3.xsd"),
        ("http://www.imsglobal.org/xsd/imsss", "imsss_v1p0.xsd"),
        ("http://ltsc.ieee.org/xsd/LOM", "lomLoose.xsd"),
    ] {
        let _ = writeln!(
            all,
            "<xs:import namespace=\"{namespace}\" schemaLocation=\"{file}\"/>"
        );
    }
    let path = copy.join("all.xsd");
    std::fs::write(&path, all + "</xs:schema>\n").unwrap();
    path
}

/// The conformance manifests have no metadata to speak of, nor limits, shared data and the like.
const METADATA: &str = r#"<?xml version="1.0"?>
<manifest identifier="m1" version="1.0"
    xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
    xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3"
    xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3"
    xmlns:imsss="http://www.imsglobal.org/xsd/imsss"
    xmlns:lom="http://ltsc.ieee.org/xsd/LOM">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>2004 4th Edition</schemaversion>
    <lom:lom>
      <lom:general>
        <lom:identifier><lom:catalog>URI</lom:catalog><lom:entry>urn:course</lom:entry></lom:identifier>
        <lom:title><lom:string language="en">Course</lom:string></lom:title>
        <lom:language>en</lom:language>
        <lom:description><lom:string language="en">A course</lom:string></lom:description>
        <lom:keyword><lom:string language="en">course</lom:string></lom:keyword>
        <lom:structure><lom:source>LOMv1.0</lom:source><lom:value>linear</lom:value></lom:structure>
      </lom:general>
      <lom:lifeCycle>
        <lom:version><lom:string language="en">1</lom:string></lom:version>
        <lom:status><lom:source>LOMv1.0</lom:source><lom:value>final</lom:value></lom:status>
        <lom:contribute>
          <lom:role><lom:source>LOMv1.0</lom:source><lom:value>author</lom:value></lom:role>
          <lom:entity>BEGIN:VCARD END:VCARD</lom:entity>
          <lom:date><lom:dateTime>2026-01-31</lom:dateTime></lom:date>
        </lom:contribute>
      </lom:lifeCycle>
      <lom:metaMetadata>
        <lom:metadataSchema>LOMv1.0</lom:metadataSchema>
        <lom:language>en</lom:language>
      </lom:metaMetadata>
      <lom:technical>
        <lom:format>text/html</lom:format>
        <lom:size>1000</lom:size>
        <lom:location>index.html</lom:location>
        <lom:duration><lom:duration>PT1H</lom:duration></lom:duration>
      </lom:technical>
      <lom:educational>
        <lom:difficulty><lom:source>LOMv1.0</lom:source><lom:value>easy</lom:value></lom:difficulty>
        <lom:typicalLearningTime><lom:duration>PT1H</lom:duration></lom:typicalLearningTime>
      </lom:educational>
      <lom:rights>
        <lom:cost><lom:source>LOMv1.0</lom:source><lom:value>no</lom:value></lom:cost>
      </lom:rights>
      <lom:relation>
        <lom:kind><lom:source>LOMv1.0</lom:source><lom:value>requires</lom:value></lom:kind>
        <lom:resource><lom:description><lom:string language="en">other</lom:string></lom:description></lom:resource>
      </lom:relation>
      <lom:classification>
        <lom:purpose><lom:source>LOMv1.0</lom:source><lom:value>idea</lom:value></lom:purpose>
        <lom:taxonPath>
          <lom:source><lom:string language="en">own</lom:string></lom:source>
          <lom:taxon><lom:id>1</lom:id><lom:entry><lom:string language="en">one</lom:string></lom:entry></lom:taxon>
        </lom:taxonPath>
      </lom:classification>
    </lom:lom>
  </metadata>
  <organizations default="o1">
    <organization identifier="o1" structure="hierarchical"
        adlseq:objectivesGlobalToSystem="false" adlcp:sharedDataGlobalToSystem="false">
      <title>Course</title>
      <item identifier="i1" identifierref="r1" isvisible="true" parameters="?a=1">
        <title>Lesson</title>
        <metadata><adlcp:location>metadata.xml</adlcp:location></metadata>
        <adlcp:timeLimitAction>exit,message</adlcp:timeLimitAction>
        <adlcp:dataFromLMS>start=1</adlcp:dataFromLMS>
        <adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.5" progressWeight="1"/>
        <adlcp:data><adlcp:map targetID="urn:store" readSharedData="true" writeSharedData="true"/></adlcp:data>
        <imsss:sequencing IDRef="s1">
          <imsss:controlMode choiceExit="false" useCurrentAttemptObjectiveInfo="false"/>
          <imsss:sequencingRules>
            <imsss:preConditionRule>
              <imsss:ruleConditions conditionCombination="any">
                <imsss:ruleCondition referencedObjective="obj" measureThreshold="0.5" operator="not" condition="objectiveMeasureGreaterThan"/>
              </imsss:ruleConditions>
              <imsss:ruleAction action="skip"/>
            </imsss:preConditionRule>
            <imsss:exitConditionRule>
              <imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions>
              <imsss:ruleAction action="exit"/>
            </imsss:exitConditionRule>
            <imsss:postConditionRule>
              <imsss:ruleConditions><imsss:ruleCondition condition="always"/></imsss:ruleConditions>
              <imsss:ruleAction action="continue"/>
            </imsss:postConditionRule>
          </imsss:sequencingRules>
          <imsss:limitConditions attemptLimit="3" attemptAbsoluteDurationLimit="PT1H" beginTimeLimit="2026-01-31T09:00:00"/>
          <imsss:auxiliaryResources><imsss:auxiliaryResource auxiliaryResourceID="a" purpose="help"/></imsss:auxiliaryResources>
          <imsss:rollupRules rollupObjectiveSatisfied="false" rollupProgressCompletion="false" objectiveMeasureWeight="0.5">
            <imsss:rollupRule childActivitySet="atLeastCount" minimumCount="1" minimumPercent="0.5">
              <imsss:rollupConditions conditionCombination="all">
                <imsss:rollupCondition operator="not" condition="attempted"/>
              </imsss:rollupConditions>
              <imsss:rollupAction action="completed"/>
            </imsss:rollupRule>
          </imsss:rollupRules>
          <imsss:objectives>
            <imsss:primaryObjective objectiveID="obj" satisfiedByMeasure="true">
              <imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure>
              <imsss:mapInfo targetObjectiveID="g1" readSatisfiedStatus="true" writeSatisfiedStatus="false"/>
            </imsss:primaryObjective>
            <imsss:objective objectiveID="obj2"/>
          </imsss:objectives>
          <imsss:randomizationControls randomizationTiming="once" selectCount="1" reorderChildren="true" selectionTiming="once"/>
          <imsss:deliveryControls tracked="true" completionSetByContent="true" objectiveSetByContent="true"/>
          <adlseq:constrainedChoiceConsiderations preventActivation="true" constrainChoice="true"/>
          <adlseq:rollupConsiderations requiredForSatisfied="ifAttempted" measureSatisfactionIfActive="false"/>
          <adlseq:objectives>
            <adlseq:objective objectiveID="obj"><adlseq:mapInfo targetObjectiveID="g1" readRawScore="true" writeRawScore="true"/></adlseq:objective>
          </adlseq:objectives>
        </imsss:sequencing>
        <adlnav:presentation>
          <adlnav:navigationInterface><adlnav:hideLMSUI>continue</adlnav:hideLMSUI></adlnav:navigationInterface>
        </adlnav:presentation>
      </item>
    </organization>
  </organizations>
  <resources xml:base="a/">
    <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html" xml:base="b/">
      <metadata/>
      <file href="index.html"><metadata/></file>
      <dependency identifierref="r2"/>
    </resource>
    <resource identifier="r2" type="webcontent" adlcp:scormType="asset"><file href="a.js"/></resource>
  </resources>
  <imsss:sequencingCollection>
    <imsss:sequencing ID="s1"><imsss:controlMode choice="true" flow="true" forwardOnly="false"/></imsss:sequencing>
  </imsss:sequencingCollection>
</manifest>
"#;
