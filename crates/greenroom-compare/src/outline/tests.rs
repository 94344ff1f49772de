//! Changes between two manifests.

use super::{About, compare};

fn changes(old: &str, new: &str) -> Vec<(About, Option<String>, String)> {
    let course = |items: &str| {
        let text = format!(
            "<manifest identifier=\"m\" xmlns:imsss=\"http://www.imsglobal.org/xsd/imsss\" xmlns:adlcp=\"http://www.adlnet.org/xsd/adlcp_v1p3\"><organizations><organization identifier=\"o\"><title>T</title>{items}</organization></organizations><resources><resource identifier=\"r\" href=\"a.html\"/><resource identifier=\"s\" href=\"b.html\"/></resources></manifest>"
        );
        scorm_package::parse(&text).0
    };
    let found = compare(&course(old).unwrap(), &course(new).unwrap());
    found
        .into_iter()
        .map(|change| (change.about, change.activity, change.what))
        .collect()
}

fn item(id: &str, resource: &str, inner: &str) -> String {
    format!(
        "<item identifier=\"{id}\" identifierref=\"{resource}\"><title>{id}</title>{inner}</item>"
    )
}

#[test]
fn equal_courses_have_no_changes() {
    let items = item("a", "r", "") + &item("b", "s", "");
    assert!(changes(&items, &items).is_empty());
}

#[test]
fn activities_come_go_move_and_change_their_names() {
    let (a, b, c) = (item("a", "r", ""), item("b", "s", ""), item("c", "s", ""));
    let structure =
        |what: &str, id: Option<&str>| (About::Structure, id.map(str::to_owned), what.to_owned());
    assert_eq!(
        changes(&a, &(a.clone() + &b)),
        [structure("added", Some("b"))]
    );
    assert_eq!(
        changes(&(a.clone() + &b), &a),
        [structure("removed", Some("b"))]
    );
    let order = structure("order of the activities in it", None);
    assert_eq!(changes(&(a.clone() + &b), &(b.clone() + &a)), [order]);
    let nested = format!("<item identifier=\"p\"><title>p</title>{b}</item>");
    let apart = format!("<item identifier=\"p\"><title>p</title></item>{b}");
    assert_eq!(
        changes(&nested, &apart),
        [structure("moved to another parent", Some("b"))]
    );
    let renamed = changes(&b, &c);
    assert_eq!(renamed.len(), 1);
    assert!(
        renamed[0].2.starts_with("has another identifier"),
        "{renamed:?}"
    );
}

#[test]
fn launch_thresholds_objectives_and_rules_are_told_apart() {
    let sequencing = |measure: &str, rule: &str| {
        format!(
            "<imsss:sequencing><imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition=\"{rule}\"/></imsss:ruleConditions><imsss:ruleAction action=\"skip\"/></imsss:preConditionRule></imsss:sequencingRules><imsss:objectives><imsss:primaryObjective objectiveID=\"p\" satisfiedByMeasure=\"true\"><imsss:minNormalizedMeasure>{measure}</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing>"
        )
    };
    let old = item("a", "r", &sequencing("0.6", "satisfied"));
    let new = item("a", "s", &sequencing("0.8", "completed"));
    let abouts: Vec<About> = changes(&old, &new)
        .into_iter()
        .map(|change| change.0)
        .collect();
    assert_eq!(
        abouts,
        [About::Launch, About::Thresholds, About::Sequencing]
    );
}
