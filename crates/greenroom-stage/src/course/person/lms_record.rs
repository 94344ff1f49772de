//! What an LMS has stored, for the workbench.

use futures::FutureExt as _;
use futures::future::BoxFuture;
use greenroom_web::workbench::courses::NotDone;
use greenroom_web::workbench::lms_record::{DifferingValue, LmsRecord, LmsRecords, NextLaunch};
use scorm_lms::Completion;

use super::super::lms::LmsReport;
use super::courses::PeoplesCourses;

impl LmsRecords for PeoplesCourses {
    fn lms_record<'a>(&'a self, session_id: &'a str) -> BoxFuture<'a, Result<LmsRecord, NotDone>> {
        async move { Ok(record(self.runtimes.lms_report(session_id).await?)) }.boxed()
    }
}

fn record(report: LmsReport) -> LmsRecord {
    let lost = report.lost.into_iter().map(|one| DifferingValue {
        element: one.element,
        believed: one.value,
        stored: None,
        reason: one.reason,
    });
    let otherwise = report.believed_differs.into_iter();
    let otherwise = otherwise.map(|one| DifferingValue {
        element: one.element,
        believed: one.believed,
        stored: Some(one.stored),
        reason: one.reason,
    });
    LmsRecord {
        differing: lost.chain(otherwise).collect(),
        lms: report.lms,
        activity: report.activity,
        status: report.status,
        score: report.score,
        grade: report.grade,
        grade_reason: report.grade_reason,
        completion: completion(report.completion).to_owned(),
        total_time: report.total_time,
        next_launch: NextLaunch {
            mode: report.next_launch.mode,
            reasons: report.next_launch.reasons,
        },
        stored: report.stored,
    }
}

fn completion(completion: Completion) -> &'static str {
    match completion {
        Completion::NotStarted => "not_started",
        Completion::Incomplete => "incomplete",
        Completion::Completed => "completed",
        Completion::Passed => "passed",
        Completion::Failed => "failed",
    }
}
