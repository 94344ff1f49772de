//! Sessions that other processes of the same user play: seen on Home, and looked into.

use serde_json::json;

use crate::agent::Agent;
use crate::browser_courses::shows;
use crate::person::{KEEP_DOWNLOADS, Person};
use crate::playing::bundled;

#[test]
fn what_another_process_plays_is_listed_and_can_be_looked_into() {
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
    // What cannot be done from here is said, and not offered.
    person.until(&shows(".tile .elsewhere", "another process"));
    person.sees_no(".tile [data-take]");
    person.until(&shows(".tile .finding-tag", "no findings"));

    person.clicks(".tile .primary");
    person.until(&shows(".other-process .notice", "Another process"));
    person.until(&shows(".row", "Initialize"));
    person.sees_no("iframe.course");
    // It goes on while one looks.
    guest.call(
        "scorm_api_call",
        json!({"session_id": session, "method": "SetValue", "args": ["cmi.location", "far-away"]}),
    );
    person.until(&shows(".row", "far-away"));
    guest.call("scorm_capture_screenshot", json!({"session_id": session}));
    person.sees(".other-process .shot");
    person.clicks("nav a[href='#/home']");
    person.clicks(".tile .actions button:nth-child(2)");
    person.until("window.exported?.includes('<title>') && window.exportedAs?.startsWith('trace-')");

    // Who comes by the address sees it too, and that it was closed.
    person.clicks(".tile .primary");
    person.reload();
    person.until(&shows(".row", "far-away"));
    guest.call("scorm_session_close", json!({"session_id": session}));
    person.until("location.hash === '#/home'");
    person.sees_no(".tile");
}
