//! What people do with courses on Home.

use crate::browser_courses::shows;
use crate::person::Person;
use crate::playing::{Playing, bundled};

#[test]
fn a_course_is_checked_explored_and_rehearsed() {
    let playing = Playing::start(&bundled("hand-washing"));
    let person = Person::visiting(playing.address(), &[]);
    person.clicks(".play-head .quiet");
    // Nothing to rehearse is known yet, and the page says what helps.
    person.clicks(".work button:nth-of-type(3)");
    person.until(&shows(".work .problem", "Explore it first"));
    person.clicks(".work button:nth-of-type(1):enabled");
    person.until(&shows(".work .status.is-good", "score 100"));
    person.until(&shows(".work .path code", ".html"));
    person.clicks(".work button:nth-of-type(2):enabled");
    person.until_long(&shows(".work .status.is-good", "completes: yes"));
    person.clicks(".work button:nth-of-type(3):enabled");
    person.until_long(&shows(".work .status.is-good", "passed"));
}

#[test]
fn who_has_no_course_tries_the_one_that_comes_along() {
    let playing = Playing::start(&bundled("hand-washing"));
    let person = Person::visiting(playing.address(), &[]);
    person.clicks(".play-head .quiet");
    person.clicks(".drop .try");
    person.until(&shows(".play-head h1", "Tea tasting"));
    person.clicks("#next");
}
