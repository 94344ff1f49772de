//! Going on with a session that another server had.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use greenroom_stdx::private_files;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::artifacts::Artifacts;
use crate::error::StoreError;
use crate::events::{self, EventLog};
use crate::journal;
use crate::package::{OpenPackage, SourcePackage};
use crate::session::{Session, SessionCall};
use crate::session_id::SessionId;
use crate::session_record::SessionRecord;
use crate::session_store::SessionStore;
use crate::shared::{Copies, TakenSession};

impl SessionStore {
    /// Makes a session that this server took its own: the same id, the same events, the journal as
    /// all have it. Blocks while a zip is unpacked.
    ///
    /// What it fails with leaves no session here; the files stay for the next try.
    pub fn take_over(
        &self,
        taken: &TakenSession,
        cancel: &CancellationToken,
    ) -> Result<SessionCall, StoreError> {
        let told = &taken.session;
        let Some(shared) = self.data_dir().shared() else {
            return Err(StoreError::UnknownSession {
                id: told.id.to_string(),
                closed: None,
            });
        };
        let package = self.package_of(taken);
        let source = SourcePackage::read(&package, &self.limits().package)?;
        source.require_manifest()?;
        let directory = self.directory(&told.id);
        let unpacked = directory.join("package");
        // What an earlier stay on this server left.
        private_files::remove_dir(&unpacked).map_err(StoreError::write(&unpacked))?;
        write_journal(&directory, &taken.journal)?;
        let events = EventLog::restore(directory.join(events::FILE_NAME), &taken.events)?;
        let artifacts = Artifacts::restore(self.data_dir(), &directory, told.id.clone())?;
        let begun = (told.started_at, events, artifacts);
        let options = told.options();
        let session = Session::with(
            self.data_dir(),
            told.id.clone(),
            directory.clone(),
            options,
            begun,
        );
        let session = Arc::new(session);
        session.copy_to(Copies::of(shared, &told.id), taken.events.len() as u64)?;
        let record = SessionRecord {
            session_id: told.id.clone(),
            server: self.server_name()?,
            package_path: Some(source.path().to_owned()),
            started_at: told.started_at,
            client: told.client.clone(),
            closed: None,
        };
        record.write(&directory)?;
        let package = OpenPackage::open(source, &unpacked, cancel)?;
        self.register(&session)?;
        session.emit("session:taken_over", Some(json!({ "from": taken.from })))?;
        session.set_ready(package);
        Ok(SessionCall::begin(session))
    }

    /// Forgets a session that another server goes on with, or that could not be taken. Nothing of it
    /// is saved, and nothing that all have is changed.
    pub fn let_go(&self, id: &SessionId) {
        if let Ok(call) = self.session_or_closing(id.as_str()) {
            call.events().end();
        }
        self.forget(id);
        let record = self.directory(id).join("session.json");
        // Without a record it is nobody's here.
        drop(fs::remove_file(record));
    }

    fn package_of(&self, taken: &TakenSession) -> PathBuf {
        match taken.session.own_package() {
            Some(own) => self.data_dir().root().join(own),
            None => PathBuf::from(&taken.session.package),
        }
    }
}

/// Writes the journal of a session as all have it.
pub(crate) fn write_journal(directory: &Path, lines: &[Vec<u8>]) -> Result<(), StoreError> {
    private_files::create_dir(directory).map_err(StoreError::write(directory))?;
    let path = directory.join(journal::FILE_NAME);
    if lines.is_empty() {
        return match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(StoreError::write(&path)(error))
            }
            _ => Ok(()),
        };
    }
    private_files::replace_durably(&path, &lines.concat()).map_err(StoreError::write(&path))
}
