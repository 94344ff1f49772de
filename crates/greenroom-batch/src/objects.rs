//! Packages in an object store.
//!
//! The usual variables name the account: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
//! `AWS_REGION`, and `AWS_ENDPOINT` with `AWS_ALLOW_HTTP` for stores that are not Amazon's.

use std::io::Write as _;
use std::path::Path as FilePath;

use futures::StreamExt as _;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore as _, ObjectStoreExt as _};

use crate::batch::Job;
use crate::source::is_zip;

/// Why objects cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    /// Not the address of an object.
    #[error("{0}: an address is s3://BUCKET or s3://BUCKET/PREFIX")]
    Address(String),
    /// There is nothing to judge.
    #[error("{0}: no zip lies there")]
    Nothing(String),
    /// The store refused, or is not there.
    #[error("{address}: {error}")]
    Store {
        /// What was asked for.
        address: String,
        /// What came of it.
        error: object_store::Error,
    },
    /// The disk refused.
    #[error("{address} cannot be downloaded: {error}")]
    Disk {
        /// What was asked for.
        address: String,
        /// What came of it.
        error: std::io::Error,
    },
}

/// The zips below an address, each with its name relative to the address.
pub async fn list(address: &str) -> Result<Vec<(String, Job)>, ObjectError> {
    let (bucket, prefix) = parts(address)?;
    let store = open(address, bucket)?;
    let prefix_path = Path::from(prefix);
    let refused = |error| ObjectError::Store {
        address: address.to_owned(),
        error,
    };
    if is_zip(FilePath::new(prefix)) {
        let meta = store.head(&prefix_path).await.map_err(refused)?;
        return Ok(vec![job(bucket, prefix, &meta)]);
    }
    let mut found = Vec::new();
    let mut objects = store.list(Some(&prefix_path));
    while let Some(meta) = objects.next().await {
        let meta = meta.map_err(refused)?;
        if is_zip(FilePath::new(meta.location.as_ref())) {
            found.push(job(bucket, prefix, &meta));
        }
    }
    if found.is_empty() {
        return Err(ObjectError::Nothing(address.to_owned()));
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(found)
}

fn job(bucket: &str, prefix: &str, meta: &ObjectMeta) -> (String, Job) {
    let path = meta.location.as_ref();
    let below = path.strip_prefix(prefix).unwrap_or(path);
    let below = below.trim_start_matches('/');
    let name = if below.is_empty() {
        path.rsplit('/').next().unwrap_or(path)
    } else {
        below
    };
    let location = format!("s3://{bucket}/{path}");
    let job = Job {
        number: 0,
        shown: location.clone(),
        location,
        stamp: meta.e_tag.clone(),
    };
    (name.to_owned(), job)
}

/// Downloads an object into a temporary file, bit by bit.
pub(crate) async fn download(address: &str) -> Result<tempfile::TempPath, ObjectError> {
    let (bucket, path) = parts(address)?;
    let store = open(address, bucket)?;
    let refused = |error| ObjectError::Store {
        address: address.to_owned(),
        error,
    };
    let disk = |error| ObjectError::Disk {
        address: address.to_owned(),
        error,
    };
    let got = store.get(&Path::from(path)).await.map_err(refused)?;
    let file = tempfile::Builder::new()
        .prefix("greenroom-")
        .suffix(".zip")
        .tempfile()
        .map_err(disk)?;
    let mut bytes = got.into_stream();
    let mut writing = std::io::BufWriter::new(file);
    while let Some(chunk) = bytes.next().await {
        let chunk = chunk.map_err(refused)?;
        writing.write_all(&chunk).map_err(disk)?;
    }
    let file = writing
        .into_inner()
        .map_err(|error| disk(error.into_error()))?;
    Ok(file.into_temp_path())
}

fn parts(address: &str) -> Result<(&str, &str), ObjectError> {
    let inside = address.strip_prefix("s3://");
    let (bucket, path) = match inside {
        Some(inside) => inside.split_once('/').unwrap_or((inside, "")),
        None => ("", ""),
    };
    if bucket.is_empty() {
        return Err(ObjectError::Address(address.to_owned()));
    }
    Ok((bucket, path))
}

fn open(address: &str, bucket: &str) -> Result<AmazonS3, ObjectError> {
    use_ring();
    let store = AmazonS3Builder::from_env().with_bucket_name(bucket);
    store.build().map_err(|error| ObjectError::Store {
        address: address.to_owned(),
        error,
    })
}

/// Of the two providers of TLS, the one that the database takes too.
fn use_ring() {
    // Named for its feature: without a provider of its own it takes the one that is set here.
    use reqwest as _;
    // It may be set already.
    let _is_set = rustls::crypto::ring::default_provider().install_default();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_bucket_and_perhaps_a_prefix() {
        assert_eq!(parts("s3://b/a/c.zip").unwrap(), ("b", "a/c.zip"));
        assert_eq!(parts("s3://b").unwrap(), ("b", ""));
        for wrong in ["s3://", "s3:///a", "b/a"] {
            assert!(parts(wrong).is_err(), "{wrong}");
        }
    }
}
