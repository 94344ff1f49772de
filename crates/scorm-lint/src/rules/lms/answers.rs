//! What code does with the answers of an LMS.

use std::collections::BTreeMap;
use std::rc::Rc;

use scorm_runtime::ApiFunction;

use crate::script::Scripts;
use crate::script::element_use::ElementUse;
use crate::script::facts::Call;
use crate::script::names::{CallId, NameId};

/// How many functions may hand an answer back.
const LAYERS: usize = 3;

/// Every read of an element that `is_it` names.
pub(crate) fn reads<'s>(
    scripts: &'s Scripts,
    is_it: impl Fn(&str) -> bool,
) -> impl Iterator<Item = &'s ElementUse> {
    let uses = scripts.elements.iter();
    uses.filter(move |used| used.function == ApiFunction::GetValue && is_it(&used.element))
}

/// The call that reads, and the calls of the functions that hand its answer back.
pub(crate) fn ways<'s>(scripts: &'s Scripts, used: &ElementUse) -> Vec<&'s Call> {
    let mut ids: Vec<CallId> = vec![scripts.api_calls[used.api_call].call];
    let mut from = 0;
    for _ in 0..LAYERS {
        let outer: Vec<CallId> = ids[from..]
            .iter()
            .map(|id| scripts.facts.call(*id))
            .filter(|call| call.result.returned)
            .filter_map(|call| scripts.callers.get(&call.function?))
            .flatten()
            .copied()
            .collect();
        from = ids.len();
        for id in outer {
            if !ids.contains(&id) && ids.len() < 64 {
                ids.push(id);
            }
        }
    }
    ids.iter().map(|id| scripts.facts.call(*id)).collect()
}

/// The variable that holds an answer, unless it is shared with other things of that name.
pub(crate) fn holder(scripts: &Scripts, call: &Call) -> Option<NameId> {
    let name = call.result.holder?;
    let is_own = !matches!(
        scripts.facts.names.name(name),
        crate::script::names::Name::Field(_)
    );
    is_own.then_some(name)
}

/// The first use in each file, and how many there are.
pub(crate) fn first_of_each_file<'s>(
    scripts: &Scripts,
    uses: impl Iterator<Item = &'s ElementUse>,
) -> Vec<(&'s ElementUse, usize)> {
    let mut files: BTreeMap<Rc<str>, (&ElementUse, usize)> = BTreeMap::new();
    for used in uses {
        let file = scripts.facts.unit(used.unit).file.clone();
        files.entry(file).or_insert((used, 0)).1 += 1;
    }
    files.into_values().collect()
}

/// Further uses as a message adds them: nothing for one alone.
pub(crate) fn further(count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        2 => " (and once more in this file)".to_owned(),
        more => format!(" (and {} times more in this file)", more - 1),
    }
}
