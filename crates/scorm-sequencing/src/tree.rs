//! The activity tree: an arena in preorder, made once from an organization and never changed.
//!
//! What changes (tracking, available children, current activity) is in [`crate::state`].

use std::collections::HashMap;
use std::sync::Arc;

use crate::definition::{Definition, Timing};

/// An activity by its place in preorder; the root is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ActivityId(pub u32);

impl ActivityId {
    /// The root of every tree.
    pub const ROOT: Self = Self(0);

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A global objective by its place among those the course maps to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

impl GlobalId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node: the organization (root) or one of its items.
#[derive(Clone, Debug)]
pub struct Activity {
    /// Identifier of the item or organization.
    pub identifier: String,
    /// Its title.
    pub title: String,
    /// Nothing for the root.
    pub parent: Option<ActivityId>,
    /// Children in document order, selected or not.
    pub children: Vec<ActivityId>,
    /// Place among the parent's children, in document order.
    pub position: u32,
    /// Steps from the root.
    pub depth: u32,
    /// The first id behind the activity and everything below it.
    pub end: ActivityId,
    /// `isvisible`.
    pub is_visible: bool,
    /// The resource that a leaf launches.
    pub resource: Option<String>,
    /// The sequencing definition, defaults applied; shared by activities that have the same.
    pub definition: Arc<Definition>,
}

impl Activity {
    /// A leaf has no children.
    pub fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }
}

/// One node as handed to [`ActivityTree::assemble`].
#[derive(Clone, Debug, Default)]
pub struct ActivityParts {
    /// Steps from the root: 0 only for the first.
    pub depth: u32,
    /// Identifier.
    pub identifier: String,
    /// Title.
    pub title: String,
    /// `isvisible`.
    pub is_visible: bool,
    /// The resource that a leaf launches.
    pub resource: Option<String>,
    /// The sequencing definition; its maps use ids of the `globals` given to `assemble`.
    pub definition: Definition,
}

/// The activities of one course.
#[derive(Clone, Debug)]
pub struct ActivityTree {
    activities: Vec<Activity>,
    by_identifier: HashMap<String, ActivityId>,
    globals: Vec<String>,
    /// Per global objective: the parents of the activities that read it, each once.
    reader_parents: Vec<Vec<ActivityId>>,
    /// Clusters with selection or randomization controls.
    shuffled_clusters: Vec<ActivityId>,
    depends_on_tracking: bool,
    /// `adlseq:objectivesGlobalToSystem`.
    pub objectives_global_to_system: bool,
}

impl ActivityTree {
    /// Makes the tree from nodes in preorder and the names of the global objectives.
    ///
    /// A node deeper than one step below its predecessor is taken as that one's child, so any
    /// list gives a tree. An identifier that occurs twice finds the first activity.
    pub fn assemble(
        parts: Vec<ActivityParts>,
        globals: Vec<String>,
        objectives_global_to_system: bool,
    ) -> Self {
        let mut activities: Vec<Activity> = Vec::with_capacity(parts.len().max(1));
        let mut by_identifier = HashMap::with_capacity(parts.len());
        let mut open: Vec<ActivityId> = Vec::new();
        let mut shared = SharedDefinitions::default();
        let parts = if parts.is_empty() {
            vec![ActivityParts::default()]
        } else {
            parts
        };
        for part in parts {
            let id = ActivityId(activities.len() as u32);
            // Only the first node may be the root.
            let depth = if open.is_empty() {
                0
            } else {
                (part.depth as usize).max(1)
            };
            open.truncate(depth);
            let parent = open.last().copied();
            let mut position = 0;
            if let Some(parent) = parent {
                let siblings = &mut activities[parent.index()].children;
                position = siblings.len() as u32;
                siblings.push(id);
            }
            by_identifier.entry(part.identifier.clone()).or_insert(id);
            activities.push(Activity {
                identifier: part.identifier,
                title: part.title,
                parent,
                children: Vec::new(),
                position,
                depth: open.len() as u32,
                end: ActivityId(id.0 + 1),
                is_visible: part.is_visible,
                resource: part.resource,
                definition: shared.get(part.definition),
            });
            open.push(id);
        }
        // Children stand behind their parents, so their ends are settled first.
        for index in (1..activities.len()).rev() {
            let end = activities[index].end;
            if let Some(parent) = activities[index].parent {
                let parent = &mut activities[parent.index()];
                parent.end = parent.end.max(end);
            }
        }
        let mut tree = Self {
            activities,
            by_identifier,
            reader_parents: vec![Vec::new(); globals.len()],
            globals,
            shuffled_clusters: Vec::new(),
            depends_on_tracking: false,
            objectives_global_to_system,
        };
        tree.depends_on_tracking = tree
            .activities
            .iter()
            .any(|activity| activity.definition.depends_on_tracking());
        tree.apply_single_activity_rule();
        tree.index();
        tree
    }

    /// A root with default control modes and a single leaf flows to it without a menu.
    fn apply_single_activity_rule(&mut self) {
        let [root, only] = self.activities.as_mut_slice() else {
            return;
        };
        let control = &mut Arc::make_mut(&mut root.definition).control_mode;
        if only.parent == Some(ActivityId::ROOT) && control.choice && !control.flow {
            control.choice = false;
            control.flow = true;
        }
    }

    fn index(&mut self) {
        for (index, activity) in self.activities.iter().enumerate() {
            let controls = &activity.definition.randomization;
            let never = controls.selection_timing == Timing::Never
                && controls.randomization_timing == Timing::Never;
            if !activity.is_leaf() && !never {
                self.shuffled_clusters.push(ActivityId(index as u32));
            }
            let Some(parent) = activity.parent else {
                continue;
            };
            for global in activity
                .definition
                .objectives
                .iter()
                .flat_map(|o| o.read.globals())
            {
                let parents = &mut self.reader_parents[global.index()];
                // Preorder brings siblings together except around subtrees; the rest of the
                // doubles goes below.
                if parents.last() != Some(&parent) {
                    parents.push(parent);
                }
            }
        }
        for parents in &mut self.reader_parents {
            parents.sort_unstable();
            parents.dedup();
        }
    }

    /// The activity of an id of this tree.
    pub fn activity(&self, id: ActivityId) -> &Activity {
        &self.activities[id.index()]
    }

    pub(crate) fn definition(&self, id: ActivityId) -> &Definition {
        &self.activity(id).definition
    }

    /// Number of activities.
    #[expect(clippy::len_without_is_empty, reason = "a tree has at least its root")]
    pub fn len(&self) -> usize {
        self.activities.len()
    }

    /// All ids in preorder.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ActivityId> + use<> {
        (0..self.activities.len() as u32).map(ActivityId)
    }

    /// The activity of an identifier, compared exactly.
    pub fn find(&self, identifier: &str) -> Option<ActivityId> {
        self.by_identifier.get(identifier).copied()
    }

    /// The parent; nothing for the root.
    pub fn parent(&self, id: ActivityId) -> Option<ActivityId> {
        self.activity(id).parent
    }

    /// Is it a leaf?
    pub fn is_leaf(&self, id: ActivityId) -> bool {
        self.activity(id).is_leaf()
    }

    /// The activity and its ancestors up to the root.
    pub fn path_to_root(&self, id: ActivityId) -> impl Iterator<Item = ActivityId> + '_ {
        std::iter::successors(Some(id), |id| self.parent(*id))
    }

    /// From the root down to the activity.
    pub fn path_from_root(&self, id: ActivityId) -> Vec<ActivityId> {
        let mut path: Vec<ActivityId> = self.path_to_root(id).collect();
        path.reverse();
        path
    }

    /// From `id` upward to, but without, its ancestor `ancestor`.
    pub fn path_below(
        &self,
        id: ActivityId,
        ancestor: ActivityId,
    ) -> impl Iterator<Item = ActivityId> + '_ {
        self.path_to_root(id).take_while(move |id| *id != ancestor)
    }

    /// Is `ancestor` the activity itself or above it?
    pub fn is_within(&self, id: ActivityId, ancestor: ActivityId) -> bool {
        id >= ancestor && id < self.activity(ancestor).end
    }

    /// The lowest activity above or equal to both.
    pub fn common_ancestor(&self, one: ActivityId, other: ActivityId) -> ActivityId {
        let (mut one, mut other) = (one, other);
        while one != other {
            // The deeper one climbs; at equal depth both must.
            let (depth_one, depth_other) = (self.activity(one).depth, self.activity(other).depth);
            if depth_one >= depth_other {
                one = self.parent(one).unwrap_or(ActivityId::ROOT);
            }
            if depth_other >= depth_one {
                other = self.parent(other).unwrap_or(ActivityId::ROOT);
            }
        }
        one
    }

    /// The common ancestor counted among clusters: a leaf stands for its parent.
    pub fn common_cluster(&self, one: ActivityId, other: ActivityId) -> ActivityId {
        let cluster = |id| {
            if self.is_leaf(id) {
                self.parent(id).unwrap_or(id)
            } else {
                id
            }
        };
        self.common_ancestor(cluster(one), cluster(other))
    }

    /// Whether tracking can decide where a request leads: some activity has a rule, a limit or
    /// prerequisites. Without them the control modes decide alone.
    pub fn depends_on_tracking(&self) -> bool {
        self.depends_on_tracking
    }

    /// Names (`targetObjectiveID`) of the global objectives the course maps to.
    pub fn globals(&self) -> &[String] {
        &self.globals
    }

    pub(crate) fn reader_parents(&self, global: GlobalId) -> &[ActivityId] {
        &self.reader_parents[global.index()]
    }

    pub(crate) fn shuffled_clusters(&self) -> &[ActivityId] {
        &self.shuffled_clusters
    }
}

/// Definitions seen so far. Most activities of a course have the same few, and rollup runs over
/// many activities: what is shared stays in the cache.
#[derive(Default)]
struct SharedDefinitions(Vec<Arc<Definition>>);

impl SharedDefinitions {
    /// Comparing with more would cost more than sharing saves.
    const MOST: usize = 32;

    fn get(&mut self, definition: Definition) -> Arc<Definition> {
        if let Some(known) = self.0.iter().find(|known| ***known == definition) {
            return Arc::clone(known);
        }
        let new = Arc::new(definition);
        if self.0.len() < Self::MOST {
            self.0.push(Arc::clone(&new));
        }
        new
    }
}
