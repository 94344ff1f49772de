//! Delivery behavior [DB.1.1, DB.2, DB.2.1].

use crate::support::play;

#[test]
fn delivery_checks_the_whole_path() {
    play(
        "
        R flow
          a
          P flow pre(disabled: satisfied)
            b
            c
        ",
        "
        start -> a
        jump b -> b
        jump c -> c                       // P is satisfied only when b and c are
        jump b -> nothing DB.1.1-3
        | UP.5 [P]: disabled
        | DB.1.1 [b]: exception DB.1.1-3
        ",
    );
}

#[test]
fn attempts_begin_top_down_and_only_where_there_is_none() {
    play(
        "
        R flow
          P flow
            a
            b
          c
        ",
        "
        start -> a
        is R attempts=1 active
        is P attempts=1 active
        is a attempts=1 active
        continue -> b
        is P attempts=1
        is a attempts=1 inactive
        continue -> c
        is P inactive
        previous -> b
        is P attempts=2
        is b attempts=2
        ",
    );
}

#[test]
fn an_untracked_activity_is_active_without_an_attempt() {
    play(
        "
        R flow
          a -tracked attemptLimit=0 pre(skip: attempted)
          b
        ",
        "
        start -> a
        is a active attempts=0
        report a passed 0.5 completed
        is a satisfaction-unknown completion-unknown measure=unknown
        continue -> b
        previous -> a
        ",
    );
}

#[test]
fn a_new_attempt_begins_with_nothing_known() {
    play(
        "
        R flow
          a
          b
        ",
        "
        start -> a
        report a failed 0.2 incomplete progress=0.3
        continue -> b
        is a notSatisfied incomplete measure=0.2 progress=0.3
        previous -> a
        is a satisfaction-unknown completion-unknown measure=unknown progress=unknown
        ",
    );
}

#[test]
fn a_cluster_stays_suspended_while_another_child_is() {
    play(
        "
        R
          P
            a
            b
          c
        ",
        "
        choice a -> a
        report a suspend
        choice b -> b
        suspendAll -> suspended
        choice c -> c
        | DB.2.1 [b]: cleared
        is b not-suspended
        is a suspended
        is P suspended                    // for a
        choice a -> a resumed
        is a attempts=1
        choice b -> b
        is b attempts=2
        ",
    );
}
