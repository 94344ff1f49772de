//! `greenroom batch`: one question about thousands of packages.

mod arguments;
mod files;
mod performing;
mod progress;
mod sources;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use greenroom_batch::output::Tally;
use greenroom_batch::{Batch, EmbeddedQueue, Handler, Job, JobQueue, Judging, Kind, Stop};
use greenroom_os::endings::Endings;
use greenroom_report::examiner;
use greenroom_store::DataDir;
use greenroom_tools::App;

pub(super) use self::arguments::BatchCommand;
use self::arguments::Question;
use self::files::Outputs;
#[cfg(feature = "cluster")]
pub(super) use self::files::unusable;
pub(super) use self::performing::Performing;
use self::progress::Telling;
use super::check::{COULD_NOT_RUN, FINDINGS};
use crate::logging;
use crate::start::{self, StartError, StartOptions};

/// Somebody ended it before it was done, as shells say it.
const INTERRUPTED: u8 = 130;

/// Judges all packages, and says by the exit code what came of it.
pub(super) fn run(command: &BatchCommand, options: &StartOptions) -> Result<ExitCode, StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let ended = runtime.block_on(batch(&command.question, options));
    // What still lints is of no interest any more.
    runtime.shutdown_background();
    match ended {
        // Whoever reads the output has seen enough, as in `greenroom batch … | head`.
        Err(error) if error.is_broken_pipe() => Ok(ExitCode::from(FINDINGS)),
        ended => ended,
    }
}

async fn batch(question: &Question, options: &StartOptions) -> Result<ExitCode, StartError> {
    let asked = question.options();
    let kind = question.kind();
    let jobs = sources::jobs(&asked.sources, asked.shard.as_ref()).await?;
    let settings = question.settings()?;
    let batch = Batch {
        id: Batch::identify(
            kind,
            &settings,
            jobs.iter().map(|job| job.location.as_str()),
        ),
        kind,
        settings,
        attempts: asked.attempts,
        timeout_seconds: question.timeout(),
        again: asked.again,
    };
    let outputs = Outputs::open(kind, asked)?;
    let telling = Telling::new(outputs, jobs.len(), asked.quiet);
    #[cfg(feature = "cluster")]
    if let Some(database) = &asked.database {
        let queue = super::worker::connect(database).await?;
        let workers = asked.workers.unwrap_or(0);
        return Box::pin(see_through(queue, batch, jobs, telling, workers, options)).await;
    }
    let folder = DataDir::new(start::data_directory()?).batch_results();
    let queue = EmbeddedQueue::new(folder);
    let workers = asked.workers.unwrap_or_else(cores).max(1);
    see_through(queue, batch, jobs, telling, workers, options).await
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

async fn see_through<Q: JobQueue>(
    queue: Q,
    batch: Batch,
    jobs: Vec<Job>,
    mut telling: Telling,
    workers: usize,
    options: &StartOptions,
) -> Result<ExitCode, StartError> {
    let total = jobs.len();
    let app = match workers {
        0 => None,
        _ => match app_for(batch.kind, &jobs, options)? {
            Ok(app) => app,
            Err(exit_code) => return Ok(exit_code),
        },
    };
    examiner::keep_workers(workers);
    let stop = Stop::default();
    let working = {
        let judging = Judging::new(queue.clone(), Performing::new(app.clone()));
        let handler: Arc<dyn Handler> = Arc::new(judging);
        let (queue, stop) = (queue.clone(), stop.clone());
        async move {
            if workers == 0 {
                return std::future::pending().await;
            }
            queue.work(workers, handler, stop).await
        }
    };
    let mut endings = Endings::listen()?;
    let ended = tokio::select! {
        ended = greenroom_batch::run(&queue, &batch, jobs, working, &mut telling) => Some(ended),
        _ = endings.next() => None,
    };
    telling.finish();
    if let Some(app) = app {
        app.close().await;
    }
    let Some(ended) = ended else {
        telling.outputs.flush()?;
        let done = telling.outputs.tally().packages();
        super::say(&format!(
            "interrupted: {done} of {total} packages are done; the same command goes on from here"
        ));
        return Ok(ExitCode::from(INTERRUPTED));
    };
    let ends = ended.map_err(files::unusable)?;
    let tally = telling.outputs.end(&ends, &queue).await?;
    Ok(exit_code(&tally))
}

/// The same rule as that of `greenroom check`.
fn exit_code(tally: &Tally) -> ExitCode {
    ExitCode::from(match (tally.not_judged, tally.findings) {
        (1.., _) => COULD_NOT_RUN,
        (0, 1..) => FINDINGS,
        (0, 0) => 0,
    })
}

/// What plays courses; an exit code where nothing could be played.
fn app_for(
    kind: Kind,
    jobs: &[Job],
    options: &StartOptions,
) -> Result<Result<Option<Arc<App>>, ExitCode>, StartError> {
    if kind == Kind::Check {
        return Ok(Ok(None));
    }
    let first = jobs.first().map(|job| Path::new(&job.location));
    let app = start::app_for(options, first)?;
    logging::start_command(&app);
    Ok(match app.missing_browser() {
        None => Ok(Some(app)),
        Some(missing) => {
            super::say_failure(&missing);
            Err(ExitCode::from(missing.code.exit_code()))
        }
    })
}
