//! Utility processes [UP.1 to UP.5].

use crate::support::play;

#[test]
fn the_attempt_limit_counts_only_where_an_attempt_would_begin() {
    play(
        "
        R flow
          P flow attemptLimit=1
            a
            b
          c
        ",
        "
        start -> a
        continue -> b
        previous -> a                     // inside P
        continue -> b
        continue -> c
        invalid previous
        invalid choice a
        previous -> nothing SB.2.2-2
        | UP.1 3 [P]: true
        | UP.5 [P]: disabled
        ",
    );
    play(
        "R flow\n  a attemptLimit=0\n  b",
        "start -> nothing SB.2.2-2",
    );
}

#[test]
fn a_suspended_attempt_is_not_a_new_one() {
    play(
        "
        R flow
          a attemptLimit=1
          b
        ",
        "
        start -> a
        report a suspend
        continue -> b
        previous -> a resumed
        report a passed
        continue -> b
        previous -> nothing SB.2.2-2
        ",
    );
}

#[test]
fn rules_act_only_on_true() {
    // Nothing is known of b yet, so neither `satisfied` nor `not satisfied` holds.
    for (rule, next) in [
        ("satisfied", "b"),
        ("!satisfied", "b"),
        ("!objectiveStatusKnown", "c"),
        ("completed", "b"),
        ("!completed", "b"),
        ("!activityProgressKnown", "c"),
        ("attempted", "b"),
        ("!attempted", "c"),
        (">0.5", "b"),
        ("<0.5", "b"),
        ("!>0.5", "b"),
        ("attemptLimitExceeded", "b"),
        ("!attemptLimitExceeded", "b"),
        ("always", "c"),
        ("!attempted&satisfied", "b"),
        ("!attempted|satisfied", "c"),
    ] {
        play(
            &format!("R flow\n  a\n  b pre(skip: {rule})\n  c"),
            &format!("start -> a\ncontinue -> {next}"),
        );
    }
}

#[test]
fn rules_see_the_objective_they_refer_to() {
    play(
        "
        R flow
          a primary(o1) obj(o2) post(retry: satisfied@o2 & >0.5@o2)
          b
        ",
        "
        start -> a
        report a @o2 passed 0.6
        continue -> a
        report a @o2 passed 0.5
        continue -> b
        ",
    );
}

#[test]
fn what_content_leaves_open_counts_as_done() {
    play(
        "
        R flow
          a
          b completionSetByContent
          c objectiveSetByContent
          d
          e primary(o >=0.5)
        ",
        "
        start -> a
        continue -> b
        is a completed satisfied
        continue -> c
        is b completion-unknown satisfied
        continue -> d
        is c completed satisfaction-unknown
        report d success-unknown completion-unknown
        continue -> e
        is d completion-unknown satisfaction-unknown
        exitAll -> ended
        is e completed satisfaction-unknown  // only a measure can satisfy it
        ",
    );
}

#[test]
fn a_report_counts_even_when_the_attempt_is_suspended() {
    play(
        "
        R flow
          a
          b
        ",
        "
        start -> a
        report a failed suspend
        continue -> b
        is a notSatisfied completion-unknown suspended
        ",
    );
}

#[test]
fn conditions_and_changes_of_tracking_are_traced_with_their_values() {
    play(
        "
        R flow
          a
          b pre(skip: !attempted)
          c
        ",
        "
        start -> a
        continue -> c
        | UP.2.1 not attempted [b]: true
        | UP.2 skip [b]: true
        | SB.2.2 3 [b]: skip
        ",
    );
    play(
        "
        R flow
          a
        ",
        "
        start -> a
        report a passed completed
        exitAll -> ended
        | RB.1.4.1 satisfied [a]: true
        | TM.1.1 satisfied [R]: true
        | RB.1.4.1 completed [a]: true
        | TM.1.2.2 completed [R]: true
        ",
    );
}
