//! What the record of a course tells beyond single calls: values, and the same calls again.

use std::collections::BTreeMap;
use std::time::Duration;

use greenroom_browser::NetworkRequest;
use greenroom_report::examiner::{Bounds, Examination};
use greenroom_store::journal::JournalReader;
use greenroom_store::{Session, StoreError};
use scorm_lint::{Category, Level, MemoryFiles, Settings, Severity};
use scorm_package::MANIFEST;
use scorm_session::{ApiCall, ApiFunction, Origin};

use super::live_course::CourseEntry;
use super::replica::Replica;
use super::runtime::Runtime;

/// How long the check of a manifest may take.
const MANIFEST_TIME: Duration = Duration::from_secs(10);

/// Values by element.
pub type Values = BTreeMap<String, String>;

/// The values of the SCO in the frame, and how many changes had led to them.
#[derive(Debug)]
pub struct Shown {
    values: Values,
    changes: usize,
}

/// The values of the SCO in the frame now.
pub fn data_model(replica: &Replica) -> Shown {
    let elements = replica.engine.data_model().into_iter();
    Shown {
        values: elements
            .filter_map(|element| Some((element.element, element.value?)))
            .collect(),
        changes: replica.history.entries().len(),
    }
}

/// Adds what the content set on its way out, when it was no longer in the frame.
pub fn with_later_changes(shown: Shown, replica: &Replica) -> Values {
    let Shown {
        mut values,
        changes,
    } = shown;
    let later = replica.history.entries().iter().skip(changes);
    for entry in later.filter(|entry| entry.origin == Origin::Content) {
        match &entry.after {
            Some(value) => values.insert(entry.element.clone(), value.clone()),
            None => values.remove(&entry.element),
        };
    }
    values
}

/// Whether the manifest has no fault of level error.
pub fn manifest_is_sound(session: &Session) -> bool {
    let Some(package) = session.package() else {
        return false;
    };
    let Ok(bytes) = std::fs::read(package.root().join(MANIFEST)) else {
        return false;
    };
    let files = MemoryFiles([(MANIFEST.to_owned(), bytes)].into());
    let bounds = Bounds::within(MANIFEST_TIME);
    let examination = Examination::new(&files, &[], &bounds);
    let Ok(report) = examination.lint(&Settings::at(Level::Standard)) else {
        return false;
    };
    !report.findings.iter().any(|finding| {
        finding.category == Category::Manifest
            && matches!(finding.severity, Severity::Error | Severity::Fatal)
    })
}

/// One call of a journal that was carried out again.
#[derive(Debug)]
pub struct Replayed {
    pub call: ApiCall,
    /// What the SCO has set, after a SetValue.
    pub state_after: Option<Values>,
}

/// Carries out the journal of a session again, in a fresh engine. Blocks on the disk.
pub fn replay(session: &Session) -> Result<Vec<Replayed>, StoreError> {
    let mut reader = JournalReader::open(session.directory())?;
    let mut replica: Option<Replica> = None;
    let mut replayed = Vec::new();
    while let Some(entry) = reader.next_entry()? {
        match serde_json::from_str::<CourseEntry>(entry.get()) {
            Ok(CourseEntry::Opening(opening)) => {
                // An open course has no past: an earlier runtime of the session is over.
                replayed.clear();
                let engine = opening.open().ok();
                let id = session.id().as_str();
                replica = engine.map(|engine| Replica::new(engine, id, usize::MAX));
            }
            Ok(CourseEntry::Event(event)) => {
                let Some(replica) = &mut replica else {
                    continue;
                };
                let before = replica.calls.len();
                replica.apply(&event);
                if let Some(call) = replica.calls.get(before) {
                    let state_after =
                        (call.function() == ApiFunction::SetValue).then(|| set_by_sco(replica));
                    replayed.push(Replayed {
                        call: call.clone(),
                        state_after,
                    });
                }
            }
            Err(error) => tracing::warn!(%error, "an entry of a journal was passed over"),
        }
    }
    Ok(replayed)
}

fn set_by_sco(replica: &Replica) -> Values {
    let elements = replica.engine.data_model().into_iter();
    elements
        .filter(|element| element.by_sco)
        .filter_map(|element| Some((element.element, element.value?)))
        .collect()
}

impl Runtime {
    /// The requests of the content, without those of the player.
    pub fn content_requests(&self) -> Vec<NetworkRequest> {
        let without_scheme = |url: &str| url.split_once("://").map(|(_, rest)| rest.to_owned());
        let player = self.stage.player_url(self.session.id().as_str());
        let player = without_scheme(&player).unwrap_or_default();
        let own = |url: &str| without_scheme(url).is_some_and(|rest| rest.starts_with(&player));
        let mut requests = self.context.network().items;
        requests.retain(|request| !own(&request.url));
        requests
    }
}
