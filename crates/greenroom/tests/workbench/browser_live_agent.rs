//! An agent's session, looked at while the agent drives.

use serde_json::{Value, json};

use crate::agent::Agent;
use crate::browser_courses::shows;
use crate::person::Person;
use crate::playing::bundled;

/// Lets a test cut the page's connection.
const KEEP_SOCKETS: &str = "
    window.sockets = [];
    window.WebSocket = class extends WebSocket {
        constructor(...given) { super(...given); window.sockets.push(this) }
    };";

struct Watched {
    agent: Agent,
    session: Value,
    person: Person,
}

impl Watched {
    fn begin(scripts: &[&str]) -> Self {
        let mut agent = Agent::start();
        let opened = agent.call(
            "scorm_open_course",
            json!({"package_path": bundled("tea-tasting")}),
        );
        let session = opened["session_id"].clone();
        let person = Person::prepared(&agent, scripts);
        person.clicks("nav a[href='#/home']");
        person.sees(".tile .driver.is-agent");
        // Its files are judged meanwhile, and the card grows by what was found.
        person.until(&shows(".tile", "no findings"));
        person.clicks(".tile .primary");
        person.until(&shows(".row", "Initialize"));
        Self {
            agent,
            session,
            person,
        }
    }

    fn tool(&mut self, name: &str, mut arguments: Value) -> Value {
        arguments["session_id"] = self.session.clone();
        self.agent.call(name, arguments)
    }

    fn set(&mut self, value: &str) {
        let args = json!(["cmi.location", value]);
        self.tool(
            "scorm_api_call",
            json!({"method": "SetValue", "args": args}),
        );
    }
}

#[test]
fn what_an_agent_does_is_seen_while_it_does_it() {
    let mut watched = Watched::begin(&[]);
    watched.set("here");
    watched.person.until(&shows(".row", "location here"));
    watched.person.until(&shows(".vitals", "here"));
    watched.tool("scorm_capture_screenshot", json!({}));
    let person = &watched.person;
    person.until(&shows(".row b", "Picture"));
    person.clicks(".row:has(.k-picture)");
    // The picture itself is fetched when it is looked at.
    person.until(
        "(() => { const image = document.querySelector('.detail .thumb img');
            return image?.src.startsWith('blob:') && image.naturalWidth > 100 })()",
    );
    person.clicks(".see");
    person.until("document.querySelector('.pane-past .frame img')?.naturalWidth > 100");
    // An agent that goes on does not disturb who looks at the past.
    watched.set("there");
    let person = &watched.person;
    person.until(&shows(".new", "new"));
    person.clicks(".back-then .primary");
    person.until(&shows(".row", "location there"));
}

#[test]
fn a_connection_that_was_lost_leaves_neither_gaps_nor_doubles() {
    let mut watched = Watched::begin(&[KEEP_SOCKETS]);
    watched.set("before");
    watched.person.until(&shows(".row", "location before"));
    watched
        .person
        .run::<bool>("() => { sockets.at(-1).close(); return true }", &[]);
    watched.person.sees("[data-connection=offline]");
    watched.set("meanwhile");
    watched.person.sees("[data-connection=online]");
    watched.set("after");
    watched.person.until(&shows(".row", "location after"));
    let trace = watched.tool("scorm_export_trace", json!({}));
    let person = &watched.person;
    person.until(&format!(
        "document.querySelector('.moment b').textContent === 'moment {0} of {0}'",
        trace["events"]
    ));
    for value in ["before", "meanwhile", "after"] {
        person.fills(
            ".inspector input[type=search]",
            &greenroom_browser::FillValue::Text(format!("call:setvalue value:{value}")),
        );
        person.until(&format!(
            "document.querySelectorAll('.row').length === 1 && {}",
            shows(".row", value)
        ));
    }
}
