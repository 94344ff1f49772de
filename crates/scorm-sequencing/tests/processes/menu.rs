//! The choice menu and the controls.

use crate::support::play;

#[test]
fn invisible_entries_stay_selectable_hidden_ones_do_not() {
    play(
        "
        R
          P
            a
          Q -visible
            b
          S pre(hiddenFromChoice: always)
            c
          d -visible
        ",
        "
        choice a -> a
        visible R P a b
        selectable a b d
        valid choice d
        ",
    );
}

#[test]
fn disabled_entries_are_visible_and_not_selectable() {
    play(
        "
        R
          a
          P pre(disabled: always)
            b
          c attemptLimit=0
        ",
        "
        choice a -> a
        visible R a P b c
        selectable a
        ",
    );
}

#[test]
fn a_cluster_is_selectable_when_flow_finds_something_in_it() {
    play(
        "
        R flow
          P flow
            a
          Q
            b
          S flow
            c pre(disabled: always)
        ",
        "
        start -> a
        selectable R P a b
        ",
    );
}

#[test]
fn without_choice_there_is_no_menu() {
    play(
        "
        R flow -choice
          a
          b
        ",
        "
        start -> a
        menu not-offered
        selectable R
        ",
    );
}

#[test]
fn hidden_controls_stay_legal_for_content() {
    use crate::support::tree;
    use scorm_sequencing::{Draws, NavigationRequest, Sequencer};

    let tree = tree("R flow\n  a hideLMSUI=continue hideLMSUI=suspendAll\n  b");
    let mut sequencer = Sequencer::new(tree);
    sequencer.navigate(NavigationRequest::Start, &mut Draws::new(0));
    let validity = sequencer.navigation_validity();
    assert!(validity.continue_.valid.is_ok() && !validity.continue_.is_enabled());
    assert!(validity.suspend_all.valid.is_ok() && !validity.suspend_all.is_enabled());
    assert!(validity.exit.is_enabled() && validity.exit_all.is_enabled());
    assert!(!validity.previous.is_enabled());
    sequencer.navigate(NavigationRequest::Continue, &mut Draws::new(0));
    assert!(sequencer.navigation_validity().continue_.is_enabled());
}
