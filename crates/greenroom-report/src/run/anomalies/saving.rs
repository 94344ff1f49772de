//! Commit: often enough, not too often.

use super::{Anomaly, Visit};
use scorm_session::{ApiCall, ApiFunction};

const SETS_PER_COMMIT: usize = 5;
const COMMITS_AT_ONCE: usize = 10;
const AT_ONCE_MS: u64 = 10_000;

fn successful(visit: &Visit, function: ApiFunction) -> Vec<&ApiCall> {
    visit
        .calls
        .iter()
        .filter(|call| call.function() == function && !call.failed())
        .collect()
}

pub(crate) fn missing_commit(visit: &Visit, out: &mut Vec<Anomaly>) {
    let sets = successful(visit, ApiFunction::SetValue);
    if sets.is_empty() || !successful(visit, ApiFunction::Commit).is_empty() {
        return;
    }
    let saved = if successful(visit, ApiFunction::Terminate).is_empty() {
        "nothing saved them"
    } else {
        "Terminate saved them"
    };
    let text = format!("{} values were set without any Commit; {saved}", sets.len());
    let advice = "call Commit(\"\") after each step that the learner must not lose";
    visit.report(out, "missing_commit", "warning", (text, advice), &sets);
}

pub(crate) fn infrequent_commit(visit: &Visit, out: &mut Vec<Anomaly>) {
    let sets = successful(visit, ApiFunction::SetValue).len();
    let commits = successful(visit, ApiFunction::Commit).len();
    if commits > 0 && sets > SETS_PER_COMMIT * commits {
        let text = format!("{sets} SetValue calls for {commits} Commit calls");
        let advice = "commit after each group of values that belong together";
        visit.report(out, "infrequent_commit", "info", (text, advice), &[]);
    }
}

pub(crate) fn excessive_commit(visit: &Visit, out: &mut Vec<Anomaly>) {
    let commits = successful(visit, ApiFunction::Commit);
    let burst = commits
        .windows(COMMITS_AT_ONCE + 1)
        .find(|group| group[COMMITS_AT_ONCE].timestamp - group[0].timestamp <= AT_ONCE_MS);
    if let Some(group) = burst {
        let text = format!(
            "more than {COMMITS_AT_ONCE} Commit calls within {} s",
            AT_ONCE_MS / 1000
        );
        let advice = "commit once per learner step; many LMSs delay or refuse frequent commits";
        visit.report(out, "excessive_commit", "warning", (text, advice), group);
    }
}
