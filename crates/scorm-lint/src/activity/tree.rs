//! Organizations and items as activities.

use std::collections::{HashMap, HashSet};

use scorm_package::manifest::sequencing::TemplateBudget;
use scorm_package::xml::{Attribute, Node, Vocabulary};

use super::rule::{RollupRule, SequencingRule};
use super::value::{is_objective, is_true, objective_id};
use crate::LintCx;

/// Parts of one sequencing that are looked at; the standard has a dozen.
const MOST_PARTS: usize = 50;

/// All activities of all organizations, parents before children, in document order.
#[derive(Debug, Default)]
pub(crate) struct Activities<'a> {
    pub(crate) list: Vec<Activity<'a>>,
    /// Entries of the collection that no activity uses, as if they were activities.
    pub(crate) unused: Vec<Activity<'a>>,
}

/// An organization or item.
#[derive(Debug)]
pub(crate) struct Activity<'a> {
    pub(crate) node: Node<'a>,
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    /// Its own `imsss:sequencing`.
    pub(crate) own: Option<Node<'a>>,
    /// The entry of the collection that its `IDRef` names.
    pub(crate) template: Option<Node<'a>>,
    /// Does an activity before it, beside it, always stop those that come forward?
    pub(crate) is_behind_stop: bool,
    /// The parts of its sequencing: its own, and those of the template that it does not have.
    parts: Vec<(Vocabulary, &'a str, Node<'a>)>,
    rules: Vec<(&'a str, SequencingRule<'a>)>,
    rollup_rules: Vec<RollupRule<'a>>,
}

impl<'a> Activities<'a> {
    pub(crate) fn collect(cx: &LintCx<'a>) -> Self {
        let mut templates = HashMap::new();
        for collection in cx.all(Vocabulary::Imsss, "sequencingCollection") {
            for entry in collection.children_named(Vocabulary::Imsss, "sequencing") {
                if let Some(id) = entry.attribute("ID") {
                    templates.entry(id.value().trim()).or_insert(entry);
                }
            }
        }
        let mut activities = Self::default();
        let mut budget = TemplateBudget::default();
        for organization in cx.organizations() {
            activities.add(organization, None, &templates, &mut budget);
        }
        activities.find_stops();
        let used: HashSet<_> = activities
            .list
            .iter()
            .filter_map(|a| a.template)
            .map(Node::id)
            .collect();
        for entry in cx
            .all(Vocabulary::Imsss, "sequencingCollection")
            .flat_map(Node::children)
        {
            if entry.is(Vocabulary::Imsss, "sequencing") && !used.contains(&entry.id()) {
                activities
                    .unused
                    .push(Activity::new(entry, None, Some(entry), None));
            }
        }
        activities
    }

    /// All activities, and the unused entries of the collection.
    pub(crate) fn with_unused(&self) -> impl Iterator<Item = &Activity<'a>> {
        self.list.iter().chain(&self.unused)
    }

    fn add(
        &mut self,
        node: Node<'a>,
        parent: Option<usize>,
        templates: &HashMap<&'a str, Node<'a>>,
        budget: &mut TemplateBudget,
    ) -> usize {
        let own = node.child(Vocabulary::Imsss, "sequencing");
        let idref = own.and_then(|own| own.attribute("IDRef"));
        let template = idref.and_then(|idref| templates.get(idref.value().trim()).copied());
        let template = template.filter(|template| budget.pay(*template));
        let at = self.list.len();
        self.list.push(Activity::new(node, parent, own, template));
        for item in node.children_named(Vocabulary::Imscp, "item") {
            let child = self.add(item, Some(at), templates, budget);
            self.list[at].children.push(child);
        }
        at
    }

    fn find_stops(&mut self) {
        for at in 0..self.list.len() {
            let mut stopped = false;
            for child in self.list[at].children.clone() {
                let child = &mut self.list[child];
                child.is_behind_stop = stopped;
                stopped |= child.always("stopForwardTraversal");
            }
        }
    }

    /// The activity around another.
    pub(crate) fn parent_of(&self, activity: &Activity<'a>) -> Option<&Activity<'a>> {
        activity.parent.map(|at| &self.list[at])
    }

    /// The activities directly inside another.
    pub(crate) fn children_of<'s>(
        &'s self,
        activity: &'s Activity<'a>,
    ) -> impl Iterator<Item = &'s Activity<'a>> {
        activity.children.iter().map(|at| &self.list[*at])
    }

    /// Activities with children.
    pub(crate) fn clusters(&self) -> impl Iterator<Item = &Activity<'a>> {
        self.list.iter().filter(|activity| !activity.is_leaf())
    }

    /// May the children be reached by continue and previous? A root with a single leaf and the
    /// default modes flows, so that a course of one activity starts.
    pub(crate) fn flows(&self, activity: &Activity<'a>) -> bool {
        let single = activity.parent.is_none()
            && activity.children.len() == 1
            && self.list[activity.children[0]].is_leaf();
        let flow = activity.flag(Vocabulary::Imsss, "controlMode", "flow", false);
        flow || (single && activity.flag(Vocabulary::Imsss, "controlMode", "choice", true))
    }
}

impl<'a> Activity<'a> {
    fn new(
        node: Node<'a>,
        parent: Option<usize>,
        own: Option<Node<'a>>,
        template: Option<Node<'a>>,
    ) -> Self {
        let mut parts: Vec<(Vocabulary, &'a str, Node<'a>)> = Vec::new();
        for part in own.into_iter().chain(template).flat_map(Node::children) {
            let (vocabulary, name) = (part.vocabulary(), part.name());
            let known = parts.iter().any(|(v, n, _)| *v == vocabulary && *n == name);
            // Elements are not merged: the first one counts as a whole.
            if !known && parts.len() < MOST_PARTS {
                parts.push((vocabulary, name, part));
            }
        }
        let find = |name: &str| {
            let found = parts
                .iter()
                .find(|(v, n, _)| *v == Vocabulary::Imsss && *n == name);
            found.map(|(_, _, part)| *part)
        };
        let rules = find("sequencingRules").into_iter().flat_map(Node::children);
        let rules = rules
            .map(|rule| (rule.name(), SequencingRule::read(rule)))
            .collect();
        let rollup = find("rollupRules").into_iter().flat_map(Node::children);
        let rollup_rules = rollup.map(RollupRule::read).collect();
        let children = Vec::new();
        Self {
            node,
            parent,
            children,
            own,
            template,
            is_behind_stop: false,
            parts,
            rules,
            rollup_rules,
        }
    }

    /// Has it no children?
    pub(crate) fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }

    /// Its identifier, or a word for it.
    pub(crate) fn id(&self) -> &'a str {
        let id = self
            .node
            .attribute("identifier")
            .or_else(|| self.node.attribute("ID"));
        id.map_or("(no identifier)", |id| id.value().trim())
    }

    /// A part of its sequencing: its own element, else that of the template, never both merged.
    pub(crate) fn part(&self, vocabulary: Vocabulary, name: &str) -> Option<Node<'a>> {
        let found = self
            .parts
            .iter()
            .find(|(v, n, _)| *v == vocabulary && *n == name);
        found.map(|(_, _, part)| *part)
    }

    /// An attribute of a part.
    pub(crate) fn setting(
        &self,
        vocabulary: Vocabulary,
        part: &str,
        attribute: &str,
    ) -> Option<Attribute<'a>> {
        self.part(vocabulary, part)?.attribute(attribute)
    }

    /// A boolean of a part.
    pub(crate) fn flag(
        &self,
        vocabulary: Vocabulary,
        part: &str,
        attribute: &str,
        default: bool,
    ) -> bool {
        self.setting(vocabulary, part, attribute)
            .map_or(default, |found| is_true(found, default))
    }

    /// A boolean of its control mode.
    pub(crate) fn control(&self, attribute: &str, default: bool) -> bool {
        self.flag(Vocabulary::Imsss, "controlMode", attribute, default)
    }

    /// The place of a part, or of the activity where the part is not written.
    pub(crate) fn part_or_node(&self, vocabulary: Vocabulary, name: &str) -> Node<'a> {
        self.part(vocabulary, name).unwrap_or(self.node)
    }

    /// Is anything recorded about it?
    pub(crate) fn is_tracked(&self) -> bool {
        self.flag(Vocabulary::Imsss, "deliveryControls", "tracked", true)
    }

    /// Its `imsss` objectives, the primary one first.
    pub(crate) fn objectives(&self) -> Vec<Node<'a>> {
        let objectives = self.part(Vocabulary::Imsss, "objectives");
        objectives
            .map(|all| all.children().filter(|o| is_objective(*o)).collect())
            .unwrap_or_default()
    }

    /// The identifiers of its objectives, as they are compared.
    pub(crate) fn objective_ids(&self) -> Vec<String> {
        let objectives = self.objectives().into_iter();
        objectives
            .filter_map(|objective| objective.attribute("objectiveID"))
            .map(|id| objective_id(id.value()))
            .collect()
    }

    /// The rules of a kind, such as `preConditionRule`.
    pub(crate) fn rules(&self, kind: &str) -> impl Iterator<Item = &SequencingRule<'a>> + Clone {
        self.rules
            .iter()
            .filter(move |(own, _)| *own == kind)
            .map(|(_, rule)| rule)
    }

    /// Does a pre-condition rule with this action act whatever happens?
    pub(crate) fn always(&self, action: &str) -> bool {
        let mut rules = self.rules("preConditionRule");
        rules.any(|rule| rule.action == action && rule.is_always())
    }

    /// Its pre-, exit and post-condition rules.
    pub(crate) fn all_rules(&self) -> impl Iterator<Item = &SequencingRule<'a>> {
        self.rules.iter().map(|(_, rule)| rule)
    }

    /// The rollup rules over its children.
    pub(crate) fn rollup_rules(&self) -> &[RollupRule<'a>] {
        &self.rollup_rules
    }
}
