//! Selection and randomization [SR.1, SR.2].

use crate::support::play;

#[test]
fn selected_children_keep_their_order_and_the_rest_does_not_exist() {
    play(
        "
        R flow selectionTiming=once selectCount=2
          a
          b
          c
          d
          e
        ",
        "
        start -> a
        | SR.1 4 [R]: selected
        order R a d
        selectable R a d
        invalid choice b
        invalid jump c
        jump c -> refused NB.2.1-11
        continue -> d
        report d failed
        continue -> ended
        is R notSatisfied                 // b, c and e do not count
        start -> a                        // once: the same children again
        order R a d
        ",
    );
}

#[test]
fn more_than_all_are_all() {
    play(
        "
        R flow selectionTiming=once selectCount=9
          a
          b
        ",
        "
        start -> a
        order R a b
        ",
    );
}

#[test]
fn children_are_reordered_for_each_new_attempt_but_not_inside_one() {
    play(
        "
        R flow randomizationTiming=onEachNewAttempt reorderChildren
          a
          b
          c
          d
        ",
        "
        start -> a
        | SR.2 4 [R]: reordered
        order R a b d c
        continue -> b
        suspendAll -> suspended
        order R a b d c
        resumeAll -> b resumed
        order R a b d c
        exitAll -> ended
        | SR.2 4 [R]: reordered
        order R c a b d
        start -> c
        order R c a b d
        ",
    );
}

#[test]
fn choice_directions_follow_the_present_order() {
    play(
        "
        R flow forwardOnly randomizationTiming=once reorderChildren
          a
          b
          c
          d
        ",
        "
        start -> a
        continue -> b
        continue -> d
        selectable R d c                  // a and b lie behind
        ",
    );
}
