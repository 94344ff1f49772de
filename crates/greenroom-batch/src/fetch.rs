//! A package where a worker can read it.

use std::path::{Path, PathBuf};

use crate::judging::NotJudged;

/// A package on this machine, for as long as this lives.
#[derive(Debug)]
pub struct Fetched {
    path: PathBuf,
    #[cfg(feature = "cluster")]
    _temporary: Option<tempfile::TempPath>,
}

impl Fetched {
    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Is this the address of an object, and no path?
pub(crate) fn is_object(location: &str) -> bool {
    location.starts_with("s3://")
}

/// Gets the package of a job: a path is there already, an object is downloaded.
#[cfg(feature = "cluster")]
pub async fn fetch(location: &str) -> Result<Fetched, NotJudged> {
    if !is_object(location) {
        return Ok(Fetched {
            path: PathBuf::from(location),
            _temporary: None,
        });
    }
    let downloaded = crate::objects::download(location).await;
    let file = downloaded.map_err(|error| NotJudged::Machinery(error.to_string()))?;
    Ok(Fetched {
        path: file.to_path_buf(),
        _temporary: Some(file),
    })
}

/// Gets the package of a job: a path is there already.
#[cfg(not(feature = "cluster"))]
pub async fn fetch(location: &str) -> Result<Fetched, NotJudged> {
    if is_object(location) {
        let why = format!("{location}: this Greenroom was built without the feature `cluster`");
        return Err(NotJudged::Package(why));
    }
    Ok(Fetched {
        path: PathBuf::from(location),
    })
}
