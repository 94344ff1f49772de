//! The choice menu: every available activity with what the learner may do with it.
//!
//! One pass from the root down. What holds for a whole branch (hidden, disabled, the way down
//! barred) is handed to the children, so that the cost is one step per activity.

use crate::definition::PreConditionAction;
use crate::exception::Exception;
use crate::sequencer::Sequencer;
use crate::tree::ActivityId;

/// The choice menu.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// Available activities in preorder, the root first; invisible ones too.
    pub entries: Vec<MenuEntry>,
    /// Whether a menu is shown: something below the root can be seen and selected, and the
    /// current activity does not forbid choice.
    pub offered: bool,
}

/// One activity in the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuEntry {
    /// The activity.
    pub activity: ActivityId,
    /// Indentation: an invisible activity's children move up to its level.
    pub level: u32,
    /// Is the entry shown?
    pub visible: bool,
    /// Neither it nor an ancestor is disabled or over its limit.
    pub enabled: bool,
    /// Why it cannot be selected; nothing if it can.
    pub refusal: Option<Exception>,
}

impl MenuEntry {
    /// Can the learner, or content, choose it?
    pub const fn is_selectable(&self) -> bool {
        self.refusal.is_none()
    }
}

/// Where a branch lies, seen from the current activity.
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

/// What a parent hands down.
#[derive(Clone, Copy)]
struct Branch {
    level: u32,
    hidden: bool,
    disabled: bool,
    place: Place,
}

/// What is the same for all entries.
struct Viewpoint {
    /// The current activity; the root if there is none, since then choice enters from there.
    from: ActivityId,
    /// Choice is forbidden altogether: the current activity itself has choiceExit=false.
    held: bool,
    /// The lowest activity of the path with choiceExit=false.
    exit_limit: Option<ActivityId>,
    /// The lowest activity of the path with constrainChoice, and its neighbours.
    constrained: Option<(ActivityId, ActivityId, ActivityId)>,
    /// How far choice reaches among the siblings of the current activity.
    siblings: Option<SiblingReach>,
}

/// SB.2.9 step 7 for all siblings at once.
struct SiblingReach {
    parent: ActivityId,
    current: usize,
    /// The first place, from the current activity on, where stopForwardTraversal holds.
    first_stop: Option<usize>,
    forward_only: bool,
}

impl Sequencer {
    /// The choice menu now, with the validity of every target.
    pub fn menu(&self) -> Menu {
        self.looking_ahead(Self::build_menu)
    }

    fn build_menu(&self) -> Menu {
        let viewpoint = self.viewpoint();
        let mut entries = Vec::with_capacity(self.tree.len());
        let root = Branch {
            level: 0,
            hidden: false,
            disabled: false,
            place: Place::OnPath,
        };
        let mut open = vec![(ActivityId::ROOT, root)];
        while let Some((activity, inherited)) = open.pop() {
            let hidden = inherited.hidden
                || self.pre_condition(activity, PreConditionAction::HiddenFromChoice);
            let disabled = inherited.disabled || self.check_activity(activity);
            let branch = Branch {
                hidden,
                disabled,
                ..inherited
            };
            let visible = self.tree.activity(activity).is_visible && !hidden;
            entries.push(MenuEntry {
                activity,
                level: branch.level,
                visible,
                enabled: !disabled,
                refusal: self.refusal(&viewpoint, activity, branch).err(),
            });
            self.open_children(&viewpoint, activity, branch, visible, &mut open);
        }
        let offered = !viewpoint.held
            && entries
                .iter()
                .skip(1)
                .any(|entry| entry.visible && entry.is_selectable());
        Menu { entries, offered }
    }

    fn viewpoint(&self) -> Viewpoint {
        let current = self.state.current;
        let from = current.unwrap_or(ActivityId::ROOT);
        let definition = |on: ActivityId| self.tree.definition(on);
        let on_path = |holds: &dyn Fn(ActivityId) -> bool| {
            current.and_then(|current| self.tree.path_to_root(current).find(|on| holds(*on)))
        };
        let exit_limit = on_path(&|on| !definition(on).control_mode.choice_exit);
        let constrained = on_path(&|on| definition(on).constrained_choice.constrain_choice);
        Viewpoint {
            from,
            held: current.is_some() && exit_limit == current && self.is_active(from),
            exit_limit,
            constrained: constrained.map(|on| {
                let (before, after) = self.choice_flow_neighbors(on);
                (on, before, after)
            }),
            siblings: current.and_then(|current| self.sibling_reach(current)),
        }
    }

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

    /// Hands what holds for the branch to the children, last child first for the stack.
    fn open_children(
        &self,
        viewpoint: &Viewpoint,
        activity: ActivityId,
        branch: Branch,
        visible: bool,
        open: &mut Vec<(ActivityId, Branch)>,
    ) {
        let children = self.available_children(activity);
        if children.is_empty() {
            return;
        }
        let level = branch.level + u32::from(visible);
        let stops = self.pre_condition(activity, PreConditionAction::StopForwardTraversal);
        let stopped = |forward: bool| (forward && stops).then_some(Exception::SB_2_4_1);
        // On the path, children behind the one that leads to the current activity lie forward;
        // below the current activity everything does.
        let mut forward = true;
        for child in children.iter().rev() {
            let leads_on = activity != viewpoint.from
                && matches!(branch.place, Place::OnPath)
                && self.tree.is_within(viewpoint.from, *child);
            let place = match branch.place {
                Place::OnPath if leads_on => {
                    forward = false;
                    Place::OnPath
                }
                Place::OnPath => Place::Off {
                    forward,
                    barred: stopped(forward),
                },
                Place::Off { forward, barred } => {
                    let control = &self.tree.definition(activity).constrained_choice;
                    let prevented = control.prevent_activation && !self.is_active(activity);
                    let barred = barred
                        .or(stopped(forward))
                        .or(prevented.then_some(Exception::SB_2_9_6));
                    Place::Off { forward, barred }
                }
            };
            open.push((
                *child,
                Branch {
                    level,
                    place,
                    ..branch
                },
            ));
        }
    }

    /// Why an entry cannot be selected, by NB.2.1, SB.2.9 and DB.1.1.
    fn refusal(
        &self,
        viewpoint: &Viewpoint,
        target: ActivityId,
        branch: Branch,
    ) -> Result<(), Exception> {
        let parent = self.tree.parent(target);
        if parent.is_some_and(|parent| !self.tree.definition(parent).control_mode.choice) {
            return Err(Exception::NB_2_1_10);
        }
        if viewpoint.held {
            return Err(Exception::NB_2_1_8);
        }
        if branch.hidden {
            return Err(Exception::SB_2_9_3);
        }
        match &viewpoint.siblings {
            Some(siblings) if parent == Some(siblings.parent) => {
                self.check_sibling(siblings, target)?;
            }
            _ => self.check_way(viewpoint, target, branch.place)?,
        }
        self.check_choice_of_ancestor(target)?;
        if branch.disabled {
            return Err(Exception::DB_1_1_3);
        }
        self.check_choice_delivers(target)
    }

    fn check_sibling(&self, reach: &SiblingReach, target: ActivityId) -> Result<(), Exception> {
        let place = self.available_position(target).ok_or(Exception::SB_2_9_2)?;
        if reach.first_stop.is_some_and(|stop| place > stop) {
            return Err(Exception::SB_2_4_1);
        }
        if place < reach.current && reach.forward_only {
            return Err(Exception::SB_2_4_2);
        }
        Ok(())
    }

    /// SB.2.9 steps 8 to 10 for a target that is not a sibling of the current activity.
    fn check_way(
        &self,
        viewpoint: &Viewpoint,
        target: ActivityId,
        place: Place,
    ) -> Result<(), Exception> {
        if let Some(limit) = viewpoint.exit_limit
            && !self.tree.is_within(target, limit)
        {
            return Err(Exception::SB_2_9_7);
        }
        let Place::Off { forward, barred } = place else {
            return Ok(());
        };
        if let Some((constrained, before, after)) = viewpoint.constrained
            && !self.tree.is_within(target, constrained)
            && !self
                .tree
                .is_within(target, if forward { after } else { before })
        {
            return Err(Exception::SB_2_9_8);
        }
        barred.map_or(Ok(()), Err)
    }
}
