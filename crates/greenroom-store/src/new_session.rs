//! The first moments of a session: until it is given out, it can still vanish.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use greenroom_stdx::private_files;

use crate::error::StoreError;
use crate::session::Session;
use crate::session_id::SessionId;
use crate::session_store::SessionStore;

/// A session that is not given out yet; dropped without [`NewSession::keep`], it vanishes.
pub(crate) struct NewSession<'a> {
    pub(crate) session: Arc<Session>,
    pub(crate) folder: NewFolder<'a>,
}

impl NewSession<'_> {
    pub(crate) fn keep(mut self) {
        self.folder.keep = true;
    }
}

/// The folder of a session that is not given out yet; dropped before that, it is removed.
pub(crate) struct NewFolder<'a> {
    store: &'a SessionStore,
    pub(crate) id: SessionId,
    pub(crate) directory: PathBuf,
    keep: bool,
}

impl<'a> NewFolder<'a> {
    /// Draws an id and creates its folder. Ids of folders that were removed do not come back
    /// either: 36^16 leaves no room for chance.
    pub(crate) fn create(store: &'a SessionStore) -> Result<Self, StoreError> {
        let sessions = store.data_dir().sessions();
        private_files::create_dir(&sessions).map_err(StoreError::write(&sessions))?;
        loop {
            let id = SessionId::draw().map_err(StoreError::write(&sessions))?;
            let directory = store.directory(&id);
            match private_files::create_new_dir(&directory) {
                Ok(()) => {
                    return Ok(Self {
                        store,
                        id,
                        directory,
                        keep: false,
                    });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(StoreError::write(&directory)(error)),
            }
        }
    }
}

impl Drop for NewFolder<'_> {
    fn drop(&mut self) {
        if self.keep {
            return;
        }
        self.store.forget(&self.id);
        if let Err(error) = private_files::remove_dir(&self.directory) {
            tracing::warn!(path = %self.directory.display(), %error, "a folder could not be removed");
        }
    }
}
