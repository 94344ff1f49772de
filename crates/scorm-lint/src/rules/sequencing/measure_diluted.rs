//! SEQ059: An activity without a score lowers the measure of its cluster.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use ahash::AHashMap;
use scorm_package::xml::{ElementId, Vocabulary};

use crate::activity::{Activity, is_true};
use crate::href::HrefKind;
use crate::rule::declare_rule;
use crate::rules::api_usage::session;
use crate::{Findings, LintCx};

declare_rule! {
    /// An activity without a score lowers the measure of its cluster.
    ///
    /// ## Why
    /// A cluster divides by the weights of all tracked children, also of those that never report a measure: with one text beside one test, a perfect test gives 0.5.
    ///
    /// ## Example
    /// ```package
    /// <item identifier="c1">
    ///   <title>Chapter</title>
    ///   <item identifier="i1" identifierref="r1"><title>Text</title></item>
    ///   <item identifier="i2" identifierref="r2"><title>Test</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:controlMode flow="true"/>
    ///     <imsss:objectives>
    ///       <imsss:primaryObjective satisfiedByMeasure="true"/>
    ///     </imsss:objectives>
    ///   </imsss:sequencing>
    /// </item>
    /// <resources>
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="text.html">
    ///   <file href="text.html"/>
    /// </resource>
    /// <resource identifier="r2" type="webcontent" adlcp:scormType="sco" href="test.html">
    ///   <file href="test.html"/>
    /// </resource>
    /// </resources>
    /// //- text.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Text</h1></body></html>
    /// //- test.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Test</title></head>
    /// <body><h1>Test</h1><script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.score.scaled", "1");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// <item identifier="c1">
    ///   <title>Chapter</title>
    ///   <item identifier="i1" identifierref="r1"><title>Text</title><imsss:sequencing><imsss:rollupRules objectiveMeasureWeight="0"/></imsss:sequencing></item>
    ///   <item identifier="i2" identifierref="r2"><title>Test</title></item>
    ///   <imsss:sequencing>
    ///     <imsss:controlMode flow="true"/>
    ///     <imsss:objectives>
    ///       <imsss:primaryObjective satisfiedByMeasure="true"/>
    ///     </imsss:objectives>
    ///   </imsss:sequencing>
    /// </item>
    /// <resources>
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="text.html">
    ///   <file href="text.html"/>
    /// </resource>
    /// <resource identifier="r2" type="webcontent" adlcp:scormType="sco" href="test.html">
    ///   <file href="test.html"/>
    /// </resource>
    /// </resources>
    /// //- text.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><h1>Text</h1></body></html>
    /// //- test.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Test</title></head>
    /// <body><h1>Test</h1><script>
    /// var api = window.parent.API_1484_11;
    /// api.Initialize("");
    /// api.SetValue("cmi.score.scaled", "1");
    /// api.Terminate("");
    /// </script></body></html>
    /// ```
    pub static RULE = {
        code: "SEQ059",
        name: "measure-diluted",
        category: Sequencing,
        severity: Warning,
        level: Standard,
        versions: SCORM_2004,
        spec: "SN RB.1.1, Measure Rollup",
        mend: r#"Give {1} `<imsss:rollupRules objectiveMeasureWeight="0"/>`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    let pages = LazyCell::new(|| Pages::of(cx));
    for cluster in activities.clusters() {
        let objectives = cluster.objectives();
        let primary = objectives
            .iter()
            .find(|node| node.name() == "primaryObjective");
        let by_measure = primary.and_then(|primary| primary.attribute("satisfiedByMeasure"));
        if !by_measure.is_some_and(|flag| is_true(flag, false)) {
            continue;
        }
        let pages = &*pages;
        let counted = || {
            activities
                .children_of(cluster)
                .filter(|child| counts(child))
        };
        // Where no child has a score, the cluster has none either; that is another fault.
        if counted().all(|child| pages.never_score(cx, child)) {
            continue;
        }
        for child in counted().filter(|child| pages.never_score(cx, child)) {
            let message = format!(
                "`{}` reports no score, and counts in the measure of `{}`",
                child.id(),
                cluster.id()
            );
            out.at(child.node, message);
        }
    }
}

/// Does the cluster divide by its weight?
fn counts(child: &Activity<'_>) -> bool {
    let weight = child.setting(Vocabulary::Imsss, "rollupRules", "objectiveMeasureWeight");
    let weight = weight.and_then(|weight| weight.value().trim().parse::<f64>().ok());
    child.is_tracked() && weight.unwrap_or(1.0) > 0.0
}

/// What is known about the pages, found out once and only where a cluster needs it.
struct Pages<'c> {
    /// The launch page of each resource.
    files: AHashMap<ElementId, &'c str>,
    /// Pages that never set a score, of which all code was seen.
    silent: BTreeSet<Rc<str>>,
}

impl<'c> Pages<'c> {
    fn of(cx: &'c LintCx<'_>) -> Self {
        let hrefs = cx.hrefs().iter();
        let launches = hrefs.filter(|href| href.kind == HrefKind::Resource);
        let silent = session::complete(cx)
            .filter(|session| session.sets(&["cmi.score.scaled"]) == Some(false));
        Self {
            files: launches
                .filter_map(|href| Some((href.node.id(), href.file()?)))
                .collect(),
            silent: silent.map(|session| session.launch.file.clone()).collect(),
        }
    }

    /// Is it certain that the activity never has a measure? Clusters and what maps may have one.
    fn never_score(&self, cx: &LintCx<'_>, child: &Activity<'_>) -> bool {
        let objectives = child.objectives();
        let mut maps = objectives.iter();
        let maps = maps.any(|one| one.child(Vocabulary::Imsss, "mapInfo").is_some());
        let Some(resource) = cx
            .resource_of(child.node)
            .filter(|_| child.is_leaf() && !maps)
        else {
            return false;
        };
        let kind = cx.scorm_type(resource).map(|kind| kind.value().trim());
        kind.is_some_and(|kind| kind.eq_ignore_ascii_case("asset"))
            || self
                .files
                .get(&resource.id())
                .is_some_and(|file| self.silent.contains(*file))
    }
}
