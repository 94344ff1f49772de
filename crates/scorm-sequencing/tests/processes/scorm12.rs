//! SCORM 1.2: item order, free choice, prerequisites.

use crate::support::play;

#[test]
fn items_open_when_their_prerequisites_are_met() {
    play(
        "
        R flow
          B flow
            a
            b prerequisites=a
          c prerequisites=B
          d prerequisites=~b|b=failed
        ",
        "
        start -> a
        invalid choice b
        invalid choice c
        valid choice d
        lesson a incomplete
        continue -> d                     // what is not open is passed over
        choice a -> a
        lesson a passed
        valid choice b
        continue -> b
        lesson b passed
        invalid choice d
        continue -> c
        ",
    );
}
