//! The life of a dialog as states and events.

use serde::{Deserialize, Serialize};

/// Where a dialog stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "DialogState")
)]
pub enum State {
    Idle,
    Pending,
    Active,
    Responding,
    Completed,
    Error,
    Cancelled,
    Expired,
}

/// What happens to a dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Request,
    Display,
    Submit,
    Cancel,
    Success,
    Error,
    Expire,
    Retry,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 8] = [
        Self::Idle,
        Self::Pending,
        Self::Active,
        Self::Responding,
        Self::Completed,
        Self::Error,
        Self::Cancelled,
        Self::Expired,
    ];

    /// The state after an event, or nothing when the event cannot happen here.
    pub fn after(self, event: Event) -> Option<Self> {
        match (self, event) {
            (Self::Idle, Event::Request) => Some(Self::Pending),
            (Self::Pending, Event::Display) => Some(Self::Active),
            (Self::Active, Event::Submit) | (Self::Error, Event::Retry) => Some(Self::Responding),
            (Self::Pending | Self::Active, Event::Cancel) => Some(Self::Cancelled),
            (Self::Responding, Event::Success) => Some(Self::Completed),
            (Self::Responding, Event::Error) => Some(Self::Error),
            (Self::Pending | Self::Active, Event::Expire) => Some(Self::Expired),
            _ => None,
        }
    }

    /// Takes an event. An event that cannot happen changes nothing, and `false` says so.
    pub fn apply(&mut self, event: Event) -> bool {
        let next = self.after(event);
        if next.is_none() {
            tracing::warn!(target: "dialog", "{}", invalid_transition(*self, event));
        }
        *self = next.unwrap_or(*self);
        next.is_some()
    }

    /// Whether it belongs to the history.
    pub fn is_terminal(self) -> bool {
        matches!(
            self,
            Self::Completed | Self::Error | Self::Cancelled | Self::Expired
        )
    }

    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Idle => "IDLE",
            Self::Pending => "PENDING",
            Self::Active => "ACTIVE",
            Self::Responding => "RESPONDING",
            Self::Completed => "COMPLETED",
            Self::Error => "ERROR",
            Self::Cancelled => "CANCELLED",
            Self::Expired => "EXPIRED",
        }
    }
}

impl Event {
    /// Every event.
    pub const ALL: [Self; 8] = [
        Self::Request,
        Self::Display,
        Self::Submit,
        Self::Cancel,
        Self::Success,
        Self::Error,
        Self::Expire,
        Self::Retry,
    ];

    fn as_str(self) -> &'static str {
        match self {
            Self::Request => "REQUEST",
            Self::Display => "DISPLAY",
            Self::Submit => "SUBMIT",
            Self::Cancel => "CANCEL",
            Self::Success => "SUCCESS",
            Self::Error => "ERROR",
            Self::Expire => "EXPIRE",
            Self::Retry => "RETRY",
        }
    }
}

fn invalid_transition(state: State, event: Event) -> String {
    format!("Invalid transition: {}-{}", state.as_str(), event.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_listed_transitions_exist() {
        let listed = [
            (State::Idle, Event::Request, State::Pending),
            (State::Pending, Event::Display, State::Active),
            (State::Active, Event::Submit, State::Responding),
            (State::Active, Event::Cancel, State::Cancelled),
            (State::Responding, Event::Success, State::Completed),
            (State::Responding, Event::Error, State::Error),
            (State::Pending, Event::Cancel, State::Cancelled),
            (State::Pending, Event::Expire, State::Expired),
            (State::Active, Event::Expire, State::Expired),
            (State::Error, Event::Retry, State::Responding),
        ];
        for from in State::ALL {
            for event in Event::ALL {
                let wanted = listed
                    .iter()
                    .find(|(state, what, _)| (*state, *what) == (from, event))
                    .map(|(_, _, to)| *to);
                let mut state = from;
                assert_eq!(state.apply(event), wanted.is_some(), "{from:?} {event:?}");
                assert_eq!(state, wanted.unwrap_or(from));
            }
        }
    }

    #[test]
    fn the_warning_names_state_and_event() {
        assert_eq!(
            invalid_transition(State::Completed, Event::Submit),
            "Invalid transition: COMPLETED-SUBMIT"
        );
    }
}
