//! What an orderly leave brings: the measure of all others.

use std::collections::{BTreeMap, BTreeSet};

use super::{LostKind, kind};
use crate::cell::Left;
use crate::eavesdropping::Tried;

/// What an orderly leave brings to the LMS at this moment.
#[derive(Debug, Default)]
pub(crate) struct Orderly {
    pub(super) expected: BTreeMap<String, String>,
    /// Where the content saves each element, and in which event.
    pub(super) saved_by: BTreeMap<String, Tried>,
    /// Elements that the LMS refuses however the course is left.
    pub(super) refused: BTreeSet<String>,
    /// What the LMS does not keep however the course is left.
    pub(super) unkept: BTreeSet<String>,
    /// The status that the learner meets on return.
    pub(super) status: Option<String>,
}

impl Orderly {
    /// From the leaves in which nothing goes wrong, the most orderly first.
    pub(crate) fn of<'a>(leaves: impl IntoIterator<Item = &'a Left>) -> Self {
        let mut orderly = Self::default();
        for left in leaves {
            let met = left.on_return.as_ref();
            let status = met.and_then(|met| met.status.clone());
            let status = left.arrivals.status.clone().or(status);
            orderly.status = orderly.status.or(status);
            for (element, arrived) in left.arrivals.while_leaving() {
                let value = arrived.value.clone();
                orderly.expected.entry(element.clone()).or_insert(value);
            }
            for one in &left.arrivals.missing {
                let is_aside = matches!(kind(&one.element), LostKind::Exit | LostKind::Time);
                if one.never_kept || (is_aside && one.not_taken) {
                    orderly.unkept.insert(one.element.clone());
                }
                // Also what an orderly leave does not bring in this LMS, the course wants to save.
                let value = one.value.clone();
                orderly.expected.entry(one.element.clone()).or_insert(value);
            }
            for tried in &left.tried {
                let Some((element, _)) = tried.sets() else {
                    continue;
                };
                if tried.is_refused() {
                    orderly.refused.insert(element.to_owned());
                } else {
                    // A frame that was taken away does not say in which event it saves.
                    let place = orderly.saved_by.entry(element.to_owned());
                    let known = place.or_insert_with(|| tried.clone());
                    if known.event.is_none() && tried.event.is_some() {
                        known.clone_from(tried);
                    }
                }
            }
        }
        orderly
    }
}
