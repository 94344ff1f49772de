//! How far choice reaches: NB.2.1, SB.2.9 and DB.1.1 for all targets in one pass from the root
//! down.

use crate::definition::PreConditionAction;
use crate::departure::Departure;
use crate::exception::Exception;
use crate::sequencer::Sequencer;
use crate::tree::ActivityId;

/// The way from the root down to a target.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    hidden: bool,
    disabled: bool,
    place: Place,
}

impl Way {
    pub(crate) const ROOT: Self = Self {
        hidden: false,
        disabled: false,
        place: Place::OnPath,
    };
}

/// Where a target lies, seen from the current activity.
#[derive(Clone, Copy)]
enum Place {
    /// On the path from the root to the current activity.
    OnPath,
    /// Beside the path or below the current activity.
    Off {
        forward: bool,
        /// What bars the way down to the activity [SB.2.9 steps 8 and 10.5].
        barred: Option<Exception>,
    },
}

/// What is the same for all targets.
pub(crate) struct ChoiceReach<'a> {
    left: Left,
    /// The tree in which SB.2.9 searches.
    sequencer: &'a Sequencer,
    settled: Option<Result<(), Exception>>,
    /// The current activity; the root if there is none, since then choice enters from there.
    from: ActivityId,
    /// The lowest activity of the path with choiceExit=false.
    exit_limit: Option<ActivityId>,
    /// The lowest cluster of the path with constrainChoice, and its neighbours.
    constrained: Option<(ActivityId, ActivityId, ActivityId)>,
    /// How far choice reaches among the siblings of the current activity.
    siblings: Option<SiblingReach>,
}

/// What NB.2.1 looks at: the activity that is to be left, while it is active.
struct Left {
    parent: Option<ActivityId>,
    /// Choice is forbidden altogether: the activity itself has choiceExit=false.
    held: bool,
    /// The lowest active activity of its path with choiceExit=false.
    exit_limit: Option<ActivityId>,
}

/// SB.2.9 step 7 for all siblings at once.
struct SiblingReach {
    parent: ActivityId,
    current: usize,
    /// The first place, from the current activity on, where stopForwardTraversal holds.
    first_stop: Option<usize>,
    forward_only: bool,
}

impl<'a> ChoiceReach<'a> {
    pub(crate) fn new(before: &Sequencer, departure: &'a Departure<'_>) -> Self {
        let sequencer: &Sequencer = &departure.after;
        let tree = &sequencer.tree;
        let current = sequencer.state.current;
        let exit_limit = |from: Option<ActivityId>, holds: &dyn Fn(ActivityId) -> bool| {
            let mut path = from.into_iter().flat_map(|from| tree.path_to_root(from));
            path.find(|on| !tree.definition(*on).control_mode.choice_exit && holds(*on))
        };
        let left = before.state.current;
        let left_limit = exit_limit(left, &|on| before.is_active(on));
        let constrained = current.and_then(|current| sequencer.constrained_cluster(current));
        Self {
            left: Left {
                parent: left.and_then(|left| tree.parent(left)),
                held: left.is_some() && left_limit == left,
                exit_limit: left_limit,
            },
            sequencer,
            settled: departure.settled,
            from: current.unwrap_or(ActivityId::ROOT),
            exit_limit: exit_limit(current, &|_| true),
            constrained: constrained.map(|on| {
                let (before, after) = sequencer.choice_flow_neighbors(on);
                (on, before, after)
            }),
            siblings: current.and_then(|current| sequencer.sibling_reach(current)),
        }
    }

    /// The current activity forbids every choice.
    pub(crate) fn is_held(&self) -> bool {
        self.left.held
    }

    /// The way when it reaches an activity: what the activity itself adds to it.
    pub(crate) fn arrive(&self, activity: ActivityId, way: Way) -> Way {
        let hidden = || {
            self.sequencer
                .pre_condition(activity, PreConditionAction::HiddenFromChoice)
        };
        Way {
            hidden: way.hidden || hidden(),
            disabled: way.disabled || self.sequencer.check_activity(activity),
            ..way
        }
    }

    /// The ways from an activity on to its available children.
    pub(crate) fn ways_to_children(
        &self,
        activity: ActivityId,
        way: Way,
    ) -> Vec<(ActivityId, Way)> {
        let sequencer = self.sequencer;
        let children = sequencer.available_children(activity);
        if children.is_empty() {
            return Vec::new();
        }
        let stops = sequencer.pre_condition(activity, PreConditionAction::StopForwardTraversal);
        let stopped = |forward: bool| (forward && stops).then_some(Exception::SB_2_4_1);
        let leads_on =
            |child: ActivityId| activity != self.from && sequencer.tree.is_within(self.from, child);
        // On the path, children behind the one that leads to the current activity lie forward;
        // below the current activity everything does.
        let turn = children.iter().position(|child| leads_on(*child));
        let ways = children.iter().enumerate().map(|(position, child)| {
            let place = match way.place {
                Place::OnPath if turn == Some(position) => Place::OnPath,
                Place::OnPath => {
                    let forward = turn.is_none_or(|turn| position > turn);
                    Place::Off {
                        forward,
                        barred: stopped(forward),
                    }
                }
                Place::Off { forward, barred } => {
                    let control = &sequencer.tree.definition(activity).constrained_choice;
                    let prevented = control.prevent_activation && !sequencer.is_active(activity);
                    let barred = barred
                        .or(stopped(forward))
                        .or(prevented.then_some(Exception::SB_2_9_6));
                    Place::Off { forward, barred }
                }
            };
            (*child, Way { place, ..way })
        });
        ways.collect()
    }

    /// Whether a choice of `target` would be carried out, or why not.
    pub(crate) fn check(&self, target: ActivityId, way: Way) -> Result<(), Exception> {
        self.check_navigation(target)?;
        self.settled
            .unwrap_or_else(|| self.check_sequencing(target, way))
    }

    /// NB.2.1.
    fn check_navigation(&self, target: ActivityId) -> Result<(), Exception> {
        let tree = &self.sequencer.tree;
        let parent = tree.parent(target);
        if parent.is_some_and(|parent| !tree.definition(parent).control_mode.choice) {
            return Err(Exception::NB_2_1_10);
        }
        let bound = self
            .left
            .exit_limit
            .is_some_and(|limit| !tree.is_within(target, limit));
        if self.left.held || bound && parent != self.left.parent {
            return Err(Exception::NB_2_1_8);
        }
        Ok(())
    }

    /// SB.2.9, and DB.1.1 for what it finds.
    fn check_sequencing(&self, target: ActivityId, way: Way) -> Result<(), Exception> {
        if way.hidden {
            return Err(Exception::SB_2_9_3);
        }
        let sequencer = self.sequencer;
        match &self.siblings {
            Some(siblings) if sequencer.tree.parent(target) == Some(siblings.parent) => {
                self.check_sibling(siblings, target)?;
            }
            _ => self.check_way(target, way.place)?,
        }
        if let Some(current) = sequencer.state.current {
            sequencer.check_choice_of_ancestor(current, target)?;
        }
        if way.disabled {
            return Err(Exception::DB_1_1_3);
        }
        if sequencer.tree.is_leaf(target) {
            return Ok(());
        }
        // A leaf delivers itself, a cluster what flow finds from it.
        let found = sequencer.flow_into(target).ok_or(Exception::SB_2_9_9)?;
        sequencer.delivery_request(found)
    }

    fn check_sibling(&self, reach: &SiblingReach, target: ActivityId) -> Result<(), Exception> {
        let place = self.sequencer.available_position(target);
        let place = place.ok_or(Exception::SB_2_9_2)?;
        if reach.first_stop.is_some_and(|stop| place > stop) {
            return Err(Exception::SB_2_4_1);
        }
        if place < reach.current && reach.forward_only {
            return Err(Exception::SB_2_4_2);
        }
        Ok(())
    }

    /// SB.2.9 steps 8 to 10 for a target that is not a sibling of the current activity.
    fn check_way(&self, target: ActivityId, place: Place) -> Result<(), Exception> {
        let outside = |on: ActivityId| !self.sequencer.tree.is_within(target, on);
        if self.exit_limit.is_some_and(outside) {
            return Err(Exception::SB_2_9_7);
        }
        let Place::Off { forward, barred } = place else {
            return Ok(());
        };
        if let Some((constrained, before, after)) = self.constrained
            && outside(constrained)
            && outside(if forward { after } else { before })
        {
            return Err(Exception::SB_2_9_8);
        }
        barred.map_or(Ok(()), Err)
    }
}

impl Sequencer {
    fn sibling_reach(&self, current: ActivityId) -> Option<SiblingReach> {
        let parent = self.tree.parent(current)?;
        let place = self.available_position(current)?;
        let stops =
            |on: &ActivityId| self.pre_condition(*on, PreConditionAction::StopForwardTraversal);
        let first_stop = self.available_children(parent)[place..]
            .iter()
            .position(stops);
        Some(SiblingReach {
            parent,
            current: place,
            first_stop: first_stop.map(|offset| place + offset),
            forward_only: self.tree.definition(parent).control_mode.forward_only,
        })
    }
}
