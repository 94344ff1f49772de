//! Navigation Request Process [NB.2.1].

use crate::support::play;

const FLAT: &str = "
    R flow
      a
      b
      c
    ";

#[test]
fn requests_need_a_session_or_need_none() {
    play(
        FLAT,
        "
        continue -> refused NB.2.1-2
        previous -> refused NB.2.1-2
        exit -> refused NB.2.1-2
        exitAll -> refused NB.2.1-2
        abandon -> refused NB.2.1-2
        abandonAll -> refused NB.2.1-2
        suspendAll -> refused NB.2.1-2
        jump a -> refused NB.2.1-2
        resumeAll -> refused NB.2.1-3
        start -> a
        start -> refused NB.2.1-1
        resumeAll -> refused NB.2.1-1
        forward -> refused NB.2.1-7
        backward -> refused NB.2.1-7
        sideways -> refused NB.2.1-13
        ",
    );
}

#[test]
fn flow_must_be_on_for_continue_and_previous() {
    play(
        "
        R
          a
          b
        ",
        "
        start -> nothing SB.2.2-1
        choice a -> a
        continue -> refused NB.2.1-4
        previous -> refused NB.2.1-5
        invalid continue
        ",
    );
}

#[test]
fn forward_only_refuses_previous() {
    play(
        "
        R flow forwardOnly
          a
          b
        ",
        "
        start -> a
        continue -> b
        previous -> refused NB.2.1-5
        invalid previous
        ",
    );
}

#[test]
fn a_choice_needs_a_target_whose_parent_allows_choice() {
    play(
        "
        R flow
          P flow -choice
            a
          b
        ",
        "
        choice x -> refused NB.2.1-11
        jump x -> refused NB.2.1-11
        choice a -> refused NB.2.1-10
        choice P -> a
        ",
    );
}

#[test]
fn choice_exit_false_on_a_cluster_keeps_the_learner_inside() {
    play(
        "
        R
          P -choiceExit
            a
            b
          c
        ",
        "
        choice a -> a
        choice c -> refused NB.2.1-8
        choice b -> b
        invalid choice c
        invalid choice P
        selectable a b
        exit -> nothing
        choice c -> refused NB.2.1-8      // P is still active
        ",
    );
}

#[test]
fn choice_exit_false_on_the_leaf_forbids_every_choice() {
    play(
        "
        R
          a -choiceExit
          b
        ",
        "
        choice a -> a
        choice b -> refused NB.2.1-8
        selectable
        menu not-offered
        exit -> nothing
        choice b -> b
        menu offered
        ",
    );
}

#[test]
fn exit_and_abandon_need_an_active_activity() {
    play(
        FLAT,
        "
        start -> a
        valid exit
        abandon -> nothing
        exit -> refused NB.2.1-12
        abandon -> refused NB.2.1-12
        invalid exit
        valid suspendAll                  // the way to the parent is kept
        abandonAll -> ended
        ",
    );
}
