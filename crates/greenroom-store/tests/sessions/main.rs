//! Sessions through the public interface: life, limits, isolation, clean-up.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod life;
mod many;
mod operations;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use greenroom_store::{
    CloseReason, DataDir, SessionCall, SessionOptions, SessionStore, StoreError, StoreLimits,
};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

struct Home {
    folder: TempDir,
    store: Arc<SessionStore>,
}

impl Home {
    fn new(limits: StoreLimits) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = store_in(folder.path(), limits);
        let course = folder.path().join("course");
        fs::create_dir(&course).unwrap();
        fs::write(course.join("imsmanifest.xml"), MANIFEST).unwrap();
        Self { folder, store }
    }

    fn course(&self) -> PathBuf {
        self.folder.path().join("course")
    }

    fn open(&self) -> Result<SessionCall, StoreError> {
        self.open_with(SessionOptions::default())
    }

    fn open_with(&self, options: SessionOptions) -> Result<SessionCall, StoreError> {
        self.store
            .open(&self.course(), options, &CancellationToken::new())
    }

    fn close(&self, id: &str) {
        self.store
            .begin_close(id, CloseReason::Close)
            .unwrap()
            .finish()
            .unwrap();
    }

    fn directories(&self) -> usize {
        fs::read_dir(self.folder.path().join("data/sessions")).map_or(0, Iterator::count)
    }
}

const MANIFEST: &str = "<manifest identifier='m'><organizations/><resources/></manifest>";

fn store_in(folder: &Path, limits: StoreLimits) -> Arc<SessionStore> {
    let data_dir = DataDir::new(folder.join("data"));
    Arc::new(SessionStore::new(data_dir, limits))
}

fn reason_of(error: StoreError) -> Option<CloseReason> {
    match error {
        StoreError::UnknownSession { closed, .. } => closed.map(|closed| closed.reason),
        other => panic!("not about an unknown session: {other:?}"),
    }
}
