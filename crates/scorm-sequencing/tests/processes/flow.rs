//! Flow [SB.2.1 to SB.2.3].

use crate::support::play;

/// A forwardOnly cluster between two others.
fn forward_only(c: &str, d: &str) -> String {
    format!(
        "
        R flow
          P flow
            a
            b
          Q flow forwardOnly
            c {c}
            d {d}
          e
        "
    )
}

#[test]
fn flow_walks_the_leaves_in_order_both_ways() {
    play(
        "
        R flow
          P flow
            a
            b
          Q flow
            S flow
              c
          d
        ",
        "
        start -> a
        continue -> b
        continue -> c
        continue -> d
        previous -> c
        previous -> b
        previous -> a
        invalid previous
        ",
    );
}

#[test]
fn a_forward_only_cluster_is_entered_from_behind_at_its_first_child() {
    play(
        &forward_only("", ""),
        "
        start -> a
        jump e -> e
        previous -> c
        | SB.2.1 [e]: Q
        | SB.2.1 [Q]: c
        | SB.2.2 7 [c]: true
        previous -> refused NB.2.1-5
        ",
    );
}

#[test]
fn skipped_children_of_a_forward_only_cluster_are_passed_in_its_direction() {
    play(
        &forward_only("pre(skip: always)", ""),
        "
        start -> a
        jump e -> e
        previous -> d
        | SB.2.2 3 [c]: skip
        | SB.2.1 [c]: d
        ",
    );
    play(
        &forward_only("pre(skip: always)", "pre(skip: always)"),
        "
        start -> a
        jump e -> e
        previous -> b
        | SB.2.2 3 [d]: skip
        | SB.2.1 [d]: P
        | SB.2.1 [P]: b
        ",
    );
}

#[test]
fn a_disabled_activity_stops_the_flow() {
    play(
        "
        R flow
          a
          b pre(disabled: always)
          c
        ",
        "
        start -> a
        continue -> nothing SB.2.2-2
        | UP.5 [b]: disabled
        | SB.2.2 [b]: exception SB.2.2-2
        is a inactive current
        is R active
        ",
    );
}

#[test]
fn flow_does_not_enter_where_it_is_off() {
    play(
        "
        R flow
          a
          P
            b
          c
        ",
        "
        start -> a
        continue -> nothing SB.2.2-1
        ",
    );
}

#[test]
fn a_skipped_cluster_is_skipped_with_all_below() {
    play(
        "
        R flow
          a
          P flow pre(skip: always)
            b
          c pre(skip: attempted)
          d
        ",
        "
        start -> a
        continue -> c
        continue -> d
        previous -> a
        | SB.2.2 3 [c]: skip
        | SB.2.2 3 [P]: skip
        ",
    );
}

#[test]
fn running_off_the_end_ends_the_session_from_any_depth() {
    play(
        "
        R flow
          a
          P flow
            b
            c pre(skip: always)
          d pre(skip: always)
        ",
        "
        start -> a
        continue -> b
        continue -> ended
        | SB.2.1 [c]: d
        | SB.2.1 [d]: end session
        is P inactive
        is R inactive completion-unknown   // c was never attempted
        ",
    );
}

#[test]
fn an_empty_cluster_stops_the_flow() {
    play(
        "
        R flow
          a
          P flow selectionTiming=once selectCount=0
            b
          c
        ",
        "
        start -> a
        continue -> nothing SB.2.1-2
        ",
    );
}
