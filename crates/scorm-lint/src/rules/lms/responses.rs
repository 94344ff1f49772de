//! The answers of choices, which are identifiers and not text.

use std::collections::HashMap;

use crate::script::Scripts;
use crate::script::element_use::{ElementUse, units_by_interaction_type};
use crate::script::facts::UnitId;

/// Which units set nothing but choices.
pub(crate) struct Responses {
    choices_only: HashMap<UnitId, bool>,
}

impl Responses {
    pub(crate) fn of(scripts: &Scripts) -> Self {
        let choices_only = units_by_interaction_type(scripts, |name| name == "choice");
        Self { choices_only }
    }

    /// Is it certainly the answer of a choice in SCORM 2004?
    pub(crate) fn is_choice(&self, used: &ElementUse) -> bool {
        let is_response =
            used.element.ends_with(".learner_response") || used.element.ends_with(".pattern");
        !used.version.is_scorm12()
            && is_response
            && self.choices_only.get(&used.unit) == Some(&true)
    }
}

/// The identifiers of an answer, without what says how they are read.
pub(crate) fn names(value: &str) -> impl Iterator<Item = &str> {
    let mut rest = value;
    while let Some((_, behind)) = rest.split_once('}').filter(|_| rest.starts_with('{')) {
        rest = behind;
    }
    rest.split("[,]")
}
