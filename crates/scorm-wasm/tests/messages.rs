//! The scripts know the JSON forms of the engine by the engine's own types.

use std::path::Path;

use greenroom_testkit::TypeScript;
use scorm_session::{Effect, Event, Navigation, Opening};

const HEAD: &str = "\
// The JSON forms of the engine, made from crates/scorm-session.
// The test crates/scorm-wasm/tests/messages.rs compares them, and writes them with GREENROOM_UPDATE_SCRIPTS=1.
";

#[test]
fn the_scripts_types_are_those_of_the_engine() {
    TypeScript::default()
        .sent::<Event>()
        .sent::<Opening>()
        .received::<Effect>()
        .received::<Navigation>()
        .compare(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("js/messages.d.ts"),
            HEAD,
        );
}
