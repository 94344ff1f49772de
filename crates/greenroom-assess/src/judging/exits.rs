//! In how many ways can a learner leave without losing something?

use greenroom_exits::{LostKind, Row, Verdict};

use super::{Case, TOLD, outage};
use crate::answer::{Answer, Judged, Question, Reason, Word};

const ABOUT: Question = Question::ExitsKeepData;

pub(super) fn judge(case: &Case<'_>) -> Judged {
    let mut judged = left(case);
    outage::add(case, &mut judged);
    judged
}

/// By all ways of leaving that were tried.
fn left(case: &Case<'_>) -> Judged {
    let rows = match &case.facts.exits {
        None => return Judged::of(Answer::new(Word::Unknown, "not tried")),
        Some(Err(why)) => {
            let reason = Reason::new(ABOUT, why.clone());
            return Judged::of(Answer::new(Word::Unknown, "not tried")).because(reason);
        }
        Some(Ok(rows)) => rows,
    };
    let applies = |row: &&Row| row.verdict != Verdict::NotApplicable;
    let tried: Vec<&Row> = rows.iter().filter(applies).collect();
    if tried.is_empty() {
        return Judged::of(Answer::new(Word::NotReached, "no way applies"));
    }
    let mut lost: Vec<&Row> = tried
        .iter()
        .copied()
        .filter(|row| loses_work(row))
        .collect();
    let kept = tried.len() - lost.len();
    let word = match (kept, lost.len()) {
        (_, 0) => Word::Yes,
        (0, _) => Word::No,
        _ => Word::Partly,
    };
    let mut judged = Judged::of(Answer::new(word, format!("{kept} of {}", tried.len())));
    lost.sort_by_key(|row| row.verdict);
    for row in lost.into_iter().take(TOLD) {
        judged.reasons.push(reason(case, row));
    }
    judged
}

/// Who only loses how long it took, and how it ended, has the work itself.
fn loses_work(row: &Row) -> bool {
    let is_work = |kind: LostKind| !matches!(kind, LostKind::Exit | LostKind::Time);
    row.verdict != Verdict::Kept && row.lost.iter().any(|lost| is_work(lost.kind))
}

fn reason(case: &Case<'_>, row: &Row) -> Reason {
    let lost = row.lost_words().join(", ");
    let also = match &case.base.exits {
        Some(Ok(rows)) if !case.is_standard() => {
            let same = rows.iter().find(|one| one.way == row.way);
            same.is_some_and(|one| one.verdict == row.verdict)
        }
        _ => false,
    };
    let event = row.tried.iter().find_map(|tried| tried.event.as_deref());
    let saves = event.map_or_else(String::new, |event| format!(", which it saves in {event}"));
    let why = row.lost.iter().find_map(|lost| lost.reason.as_deref());
    let text = format!(
        "{}: left by {}, the course loses {lost}{saves}{}{}",
        case.title(),
        row.way,
        if also { ", as by the standard" } else { "" },
        why.map_or_else(String::new, |why| format!(": {why}")),
    );
    let leave = case.profile.leave.as_ref();
    let source = leave.map(|leave| leave.source.as_ref()).filter(|_| !also);
    Reason::new(ABOUT, text)
        .at(row.line.as_ref())
        .source(source)
}
