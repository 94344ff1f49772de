//! What opening and reading the package complained about, as findings.

use scorm_package::ProblemKind;

use crate::{Findings, LintCx, MANIFEST, Place};

/// Reports every problem of these kinds at its place.
pub(crate) fn report(cx: &LintCx<'_>, out: &mut Findings<'_>, kinds: &[ProblemKind]) {
    for problem in kinds.iter().flat_map(|kind| cx.problems_of(*kind)) {
        let file = problem.entry.as_deref();
        let place = match (file, problem.place) {
            (None, Some(place)) => Place::span(MANIFEST, place.span),
            (Some(file), Some(place)) => Place::span(file, place.span),
            (Some(file), None) => Place::file(file),
            (None, None) => Place::package(),
        };
        out.at(place, &problem.message);
    }
}
