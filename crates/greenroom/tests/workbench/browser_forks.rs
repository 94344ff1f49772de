//! A session that goes on from a moment of another one.

use greenroom_browser::FillValue;
use serde_json::Value;

use crate::browser_courses::shows;
use crate::person::{KEEP_DOWNLOADS, Person};
use crate::playing::{Playing, bundled};

const CURRENT: &str = ".act[aria-current] .name";

/// The data model of the moment that is shown, as the page exports it, and the outline.
fn shown(person: &Person) -> (Value, String) {
    person.clicks("#tab-data");
    person.run::<bool>("() => { window.exported = null; return true }", &[]);
    person.clicks(".inspector button[aria-label='Save this view as JSON']");
    let data = person.until("window.exported && JSON.parse(window.exported)");
    (data, person.sees(".outline .tree"))
}

#[test]
fn a_fork_stands_where_the_moment_was_and_goes_on_from_there() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[KEEP_DOWNLOADS]);
    person.clicks("#next");
    person.until(&shows(".row", "location oxygen"));
    person.clicks("#next");
    person.clicks(".stage-bar button[title='Next activity']:enabled");
    person.until(&shows(CURRENT, "Brewing"));
    person.clicks("#next:enabled");
    person.until(&shows(".vitals", "time"));

    let first: String = person.run("() => location.hash.split(/[/?]/)[2]", &[]);
    person.fills(
        ".inspector input[type=search]",
        &FillValue::Text("value:oxygen".to_owned()),
    );
    person.until("document.querySelectorAll('.row').length === 1");
    person.clicks(".row");
    person.clicks(".see");
    person.until(&shows(CURRENT, "From leaf to cup"));
    let then = shown(&person);
    let place = person.until("location.hash.match(/at=(\\d+)/)?.[1]");
    person.clicks(".scrubber button[aria-label='Go on from here']:enabled");

    // Another session plays, at the activity and with the data of that moment.
    person.until(&format!(
        "location.hash.startsWith('#/play/') && !location.hash.includes({first:?})"
    ));
    person.until(&shows(".play-head", "resumed"));
    person.until(&shows(CURRENT, "From leaf to cup"));
    person.clicks("#tab-timeline");
    person.until(&shows(
        ".row",
        &format!("Goes on from session, moment {first}"),
    ));
    person.clicks("#tab-data");
    person.until(&shows("[data-element='cmi.entry']", "resume"));
    person.until(&shows("[data-element='cmi.location']", "oxygen"));
    // The course itself goes on from its second page.
    person.clicks("#previous:enabled");
    person.until(&shows("[data-element='cmi.location']", "one-plant"));

    // Its own past is that of the other session, up to the moment.
    let place = place.as_str().unwrap();
    let address = format!(
        "() => {{ location.hash = location.hash.split('?')[0] + '?at={place}'; return true }}"
    );
    person.run::<bool>(&address, &[]);
    person.sees(".back-then");
    assert_eq!(shown(&person), then);

    // Left and played again, it goes on; what it did is not the state of the course.
    person.press(&["l"]);
    person.leaves("suspend");
    person.clicks(".nothing button");
    person.until(&shows("[data-element='cmi.entry']", "resume"));
    person.until(&shows("[data-element='cmi.location']", "one-plant"));
    assert_eq!(playing.end(), ["gui_tea_tasting.json"]);
}
