//! What code tells an LMS, and what it does with the answers.

use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use scorm_package::ScormVersion;
use scorm_runtime::ApiFunction;

use crate::LintCx;
use crate::script::Scripts;
use crate::script::element_use::ElementUse;
use crate::script::facts::Call;
use crate::script::names::{CallId, NameId};

/// How many functions may hand an answer back.
const LAYERS: usize = 3;

/// Every read of an element that `is_it` names.
pub(crate) fn reads<'s>(
    cx: &'s LintCx<'_>,
    is_it: impl Fn(&str) -> bool,
) -> impl Iterator<Item = &'s ElementUse> {
    uses(cx, ApiFunction::GetValue).filter(move |used| is_it(&used.element))
}

/// Every element that is set.
pub(crate) fn sets<'s>(cx: &'s LintCx<'_>) -> impl Iterator<Item = &'s ElementUse> {
    uses(cx, ApiFunction::SetValue)
}

/// Code for another version of SCORM, as drivers have it, does not run in this package.
fn uses<'s>(cx: &'s LintCx<'_>, function: ApiFunction) -> impl Iterator<Item = &'s ElementUse> {
    let is_12 = cx.version == ScormVersion::Scorm12;
    let uses = cx.scripts().elements.iter();
    uses.filter(move |used| used.function == function && used.version.is_scorm12() == is_12)
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
    let uses: Vec<&ElementUse> = uses.collect();
    let call_of = |used: &ElementUse| &scripts.api_calls[used.api_call];
    let direct: HashSet<CallId> = uses
        .iter()
        .map(|used| call_of(used))
        .filter(|call| call.is_direct())
        .map(|call| call.call)
        .collect();
    for used in uses {
        // Who calls the function in which it stands adds nothing.
        let call = call_of(used);
        if !call.is_direct() && direct.contains(&call.inner) {
            continue;
        }
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
