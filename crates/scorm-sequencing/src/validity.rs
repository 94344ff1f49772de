//! Validity of navigation requests by look-ahead, for controls and `adl.nav.request_valid`.
//!
//! Look-ahead sees tracking as of the last transfer. It changes nothing: every process it calls
//! takes `&self`.

use scorm_package::manifest::HideLmsUi;

use crate::exception::Exception;
use crate::process::Sequenced;
use crate::request::NavigationRequest;
use crate::sequencer::Sequencer;
use crate::tree::ActivityId;

/// A control of the LMS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// Whether the request can be carried out, or why not.
    pub valid: Result<(), Exception>,
    /// The current activity hides the control (`hideLMSUI`); content may still ask for it.
    pub hidden: bool,
}

impl Control {
    /// Can the learner use it?
    pub fn is_enabled(&self) -> bool {
        self.valid.is_ok() && !self.hidden
    }
}

/// All controls of the LMS apart from the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the standard's vocabulary")]
pub struct NavigationValidity {
    pub continue_: Control,
    pub previous: Control,
    pub exit: Control,
    pub exit_all: Control,
    pub abandon: Control,
    pub abandon_all: Control,
    pub suspend_all: Control,
}

impl Sequencer {
    /// The controls of the LMS now.
    pub fn navigation_validity(&self) -> NavigationValidity {
        let hidden = self.hidden_controls();
        let control = |valid, token| Control {
            valid,
            hidden: hidden.contains(&token),
        };
        let validate = |request| self.validate(request);
        let active = self
            .state
            .current
            .is_some_and(|current| self.is_active(current));
        let suspend_all = validate(NavigationRequest::SuspendAll).and(if active {
            Ok(())
        } else {
            Err(Exception::NB_2_1_12)
        });
        NavigationValidity {
            continue_: control(self.continue_valid(), HideLmsUi::Continue),
            previous: control(self.previous_valid(), HideLmsUi::Previous),
            exit: control(validate(NavigationRequest::Exit), HideLmsUi::Exit),
            exit_all: control(validate(NavigationRequest::ExitAll), HideLmsUi::ExitAll),
            abandon: control(validate(NavigationRequest::Abandon), HideLmsUi::Abandon),
            abandon_all: control(
                validate(NavigationRequest::AbandonAll),
                HideLmsUi::AbandonAll,
            ),
            suspend_all: control(suspend_all, HideLmsUi::SuspendAll),
        }
    }

    /// `hideLMSUI` of the current leaf.
    pub fn hidden_controls(&self) -> &[HideLmsUi] {
        match self.state.current {
            Some(current) if self.tree.is_leaf(current) => {
                &self.tree.definition(current).hide_lms_ui
            }
            _ => &[],
        }
    }

    /// `adl.nav.request_valid.continue`. At the end of the course, continue leaves it, so there
    /// is nothing to look ahead for.
    pub fn continue_valid(&self) -> Result<(), Exception> {
        self.validate(NavigationRequest::Continue)
    }

    /// Whether continue finds an activity, or leaves the course, by tracking as it is now.
    pub fn continue_leads_on(&self) -> Result<(), Exception> {
        self.looking_ahead(|sequencer| {
            sequencer.navigation_request(NavigationRequest::Continue)?;
            match sequencer.continue_request() {
                Sequenced::Deliver(activity) => sequencer.delivery_request(activity),
                Sequenced::EndSession => Ok(()),
                Sequenced::Nothing(Some(exception)) => Err(exception),
                _ => Err(Exception::DB_1_1_2),
            }
        })
    }

    /// `adl.nav.request_valid.previous`.
    pub fn previous_valid(&self) -> Result<(), Exception> {
        self.looking_ahead(|sequencer| {
            sequencer.navigation_request(NavigationRequest::Previous)?;
            match sequencer.previous_request() {
                Sequenced::Deliver(activity) => sequencer.delivery_request(activity),
                Sequenced::Nothing(Some(exception)) => Err(exception),
                _ => Err(Exception::DB_1_1_2),
            }
        })
    }

    /// `adl.nav.request_valid.jump.{target=…}`: an available leaf that may be delivered.
    pub fn jump_valid(&self, target: ActivityId) -> Result<(), Exception> {
        self.looking_ahead(|sequencer| {
            sequencer.navigation_request(NavigationRequest::Jump(target))?;
            sequencer.delivery_request(target)
        })
    }

    /// `adl.nav.request_valid.choice.{target=…}`: the same as the target's entry in
    /// [`Sequencer::menu`], whether it is visible or not.
    pub fn choice_valid(&self, target: ActivityId) -> Result<(), Exception> {
        self.looking_ahead(|sequencer| sequencer.check_choice_target(target))
    }

    fn check_choice_target(&self, target: ActivityId) -> Result<(), Exception> {
        self.navigation_request(NavigationRequest::Choice(target))?;
        self.check_choice_path(target)?;
        self.check_choice_of_ancestor(target)?;
        if self
            .tree
            .path_to_root(target)
            .any(|on| self.check_activity(on))
        {
            return Err(Exception::DB_1_1_3);
        }
        self.check_choice_delivers(target)
    }

    /// A leaf delivers itself, a cluster what flow finds from it.
    pub(crate) fn check_choice_delivers(&self, target: ActivityId) -> Result<(), Exception> {
        if self.tree.is_leaf(target) {
            return Ok(());
        }
        let found = self.flow_into(target).ok_or(Exception::SB_2_9_9)?;
        self.delivery_request(found)
    }

    /// The menu keeps ancestors of the current activity out that SB.2.9 would let through: one
    /// with choiceExit=false, and one above a constrainChoice that flows out of its reach.
    pub(crate) fn check_choice_of_ancestor(&self, target: ActivityId) -> Result<(), Exception> {
        let Some(current) = self.state.current else {
            return Ok(());
        };
        if target == current || !self.tree.is_within(current, target) {
            return Ok(());
        }
        if !self.tree.definition(target).control_mode.choice_exit {
            return Err(Exception::SB_2_9_7);
        }
        let constrained = self.tree.path_below(current, target).find(|on| {
            self.tree
                .definition(*on)
                .constrained_choice
                .constrain_choice
        });
        let Some(constrained) = constrained else {
            return Ok(());
        };
        let (before, after) = self.choice_flow_neighbors(constrained);
        let reached = self.flow_into(target).is_some_and(|found| {
            [before, constrained, after]
                .iter()
                .any(|within| self.tree.is_within(found, *within))
        });
        if reached {
            Ok(())
        } else {
            Err(Exception::SB_2_9_8)
        }
    }
}
