//! SEQ022: No activity of an organization can ever be delivered.

use std::collections::HashMap;
use std::sync::Arc;

use scorm_package::manifest::Organization;
use scorm_package::xml::Vocabulary;
use scorm_sequencing::{ActivityTree, NavigationRequest, Outcome, Sequencer};

use super::reach;
use crate::activity::{Activities, Activity};
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// No activity of an organization can ever be delivered.
    ///
    /// ## Why
    /// The course opens with an empty window.
    ///
    /// ## Example
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choice="false" flow="false"/></imsss:sequencing>
    /// </organization>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <organization identifier="o1">
    ///   <title>Course</title>
    ///   <item identifier="i1" identifierref="r1"><title>One</title></item>
    ///   <item identifier="i2" identifierref="r1"><title>Two</title></item>
    ///   <imsss:sequencing><imsss:controlMode choice="true" flow="false"/></imsss:sequencing>
    /// </organization>
    /// ```
    pub static RULE = {
        code: "SEQ022",
        name: "course-cannot-start",
        category: Sequencing,
        severity: Error,
        level: Basic,
        versions: SCORM_2004,
        spec: "SN 4, SB.2.5, Start Sequencing Request Process",
        mend: r#"Set `flow="true"` for {1}, and let its first activity be delivered."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let activities = cx.activities();
    let mut organizations = HashMap::new();
    for organization in cx
        .manifest
        .iter()
        .flat_map(|manifest| &manifest.organizations)
    {
        let id = organization.identifier.as_str();
        organizations.entry(id).or_insert(organization);
    }
    for root in activities
        .list
        .iter()
        .filter(|activity| activity.parent.is_none() && !activity.is_leaf())
    {
        let refuses = || {
            let organization = organizations.get(root.id());
            organization.is_some_and(|organization| refuses_to_start(cx, organization))
        };
        if flows_to_content(activities, root) {
            continue;
        }
        if !reach::any_leaf(activities, root) || refuses() {
            out.at(
                root.node,
                format!("nothing of the organization `{}` can start", root.id()),
            );
        }
    }
}

/// Does the way down the first children lead to content, with nothing on it that could refuse? Most
/// courses start like that, and the engine need not be asked.
fn flows_to_content(activities: &Activities<'_>, root: &Activity<'_>) -> bool {
    let mut at = root;
    loop {
        let may_refuse = at.rules("preConditionRule").next().is_some()
            || at.part(Vocabulary::Imsss, "limitConditions").is_some()
            || at
                .part(Vocabulary::Imsss, "randomizationControls")
                .is_some();
        if may_refuse {
            return false;
        }
        match activities.children_of(at).next() {
            None => return at.node.attribute("identifierref").is_some(),
            Some(first) if activities.flows(at) => at = first,
            Some(_) => return false,
        }
    }
}

/// Asks the engine: no learner has been here, so what it does first is certain.
fn refuses_to_start(cx: &LintCx<'_>, organization: &Organization) -> bool {
    let Some(manifest) = cx.manifest else {
        return false;
    };
    let (tree, _) = ActivityTree::new(manifest, organization);
    // What other courses leave in objectives of the system may open this one.
    if organization.objectives_global_to_system && !tree.globals().is_empty() {
        return false;
    }
    let sequencer = Sequencer::new(Arc::new(tree));
    let mut seeds = 0..SEEDS;
    let starts = seeds.any(|seed| {
        let outcome = sequencer.predict(NavigationRequest::Start, seed);
        matches!(outcome, Outcome::Delivered(_))
    });
    let mut entries = sequencer.menu().entries.into_iter();
    !starts && !entries.any(|entry| entry.is_selectable())
}

/// Selection and order of children may be random; this many draws are tried.
const SEEDS: u64 = 4;
