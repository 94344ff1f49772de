//! A course as the workbench shows it.

use greenroom_stdx::IgnorePoison as _;
use greenroom_store::{OpenPackage, Session};
use greenroom_web::workbench::courses::{
    ActivityLine, ActivityStatus, BlockedLine, CallLine, CourseState, DataLine, Driver,
    ResumeFacts, SessionCard,
};
use scorm_session::{ActivityKind, ActivityOverview, ApiCall, Status};

use super::super::live_course::LiveCourse;
use super::super::replica::Replica;
use super::super::resume::Resume;

/// Of a value, as much as a line can show; the whole is in the data model's own tools.
const LONGEST_VALUE: usize = 500;
/// Calls in one message.
const MOST_CALLS: usize = 500;

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
        started_at: session.started_at(),
        activity: live.and_then(|live| {
            live.read(|replica| replica.delivery.as_ref().map(|it| it.title.clone()))
        }),
        status: live
            .and_then(|live| live.read(root))
            .map(status)
            .unwrap_or_default(),
    }
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
        let overview = replica.engine.overview();
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
            activities: overview.activities.iter().skip(1).map(line).collect(),
            data: data(replica),
            calls: replica.calls.len(),
            refused,
            blocked,
            is_unseen,
        }
    })
}

/// Calls from this one on.
pub(super) fn calls(live: &LiveCourse, from: usize) -> Vec<CallLine> {
    live.read(|replica| {
        let version = replica.engine.course().version;
        let calls = replica.calls.iter().skip(from).take(MOST_CALLS);
        calls.map(|call| call_line(call, version)).collect()
    })
}

fn call_line(call: &ApiCall, version: scorm_runtime::Version) -> CallLine {
    let error = call.error_code.0;
    let meaning = scorm_runtime::errors(version)
        .iter()
        .find(|known| known.code == error && error != 0);
    CallLine {
        at: call.timestamp,
        method: call.method.to_string(),
        args: call
            .args
            .iter()
            .map(|given| given.as_deref().map(beginning))
            .collect(),
        result: beginning(&call.result),
        error,
        is_failure: call.failed(),
        meaning: meaning
            .map(|known| known.text.to_owned())
            .unwrap_or_default(),
        origin: call.origin.as_str().to_owned(),
        activity: call.activity.clone(),
    }
}

fn data(replica: &Replica) -> Vec<DataLine> {
    let elements = replica.engine.data_model().into_iter();
    elements
        .map(|element| DataLine {
            element: element.element,
            length: element
                .value
                .as_deref()
                .map_or(0, |value| value.chars().count()),
            value: element.value.as_deref().map(beginning),
            by_course: element.by_sco,
        })
        .collect()
}

fn line(activity: &ActivityOverview) -> ActivityLine {
    ActivityLine {
        identifier: activity.identifier.clone(),
        title: activity.title.clone(),
        depth: activity.depth.saturating_sub(1),
        is_cluster: activity.kind == ActivityKind::Cluster,
        attempts: activity.attempt_count,
        is_suspended: activity.suspended,
        is_hidden: activity.hidden,
        status: status(activity.status),
        why_not: activity.refusal.clone(),
    }
}

fn status(status: Status) -> ActivityStatus {
    ActivityStatus {
        completed: status.completed,
        satisfied: status.satisfied,
        measure: status.measure,
        progress: status.progress,
    }
}

fn beginning(text: &str) -> String {
    text.chars().take(LONGEST_VALUE).collect()
}
