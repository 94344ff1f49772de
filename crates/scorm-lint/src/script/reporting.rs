//! How faults in code are reported: where, in whose code, and how a call is named.

use super::Scripts;
use super::api::ApiCall;
use super::facts::{CodePlace, UnitId};
use super::names::CallId;
use crate::finding::Draft;
use crate::{Findings, Place};

impl Scripts {
    /// The file and place of a piece of code.
    pub(crate) fn place(&self, at: impl Into<CodePlace>) -> Place {
        let at = at.into();
        let unit = self.facts.unit(at.unit);
        Place::span(unit.file.as_ref(), unit.in_file(at.span))
    }

    /// The function of the API that a call ends in, as the code names it.
    pub(crate) fn called(&self, api_call: &ApiCall) -> &str {
        self.facts.call(api_call.inner).shown()
    }

    /// The call as the course's author wrote it: the API call itself or, if that is in a vendor's
    /// driver, the call that leads there.
    pub(crate) fn author_call(&self, api_call: &ApiCall) -> Option<CallId> {
        let mut calls = vec![api_call.call];
        for _ in 0..6 {
            let own = calls
                .iter()
                .find(|call| !self.is_vendor(self.facts.call(**call).unit));
            if let Some(own) = own {
                return Some(*own);
            }
            calls = calls
                .iter()
                .filter_map(|call| self.callers.get(&self.facts.call(*call).function?))
                .flatten()
                .copied()
                .collect();
            calls.truncate(64);
        }
        None
    }

    pub(crate) fn is_vendor(&self, unit: UnitId) -> bool {
        self.vendors.contains_key(&self.facts.unit(unit).file)
            || self.inline_vendors.contains_key(&unit)
    }

    /// Reports a fault in the code; findings in known vendors' files are marked.
    pub(crate) fn report<'f>(
        &self,
        out: &'f mut Findings<'_>,
        at: impl Into<CodePlace>,
        message: impl Into<String>,
    ) -> &'f mut Draft {
        let at = at.into();
        let draft = out.at(self.place(at), message);
        if self.is_vendor(at.unit) {
            draft.vendor();
        }
        draft
    }

    /// As [`Scripts::report`], for code that several pages may share: a place is reported once.
    pub(crate) fn report_once(
        &self,
        out: &mut Findings<'_>,
        at: impl Into<CodePlace>,
        message: impl Into<String>,
    ) {
        let at = at.into();
        if !out.has(&self.place(at)) {
            self.report(out, at, message);
        }
    }
}
