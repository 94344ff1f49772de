//! The packages of a batch as jobs.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use greenroom_batch::source::{self, Found};
use greenroom_batch::{Job, Shard};

use crate::start::StartError;

/// All packages that the sources mean, each once, in their order.
pub(super) async fn jobs(
    sources: &[String],
    shard: Option<&Shard>,
) -> Result<Vec<Job>, StartError> {
    let mut jobs = Vec::new();
    let mut known = HashSet::new();
    for source in all(sources)? {
        for (name, mut job) in packages(&source).await? {
            let is_wanted = shard.is_none_or(|shard| shard.holds(&name));
            if is_wanted && known.insert(job.location.clone()) {
                job.number = jobs.len() as u64;
                jobs.push(job);
            }
        }
    }
    Ok(jobs)
}

/// Sources, with lists replaced by their lines.
fn all(sources: &[String]) -> Result<Vec<String>, StartError> {
    let mut all = Vec::new();
    for source in sources {
        let unreadable = |path: &str| {
            let path = path.into();
            move |error| StartError::Unreadable { path, error }
        };
        match source.strip_prefix('@') {
            _ if source == "-" => {
                let list = source::read_list(io::stdin().lock());
                all.extend(list.map_err(unreadable("stdin"))?);
            }
            Some(file) => {
                let list = std::fs::File::open(file);
                let list = list.and_then(|list| source::read_list(io::BufReader::new(list)));
                all.extend(list.map_err(unreadable(file))?);
            }
            None => all.push(source.clone()),
        }
    }
    Ok(all)
}

/// The packages of one source, with the name that decides about the part they are in.
async fn packages(source: &str) -> Result<Vec<(String, Job)>, StartError> {
    if source.starts_with("s3://") {
        return objects(source).await;
    }
    let mut found = Vec::new();
    source::find_below(Path::new(source), &mut found);
    let jobs = found.into_iter().map(|Found { path, name }| {
        let shown = path.display().to_string();
        let location = std::path::absolute(&path)?;
        let Some(location) = location.to_str() else {
            let why = format!("{shown}: the path is not Unicode, which results cannot name");
            return Err(StartError::Unusable(why));
        };
        Ok((name, Job::of_path(location.to_owned(), shown)))
    });
    jobs.collect()
}

#[cfg(feature = "cluster")]
async fn objects(source: &str) -> Result<Vec<(String, Job)>, StartError> {
    let found = greenroom_batch::objects::list(source).await;
    found.map_err(|error| StartError::Unusable(error.to_string()))
}

#[cfg(not(feature = "cluster"))]
#[expect(clippy::unused_async, reason = "with the feature `cluster` it waits")]
async fn objects(source: &str) -> Result<Vec<(String, Job)>, StartError> {
    Err(StartError::Unusable(format!(
        "{source}: this Greenroom was built without the feature `cluster`, which reads from object stores"
    )))
}
