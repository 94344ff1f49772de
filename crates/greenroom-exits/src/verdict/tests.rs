//! Leaves in an LMS, judged by an orderly one.

use super::{LostKind, Orderly, Row, Verdict, judge};
use crate::arrivals::{Arrivals, Arrived, Missing};
use crate::cell::Left;
use crate::eavesdropping::Tried;
use crate::moment::Moment;
use crate::returning::Return;
use crate::ways;

const DATA: &str = "cmi.suspend_data";
const EXIT: &str = "cmi.core.exit";
const TIME: &str = "cmi.core.session_time";

fn tried(element: &str, value: &str) -> Tried {
    Tried {
        function: "SetValue".to_owned(),
        args: vec![element.to_owned(), value.to_owned()],
        bytes: value.len(),
        result: "true".to_owned(),
        event: Some("pagehide".to_owned()),
        at: Some("course.js:7".to_owned()),
    }
}

fn missing(element: &str, value: &str, reason: &str, never_kept: bool) -> Missing {
    Missing {
        element: element.to_owned(),
        value: value.to_owned(),
        reason: reason.to_owned(),
        never_kept,
        not_taken: false,
    }
}

/// A leave in an LMS that has these values, and not those.
fn left(way: &str, arrived: &[(&str, &str)], missing: Vec<Missing>, tries: &[Tried]) -> Left {
    let way = ways::find(way).expect("a way");
    let arrived = arrived.iter().map(|(element, value)| {
        let arrived = Arrived {
            value: (*value).to_owned(),
            while_leaving: true,
            committed: true,
        };
        ((*element).to_owned(), arrived)
    });
    Left {
        not_possible: None,
        tried: tries.to_vec(),
        arrivals: Arrivals {
            elements: arrived.collect(),
            status: Some("incomplete".to_owned()),
            missing,
            ..Arrivals::default()
        },
        on_return: Some(Return {
            same_page: true,
            page: "Two".to_owned(),
            entry: None,
            location: None,
            suspend_data: None,
            status: None,
            mode: None,
            reasons: Vec::new(),
            in_the_same_tab: false,
        }),
        ..Left::not_possible(way, Moment::Middle, "moodle", String::new())
    }
}

fn judged(orderly: Left, other: Left) -> [Row; 2] {
    let by = Orderly::of([&orderly]);
    [judge(orderly, &by), judge(other, &by)]
}

#[test]
fn what_the_orderly_leave_brings_is_lost_where_no_handler_runs() {
    let tries = [tried(DATA, "b"), tried(EXIT, "suspend")];
    let arrived = [(DATA, "b"), (EXIT, "suspend")];
    let orderly = left("tab_closed", &arrived, Vec::new(), &tries);
    let killed = left("browser_killed", &[], Vec::new(), &[]);
    let [orderly, killed] = judged(orderly, killed);
    assert_eq!(orderly.verdict, Verdict::Kept);
    assert_eq!(killed.verdict, Verdict::Lost);
    assert_eq!(killed.line.as_deref(), Some("course.js:7"));
    let why = killed.lost[0].reason.as_deref();
    assert_eq!(
        why,
        Some("The course sets it in pagehide, which it did not do here.")
    );
}

#[test]
fn what_no_leave_brings_in_this_lms_is_lost_in_all_with_its_reason() {
    const WHY: &str = "It saves by a synchronous request.";
    let tries = [tried(DATA, "b")];
    let not_there = || vec![missing(DATA, "b", WHY, false)];
    let orderly = left("tab_closed", &[], not_there(), &tries);
    let killed = left("browser_killed", &[], Vec::new(), &[]);
    let [orderly, killed] = judged(orderly, killed);
    assert_eq!(orderly.verdict, Verdict::Lost);
    assert_eq!(orderly.lost[0].reason.as_deref(), Some(WHY));
    assert_eq!(killed.verdict, Verdict::Lost);
    assert_eq!(killed.lost[0].kind, LostKind::Data);
}

#[test]
fn a_time_that_the_lms_never_keeps_is_not_lost_by_leaving() {
    let tries = [tried(DATA, "b"), tried(TIME, "00:01:00")];
    let never = || vec![missing(TIME, "00:01:00", "It is not stored.", true)];
    let orderly = left("tab_closed", &[(DATA, "b")], never(), &tries);
    let other = left("window_closed", &[(DATA, "b")], never(), &tries);
    for row in judged(orderly, other) {
        assert_eq!(row.verdict, Verdict::Kept, "{row:?}");
    }
    let broken = || vec![missing(TIME, "00:01:00", "It was broken off.", false)];
    let orderly = left("tab_closed", &[(DATA, "b")], broken(), &tries);
    let other = left("window_closed", &[(DATA, "b")], broken(), &tries);
    for row in judged(orderly, other) {
        assert_eq!(row.verdict, Verdict::PartlyLost, "{row:?}");
        assert_eq!(row.lost[0].kind, LostKind::Time);
    }
}

#[test]
fn what_the_lms_has_no_place_for_is_lost_only_with_the_place() {
    const LOCATION: &str = "cmi.core.lesson_location";
    let tries = [tried(DATA, "b"), tried(LOCATION, "page-2")];
    let never = || vec![missing(LOCATION, "page-2", "It is not stored.", true)];
    let orderly = left("tab_closed", &[(DATA, "b")], never(), &tries);
    let killed = left("browser_killed", &[], never(), &[]);
    let [orderly, killed] = judged(orderly, killed);
    assert_eq!(orderly.verdict, Verdict::Kept, "{orderly:?}");
    assert_eq!(orderly.unkept, [LOCATION]);
    let lost: Vec<&str> = killed.lost.iter().map(|one| one.what.as_str()).collect();
    assert_eq!(lost, [DATA]);
    assert_eq!(killed.verdict, Verdict::Lost);
    // Who kept the place in nothing else is not there any more.
    let mut alone = left("tab_closed", &[], never(), &tries[1..]);
    if let Some(met) = &mut alone.on_return {
        met.same_page = false;
    }
    let by = Orderly::of([&alone]);
    let row = judge(alone, &by);
    assert_eq!(row.verdict, Verdict::Lost, "{row:?}");
    assert_eq!(row.lost[0].kind, LostKind::Place);
}

#[test]
fn work_that_the_lms_takes_and_does_not_store_is_lost() {
    let tries = [tried(DATA, "b")];
    let refused = Missing {
        not_taken: true,
        ..missing(DATA, "b", "It is too long.", false)
    };
    let row = left("tab_closed", &[], vec![refused], &tries);
    let by = Orderly::of([&row]);
    assert_eq!(judge(row, &by).verdict, Verdict::Lost);
}

#[test]
fn who_loses_exit_and_place_is_told_to_set_the_exit_early() {
    let tries = [tried(EXIT, "suspend")];
    let orderly = left("tab_closed", &[(EXIT, "suspend")], Vec::new(), &tries);
    let mut killed = left("browser_killed", &[], Vec::new(), &[]);
    if let Some(met) = &mut killed.on_return {
        met.same_page = false;
    }
    let [_, killed] = judged(orderly, killed);
    let fix = killed.fix.unwrap_or_default();
    assert!(fix.contains("right after Initialize"), "{fix}");
}
