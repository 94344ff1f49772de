//! Validity of navigation requests by look-ahead, for controls and `adl.nav.request_valid`.
//!
//! Look-ahead sees tracking as of the last transfer and says what comes next, exactly: what is
//! called valid is carried out, what is called invalid is refused. It works on a copy.

use scorm_package::manifest::HideLmsUi;

use crate::departure::Departure;
use crate::exception::Exception;
use crate::menu::Menu;
use crate::request::NavigationRequest;
use crate::sequencer::{Outcome, Sequencer};

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
        self.looking_ahead(|sequencer| sequencer.controls(&Departure::new(sequencer)))
    }

    /// The controls and the menu now, for the price of one.
    pub fn navigation(&self) -> (NavigationValidity, Menu) {
        self.looking_ahead(|sequencer| {
            let departure = Departure::new(sequencer);
            (
                sequencer.controls(&departure),
                sequencer.build_menu(&departure),
            )
        })
    }

    fn controls(&self, departure: &Departure<'_>) -> NavigationValidity {
        let hidden = self.hidden_controls();
        let control = |valid, token| Control {
            valid,
            hidden: hidden.contains(&token),
        };
        let validate = |request| self.validate(request);
        let leave_by = |request| departure.try_request(request);
        NavigationValidity {
            continue_: control(leave_by(NavigationRequest::Continue), HideLmsUi::Continue),
            previous: control(leave_by(NavigationRequest::Previous), HideLmsUi::Previous),
            exit: control(validate(NavigationRequest::Exit), HideLmsUi::Exit),
            exit_all: control(validate(NavigationRequest::ExitAll), HideLmsUi::ExitAll),
            abandon: control(validate(NavigationRequest::Abandon), HideLmsUi::Abandon),
            abandon_all: control(
                validate(NavigationRequest::AbandonAll),
                HideLmsUi::AbandonAll,
            ),
            suspend_all: control(
                self.request_valid(NavigationRequest::SuspendAll),
                HideLmsUi::SuspendAll,
            ),
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

    /// Whether a request would be carried out, or why not: it is tried on a copy.
    ///
    /// The request ends the attempt on the current activity first, and with that come automatic
    /// completion, rollup, exit and postcondition rules. Only a trial sees what they do to the
    /// way; a postcondition that replaces the request answers for it.
    pub fn request_valid(&self, request: NavigationRequest) -> Result<(), Exception> {
        use NavigationRequest::{Choice, Continue, Jump, Previous};
        match request {
            Continue | Previous | Choice(_) | Jump(_) => {
                self.looking_ahead(|sequencer| Departure::new(sequencer).try_request(request))
            }
            _ => self.predict(request, 0).accepted(),
        }
    }
}

impl Outcome {
    /// Was the request carried out, and if not, why?
    pub fn accepted(self) -> Result<(), Exception> {
        match self {
            Self::Refused(exception) | Self::NothingDelivered(Some(exception)) => Err(exception),
            Self::Delivered(_) | Self::NothingDelivered(None) | Self::Ended { .. } => Ok(()),
        }
    }
}
