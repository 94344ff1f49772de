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
    /// The LMS has no such object, so the course finds none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) no_api: bool,
    /// The course opens in a window of its own instead of the frame.
    pub(super) popup: bool,
    /// The code of an LMS answers instead of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lms: Option<LmsBoot>,
    /// How an LMS shows the content.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) frame: Option<FrameLook>,
}

/// The code of an LMS, as the page must know it.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct LmsBoot {
    /// Whose code.
    pub(super) profile: String,
    pub(super) version: LmsVersion,
    /// The most characters of suspend_data, where settings say another number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) suspend_data: Option<u64>,
    /// The names of the API object.
    pub(super) names: Vec<String>,
    /// The name of the other version's object, where both are there at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) other: Option<String>,
    /// How long the LMS's page stays for late saves when the content is gone.
    pub(super) grace_ms: u32,
    /// How long it takes until the LMS's page launches the next SCO.
    pub(super) next_sco_ms: u32,
}

/// The version that the LMS plays the course as.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(super) enum LmsVersion {
    #[serde(rename = "1.2")]
    Scorm12,
    #[serde(rename = "2004")]
    Scorm2004,
}

/// The frame that an LMS gives to the content.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct FrameLook {
    /// As CSS.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) width: Option<String>,
    /// As CSS.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) height: Option<String>,
    /// Pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) min_height: Option<u32>,
    /// The attribute of this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sandbox: Option<String>,
    /// The attribute of this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) allow: Option<String>,
    /// What becomes of the frame when the content is taken away.
    pub(super) leave: FrameEnd,
}

/// What becomes of the frame when content is taken away.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum FrameEnd {
    /// The element is taken out of the page.
    RemoveFrame,
    /// It shows an empty page.
    AboutBlank,
    /// The LMS's page goes elsewhere.
    NavigateTop,
    /// The window closes.
    Close,
}

impl From<scorm_lms::profile::FrameEnd> for FrameEnd {
    fn from(end: scorm_lms::profile::FrameEnd) -> Self {
        use scorm_lms::profile::FrameEnd as Of;
        match end {
            Of::RemoveFrame => Self::RemoveFrame,
            Of::AboutBlank => Self::AboutBlank,
            Of::NavigateTop => Self::NavigateTop,
            Of::Close => Self::Close,
        }
    }
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
    use greenroom_web::stage::{JournalEntry, LmsLaunch, PlayerStart};

    use super::*;

    const HEAD: &str = "\
// The messages between the player page and the server, made from crates/greenroom-stage/src/course/player_messages.rs
// and crates/greenroom-web/src/stage/{events,lms,player_start}.rs. The test `the_players_types_are_those_of_the_server` compares them, and
// writes them with GREENROOM_UPDATE_SCRIPTS=1.
";

    #[test]
    fn the_players_types_are_those_of_the_server() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        TypeScript::default()
            .received::<Boot<'_>>()
            .received::<PlayerStart<'_>>()
            .received::<LmsLaunch>()
            .sent::<JournalEntry>()
            .imported::<Opening>("../../crates/scorm-wasm/js/messages.js")
            .compare(&root.join("web/player/messages.d.ts"), HEAD);
    }
}
