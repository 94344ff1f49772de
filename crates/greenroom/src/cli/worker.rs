//! `greenroom worker`: does the jobs of batches that others enqueue.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use greenroom_batch::{Handler, JobQueue as _, Judging, PostgresQueue, Stop};
use greenroom_os::endings::Endings;
use greenroom_report::examiner;

use super::batch::{Performing, unusable};
use crate::logging;
use crate::start::{self, StartError, StartOptions};

/// Do the jobs of batches, for a database
///
/// Any number of workers on any number of machines share the jobs of `greenroom batch … --database`. Packages are opened by the path that the batch names, or downloaded from s3://. Told to end (SIGTERM), a worker ends what it has begun.
#[derive(Debug, Args)]
pub(super) struct WorkerCommand {
    /// Where jobs and results are
    #[arg(
        long,
        value_name = "postgres://…",
        env = "GREENROOM_DATABASE",
        hide_env_values = true
    )]
    database: String,
    /// Do so many at once [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
}

/// Works until somebody ends it.
pub(super) fn run(command: &WorkerCommand, options: &StartOptions) -> Result<ExitCode, StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let ended = runtime.block_on(work(command, options));
    runtime.shutdown_background();
    ended
}

async fn work(command: &WorkerCommand, options: &StartOptions) -> Result<ExitCode, StartError> {
    let queue = connect(&command.database).await?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = command.jobs.map_or(cores, usize::from);
    let app = start::app(options)?;
    logging::start_command(&app);
    if let Some(missing) = app.missing_browser() {
        super::say(&format!(
            "{}; jobs that play courses will not be judged here",
            missing.message
        ));
    }
    examiner::keep_workers(jobs);
    let judging = Judging::new(queue.clone(), Performing::new(Some(Arc::clone(&app))));
    let handler: Arc<dyn Handler> = Arc::new(judging);
    let stop = Stop::default();
    let mut endings = Endings::listen()?;
    let working = queue.work(jobs, handler, stop.clone());
    tokio::pin!(working);
    super::say(&format!("working, {jobs} jobs at once; end with Ctrl+C"));
    let ended = tokio::select! {
        ended = &mut working => ended,
        name = endings.next() => {
            super::say(&format!("{name}: ending what was begun"));
            stop.stop();
            tokio::select! {
                ended = &mut working => ended,
                // Whoever asks twice does not want to wait.
                _ = endings.next() => Ok(()),
            }
        }
    };
    app.close().await;
    ended.map_err(unusable)?;
    Ok(ExitCode::SUCCESS)
}

/// Connects to the queue of a database.
pub(super) async fn connect(database: &str) -> Result<PostgresQueue, StartError> {
    PostgresQueue::connect(database).await.map_err(unusable)
}
