//! Sequencing requests [SB.2.5 to SB.2.8, SB.2.10 to SB.2.13].

use crate::support::play;

#[test]
fn start_needs_flow_or_a_leaf_at_the_root() {
    play(
        "R",
        "start -> R\nexit -> ended\nstart -> R\nis R attempts=2",
    );
    play("R\n  a\n  b", "start -> nothing SB.2.2-1\nchoice b -> b");
    play("R flow\n  a pre(skip: always)", "start -> ended");
}

#[test]
fn a_single_leaf_needs_no_menu() {
    play("R\n  a", "start -> a\nmenu not-offered\ncontinue -> ended");
    // One cluster with one leaf is not such a course.
    play("R\n  P\n    a", "start -> nothing SB.2.2-1\nmenu offered");
}

#[test]
fn resume_all_goes_on_with_the_suspended_activity() {
    play(
        "
        R flow
          a
          b
          c
        ",
        "
        start -> a
        continue -> b
        suspendAll -> suspended
        resumeAll -> b resumed
        | SB.2.6: b
        is b attempts=1
        suspendAll -> suspended
        choice c -> c                     // gives the suspended activity up
        | DB.2.1 [b]: cleared
        is b not-suspended
        previous -> b
        is b attempts=2
        ",
    );
}

#[test]
fn retry_begins_a_new_attempt_on_leaf_or_cluster() {
    play(
        "
        R flow
          P flow post(retry: !satisfied)
            a
            b post(exitParent: always)
          c
        ",
        "
        start -> a
        continue -> b
        report b failed
        continue -> a
        | SB.2.10 [P]: a
        is P attempts=2 satisfaction-unknown
        is a attempts=2
        is R attempts=1
        ",
    );
}

#[test]
fn retry_of_a_cluster_with_nothing_to_deliver_leaves_the_session_open() {
    play(
        "
        R flow
          P flow post(retry: always)
            a attemptLimit=1 post(exitParent: always)
          b
        ",
        "
        start -> a
        continue -> nothing SB.2.10-3
        is P current inactive
        continue -> b
        ",
    );
}

#[test]
fn exit_ends_the_session_only_at_the_root() {
    play(
        "
        R flow
          a
          b
        ",
        "
        start -> a
        exit -> nothing
        | SB.2.11 [a]: nothing
        exitAll -> ended
        | SB.2.11 [R]: end session
        exitAll -> refused NB.2.1-2
        ",
    );
}

#[test]
fn jump_looks_at_no_control_mode_but_at_limits() {
    play(
        "
        R flow -choice
          a
          P -choice preventActivation pre(hiddenFromChoice: always)
            b pre(skip: always)
          c pre(disabled: always)
          d attemptLimit=0
        ",
        "
        start -> a
        valid jump b
        jump b -> b
        invalid jump c
        invalid jump d
        invalid jump P
        jump c -> nothing DB.1.1-3
        jump P -> nothing DB.1.1-1
        jump a -> a
        ",
    );
}
