//! The answers of choices, which are identifiers and not text.

use std::collections::HashMap;

use scorm_runtime::ApiFunction;

use crate::script::Scripts;
use crate::script::element_use::ElementUse;
use crate::script::facts::UnitId;

/// Which units set nothing but choices.
pub(crate) struct Responses {
    choices_only: HashMap<UnitId, bool>,
}

impl Responses {
    pub(crate) fn of(scripts: &Scripts) -> Self {
        let mut choices_only = HashMap::new();
        let types = scripts.elements.iter().filter(|used| {
            used.function == ApiFunction::SetValue
                && used.element.starts_with("cmi.interactions.")
                && used.element.ends_with(".type")
        });
        for used in types {
            let mut names = used.values.iter().map(|(name, _)| name.as_ref());
            let is_choice = !used.values.is_empty() && names.all(|name| name == "choice");
            *choices_only.entry(used.unit).or_insert(true) &= is_choice;
        }
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
