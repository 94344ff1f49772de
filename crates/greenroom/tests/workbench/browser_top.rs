//! The end of the header, and the pictures of cards: who drives what, and how it looks.

use serde_json::json;

use crate::agent::Agent;
use crate::browser_courses::shows;
use crate::person::Person;
use crate::playing::{Playing, bundled};

#[test]
fn the_header_leads_to_what_is_driven_and_cards_show_how_it_looks() {
    let agent = Agent::start();
    let mut guest = agent.beside("claude-code", &json!({}), &[]);
    let opened = guest.call(
        "scorm_open_course",
        json!({"package_path": bundled("hand-washing")}),
    );
    let session = opened["session_id"].as_str().unwrap();
    guest.call("scorm_capture_screenshot", json!({"session_id": session}));
    let person = Person::at(&agent);
    person.looks_like(1440, 900, "light");
    person.clicks("nav a[href='#/home']");
    person.until(&shows(".driver-chip.is-agent", "claude-code drives"));
    // The last picture that was taken, or a live one.
    person.until(
        "document.querySelector('.tile .last-picture')?.naturalWidth > 0
            || document.querySelector('.tile .live-picture[data-frames]')",
    );
    person.clicks(".driver-chip");
    person.until(&format!("location.hash.startsWith('#/play/{session}')"));
}

#[test]
fn who_plays_a_course_finds_back_to_it_from_every_view() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    person.looks_like(1440, 900, "light");
    person.until(&shows(".row", "location one-plant"));
    for view in ["home", "questions", "settings"] {
        person.clicks(&format!("nav a[href='#/{view}']"));
        person.sees(&format!("main.view-{view}"));
        person.until(&shows(".driver-chip.is-person", "You drive Tea tasting"));
    }
    // A course of which nobody took a picture has a page that stands for it.
    person.clicks("nav a[href='#/home']");
    person.until(&shows(".tile .placeholder", "From leaf to cup"));

    person.clicks(".top [aria-label='Light or dark']");
    person.until("document.documentElement.dataset.theme === 'dark'");
    person.clicks(".top [aria-label='Light or dark']");
    person.until("document.documentElement.dataset.theme === 'light'");
    person.clicks(".top [aria-label=Keys]");
    person.until("document.querySelector('#keys').open");
    person.press(&["Escape"]);
    person.until("!document.querySelector('#keys').open");

    person.clicks(".driver-chip");
    person.until("document.querySelector('.play:not([hidden]) iframe.course')");
    person.clicks("#next:enabled");
    // Nobody drives what was left.
    person.leaves("suspend");
    person.sees_no(".driver-chip");
}
