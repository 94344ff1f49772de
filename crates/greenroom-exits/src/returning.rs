//! What a learner meets who comes back.

use std::collections::BTreeMap;

use greenroom_explore::Sight;
use greenroom_stage::StageError;
use greenroom_stage::course::api;
use greenroom_stage::course::lms::LmsCourse;
use greenroom_stage::course::runtime::Runtime;
use schemars::JsonSchema;
use scorm_lms::Version;
use scorm_session::ApiFunction;
use serde::Serialize;
use serde_json::json;

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
    /// The mode of the launch, where it is another than `normal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// What the LMS does not give back, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
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
        let given = match &runtime.live.lms {
            Some(lms) => ask(runtime, lms).await?,
            None => read(runtime),
        };
        let value = |name: &str| given.get(name).cloned();
        let now = Sight::met(runtime, left).await?;
        Ok(Self {
            same_page: now.is_at(left),
            page: now.name(),
            entry: value(ENTRY),
            location: value(LOCATION),
            suspend_data: value(SUSPEND_DATA),
            status: value(STATUS),
            mode: value(MODE).filter(|mode| mode != "normal"),
            reasons: Vec::new(),
            in_the_same_tab,
        })
    }

    /// Why the learner is not where they were.
    pub(crate) fn why_elsewhere(&self) -> Option<String> {
        let none = self.location.is_none() && self.suspend_data.is_none();
        let reason = self.reasons.first().cloned();
        let nothing = || "The LMS gives back neither location nor suspend_data.".to_owned();
        reason.or_else(|| none.then(nothing))
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
        let mode = match &self.mode {
            Some(mode) => format!("; mode {mode}"),
            None => String::new(),
        };
        format!("{page}; entry {entry}; status {status}{mode}")
    }
}

const ENTRY: &str = "entry";
const LOCATION: &str = "location";
const SUSPEND_DATA: &str = "suspend_data";
const STATUS: &str = "status";
const MODE: &str = "mode";
/// What is looked at, and what it is called in SCORM 1.2 and 2004.
const ELEMENTS: [(&str, &str, &str); 5] = [
    (ENTRY, "cmi.core.entry", "cmi.entry"),
    (LOCATION, "cmi.core.lesson_location", "cmi.location"),
    (SUSPEND_DATA, "cmi.suspend_data", "cmi.suspend_data"),
    (STATUS, "cmi.core.lesson_status", "cmi.completion_status"),
    (MODE, "cmi.core.lesson_mode", "cmi.mode"),
];

/// What the course is given, by [`ELEMENTS`]; the beginning of each value.
type Given = BTreeMap<&'static str, String>;

/// By the book, the course is given what is in the data model.
fn read(runtime: &Runtime) -> Given {
    let model = runtime.live.read(|replica| replica.engine.data_model());
    let value = |name: &str| {
        let found = model.iter().find(|one| one.element == name);
        found.and_then(|one| one.value.clone())
    };
    let given = ELEMENTS.iter().filter_map(|(what, old, new)| {
        let value = value(new).or_else(|| value(old))?;
        (!value.is_empty()).then(|| (*what, shown(&value)))
    });
    given.collect()
}

/// The LMS's own code says what the course is given.
async fn ask(runtime: &Runtime, lms: &LmsCourse) -> Result<Given, StageError> {
    let mut given = Given::new();
    for (what, old, new) in ELEMENTS {
        let name = match lms.version() {
            Version::Scorm12 => old,
            Version::Scorm2004 => new,
        };
        let called = api::call(runtime, ApiFunction::GetValue, &[json!(name)]).await?;
        let told = called.lms.and_then(|told| told.value);
        if let Some(value) = told.filter(|value| !value.is_empty()) {
            given.insert(what, shown(&value));
        }
    }
    Ok(given)
}

fn shown(value: &str) -> String {
    value.chars().take(SHOWN).collect()
}
