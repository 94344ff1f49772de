//! Where a course saves what was lost, and what to change there.

use super::{Lost, LostKind};
use crate::eavesdropping::{Listener, Tried};

/// Where the course registers what saves, else where it saves.
pub(super) fn handler(tried: &Tried, listeners: &[Listener]) -> Option<String> {
    let mut registered = listeners.iter();
    let registered = registered.find(|one| Some(&one.event) == tried.event.as_ref());
    registered
        .map(|one| one.at.clone())
        .or_else(|| tried.at.clone())
}

/// What to change.
pub(super) fn fix(cause: Option<&Tried>, lost: &[Lost]) -> String {
    if lost.iter().all(|one| one.kind == LostKind::Place) {
        return "keep the place (location or suspend_data) when a page is entered, set exit to \
                \"suspend\", and go there when entry is \"resume\""
            .to_owned();
    }
    let is_lost = |kind| lost.iter().any(|one| one.kind == kind);
    let is_aside =
        |one: &Lost| matches!(one.kind, LostKind::Exit | LostKind::Time | LostKind::Place);
    if is_lost(LostKind::Exit) && is_lost(LostKind::Place) && lost.iter().all(is_aside) {
        return "set exit to \"suspend\" right after Initialize and Commit it, not only when the course \
                is left"
            .to_owned();
    }
    match cause.and_then(|tried| tried.event.as_deref()) {
        Some(event @ ("unload" | "beforeunload")) => format!(
            "save and Commit when a page is entered or answered; the last save belongs in pagehide, \
             not in {event}"
        ),
        Some(event @ ("pagehide" | "visibilitychange" | "freeze")) => format!(
            "save and Commit when a page is entered or answered, so that {event} has little left to save"
        ),
        _ => "save and Commit as soon as there is something to keep, and look at what Commit \
              answers"
            .to_owned(),
    }
}
