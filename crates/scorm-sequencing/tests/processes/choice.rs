//! Choice [SB.2.4, SB.2.9].

use crate::support::play;

/// Two clusters of two leaves, with words for some of them.
fn clusters(p: &str, a: &str, q: &str) -> String {
    format!(
        "
        R
          P {p}
            a {a}
            b
          Q {q}
            c
            d
        "
    )
}

#[test]
fn choice_reaches_every_kind_of_target() {
    play(
        &clusters("", "", "flow"),
        "
        choice a -> a                     // no current activity
        choice a -> a                     // the current activity
        is a attempts=2
        choice b -> b                     // a sibling
        choice d -> d                     // another branch
        | SB.2.9 5 [d]: R
        is P inactive
        choice a -> a                     // backward
        choice Q -> c                     // a cluster flows
        choice P -> nothing SB.2.9-9      // flow is off there
        is P current
        choice b -> b                     // below the current activity
        choice R -> nothing SB.2.9-9      // an ancestor
        is R current inactive
        ",
    );
}

#[test]
fn hidden_activities_cannot_be_chosen_nor_what_is_below() {
    play(
        &clusters("", "", "pre(hiddenFromChoice: always)"),
        "
        choice a -> a
        choice c -> nothing SB.2.9-3
        | UP.2 hiddenFromChoice [Q]: true
        ",
    );
}

#[test]
fn prevent_activation_guards_an_inactive_cluster() {
    play(
        &clusters("", "", "flow preventActivation"),
        "
        choice a -> a
        invalid choice c
        valid choice Q
        selectable a b Q
        choice c -> nothing SB.2.9-6
        jump c -> c
        choice d -> d                     // inside an active cluster
        selectable a b Q c d
        ",
    );
}

#[test]
fn stop_forward_traversal_bars_the_way_forward_only() {
    play(
        "
        R
          a
          b pre(stopForwardTraversal: always)
          c
        ",
        "
        choice a -> a
        choice b -> b
        choice c -> nothing SB.2.4-1
        choice a -> a
        choice c -> nothing SB.2.4-1
        choice b -> b
        ",
    );
    play(
        &clusters("", "", "pre(stopForwardTraversal: always)"),
        "
        choice a -> a
        choice Q -> nothing SB.2.9-9      // Q itself may be chosen, but does not flow
        choice a -> a
        choice c -> nothing SB.2.4-1
        ",
    );
    play(
        &clusters("pre(stopForwardTraversal: satisfied)", "", ""),
        "
        choice c -> c
        choice a -> a                     // backward: not looked at
        ",
    );
}

#[test]
fn forward_only_bars_the_way_back_among_siblings() {
    play(
        "
        R
          P forwardOnly
            a
            b
            c
          d
        ",
        "
        choice b -> b
        invalid choice a
        valid choice c
        choice a -> nothing SB.2.4-2
        choice d -> d
        choice a -> a                     // another branch
        ",
    );
}

const CONSTRAINED: &str = "
    R flow
      P flow
        a
        b
      Q flow constrainChoice
        c
        d
      S flow
        e
        f
      T flow
        g
    ";

#[test]
fn constrained_choice_reaches_the_neighbours_only() {
    play(
        CONSTRAINED,
        "
        choice c -> c
        valid choice a
        valid choice b
        valid choice d
        valid choice Q
        valid choice e
        valid choice f
        invalid choice g
        invalid choice T
        choice g -> nothing SB.2.9-8
        | SB.2.9.1 [Q]: S
        choice d -> d
        choice P -> a
        choice g -> g                     // outside Q nothing is constrained
        ",
    );
}

#[test]
fn at_the_edge_the_constrained_cluster_is_its_own_neighbour() {
    play(
        "
        R flow
          P flow constrainChoice
            a
          Q flow
            b
          S flow constrainChoice
            c
        ",
        "
        choice a -> a
        invalid choice c
        valid choice b
        choice b -> b
        choice c -> c
        invalid choice a
        valid choice Q
        ",
    );
}

#[test]
fn choice_exit_binds_even_an_inactive_activity_on_the_way() {
    play(
        &clusters("", "-choiceExit", ""),
        "
        choice a -> a
        exit -> nothing
        valid choice b                    // siblings are free once a is left
        choice c -> nothing SB.2.9-7
        ",
    );
}

/// A cluster of two leaves, then two more leaves; words for the cluster and for its first leaf.
fn constrained(p: &str, a: &str) -> String {
    format!(
        "
        R flow
          P flow {p}
            a {a}
            b
          c
          d
        "
    )
}

#[test]
fn sb_2_9_constrains_choice_by_clusters_and_not_by_the_leaf_that_is_left() {
    play(
        &constrained("", "constrainChoice"),
        "
        choice a -> a
        valid choice c
        valid choice d
        selectable R P a b c d
        choice d -> d
        ",
    );
    play(
        &constrained("constrainChoice", ""),
        "
        choice a -> a
        valid choice c
        invalid choice d
        selectable R P a b c
        choice d -> nothing SB.2.9-8
        ",
    );
    // The leaf's flag does not hide the one of the cluster above it.
    play(
        &constrained("constrainChoice", "constrainChoice"),
        "
        choice b -> b
        choice a -> a
        valid choice c
        invalid choice d
        choice c -> c
        ",
    );
}

#[test]
fn sb_2_9_lets_an_ancestor_be_chosen_from_a_constrained_leaf() {
    play(
        "
        R flow
          x
          P flow
            a
            b constrainChoice
          y
        ",
        "
        choice b -> b
        valid choice R
        selectable R x P a b y
        choice R -> x
        ",
    );
}

#[test]
fn sb_2_9_counts_a_current_cluster_that_constrains_choice() {
    // The choice of P finds nothing, so that P becomes the current activity.
    play(
        "
        R flow
          x
          P constrainChoice
            a
          c
          d
        ",
        "
        choice x -> x
        choice P -> nothing SB.2.9-9
        is P current
        valid choice c
        valid choice x
        valid choice a
        ",
    );
    play(
        "
        R flow
          x
          M flow
            P constrainChoice
              a
          c
          d
        ",
        "
        choice x -> x
        choice P -> nothing SB.2.9-9
        is P current
        valid choice c
        invalid choice d
        choice d -> nothing SB.2.9-8
        ",
    );
}
