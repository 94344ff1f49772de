//! A course as the workbench shows it.

use greenroom_stdx::IgnorePoison as _;
use greenroom_store::{Artifact, ArtifactType, OpenPackage, Session};
use greenroom_web::workbench::courses::{
    ActivityStatus, BlockedLine, CourseFindings, CourseState, Driver, PlayedAs, ResumeFacts,
    SessionCard,
};
use scorm_session::Status;

use super::super::live_course::LiveCourse;
use super::super::replica::Replica;
use super::super::resume::Resume;

/// A session with what plays in it.
pub(super) fn card(session: &Session, driver: Driver, live: Option<&LiveCourse>) -> SessionCard {
    let package = session.package();
    let course = package.map(OpenPackage::course).unwrap_or_default();
    let path = package.map(|package| package.path().display().to_string());
    let path = path.unwrap_or_default();
    let root = |replica: &Replica| {
        let overview = replica.engine.overview();
        overview.activities.first().map(|root| root.status)
    };
    SessionCard {
        session_id: session.id().as_str().to_owned(),
        title: course.title.unwrap_or_else(|| path.clone()),
        scorm_version: course.scorm_version.map(str::to_owned),
        path,
        driver,
        agent: None,
        holder: None,
        is_elsewhere: false,
        out_of_reach: None,
        started_at: session.started_at(),
        activity: live.and_then(|live| {
            live.read(|replica| replica.delivery.as_ref().map(|it| it.title.clone()))
        }),
        status: live
            .and_then(|live| live.read(root))
            .map(status)
            .unwrap_or_default(),
        findings: CourseFindings::default(),
        picture: newest_picture(&session.artifacts().list()),
    }
}

/// The name of the file of the picture that was taken last.
pub(super) fn newest_picture(artifacts: &[Artifact]) -> Option<String> {
    let mut pictures = artifacts.iter().rev();
    let picture = pictures.find(|one| {
        one.kind == ArtifactType::Screenshot
            && matches!(one.mime.as_str(), "image/png" | "image/jpeg")
    })?;
    let name = picture.absolute_path.file_name()?;
    Some(name.to_str()?.to_owned())
}

/// Where its course stands.
pub(super) fn state(
    card: SessionCard,
    live: &LiveCourse,
    resume: Option<&Resume>,
    is_unseen: bool,
) -> CourseState {
    let blocked = live.blocked.lock().ignore_poison();
    let blocked = blocked.all().iter().map(|blocked| BlockedLine {
        url: blocked.url.clone(),
        directive: blocked.directive.clone(),
    });
    let blocked = blocked.collect();
    live.read(|replica| {
        let navigation = replica.engine.navigation();
        let refused = replica.last_navigation.as_ref().and_then(|last| {
            let refusal = last.outcome.as_ref().err()?;
            Some(format!("{} ({})", refusal.message, refusal.exception))
        });
        CourseState {
            card,
            is_over: replica.delivery.is_none(),
            resume: resume.map(|resume| ResumeFacts {
                resumed: resume.resumed,
                reason: resume.reason.to_owned(),
                saved_at: resume.saved_at,
            }),
            current: navigation.current,
            url: replica.delivery.as_ref().map(|it| it.url.clone()),
            available: navigation.available,
            hidden: navigation.hidden,
            refused,
            blocked,
            is_unseen,
            recorded: None,
            profiles: Vec::new(),
            played_as: PlayedAs::default(),
        }
    })
}

pub(super) fn status(status: Status) -> ActivityStatus {
    ActivityStatus {
        completed: status.completed,
        satisfied: status.satisfied,
        measure: status.measure,
        progress: status.progress,
    }
}
