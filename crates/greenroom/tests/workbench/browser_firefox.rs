//! The workbench in Firefox.

use crate::browser_courses::shows;
use crate::firefox::Firefox;
use crate::person::KEEP_DOWNLOADS;
use crate::playing::{Playing, bundled};

const CURRENT: &str = ".act[aria-current] .name";
const NEXT_ACTIVITY: &str = ".stage-bar button[title='Next activity']:enabled";

#[test]
fn firefox_plays_a_course_to_its_end_leaves_resumes_and_keeps_the_trace() {
    let Some(mut firefox) = Firefox::start() else {
        return;
    };
    let playing = Playing::start(&bundled("tea-tasting"));
    // The one-time address lets the browser in, and the course comes from its own name below localhost.
    firefox.visits(playing.address());
    firefox.until("document.querySelector('[data-connection=online]') !== null");
    firefox.until(&shows(CURRENT, "From leaf to cup"));
    firefox.clicks_in_course("#next");
    firefox.clicks_in_course("#next");
    firefox.until(&shows(".row", "SetValue"));
    firefox.clicks(NEXT_ACTIVITY);
    firefox.until(&shows(CURRENT, "Brewing"));

    firefox.clicks(".stage-bar .leave");
    firefox.clicks("[data-leave=suspend]:enabled");
    firefox.clicks(".nothing button");
    firefox.until(&shows(".play-head", "resumed"));
    firefox.until(&shows(CURRENT, "Brewing"));

    firefox.clicks_in_course("#next");
    firefox.clicks(NEXT_ACTIVITY);
    firefox.until(&shows(CURRENT, "What do you taste?"));
    for answer in ["same", "hot", "leaves"] {
        firefox.clicks_in_course(&format!("input[value={answer}]"));
    }
    firefox.clicks_in_course("#submit");
    firefox.until(&shows(".pane-vitals", "passed"));
    firefox.until("document.querySelector('.unreached') === null");

    firefox.run(&format!("(() => {{ {KEEP_DOWNLOADS} }})()"));
    firefox.clicks(".scrubber button[aria-label=Trace]:enabled");
    let trace = firefox.until("window.exported?.includes('Tea tasting')");
    assert_eq!(trace, true);
    assert_eq!(playing.end(), ["gui_tea_tasting.json"]);
}
