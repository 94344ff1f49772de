//! `greenroom rehearse --record COURSE`: a person plays the course, and a rehearsal is made of it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use greenroom_os::endings::Endings;
use greenroom_stage::rehearsal::record::{self, Recorded, RecordingStands};
use greenroom_store::DataDir;
use greenroom_web::workbench;

use super::super::play;
use crate::logging;
use crate::start::{self, StartError, StartOptions};

/// How often what the workbench has written is looked at. It may be another process.
const LOOK: Duration = Duration::from_millis(300);

/// Opens the course for a person, and writes what they did when they leave it.
pub(super) fn run(
    course: &Path,
    out: Option<&Path>,
    options: &StartOptions,
) -> Result<ExitCode, StartError> {
    let data_directory = start::data_directory()?;
    let course = std::path::absolute(course)?;
    let out = out.map_or_else(|| usual_file(&course), Path::to_owned);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let sessions = DataDir::new(data_directory.clone()).sessions();
    if workbench::is_running(&data_directory) {
        let session_id = open_in_running(&data_directory, &course, options)?;
        return runtime.block_on(async {
            until_left(&sessions, &session_id).await?;
            write(&sessions, &session_id, &out)
        });
    }
    let app = start::app_for(options, Some(&course))?;
    logging::start_server(&app);
    runtime.block_on(async {
        let workbench = app.humans().workbench().await?;
        let session_id = match app.courses().open(&course, None).await {
            Ok(session_id) => session_id,
            Err(why) => {
                app.close().await;
                return Err(StartError::Unusable(why.to_string()));
            }
        };
        let view = view_of(&session_id);
        if let Some(address) = workbench.address(Some(&view)) {
            super::super::say(&address);
        }
        workbench.open_page(Some(&view));
        super::super::say(
            "Play the course. Leaving it, or Ctrl+C here, ends the recording and writes the rehearsal.",
        );
        let left = until_left(&sessions, &session_id).await;
        app.close().await;
        left?;
        write(&sessions, &session_id, &out)
    })
}

/// Beside the person, named after the course.
fn usual_file(course: &Path) -> PathBuf {
    let name = course.file_stem().unwrap_or(course.as_os_str());
    PathBuf::from(format!("{}-recorded.json", name.to_string_lossy()))
}

fn view_of(session_id: &str) -> String {
    format!("play/{session_id}?record")
}

/// The workbench of another process plays it.
fn open_in_running(
    data_directory: &Path,
    course: &Path,
    options: &StartOptions,
) -> Result<String, StartError> {
    let on_home = [
        "The course is on Home of the workbench, which is open in your browser.",
        "Open it there and choose Record. Leaving it ends the recording; so does Ctrl+C here.",
    ];
    let by_hand = "Run `greenroom url`, open what it prints, and choose Record in the course.";
    play::open_in_running(
        data_directory,
        (course, None),
        options,
        view_of,
        &on_home,
        by_hand,
    )
}

/// Waits until the person has left the course or ended the recording, or the command is ended.
async fn until_left(sessions: &Path, session_id: &str) -> Result<(), StartError> {
    let mut endings = Endings::listen()?;
    let over = async {
        let mut looks = tokio::time::interval(LOOK);
        loop {
            looks.tick().await;
            let stands = record::recording_stands(sessions, session_id);
            if matches!(stands, RecordingStands::Left | RecordingStands::Saved) {
                return;
            }
        }
    };
    tokio::select! {
        _ = endings.next() => {}
        () = over => {}
    }
    Ok(())
}

/// Writes the rehearsal and prints where it is.
fn write(sessions: &Path, session_id: &str, out: &Path) -> Result<ExitCode, StartError> {
    let recorded = record::record_person(sessions, session_id, None);
    let Recorded {
        rehearsal,
        left_out,
    } = recorded.map_err(|why| StartError::Unusable(why.to_string()))?;
    let path = record::write(out, &rehearsal);
    let path = path.map_err(|why| StartError::Unusable(why.to_string()))?;
    for left in left_out {
        super::super::say(&format!("not in it: {}: {}", left.what, left.why));
    }
    super::super::say(&format!(
        "{} steps, {} statements; `greenroom rehearse {}` plays it",
        rehearsal.steps.len(),
        rehearsal.statements(),
        path.display(),
    ));
    super::super::print(path.display())?;
    Ok(ExitCode::SUCCESS)
}
