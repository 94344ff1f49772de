//! What the player page fetches before anything happens.

use schemars::JsonSchema;
use scorm_session::Opening;
use serde::Serialize;

/// What the page fetches before anything happens.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Boot<'a> {
    /// What the engine opens the session with; opaque to the page.
    pub(super) opening: &'a Opening,
    /// The API object that the course looks for.
    pub(super) api: ApiObject,
    /// The course opens in a window of its own instead of the frame.
    pub(super) popup: bool,
}

/// The name of the API object.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(super) enum ApiObject {
    /// SCORM 1.2.
    #[serde(rename = "API")]
    Scorm12,
    /// SCORM 2004.
    #[serde(rename = "API_1484_11")]
    Scorm2004,
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use greenroom_testkit::TypeScript;
    use greenroom_web::stage::{JournalEntry, PlayerStart};

    use super::*;

    const HEAD: &str = "\
// The messages between the player page and the server, made from crates/greenroom-stage/src/course/player_messages.rs
// and crates/greenroom-web/src/stage/{events,player_start}.rs. The test `the_players_types_are_those_of_the_server` compares them, and
// writes them with GREENROOM_UPDATE_SCRIPTS=1.
";

    #[test]
    fn the_players_types_are_those_of_the_server() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        TypeScript::default()
            .received::<Boot<'_>>()
            .received::<PlayerStart<'_>>()
            .sent::<JournalEntry>()
            .imported::<Opening>("../../crates/scorm-wasm/js/messages.js")
            .compare(&root.join("web/player/messages.d.ts"), HEAD);
    }
}
