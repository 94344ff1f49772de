//! The desk: questions, acts, deliveries, restarts, one file per topic.

#![expect(
    clippy::needless_pass_by_value,
    reason = "callers write `json!(…)` in place"
)]

mod asking;
mod delivery;
mod ends;
mod history;
mod images;
mod preferences;
mod storing;
mod undo;

use super::{Asked, Desk, Submitter};
use crate::dialog::Asker;
use crate::error::DialogError;
use crate::outcome::{Proof, Source};
use crate::refusal::Refusal;
use crate::registry::Registry;
use crate::request;
use crate::state::State;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

struct Fixture {
    folder: tempfile::TempDir,
    desk: Desk,
    now: u64,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let desk = open(folder.path(), 1_000);
        Self {
            folder,
            desk,
            now: 1_000,
        }
    }

    fn restart(&mut self) {
        self.desk = open(self.folder.path(), self.now);
    }

    fn ask_as(&mut self, client: &str, tool: &str, arguments: Value) -> Result<Asked, DialogError> {
        let Value::Object(arguments) = arguments else {
            panic!("arguments are an object")
        };
        let request = request::parse(self.desk.registry(), tool, arguments)?;
        let asker = Asker {
            client: client.to_owned(),
            limit_key: client.to_owned(),
            unverified: false,
            elicitation: None,
        };
        self.now += 1;
        self.desk.ask(request, asker, None, self.now)
    }

    fn ask(&mut self, tool: &str, arguments: Value) -> String {
        self.ask_as("agent", tool, arguments).unwrap().dialog_id
    }

    fn confirm(&mut self, question: &str) -> String {
        self.ask("confirm", json!({"question": question}))
    }

    fn submit(&mut self, dialog_id: &str, data: Value) -> Result<(), Refusal> {
        self.submit_as(dialog_id, data, Source::Human, false)
    }

    fn submit_as(
        &mut self,
        dialog_id: &str,
        data: Value,
        source: Source,
        remember: bool,
    ) -> Result<(), Refusal> {
        let submitter = submitter(source, remember);
        self.now += 1;
        self.desk.submit(dialog_id, &data, &submitter, self.now)
    }

    /// The page leaves four seconds to undo it.
    fn submit_undoable(&mut self, dialog_id: &str, data: Value) -> Result<Option<u64>, Refusal> {
        let submitter = submitter(Source::Human, false);
        self.now += 1;
        self.desk
            .submit_undoable(dialog_id, &data, &submitter, 4_000, self.now)
    }

    fn state(&self, dialog_id: &str) -> State {
        self.desk.dialog(dialog_id).unwrap().state
    }

    fn journal(&self) -> PathBuf {
        self.folder.path().join("dialogs/journal.jsonl")
    }

    /// The disk refuses everything until [`Fixture::disk_has_room`].
    fn disk_is_full(&self) {
        std::fs::rename(self.journal(), self.folder.path().join("aside")).unwrap();
        std::fs::create_dir(self.journal()).unwrap();
    }

    fn disk_has_room(&self) {
        std::fs::remove_dir(self.journal()).unwrap();
        std::fs::rename(self.folder.path().join("aside"), self.journal()).unwrap();
    }

    fn data(&mut self, dialog_id: &str) -> Value {
        self.now += 1;
        self.desk.deliver(dialog_id, self.now).unwrap().data
    }
}

fn submitter(source: Source, remember: bool) -> Submitter {
    Submitter {
        connection: "conn_p".to_owned(),
        user_agent: "test".to_owned(),
        source,
        proof: match source {
            Source::Elicitation => Proof::ClientForm,
            Source::ParentApp => Proof::ParentApp,
            Source::Human | Source::Remembered | Source::AutoSubmit => Proof::OpenedPage,
        },
        remember,
    }
}

fn open(folder: &Path, now: u64) -> Desk {
    Desk::open(&folder.join("dialogs"), Registry::standard(), now).unwrap()
}
