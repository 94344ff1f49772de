//! What a worker does with a job.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use sha2::{Digest as _, Sha256};

use crate::batch::{Batch, Job, VERSION, hex};
use crate::content_hash::{ContentHash, content_hash, stamp};
use crate::ended::{Ended, Outcome};
use crate::fetch::fetch;
use crate::judged::{Judged, Kept};
use crate::queue::{Handled, Handler, JobQueue};

/// Judges packages.
pub trait Performer: Send + Sync + 'static {
    /// Everything but the package that decides the judgement, as text.
    fn settings(&self, batch: &Batch, package: &Path) -> Result<String, NotJudged>;

    /// Judges a package. When the future is dropped, the work ends.
    fn perform<'a>(
        &'a self,
        batch: &'a Batch,
        package: &'a Path,
    ) -> BoxFuture<'a, Result<Judged, NotJudged>>;
}

/// Why there is no judgement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotJudged {
    /// The package or the settings cannot be used, and could not when tried again.
    #[error("{0}")]
    Package(String),
    /// Worker, browser or disk failed, or the time was up.
    #[error("{0}")]
    Machinery(String),
}

/// Judges a package unless the result for its content is kept.
#[derive(Debug)]
pub struct Judging<Q, P> {
    queue: Q,
    performer: P,
}

impl<Q: JobQueue, P: Performer> Judging<Q, P> {
    /// Results are looked up in this queue.
    pub fn new(queue: Q, performer: P) -> Self {
        Self { queue, performer }
    }

    async fn judge(&self, batch: &Batch, job: &Job) -> Result<(Kept, bool), NotJudged> {
        let package = fetch(&job.location).await?;
        let settings = self.performer.settings(batch, package.path())?;
        let before = stamp(package.path());
        let content = hash(package.path().to_owned()).await?;
        let (key, settings) = key(batch, &content, &settings);
        if !batch.again {
            let kept = self.queue.kept(&key).await;
            let kept = kept.map_err(|error| NotJudged::Machinery(error.to_string()))?;
            if let Some(kept) = kept {
                return Ok((kept, true));
            }
        }
        let judged = self.performer.perform(batch, package.path()).await?;
        if stamp(package.path()) != before {
            let why = "the package was changed while it was judged";
            return Err(NotJudged::Machinery(why.to_owned()));
        }
        let kept = Kept {
            key,
            content_hash: content.as_str().to_owned(),
            kind: batch.kind.as_str().to_owned(),
            greenroom: VERSION.to_owned(),
            settings,
            judged,
        };
        Ok((kept, false))
    }
}

impl<Q: JobQueue, P: Performer> Handler for Judging<Q, P> {
    fn handle(&self, batch: Arc<Batch>, job: Job) -> BoxFuture<'_, Handled> {
        Box::pin(async move {
            let begun = Instant::now();
            let limit = Duration::from_secs(batch.timeout_seconds);
            let judged = match tokio::time::timeout(limit, self.judge(&batch, &job)).await {
                Ok(judged) => judged,
                Err(_) => Err(NotJudged::Machinery(format!(
                    "it took longer than {} s; --timeout allows more",
                    limit.as_secs()
                ))),
            };
            let mut ended = Ended {
                number: job.number,
                shown: job.shown,
                outcome: Outcome::NotJudged,
                key: None,
                reason: None,
                reused: false,
                attempts: 1,
                seconds: (begun.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
            };
            match judged {
                Err(NotJudged::Machinery(reason)) => Handled::Failed { reason },
                Err(NotJudged::Package(reason)) => {
                    ended.reason = Some(reason);
                    Handled::Done { ended, kept: None }
                }
                Ok((kept, reused)) => {
                    ended.outcome = if kept.judged.passed {
                        Outcome::Passed
                    } else {
                        Outcome::Findings
                    };
                    ended.key = Some(kept.key.clone());
                    ended.reused = reused;
                    let kept = (!reused).then(|| Box::new(kept));
                    Handled::Done { ended, kept }
                }
            }
        })
    }
}

/// Under which key a result is kept, and the hash of the settings.
fn key(batch: &Batch, content: &ContentHash, settings: &str) -> (String, String) {
    let settings = hex(&Sha256::digest(settings));
    let mut digest = Sha256::new();
    for text in [VERSION, batch.kind.as_str(), content.as_str(), &settings] {
        digest.update(text);
        digest.update([0]);
    }
    (hex(&digest.finalize()), settings)
}

async fn hash(path: PathBuf) -> Result<ContentHash, NotJudged> {
    let hashed = tokio::task::spawn_blocking(move || content_hash(&path)).await;
    let hashed = hashed.map_err(|error| NotJudged::Machinery(error.to_string()))?;
    hashed.map_err(|error| NotJudged::Package(error.to_string()))
}
