//! Unpacking a zip, streamed, after all its entries were checked.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use greenroom_stdx::private_files;
use scorm_package::archive;
use scorm_package::files::FileEntry;
use tokio_util::sync::CancellationToken;

use super::SourcePackage;
use super::source::damaged;
use crate::error::StoreError;

/// Enough that the disk, not the loop, sets the pace.
const BUFFER: usize = 64 << 10;

/// Unpacks the files of `source` into the new folder `into`.
///
/// The names come from the checked table, so none of them leads out of `into`; the sizes are held
/// by the reader, so no entry unpacks to more than it declared.
pub(super) fn unpack(
    source: &SourcePackage,
    zip: &File,
    into: &Path,
    cancel: &CancellationToken,
) -> Result<(), StoreError> {
    private_files::create_new_dir(into).map_err(StoreError::write(into))?;
    let mut buffer = vec![0; BUFFER];
    for entry in source.package().files.iter() {
        let path = into.join(&entry.path);
        if let Some(folder) = path.parent() {
            private_files::create_dir(folder).map_err(StoreError::write(folder))?;
        }
        let mut file = File::create_new(&path).map_err(StoreError::write(&path))?;
        let is_damaged = |error| damaged(source.path(), entry, &error);
        let mut reader = archive::open_entry(zip, entry, 0).map_err(is_damaged)?;
        copy(
            &mut reader,
            &mut file,
            &path,
            entry,
            source,
            &mut buffer,
            cancel,
        )?;
    }
    Ok(())
}

fn copy(
    reader: &mut impl Read,
    file: &mut File,
    path: &Path,
    entry: &FileEntry,
    source: &SourcePackage,
    buffer: &mut [u8],
    cancel: &CancellationToken,
) -> Result<(), StoreError> {
    loop {
        if cancel.is_cancelled() {
            return Err(StoreError::Cancelled);
        }
        match reader
            .read(buffer)
            .map_err(|error| damaged(source.path(), entry, &error))?
        {
            0 => return Ok(()),
            read => file
                .write_all(&buffer[..read])
                .map_err(StoreError::write(path))?,
        }
    }
}
