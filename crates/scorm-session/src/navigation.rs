//! What the learner's controls and menu look like now, and why not.

use scorm_package::manifest::HideLmsUi;
use scorm_runtime::{ContentRequest, NavigationOracle, Validity};
use scorm_sequencing::{NavigationRequest, Sequencer};
use serde::{Deserialize, Serialize};

use crate::session::{Phase, Session};

/// The learner's controls and menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Navigation {
    /// Where the sequencing session stands.
    pub session: SessionState,
    /// Identifier of the current activity.
    pub current: Option<String>,
    /// Controls that can be used and are not hidden, in the words of `adl.nav.request`.
    pub available: Vec<String>,
    /// Controls that the current activity hides.
    pub hidden: Vec<String>,
    /// The menu, if one is offered.
    pub menu: Option<Vec<MenuEntry>>,
}

impl Navigation {
    /// Whether the learner can use a control.
    pub fn is_available(&self, control: &str) -> bool {
        self.available.iter().any(|available| available == control)
    }
}

/// Where the sequencing session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SessionState {
    /// The course has not been launched.
    NotStarted,
    /// It is open.
    Active,
    /// It is over.
    Ended,
    /// It is over and can be resumed.
    Suspended,
}

/// One activity in the menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MenuEntry {
    /// Identifier of the item.
    pub identifier: String,
    /// Its title.
    pub title: String,
    /// Steps from the root.
    pub depth: u32,
    /// It is listed.
    pub visible: bool,
    /// It can be chosen.
    pub selectable: bool,
    /// It is the current activity.
    pub current: bool,
    /// Why it cannot be chosen.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
}

impl Session {
    /// What the learner's controls and menu look like now.
    ///
    /// What the content has reported so far counts as if it ended now, so that a status it set
    /// opens and closes entries at once.
    pub fn navigation(&self) -> Navigation {
        let tracking = self.tracking_for(NavigationRequest::Continue);
        let tree = &self.course.tree;
        let (controls, menu) = tracking.navigation();
        let is_open = self.phase == Phase::Open;
        let available = [
            ("continue", controls.continue_),
            ("previous", controls.previous),
            ("exit", controls.exit),
            ("exitAll", controls.exit_all),
            ("abandon", controls.abandon),
            ("abandonAll", controls.abandon_all),
            ("suspendAll", controls.suspend_all),
        ];
        let mut available: Vec<String> = available
            .into_iter()
            .filter(|(_, control)| is_open && control.is_enabled())
            .map(|(name, _)| name.to_owned())
            .collect();
        let offered = menu.offered && !matches!(self.phase, Phase::Ended { .. });
        if offered {
            available.push("choice".to_owned());
        }
        Navigation {
            session: match self.phase {
                Phase::NotStarted => SessionState::NotStarted,
                Phase::Open => SessionState::Active,
                Phase::Ended { suspended: false } => SessionState::Ended,
                Phase::Ended { suspended: true } => SessionState::Suspended,
            },
            current: tracking
                .current()
                .map(|id| self.course.identifier(id).to_owned()),
            available,
            hidden: tracking
                .hidden_controls()
                .iter()
                .map(|control| HideLmsUi::as_str(*control).to_owned())
                .collect(),
            menu: offered.then(|| {
                let entry = |entry: &scorm_sequencing::MenuEntry| {
                    let activity = tree.activity(entry.activity);
                    MenuEntry {
                        identifier: activity.identifier.clone(),
                        title: activity.title.clone(),
                        depth: entry.level,
                        visible: entry.visible,
                        selectable: entry.is_selectable(),
                        current: tracking.current() == Some(entry.activity),
                        why: entry
                            .refusal
                            .map(|why| format!("{}: {}", why.code(), why.meaning())),
                    }
                };
                menu.entries.iter().map(entry).collect()
            }),
        }
    }
}

/// Answers `adl.nav.request_valid.*`: what would come of the request if the content ended now.
pub(crate) struct Oracle {
    /// Nothing where no such question was expected; then the answer is `unknown`.
    tracking: Option<Sequencer>,
}

impl Oracle {
    /// Who answers a `GetValue` of this element. Only questions about requests cost a copy.
    pub(crate) fn on(session: &Session, element: &str) -> Self {
        let asked = element.starts_with("adl.nav.request_valid.");
        Self {
            tracking: asked.then(|| session.tracking_if_ended(NavigationRequest::Continue)),
        }
    }
}

impl NavigationOracle for Oracle {
    fn request_valid(&self, request: ContentRequest<'_>) -> Validity {
        let Some(tracking) = &self.tracking else {
            return Validity::Unknown;
        };
        let request = crate::transfer::sequencing_request(tracking.tree(), request);
        if tracking.request_valid(request).is_ok() {
            Validity::True
        } else {
            Validity::False
        }
    }
}
