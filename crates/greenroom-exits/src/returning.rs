//! What a learner meets who comes back.

use greenroom_explore::Sight;
use greenroom_stage::StageError;
use greenroom_stage::course::runtime::Runtime;
use schemars::JsonSchema;
use serde::Serialize;

/// Characters of a value that are shown.
const SHOWN: usize = 120;

/// What a learner meets who comes back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Return {
    /// The page is the one that was left.
    pub same_page: bool,
    /// What the page is called.
    pub page: String,
    pub entry: Option<String>,
    pub location: Option<String>,
    /// The beginning of it.
    pub suspend_data: Option<String>,
    pub status: Option<String>,
    /// In the tab that was left: it was still there.
    pub in_the_same_tab: bool,
}

impl Return {
    /// Looks at a course that was opened again, or was never closed.
    pub(crate) async fn look(
        runtime: &Runtime,
        left: &Sight,
        in_the_same_tab: bool,
    ) -> Result<Self, StageError> {
        let model = runtime.live.read(|replica| replica.engine.data_model());
        let value = |names: &[&str]| {
            let found = model
                .iter()
                .find(|one| names.contains(&one.element.as_str()));
            let value = found.and_then(|one| one.value.clone());
            value
                .filter(|value| !value.is_empty())
                .map(|value| value.chars().take(SHOWN).collect::<String>())
        };
        let entry = value(&["cmi.entry", "cmi.core.entry"]);
        let mut now = Sight::look(runtime).await?;
        if !now.is_at(left)
            && let Some(path) = now.resume()
            && path.play(runtime).await?
        {
            now = Sight::look(runtime).await?;
        }
        Ok(Self {
            same_page: now.is_at(left),
            page: now.name(),
            entry,
            location: value(&["cmi.location", "cmi.core.lesson_location"]),
            suspend_data: value(&["cmi.suspend_data"]),
            status: value(&["cmi.completion_status", "cmi.core.lesson_status"]),
            in_the_same_tab,
        })
    }

    /// In a few words.
    pub fn words(&self) -> String {
        let page = match (self.same_page, self.in_the_same_tab) {
            (true, true) => "same tab, same page".to_owned(),
            (true, false) => "same page".to_owned(),
            (false, _) => format!("page {:?}", self.page.chars().take(30).collect::<String>()),
        };
        let entry = self.entry.as_deref().unwrap_or("none");
        let status = self.status.as_deref().unwrap_or("none");
        format!("{page}; entry {entry}; status {status}")
    }
}
