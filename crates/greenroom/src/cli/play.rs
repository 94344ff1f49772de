//! `greenroom play COURSE`: a course in the person's own browser.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use greenroom_os::endings::Endings;
use greenroom_web::workbench::{self, OpenedCourse};

use crate::logging;
use crate::start::{self, StartError, StartOptions};

#[derive(Debug, clap::Args)]
pub(super) struct Play {
    /// Folder with imsmanifest.xml, or .zip
    course: PathBuf,
    /// LMS to play in
    #[arg(long, value_name = "NAME")]
    lms_profile: Option<String>,
}

/// Opens the course in the workbench, which is started if none runs.
pub(super) fn run(play: &Play, options: &StartOptions) -> Result<ExitCode, StartError> {
    let data_directory = start::data_directory()?;
    let course = std::path::absolute(&play.course)?;
    let lms_profile = play.lms_profile.as_deref();
    if workbench::is_running(&data_directory) {
        return in_running(&data_directory, (&course, lms_profile), options);
    }
    let app = start::app_for(options, Some(&course))?;
    logging::start_server(&app);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut endings = Endings::listen()?;
        let workbench = app.humans().workbench().await?;
        let opened = app.courses().open(&course, lms_profile).await;
        let session_id = match opened {
            Ok(session_id) => session_id,
            Err(why) => {
                app.close().await;
                return Err(StartError::Unusable(why.to_string()));
            }
        };
        let view = view_of(&session_id);
        if let Some(address) = workbench.address(Some(&view)) {
            super::print(address)?;
        }
        workbench.open_page(Some(&view));
        super::say("The address is good once. Ctrl+C ends, and saves where the course stands.");
        endings.next().await;
        app.close().await;
        Ok(ExitCode::SUCCESS)
    })
}

/// The workbench of another process plays it.
fn in_running(
    data_directory: &Path,
    course: (&Path, Option<&str>),
    options: &StartOptions,
) -> Result<ExitCode, StartError> {
    let on_home = "The course is on Home of the workbench, which is open in your browser.";
    let by_hand = "Run `greenroom url` and open what it prints; the course is on Home.";
    open_in_running(
        data_directory,
        course,
        options,
        view_of,
        &[on_home],
        by_hand,
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Opens a course in the workbench of another process, and says what the person has to do for it:
/// `on_home` where the page is open already, `by_hand` where no browser was opened. With the course
/// goes the LMS that it is played in.
pub(super) fn open_in_running(
    data_directory: &Path,
    (course, lms_profile): (&Path, Option<&str>),
    options: &StartOptions,
    view_of: impl FnOnce(&str) -> String,
    on_home: &[&str],
    by_hand: &str,
) -> Result<String, StartError> {
    let opened = workbench::ask_for_course(data_directory, course, lms_profile);
    let OpenedCourse {
        session_id,
        page_is_open,
    } = opened.map_err(|error| StartError::Unusable(error.to_string()))?;
    if page_is_open {
        for line in on_home {
            super::say(line);
        }
        return Ok(session_id);
    }
    let view = view_of(&session_id);
    let opened = if options.opens_no_browser() {
        Err(io::Error::other("--no-open"))
    } else {
        workbench::ask_for_opening(data_directory, Some(&view), super::say)
            .and_then(|file| workbench::open_browser(&file))
    };
    if let Err(error) = opened {
        super::say(&format!("No browser was opened ({error})."));
        super::say(by_hand);
    }
    Ok(session_id)
}

fn view_of(session_id: &str) -> String {
    format!("play/{session_id}")
}
