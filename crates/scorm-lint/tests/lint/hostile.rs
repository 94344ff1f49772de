//! Manifests that are made to keep a linter busy: all of them are read and reported in a time that
//! grows with their size. A rule that compares each with each would run into the limit of the test.

use std::fmt::Write as _;

use scorm_lint::{
    Finding, Level, MANIFEST, MemoryFiles, Obstacle, Report, Settings, Watch, Work, lint,
    lint_watched, score,
};

const COUNT: usize = 20_000;
const PAGE: &str = r#"<resource identifier="r" type="webcontent" adlcp:scormType="sco" href="a.html"><file href="a.html"/></resource>"#;
const ITEM: &str = r#"<item identifier="i" identifierref="r"><title>One</title></item>"#;

/// Lints a manifest that is one line, and expects at least this many findings.
fn check(organization: &str, resources: &str, findings: usize) {
    check_with(organization, resources, Vec::new(), findings);
}

/// The same with more files.
fn check_with(organization: &str, resources: &str, names: Vec<String>, findings: usize) {
    let manifest = format!(
        r#"<manifest identifier="m" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss" xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3" xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3"><metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata><organizations default="o"><organization identifier="o"><title>Course</title>{organization}</organization></organizations><resources>{resources}</resources></manifest>"#
    );
    let page = "<!DOCTYPE html><html lang=\"en\"><title>Page</title></html>";
    let files: MemoryFiles = [(MANIFEST.to_owned(), manifest.into_bytes())]
        .into_iter()
        .chain([("a.html".to_owned(), page.as_bytes().to_vec())])
        .chain(names.into_iter().map(|name| (name, b"text".to_vec())))
        .collect();
    let report = lint(&files, &[], &Settings::at(Level::Pedantic));
    assert!(
        report.findings.len() >= findings,
        "{} findings",
        report.findings.len()
    );
}

/// One piece per number.
fn each(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut all, number| {
        let _ = write!(all, "{}", piece(number));
        all
    })
}

fn sequencing(inside: &str) -> String {
    format!(
        r#"<item identifier="i" identifierref="r"><title>One</title><imsss:sequencing>{inside}</imsss:sequencing></item>"#
    )
}

/// Sequencing with this part of it.
fn sequencing_with(part: &str, inside: &str) -> String {
    sequencing(&format!("<imsss:{part}>{inside}</imsss:{part}>"))
}

#[test]
fn a_chain_of_dependencies() {
    let chain = each(COUNT, |n| {
        format!(
            r#"<resource identifier="r{n}" type="webcontent" adlcp:scormType="asset" href="a.html"><dependency identifierref="r{}"/></resource>"#,
            n + 1
        )
    });
    check(ITEM, &format!("{PAGE}{chain}"), 1);
}

#[test]
fn a_star_of_dependencies() {
    let all = each(COUNT, |n| format!(r#"<dependency identifierref="r{n}"/>"#));
    let rays = each(COUNT, |n| {
        format!(
            r#"<resource identifier="r{n}" type="webcontent" adlcp:scormType="asset"><dependency identifierref="hub"/></resource>"#
        )
    });
    let hub = format!(
        r#"<resource identifier="hub" type="webcontent" adlcp:scormType="asset">{all}</resource>"#
    );
    check(ITEM, &format!("{PAGE}{hub}{rays}"), 2 * COUNT);
}

#[test]
fn items_of_one_title() {
    let items = each(COUNT, |n| {
        format!(r#"<item identifier="i{n}" identifierref="r"><title>Same</title></item>"#)
    });
    check(&items, PAGE, COUNT - 1);
}

#[test]
fn items_of_one_identifier() {
    let item = r#"<item identifier="i" identifierref="none"><title>é</title></item>"#;
    check(&item.repeat(COUNT), PAGE, 2 * COUNT - 1);
}

#[test]
fn items_deep_inside_each_other() {
    let deep = each(150, |n| {
        format!(r#"<item identifier="d{n}"><title>Deep</title>"#)
    });
    let leaves = each(COUNT, |n| {
        format!(r#"<item identifier="i{n}" identifierref="r"><title>Leaf {n}</title></item>"#)
    });
    check(&format!("{deep}{leaves}{}", "</item>".repeat(150)), PAGE, 0);
}

#[test]
fn children_out_of_order() {
    let item = r#"<item identifierref="r"><adlcp:dataFromLMS>x</adlcp:dataFromLMS><title>One</title></item>"#;
    let titles = "<title>Late</title>".repeat(COUNT);
    check(
        &format!("{}{titles}{ITEM}", item.repeat(COUNT)),
        PAGE,
        2 * COUNT,
    );
}

#[test]
fn unknown_elements() {
    check(&format!("{ITEM}{}", "<bogus/>".repeat(COUNT)), PAGE, COUNT);
}

#[test]
fn files_that_are_not_there() {
    let files = each(COUNT, |n| format!(r#"<file href="f{n}.html"/>"#));
    let resource = format!(
        r#"<resource identifier="r" type="webcontent" adlcp:scormType="sco" href="a.html">{files}</resource>"#
    );
    check(ITEM, &resource, COUNT);
}

#[test]
fn one_file_many_times() {
    let files = r#"<file href="a.html"/>"#.repeat(COUNT);
    let resource = format!(
        r#"<resource identifier="r" type="webcontent" adlcp:scormType="sco" href="a.html">{files}</resource>"#
    );
    check(ITEM, &resource, COUNT - 1);
}

#[test]
fn resources_that_list_nothing() {
    let resources = each(COUNT, |n| {
        format!(
            r#"<resource identifier="r{n}" type="webcontent" adlcp:scormType="sco" href="a.html?{n}"><dependency identifierref="r"/></resource>"#
        )
    });
    check(ITEM, &format!("{PAGE}{resources}"), COUNT);
}

#[test]
fn rules_of_one_activity() {
    let rules = each(COUNT, |n| {
        format!(
            r#"<imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition referencedObjective="o{n}" condition="satisfied"/></imsss:ruleConditions><imsss:ruleAction action="skip"/></imsss:preConditionRule>"#
        )
    });
    check(&sequencing_with("sequencingRules", &rules), PAGE, COUNT);
}

#[test]
fn conditions_of_one_rule() {
    let conditions = each(COUNT, |n| {
        format!(r#"<imsss:ruleCondition referencedObjective="o{n}" condition="satisfied"/>"#)
    });
    let rule = format!(
        r#"<imsss:preConditionRule><imsss:ruleConditions>{conditions}</imsss:ruleConditions><imsss:ruleAction action="skip"/></imsss:preConditionRule>"#
    );
    check(&sequencing_with("sequencingRules", &rule), PAGE, COUNT);
}

#[test]
fn rollup_rules_of_one_activity() {
    let rule = r#"<imsss:rollupRule childActivitySet="all"><imsss:rollupConditions><imsss:rollupCondition condition="satisfied"/></imsss:rollupConditions><imsss:rollupAction action="satisfied"/></imsss:rollupRule>"#;
    check(
        &sequencing_with("rollupRules", &rule.repeat(COUNT)),
        PAGE,
        1,
    );
}

#[test]
fn objectives_with_maps() {
    let objectives = each(COUNT, |n| {
        format!(
            r#"<imsss:objective objectiveID="o{n}"><imsss:mapInfo targetObjectiveID="g{n}" writeSatisfiedStatus="true"/></imsss:objective>"#
        )
    });
    let primary = r#"<imsss:primaryObjective objectiveID="p"/>"#;
    let objectives = format!("{primary}{objectives}");
    check(&sequencing_with("objectives", &objectives), PAGE, 1);
}

#[test]
fn maps_of_one_objective() {
    let maps = each(COUNT, |n| {
        format!(r#"<imsss:mapInfo targetObjectiveID="g{n}" writeSatisfiedStatus="true"/>"#)
    });
    let objective =
        format!(r#"<imsss:primaryObjective objectiveID="p">{maps}</imsss:primaryObjective>"#);
    check(&sequencing_with("objectives", &objective), PAGE, 1);
}

#[test]
fn activities_that_are_always_skipped() {
    let items = each(COUNT, |n| {
        format!(
            r#"<item identifier="i{n}" identifierref="r"><title>Item {n}</title><imsss:sequencing><imsss:controlMode choice="false"/><imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="always"/></imsss:ruleConditions><imsss:ruleAction action="skip"/></imsss:preConditionRule></imsss:sequencingRules></imsss:sequencing></item>"#
        )
    });
    check(&items, PAGE, COUNT);
}

#[test]
fn a_large_template_of_many_items() {
    let objectives = each(COUNT, |n| {
        format!(r#"<imsss:objective objectiveID="o{n}"/>"#)
    });
    let collection = format!(
        r#"<imsss:sequencingCollection><imsss:sequencing ID="s"><imsss:objectives><imsss:primaryObjective objectiveID="p"/>{objectives}</imsss:objectives></imsss:sequencing></imsss:sequencingCollection>"#
    );
    let items = each(COUNT, |n| {
        format!(
            r#"<item identifier="i{n}" identifierref="r"><title>Item {n}</title><imsss:sequencing IDRef="s"/></item>"#
        )
    });
    let resources = format!("{PAGE}</resources>{collection}<resources>");
    check(&items, &resources, 1);
}

#[test]
fn buttons_hidden_many_times() {
    let hidden = "<adlnav:hideLMSUI>continue</adlnav:hideLMSUI>".repeat(COUNT);
    let item = format!(
        r#"<item identifier="i" identifierref="r"><title>One</title><adlnav:presentation><adlnav:navigationInterface>{hidden}</adlnav:navigationInterface></adlnav:presentation></item>"#
    );
    check(&item, PAGE, 1);
}

#[test]
fn many_organizations() {
    let between = r#"</organization><organization identifier="o"><title>Course</title>"#;
    let organization = format!("{ITEM}{between}");
    check(
        &format!("{}{ITEM}", organization.repeat(COUNT)),
        PAGE,
        COUNT,
    );
}

#[test]
fn many_templates() {
    let templates = each(COUNT, |n| format!(r#"<imsss:sequencing ID="s{n}"/>"#));
    let collection =
        format!("<imsss:sequencingCollection>{templates}</imsss:sequencingCollection>");
    let items = each(COUNT, |n| {
        format!(
            r#"<item identifier="i{n}" identifierref="r"><title>Item {n}</title><imsss:sequencing IDRef="s{n}"/></item>"#
        )
    });
    let resources = format!("{PAGE}</resources>{collection}<resources>");
    check(&items, &resources, 1);
}

#[test]
fn parts_of_one_sequencing() {
    let parts = each(COUNT, |n| format!("<imsss:part{n}/>"));
    check(&sequencing(&parts), PAGE, COUNT);
}

#[test]
fn files_that_nobody_lists() {
    let names = (0..COUNT / 2).flat_map(|n| [format!("media/f{n}.txt"), format!("media/F{n}.txt")]);
    check_with(ITEM, PAGE, names.collect(), COUNT / 2);
}

/// Lists few findings of each rule.
struct Few;

impl Watch for Few {
    fn begin(&self, _work: &Work) -> Result<(), Obstacle> {
        Ok(())
    }

    fn survives_overflow(&self) -> bool {
        false
    }

    fn most_findings(&self) -> usize {
        20
    }
}

#[test]
fn findings_beyond_a_bound_are_counted() {
    let items =
        r#"<item identifier="x" identifierref="none"><title>One</title></item>"#.repeat(100);
    let manifest = format!(
        r#"<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><organizations><organization identifier="o"><title>Course</title>{items}</organization></organizations><resources/></manifest>"#
    );
    let files: MemoryFiles = [(MANIFEST.to_owned(), manifest.into_bytes())]
        .into_iter()
        .collect();
    let settings = Settings::at(Level::Standard);
    let all = lint(&files, &[], &settings);
    let reports = lint_watched(&files, &[], std::slice::from_ref(&settings), &Few);
    let few = &reports[0];
    let dangling = |report: &Report| {
        let findings = report.findings.iter();
        findings.filter(|finding| finding.code == "RES020").count()
    };
    assert_eq!((dangling(&all), dangling(few)), (100, 20));
    let told =
        |finding: &Finding| finding.message == "80 further findings of rule RES020 are not listed";
    assert!(few.findings.iter().any(told));
    assert_eq!(score(&all.findings).score, score(&few.findings).score);
}
