//! Levels, selection, suppression, baseline and fingerprints.

use std::collections::BTreeSet;

use scorm_lint::{
    Baseline, Category, Finding, Level, PathIgnore, RULES, Selector, Settings, Severity, lint,
    lint_each,
};

use crate::fixture::{self, Fixture};

const FAULTS: &str = r#"
<item identifier="1 one" identifierref="gone"><title>Lesson</title></item>
<resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
  <file href="index.html"/>
  <file href="gone.js"/>
</resource>
"#;

fn found(package: &Fixture, settings: &Settings) -> Vec<Finding> {
    lint(package, &package.problems, settings).findings
}

fn codes(findings: &[Finding]) -> BTreeSet<&'static str> {
    findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn each_level_holds_the_one_before() {
    let package = fixture::package("2004-4th", FAULTS);
    let mut before = BTreeSet::new();
    for level in Level::ALL {
        let now = codes(&found(&package, &Settings::at(*level)));
        assert!(before.is_subset(&now), "{} lost {before:?}", level.as_str());
        before = now;
    }
    let basic = found(&package, &Settings::at(Level::Basic));
    assert_eq!(codes(&basic), BTreeSet::from(["RES020", "STC004"]));
    let rules = |level: Level| RULES.iter().filter(|rule| rule.level <= level).count();
    assert!(rules(Level::Pedantic) > rules(Level::Strict));
    assert!(rules(Level::Strict) > rules(Level::Standard));
}

#[test]
fn strict_makes_errors_of_what_lms_tolerate() {
    let package = fixture::package("2004-4th", FAULTS);
    for (level, want) in [
        (Level::Standard, Severity::Warning),
        (Level::Strict, Severity::Error),
    ] {
        let findings = found(&package, &Settings::at(level));
        let name = findings
            .iter()
            .find(|finding| finding.code == "SCH013")
            .unwrap();
        assert_eq!(name.severity, want, "{}", level.as_str());
    }
}

#[test]
fn several_settings_find_together_what_each_finds_alone() {
    let package = fixture::package("2004-4th", FAULTS);
    let of_lms = Settings {
        categories: [Category::LmsCompatibility].into(),
        lms_profiles: vec!["moodle".to_owned()],
        ..Settings::at(Level::Strict)
    };
    let settings = [
        Settings::at(Level::Pedantic),
        of_lms,
        Settings::at(Level::Basic),
    ];
    let reports = lint_each(&package, &package.problems, &settings);
    assert_eq!(reports.len(), settings.len());
    for (report, settings) in reports.iter().zip(&settings) {
        assert_eq!(report.findings, found(&package, settings));
    }
    assert!(
        !reports[1].findings.is_empty(),
        "Moodle knows only parts of SCORM 2004"
    );
}

#[test]
fn only_the_asked_categories_appear() {
    let package = fixture::package("2004-4th", FAULTS);
    let categories = BTreeSet::from([Category::Manifest]);
    let findings = found(
        &package,
        &Settings {
            categories,
            ..Settings::default()
        },
    );
    assert!(!findings.is_empty());
    assert!(
        findings
            .iter()
            .all(|finding| finding.category == Category::Manifest)
    );
}

#[test]
fn rules_are_selected_and_ignored_by_code_prefix_and_name() {
    let package = fixture::package("2004-4th", FAULTS);
    let selectors = |names: &[&str]| {
        names
            .iter()
            .map(|name| Selector((*name).to_owned()))
            .collect()
    };
    for (select, ignore, want) in [
        (
            vec!["RES"],
            vec![],
            BTreeSet::from(["RES003", "RES020", "RES021"]),
        ),
        (
            vec!["RES"],
            vec!["missing-file", "res021"],
            BTreeSet::from(["RES020"]),
        ),
        (vec!["missing-file"], vec![], BTreeSet::from(["RES003"])),
        (vec!["ALL"], vec!["ALL"], BTreeSet::new()),
    ] {
        let settings = Settings {
            select: selectors(&select),
            ignore: selectors(&ignore),
            level: Level::Basic,
            ..Settings::default()
        };
        assert_eq!(
            codes(&found(&package, &settings)),
            want,
            "select {select:?} ignore {ignore:?}"
        );
    }
}

#[test]
fn comments_and_paths_switch_findings_off() {
    let package = fixture::package(
        "2004-4th",
        r#"
<resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
  <file href="index.html"/>
  <!-- greenroom-ignore missing-file -->
  <file href="a.js"/>
  <file href="b.js"/>
</resource>"#,
    );
    let report = lint(&package, &[], &Settings::default());
    let missing: Vec<_> = report
        .findings
        .iter()
        .filter(|f| f.code == "RES003")
        .collect();
    assert_eq!(missing.len(), 1, "{missing:?}");
    assert!(missing[0].message.contains("b.js"));
    assert_eq!(report.suppressed, 1);

    let ignore = PathIgnore {
        pattern: "ims*.xml".to_owned(),
        rules: vec![Selector("RES".to_owned())],
    };
    let settings = Settings {
        path_ignores: vec![ignore],
        ..Settings::default()
    };
    assert!(!codes(&found(&package, &settings)).contains("RES003"));
}

#[test]
fn a_baseline_leaves_only_what_is_new() {
    let package = fixture::package("2004-4th", FAULTS);
    let old = found(&package, &Settings::default());
    let baseline = Baseline::parse(&Baseline::write(&old));
    assert_eq!(baseline.filter(old.clone()), Vec::new());

    // More lines in front and one more fault: only the new one is left.
    let more = FAULTS.replace(
        "<file href=\"gone.js\"/>",
        "\n\n<file href=\"new.js\"/><file href=\"gone.js\"/>",
    );
    let new = baseline.filter(found(
        &fixture::package("2004-4th", &more),
        &Settings::default(),
    ));
    let messages: Vec<_> = new.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(messages, ["`new.js` is not in the package"]);
}

#[test]
fn fingerprints_are_unique() {
    let twice = FAULTS.replace(
        "<file href=\"gone.js\"/>",
        "<file href=\"gone.js\"/><file href=\"gone.js\"/>",
    );
    let findings = found(
        &fixture::package("2004-4th", &twice),
        &Settings::at(Level::Pedantic),
    );
    let prints: BTreeSet<_> = findings
        .iter()
        .map(|finding| &finding.fingerprint)
        .collect();
    assert_eq!(prints.len(), findings.len());
}

#[test]
fn every_finding_has_its_place_extract_and_reason() {
    let package = fixture::package("2004-4th", FAULTS);
    let findings = found(&package, &Settings::default());
    let launch = findings
        .iter()
        .find(|finding| finding.code == "RES020")
        .unwrap();
    assert_eq!(
        (launch.line, launch.column, launch.end_line),
        (Some(29), Some(32), Some(29))
    );
    assert_eq!(launch.end_column, Some(52));
    let line = launch.extract.as_deref().unwrap();
    assert!(line.contains("identifierref=\"gone\""), "{line}");
    assert!(!launch.why.is_empty());
}
