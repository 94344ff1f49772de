//! What the rules about a whole communication session share.

use scorm_runtime::ApiFunction;

use crate::finding::Draft;
use crate::script::Scripts;
use crate::script::api::ApiCall;
use crate::script::element_use::ElementUse;
use crate::script::events::Events;
use crate::script::launch::LaunchedPage;
use crate::{Findings, LintCx, Place};

/// A launched page with its API calls.
pub(crate) struct Session<'s> {
    scripts: &'s Scripts,
    pub(crate) launch: &'s LaunchedPage,
    pub(crate) calls: Vec<(&'s ApiCall, Events)>,
}

/// The sessions about which something missing can be said: all code of the page was seen.
pub(crate) fn complete<'s>(cx: &'s LintCx<'_>) -> impl Iterator<Item = Session<'s>> {
    let scripts = cx.scripts();
    let launches = scripts.launches.iter();
    launches
        .filter(|launch| launch.is_complete)
        .map(|launch| Session::of(scripts, launch))
}

/// The sessions of all launched pages.
pub(crate) fn all<'s>(cx: &'s LintCx<'_>) -> impl Iterator<Item = Session<'s>> {
    let scripts = cx.scripts();
    let launches = scripts.launches.iter();
    launches.map(|launch| Session::of(scripts, launch))
}

impl<'s> Session<'s> {
    fn of(scripts: &'s Scripts, launch: &'s LaunchedPage) -> Self {
        Self {
            scripts,
            launch,
            calls: launch.api_calls(scripts).collect(),
        }
    }

    pub(crate) fn first(&self, wanted: &[ApiFunction]) -> Option<&'s ApiCall> {
        let mut calls = self.calls.iter();
        calls
            .find(|(call, _)| wanted.contains(&call.function))
            .map(|(call, _)| *call)
    }

    pub(crate) fn calls_any(&self, wanted: &[ApiFunction]) -> bool {
        self.first(wanted).is_some()
    }

    /// All occasions on which a function is called.
    pub(crate) fn events(&self, wanted: ApiFunction) -> Events {
        let calls = self
            .calls
            .iter()
            .filter(|(call, _)| call.function == wanted);
        calls.fold(Events::NONE, |all, (_, events)| all.with(*events))
    }

    /// Is one of these elements set? None if that cannot be said.
    pub(crate) fn sets(&self, names: &[&str]) -> Option<bool> {
        if self.first_set(names).is_some() {
            return Some(true);
        }
        // Names that only a run knows might be it.
        self.names_all_elements().then_some(false)
    }

    /// The first call that sets one of these elements.
    pub(crate) fn first_set(&self, names: &[&str]) -> Option<&'s ApiCall> {
        let mut uses = self.scripts.elements.iter().filter(|used| {
            used.function == ApiFunction::SetValue && names.contains(&used.element.as_ref())
        });
        uses.find_map(|used| {
            let call = &self.scripts.api_calls[used.api_call];
            self.launch.call_ids.contains(&call.call).then_some(call)
        })
    }

    /// Is the element of a call named in the code, here or where its function is called?
    fn is_named(&self, call: &ApiCall) -> bool {
        let named = &self.scripts.named_elements;
        if named.contains(&call.call) {
            return true;
        }
        let outer = self.launch.outer_calls.get(&call.inner);
        call.is_direct() && outer.is_some_and(|outer| outer.iter().all(|call| named.contains(call)))
    }

    /// Are all elements that are set named in the code?
    pub(crate) fn names_all_elements(&self) -> bool {
        self.calls
            .iter()
            .filter(|(call, _)| call.function == ApiFunction::SetValue)
            .all(|(call, _)| self.is_named(call))
    }

    /// The calls of a function with one of these elements.
    pub(crate) fn uses(&self, function: ApiFunction, names: &[&str]) -> Vec<&'s ElementUse> {
        let uses = self.scripts.elements.iter().filter(|used| {
            let call = &self.scripts.api_calls[used.api_call];
            used.function == function
                && names.contains(&used.element.as_ref())
                && self.launch.call_ids.contains(&call.call)
        });
        uses.collect()
    }

    /// When an element is used.
    pub(crate) fn when(&self, used: &ElementUse) -> Events {
        let facts = &self.scripts.facts;
        let call = self.scripts.api_calls[used.api_call].call;
        self.launch.reach.call(facts, facts.call(call))
    }

    /// The elements below a collection that the page sets.
    pub(crate) fn set_below<'p>(
        &'p self,
        collection: &'p str,
    ) -> impl Iterator<Item = &'s ElementUse> + 'p {
        self.scripts.elements.iter().filter(move |used| {
            let call = &self.scripts.api_calls[used.api_call];
            used.function == ApiFunction::SetValue
                && used.element.starts_with(collection)
                && self.launch.call_ids.contains(&call.call)
        })
    }

    /// Reports what an LMS makes of a call, at the author's call that leads there. Where only a
    /// vendor's code does, the finding is marked. The same place is reported once.
    pub(crate) fn tell<'f>(
        &self,
        out: &'f mut Findings<'_>,
        call: &ApiCall,
        message: String,
    ) -> Option<&'f mut Draft> {
        let author = self.scripts.author_call(call);
        let place = self.scripts.facts.call(author.unwrap_or(call.call));
        (!out.has(&self.scripts.place(place))).then(|| self.scripts.report(out, place, message))
    }

    /// Reports at the author's call that leads to an API call, or at the page if there is none.
    /// Several pages may share a script: the same place is reported once.
    pub(crate) fn report<'f>(
        &self,
        out: &'f mut Findings<'_>,
        call: &ApiCall,
        message: &str,
    ) -> Option<&'f mut Draft> {
        let place = match self.scripts.author_call(call) {
            Some(id) => self.scripts.place(self.scripts.facts.call(id)),
            None => Place::file(&self.launch.file),
        };
        (!out.has(&place)).then(|| out.at(place, message))
    }
}
