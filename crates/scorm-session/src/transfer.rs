//! Transfer between run-time data and tracking, both ways (SN 4.2, RTE 4.1).
//!
//! Into the run-time data goes what an activity's objectives and the manifest say at launch; back
//! into the tracking model goes what the content reported when its learner session ends.

use scorm_runtime::{
    Api, CompletionStatus, ContentRequest, Entry, Known, LmsData, Objective, ObjectiveSeed,
    Reported, RunTimeData, Score, SharedData, SuccessStatus,
};
use scorm_sequencing::{
    ActivityId, ActivityTree, InitialObjective, LessonStatus, NavigationRequest, ObjectiveReport,
    Report, Sequencer, TrackingReport,
};

use crate::session::Session;

/// What a SCO finds in its data model when it is launched.
pub(crate) fn launch_data(
    session: &Session,
    activity: ActivityId,
    entry: Entry,
    prior: Option<RunTimeData>,
) -> LmsData {
    let sequenced = session.sequencer.initial_data(activity);
    let content = session.course.content(activity);
    let text = |number: f64| number.to_string();
    let stores = if session.course.shared_data_global_to_system {
        &session.learner.shared_data
    } else {
        &session.shared_data
    };
    let shared_data = sequenced.shared_data.into_iter().map(|map| SharedData {
        store: stores.get(&map.target_id).cloned(),
        id: map.target_id,
        read: map.read_shared_data,
        write: map.write_shared_data,
    });
    LmsData {
        learner_id: session.learner.id.clone(),
        learner_name: session.learner.name.clone(),
        credit: session.options.credit(),
        mode: session.options.mode.into(),
        entry,
        launch_data: content.and_then(|content| content.launch_data.clone()),
        max_time_allowed: content
            .and_then(|content| content.max_time_allowed.clone())
            .or(sequenced.max_time_allowed),
        time_limit_action: content.and_then(|content| content.time_limit_action.clone()),
        scaled_passing_score: sequenced.scaled_passing_score.map(text),
        completion_threshold: sequenced.completion_threshold.map(text),
        mastery_score: content.and_then(|content| content.mastery_score.clone()),
        prior,
        objectives: sequenced
            .objectives
            .into_iter()
            .map(objective_seed)
            .collect(),
        comments_from_lms: Vec::new(),
        shared_data: shared_data.collect(),
        preferences: scorm_runtime::Preferences::default(),
    }
}

fn objective_seed(objective: InitialObjective) -> ObjectiveSeed {
    let InitialObjective {
        id,
        is_primary: _,
        progress,
    } = objective;
    ObjectiveSeed {
        id,
        success_status: progress.satisfied.map(|satisfied| {
            if satisfied {
                SuccessStatus::Passed
            } else {
                SuccessStatus::Failed
            }
        }),
        completion_status: progress.completed.map(|completed| {
            if completed {
                CompletionStatus::Completed
            } else {
                CompletionStatus::Incomplete
            }
        }),
        score: Score {
            scaled: progress.measure,
            raw: progress.raw_score,
            min: progress.min_score,
            max: progress.max_score,
        },
        progress_measure: progress.progress,
    }
}

/// Brings what a SCO reported into the tracking of its activity.
pub(crate) fn report(sequencer: &mut Sequencer, activity: ActivityId, api: &Api) {
    if api.version().is_scorm12() {
        let status = LessonStatus::parse(api.lesson_status_at_end().as_str());
        let measure = api.score().raw.map(|raw| raw / 100.0);
        sequencer.record_lesson(
            activity,
            status.unwrap_or(LessonStatus::NotAttempted),
            measure,
        );
        return;
    }
    let definition = &sequencer.tree().activity(activity).definition;
    let primary_id = definition
        .objectives
        .first()
        .and_then(|primary| primary.id.as_deref());
    let objectives = api.objectives();
    let primary = objectives
        .iter()
        .find(|objective| Some(objective.id.as_str()) == primary_id);
    let report = TrackingReport {
        primary: primary_report(api, primary),
        objectives: objectives
            .iter()
            .map(|objective| (objective.id.clone(), objective_report(objective)))
            .collect(),
    };
    sequencer.transfer_in(activity, &report);
}

/// The primary objective: `cmi.*` and the primary's own record decided between.
fn primary_report(api: &Api, record: Option<&Objective>) -> ObjectiveReport {
    let of_record = record.map(objective_report).unwrap_or_default();
    ObjectiveReport {
        satisfied: satisfied(api, record, of_record.satisfied),
        // Without a score in this session there is none any more.
        measure: match Report::known_or_not_set(api.score().scaled) {
            Report::NotSet if of_record.measure == Report::NotSet => Report::Unknown,
            Report::NotSet => of_record.measure,
            known => known,
        },
        completed: match completion(api.completion_status()) {
            Report::NotSet => of_record.completed,
            reported => reported,
        },
        progress: match Report::known_or_not_set(api.progress_measure()) {
            Report::NotSet => of_record.progress,
            known => known,
        },
        ..of_record
    }
}

/// What the SCO said about the primary's record wins over `cmi.success_status`, which wins over
/// a record that only holds what the LMS put there at launch.
fn satisfied(api: &Api, record: Option<&Objective>, of_record: Report<bool>) -> Report<bool> {
    let set_by_sco = record
        .and_then(|record| record.success_status)
        .is_some_and(|status| status.by_sco);
    if set_by_sco {
        return of_record;
    }
    let Reported { as_set, evaluated } = api.success_status();
    match (evaluated, as_set) {
        (SuccessStatus::Passed, _) => Report::Known(true),
        (SuccessStatus::Failed, _) => Report::Known(false),
        (SuccessStatus::Unknown, Some(_)) => Report::Unknown,
        (SuccessStatus::Unknown, None) => of_record,
    }
}

fn completion(status: Reported<CompletionStatus>) -> Report<bool> {
    // A threshold without a progress measure decides nothing: what the SCO set counts.
    match (status.evaluated, status.as_set) {
        (CompletionStatus::Unknown, None) => Report::NotSet,
        (CompletionStatus::Unknown, Some(set)) => completed(set),
        (evaluated, _) => completed(evaluated),
    }
}

fn completed(status: CompletionStatus) -> Report<bool> {
    match status {
        CompletionStatus::Completed => Report::Known(true),
        CompletionStatus::Incomplete | CompletionStatus::NotAttempted => Report::Known(false),
        CompletionStatus::Unknown => Report::Unknown,
    }
}

/// A record of `cmi.objectives`. "Unknown" counts only if the SCO itself said so.
fn objective_report(objective: &Objective) -> ObjectiveReport {
    ObjectiveReport {
        satisfied: match objective.success_status {
            Some(Known {
                value: SuccessStatus::Passed,
                ..
            }) => Report::Known(true),
            Some(Known {
                value: SuccessStatus::Failed,
                ..
            }) => Report::Known(false),
            Some(Known {
                value: SuccessStatus::Unknown,
                by_sco: true,
            }) => Report::Unknown,
            Some(Known {
                value: SuccessStatus::Unknown,
                by_sco: false,
            })
            | None => Report::NotSet,
        },
        measure: Report::known_or_not_set(objective.score.scaled),
        raw_score: Report::known_or_not_set(objective.score.raw),
        min_score: Report::known_or_not_set(objective.score.min),
        max_score: Report::known_or_not_set(objective.score.max),
        completed: match objective.completion_status {
            Some(Known {
                value: CompletionStatus::Unknown,
                by_sco: false,
            })
            | None => Report::NotSet,
            Some(Known { value, .. }) => completed(value),
        },
        progress: Report::known_or_not_set(objective.progress_measure.map(|known| known.value)),
    }
}

/// A request of the content in the sequencer's terms.
pub(crate) fn sequencing_request(
    tree: &ActivityTree,
    request: ContentRequest<'_>,
) -> NavigationRequest {
    match request {
        ContentRequest::Continue => NavigationRequest::Continue,
        ContentRequest::Previous => NavigationRequest::Previous,
        ContentRequest::Choice(target) => NavigationRequest::choice(tree, target),
        ContentRequest::Jump(target) => NavigationRequest::jump(tree, target),
        ContentRequest::Exit => NavigationRequest::Exit,
        ContentRequest::ExitAll => NavigationRequest::ExitAll,
        ContentRequest::Abandon => NavigationRequest::Abandon,
        ContentRequest::AbandonAll => NavigationRequest::AbandonAll,
        ContentRequest::SuspendAll => NavigationRequest::SuspendAll,
    }
}
