//! Sessions that other processes of the same user play: seen on Home, looked into, gone on from.

use serde_json::json;

use crate::agent::Agent;
use crate::browser_courses::shows;
use crate::person::{KEEP_DOWNLOADS, Person};
use crate::playing::bundled;
use crate::watching::{PICTURE, until};

#[test]
fn what_another_process_plays_is_listed_looked_into_and_gone_on_from() {
    // The first has the workbench; the second is a guest with a browser of its own.
    let agent = Agent::start();
    let mut guest = agent.beside("claude-code", &json!({}), &[]);
    let opened = guest.call(
        "scorm_open_course",
        json!({"package_path": bundled("tea-tasting")}),
    );
    let session = opened["session_id"].clone();
    let person = Person::prepared(&agent, &[KEEP_DOWNLOADS]);
    person.clicks("nav a[href='#/home']");
    person.until(&shows(".tile h3", "Tea tasting"));
    person.until(&shows(".tile .driver.is-agent", "claude-code drives"));
    person.until(&shows(".tile .status", "From leaf to cup"));
    person.sees(".tile .live-picture[data-frames]");
    person.sees_no(".tile .elsewhere");
    person.until(&shows(".tile .finding-tag", "no findings"));

    person.clicks(".tile .primary");
    person.sees(PICTURE);
    person.until(&shows(".row", "Initialize"));
    person.sees_no("iframe.course");
    // It goes on while one looks.
    guest.call(
        "scorm_api_call",
        json!({"session_id": session, "method": "SetValue", "args": ["cmi.location", "far-away"]}),
    );
    person.until(&shows(".row", "far-away"));
    person.clicks(".scrubber button[aria-label='Trace']");
    person.until("window.exported?.includes('<title>') && window.exportedAs?.startsWith('trace-')");

    // Who comes by the address sees it too.
    person.reload();
    person.until(&shows(".row", "far-away"));
    person.sees(PICTURE);
    // A copy of it goes on here, with what was there at that moment; the other one is not touched.
    let first = session.as_str().unwrap();
    person.clicks(".scrubber button[aria-label='Go on from here']:enabled");
    person.until(&format!(
        "location.hash.startsWith('#/play/') && !location.hash.includes({first:?})"
    ));
    person.until(&shows(".play-head", "resumed"));
    person.clicks("#tab-data");
    person.until(&shows("[data-element='cmi.location']", "far-away"));

    // And that it was closed.
    person.run::<bool>(
        "(id) => { location.hash = `#/play/${id}`; return true }",
        std::slice::from_ref(&session),
    );
    person.sees(PICTURE);
    guest.call("scorm_session_close", json!({"session_id": session}));
    person.until("location.hash === '#/home'");
    person.sees_no(&format!(".tile[data-session='{first}']"));
}

#[test]
fn what_a_process_of_another_version_plays_is_looked_at_and_no_more() {
    let agent = Agent::start();
    let mut guest = agent.beside("claude-code", &json!({}), &[]);
    guest.call(
        "scorm_open_course",
        json!({"package_path": bundled("tea-tasting")}),
    );
    // It announces itself, in a way that this version does not understand.
    let announced = || {
        let servers = std::fs::read_dir(agent.home().join("servers")).unwrap();
        let mut files = servers.map(|file| file.unwrap().path());
        files.find(|path| path.extension().is_some_and(|end| end == "json"))
    };
    until("the guest announces itself", || announced().is_some());
    let other = json!({"protocol": 99, "version": "9.0.0", "port": 1, "secret": "other"});
    std::fs::write(announced().unwrap(), other.to_string()).unwrap();

    let person = Person::at(&agent);
    person.clicks("nav a[href='#/home']");
    // What cannot be done from here is said, and not offered.
    person.until(&shows(".tile .elsewhere", "another process"));
    person.sees_no(".tile [data-take]");
    person.sees_no(".tile .live-picture[data-frames]");
    person.clicks(".tile .primary");
    person.until(&shows(".other-process .notice", "Another version"));
    person.until(&shows(".row", "Initialize"));
}
