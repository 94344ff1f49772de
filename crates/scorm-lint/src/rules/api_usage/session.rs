//! What the rules about a whole communication session share.

use scorm_runtime::Function;

use crate::Findings;
use crate::finding::Draft;
use crate::script::Scripts;
use crate::script::api::ApiCall;
use crate::script::launch::Launch;
use crate::script::reach::Events;

/// A launched page whose code was all seen, with its API calls.
pub(crate) struct Session<'s> {
    pub(crate) launch: &'s Launch,
    pub(crate) calls: Vec<(&'s ApiCall, Events)>,
}

impl<'s> Session<'s> {
    pub(crate) fn first(&self, wanted: &[Function]) -> Option<&'s ApiCall> {
        let mut calls = self.calls.iter();
        calls
            .find(|(call, _)| wanted.contains(&call.function))
            .map(|(call, _)| *call)
    }

    pub(crate) fn calls_any(&self, wanted: &[Function]) -> bool {
        self.first(wanted).is_some()
    }

    /// All occasions on which a function is called.
    pub(crate) fn events(&self, wanted: Function) -> Events {
        let calls = self
            .calls
            .iter()
            .filter(|(call, _)| call.function == wanted);
        calls.fold(Events::NONE, |all, (_, events)| all.with(*events))
    }
}

/// The sessions about which something missing can be said.
pub(crate) fn complete(scripts: &Scripts) -> Vec<Session<'_>> {
    all(scripts)
        .into_iter()
        .filter(|session| session.launch.is_complete)
        .collect()
}

/// The sessions of all launched pages.
pub(crate) fn all(scripts: &Scripts) -> Vec<Session<'_>> {
    let launches = scripts.launches.iter();
    launches
        .map(|launch| Session {
            launch,
            calls: launch.api_calls(scripts).collect(),
        })
        .collect()
}

/// Reports at the author's call that leads to an API call, or at the page if there is none.
/// Several pages may share a script: the same place is reported once.
pub(crate) fn report<'f>(
    scripts: &Scripts,
    session: &Session<'_>,
    call: &ApiCall,
    out: &'f mut Findings<'_>,
    message: &str,
) -> Option<&'f mut Draft> {
    let place = match scripts.author_call(call) {
        Some(id) => scripts.place_of(scripts.facts.call(id)),
        None => crate::Place::file(session.launch.file.as_ref()),
    };
    let known = out.drafts.iter().any(|draft| draft.place == place);
    (!known).then(|| out.at(place, message))
}
