//! The inspector beside a course that a person plays: every moment of it, while it goes on.

use greenroom_browser::FillValue;
use serde_json::{Value, json};

use crate::browser_courses::{MANIFEST, shows};
use crate::person::{KEEP_DOWNLOADS, Person};
use crate::playing::{Playing, bundled};

const CURRENT: &str = ".act[aria-current] .name";
const NEXT_ACTIVITY: &str = ".stage-bar button[title='Next activity']:enabled";
/// How many moments there are, as the page counts them.
const MOMENTS: &str =
    "Number(document.querySelector('.moment b')?.textContent.match(/of (\\d+)/)[1])";

fn search(person: &Person, text: &str) {
    person.fills(
        ".inspector input[type=search]",
        &FillValue::Text(text.to_owned()),
    );
}

/// Plays to the second activity.
fn to_the_second(person: &Person) {
    person.clicks("#next");
    person.clicks("#next");
    person.clicks(NEXT_ACTIVITY);
    person.until(&shows(CURRENT, "Brewing"));
    person.until(&shows(".row", "location heat"));
}

#[test]
fn the_timeline_grows_while_a_course_plays_and_says_why() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    person.until(&shows(".row", "location one-plant"));
    let before = person.until(MOMENTS).as_u64().unwrap();
    person.until(&shows(".moment", "live"));
    to_the_second(&person);
    person.until(&format!("{MOMENTS} > {before} + 5"));
    person.until(&shows(".vitals", "heat"));
    // The newest row is in sight without a hand.
    person.until(
        "(() => { const list = document.querySelector('.timeline .virtual');
            return list.scrollTop > 0 && list.scrollTop + list.clientHeight >= list.scrollHeight - 1 })()",
    );
    person.clicks("#tab-why");
    person.until(&shows(".why h2", "go to “Brewing”?"));
    person.until(&shows(".why .chapter", "The learner asked for “Continue”."));
    // What keeps an activity locked is told too.
    person.clicks("[data-activity=quiz] .why-button");
    person.until(&shows(".why-pane", "It opens when “Brewing” is passed."));
    person.until(&shows(".why-pane .cond", "Brewing"));
    // Escape closes what is on top, and nothing else.
    person.press(&["Escape"]);
    person.sees_no(".why-pane h2");
    person.clicks("[data-activity=quiz] .why-button");
    person.clicks(".why-pane .codes .linkish");
    person.sees_no(".why-pane h2");
    person.until(&shows(".why h2", "What do you taste?"));
    person.until(&shows(".why", "preConditionRule 1 of quiz"));
}

#[test]
fn the_moments_are_played_one_after_the_other_and_stop_where_one_wants() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    to_the_second(&person);
    person.clicks(".scrub-begin .replay");
    person.until(&shows(".back-then", "You see moment"));
    // It goes on without a hand.
    person.until("Number(document.querySelector('.track input').value) >= 3");
    person.press(&["p"]);
    let here = "document.querySelector('.track input').value";
    person.sees(".replay[aria-label='Play the moments']");
    let stopped = person.until(here);
    // Played on from there, it ends where the course is now.
    person.press(&["p"]);
    person.until(&format!("{here} !== {stopped}"));
    person.until_long("document.querySelector('.scrubber .now')");
    person.sees(".replay[aria-label='Play the moments']");
    person.sees_no(".back-then");
}

#[test]
fn what_is_new_waits_while_one_looks_at_something() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    person.until(&shows(".row", "location one-plant"));
    let chosen = "document.querySelector('.row[aria-selected=true]')?.textContent";
    person.clicks(".row");
    let row = person.until(chosen);
    let shown = person.until(MOMENTS).as_u64().unwrap();
    person.clicks("#next");
    person.until(&shows(".new", "new"));
    // The session goes on, and the panes with it; what is looked at stays where it is.
    person.until(&format!("{MOMENTS} > {shown}"));
    person.until(&shows(".vitals", "oxygen"));
    assert_eq!(person.until(chosen), row);
    person.until(&format!("!({})", shows(".row", "location oxygen")));
    person.clicks(".new");
    person.until(&shows(".row", "location oxygen"));
    person.sees_no(".new, .row[aria-selected=true]");

    // Whoever has scrolled away is left alone as well.
    person.until(
        "(() => { const list = document.querySelector('.timeline .virtual');
            list.scrollTop = 0; return list.scrollTop === 0 })()",
    );
    person.until(&shows(".row", "Session opened"));
    person.clicks("#next");
    person.until(&shows(".new", "new"));
    person.until("document.querySelector('.timeline .virtual').scrollTop === 0");
    person.clicks(".new");
    person.until(&shows(".row", "location water"));
    person.sees_no(".new");
}

#[test]
fn a_moment_moves_all_panes_and_live_is_one_step_away() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    to_the_second(&person);
    person.run::<bool>(
        "() => { window.frame = document.querySelector('iframe.course'); return true }",
        &[],
    );
    search(&person, "element:location value:one-plant");
    person.until("document.querySelectorAll('.row').length === 1");
    person.clicks(".row");
    // An entry that is chosen says what it is about, and moves nothing else.
    person.until(&shows(
        ".detail pre",
        "SetValue(\"cmi.location\", \"one-plant\")",
    ));
    person.until(&shows(CURRENT, "Brewing"));
    person.clicks(".see");
    person.until(&shows(CURRENT, "From leaf to cup"));
    person.until(&shows(".back-then", "You see moment"));
    person.until("document.querySelector('.now-playing').inert");
    person.clicks("#tab-data");
    person.until(&shows("[data-element='cmi.location']", "one-plant"));
    // Where one stands can be sent to others.
    let place = person.until("/\\?at=\\d+&tab=data$/.test(location.hash) && location.hash");
    person.clicks(".back-then .primary");
    person.until(&shows(CURRENT, "Brewing"));
    person.until(&shows("[data-element='cmi.location']", "heat"));
    person.until("!document.querySelector('.now-playing').inert");
    // The course was there all the time.
    person.until("document.querySelector('iframe.course') === window.frame");
    person.clicks("#next:enabled");

    person.until("location.hash.endsWith('?tab=data')");
    person.clicks("#tab-timeline");
    person.run::<bool>(
        "(place) => { location.hash = place; return true }",
        std::slice::from_ref(&place),
    );
    person.until(&shows(CURRENT, "From leaf to cup"));
    person.until(&shows("[data-element='cmi.location']", "one-plant"));
    // Keys of the viewer work here too.
    person.press(&["?"]);
    person.until("document.querySelector('#keys').open");
    person.until(&shows("#keys", "back to live"));
    person.press(&["Escape"]);
    person.until("!document.querySelector('#keys').open");
    person.press(&["l"]);
    person.until(&shows(CURRENT, "Brewing"));
    // The same address leads there once more.
    person.until("!location.hash.includes('at=')");
    person.run::<bool>(
        "(place) => { location.hash = place; return true }",
        &[place],
    );
    person.until(&shows(CURRENT, "From leaf to cup"));
    person.press(&["l"]);
    person.until(&shows(CURRENT, "Brewing"));
    person.press(&["["]);
    person.sees(".back-then");
    person.press(&["Escape"]);
    person.sees_no(".back-then");
}

#[test]
fn two_moments_are_compared_while_the_course_plays() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[KEEP_DOWNLOADS]);
    person.until(&shows(".row", "location one-plant"));
    search(&person, "element:location value:one-plant");
    person.until("document.querySelectorAll('.row').length === 1");
    person.clicks(".row");
    person.clicks(".scrubber button[aria-label=Compare]");
    person.clicks("#next");
    // The other side is what is true now, and follows it.
    person.until(
        "[...document.querySelectorAll('.compare tr[data-element=\"cmi.location\"] td')]
            .map((one) => one.textContent).join(' ') === 'one-plant oxygen'",
    );
    person.clicks(".inspector button[aria-label='Save this view as JSON']");
    let exported = person.until("window.exported && JSON.parse(window.exported)");
    let found = exported["differences"].as_array().unwrap();
    let of = |what: &str| found.iter().find(|one| one["what"] == what).unwrap();
    assert_eq!(of("cmi.location")["after"], "oxygen");
}

#[test]
fn a_trace_of_the_session_is_one_click_away() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[KEEP_DOWNLOADS]);
    person.until(&shows(".row", "location one-plant"));
    person.clicks(".scrubber button[aria-label=Trace]:enabled");
    let file = person.until("window.exported");
    let file = file.as_str().unwrap();
    assert!(file.starts_with("<!doctype html>"));
    assert!(file.contains("Tea tasting · Greenroom trace</title>"));
    let name: String = person.run("() => window.exportedAs", &[]);
    let session: String = person.run("() => location.hash.split(/[/?]/)[2]", &[]);
    assert_eq!(name, format!("trace-{session}.html"));
}

#[test]
fn a_course_that_was_left_can_still_be_looked_at() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    to_the_second(&person);
    person.leaves("suspend");
    person.sees(".nothing button");
    person.until(&shows(".row", "Session ended, can be resumed"));
    // Who was sent to a moment looks at it, and plays nothing.
    person.run::<bool>(
        "() => { location.hash = location.hash.split('?')[0] + '?at=4'; return true }",
        &[],
    );
    person.until(&shows(CURRENT, "From leaf to cup"));
    person.reload();
    person.until(&shows(CURRENT, "From leaf to cup"));
    person.until(&shows(".back-then", "You see moment 4"));
    person.clicks(".back-then .primary");
    person.until(&shows(".nothing", "The course was left"));
    person.until(&shows(".moment", "live"));
    // Played again in the same session, its past is still there.
    person.clicks(".nothing button");
    person.until(&shows(".play-head", "resumed"));
    person.fills(
        ".inspector input[type=search]",
        &FillValue::Text("value:one-plant".to_owned()),
    );
    person.until(&shows(".row", "location one-plant"));
}

#[test]
fn hostile_values_are_texts() {
    let folder = tempfile::tempdir().unwrap();
    let hostile = "<img src=x onerror=top.hurt=1><script>top.hurt=1</script>";
    let page = format!(
        "<script>parent.API.LMSInitialize('');
            parent.API.LMSSetValue('cmi.suspend_data', {0});
            parent.API.LMSSetValue({0}, 'x'); parent.API.LMSCommit('')</script>",
        json!(hostile).to_string().replace("</", "<\\/")
    );
    let manifest = MANIFEST.replace(
        "<title>Page</title>",
        "<title>&lt;img src=x onerror=hurt=1&gt;</title>",
    );
    std::fs::write(folder.path().join("imsmanifest.xml"), manifest).unwrap();
    std::fs::write(folder.path().join("index.html"), page).unwrap();
    let playing = Playing::start(folder.path());
    let person = Person::visiting(playing.address(), &[]);
    person.until(&shows(".act .name", "<img src=x onerror=hurt=1>"));
    person.until(&shows(".row .value", "<img src=x"));
    search(&person, "element:suspend_data");
    person.clicks(".row");
    person.until(&shows(".detail", "<script>top.hurt=1</script>"));
    for (tab, text) in [
        ("data", "onerror=top.hurt"),
        ("why", "<img src=x"),
        ("compare", "onerror=top.hurt"),
    ] {
        person.clicks(&format!("#tab-{tab}"));
        person.until(&shows(".inspector", text));
    }
    let hurt: Value = person.run(
        "() => [window.hurt ?? null, document.querySelectorAll('img[src=x]').length]",
        &[],
    );
    assert_eq!(hurt, json!([null, 0]));
}
