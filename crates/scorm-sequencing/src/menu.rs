//! The choice menu: every available activity with what the learner may do with it.
//!
//! One pass from the root down. What holds for a whole branch (hidden, disabled, the way down
//! barred) is handed to the children, so that the cost is one step per activity. What is shown
//! follows from tracking as it is; what can be selected, from what a choice would find once the
//! current activity has been left.

use crate::choice_reach::{ChoiceReach, Way};
use crate::definition::PreConditionAction;
use crate::departure::Departure;
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

/// What a parent hands down.
#[derive(Clone, Copy)]
struct Branch {
    level: u32,
    hidden: bool,
    disabled: bool,
    way: Way,
}

impl Sequencer {
    /// The choice menu now, with the validity of every target.
    pub fn menu(&self) -> Menu {
        self.looking_ahead(|sequencer| sequencer.build_menu(&Departure::new(sequencer)))
    }

    pub(crate) fn build_menu(&self, departure: &Departure<'_>) -> Menu {
        let reach = ChoiceReach::new(self, departure);
        let mut entries = Vec::with_capacity(self.tree.len());
        let root = Branch {
            level: 0,
            hidden: false,
            disabled: false,
            way: Way::ROOT,
        };
        let mut open = vec![(ActivityId::ROOT, root)];
        while let Some((activity, inherited)) = open.pop() {
            let hidden = inherited.hidden
                || self.pre_condition(activity, PreConditionAction::HiddenFromChoice);
            let disabled = inherited.disabled || self.check_activity(activity);
            let way = reach.arrive(activity, inherited.way);
            let visible = self.tree.activity(activity).is_visible && !hidden;
            entries.push(MenuEntry {
                activity,
                level: inherited.level,
                visible,
                enabled: !disabled,
                refusal: reach.check(activity, way).err(),
            });
            let level = inherited.level + u32::from(visible);
            let children = reach.ways_to_children(activity, way);
            // Last child first, for the stack.
            open.extend(children.into_iter().rev().map(|(child, way)| {
                let branch = Branch {
                    level,
                    hidden,
                    disabled,
                    way,
                };
                (child, branch)
            }));
        }
        let offered = !reach.is_held()
            && entries
                .iter()
                .skip(1)
                .any(|entry| entry.visible && entry.is_selectable());
        Menu { entries, offered }
    }
}
