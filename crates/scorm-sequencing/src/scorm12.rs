//! SCORM 1.2: items in order or by free choice, as far as their prerequisites allow.
//!
//! Such a course runs on the processes of 2004 with flow and choice on everywhere. An item whose
//! prerequisites are not met is passed over by flow and cannot be chosen.

use crate::objective::PRIMARY;
use crate::prerequisites::LessonStatus;
use crate::sequencer::Sequencer;
use crate::tree::ActivityId;

impl Sequencer {
    /// May the item be entered, as far as its prerequisites go?
    pub fn prerequisites_met(&self, activity: ActivityId) -> bool {
        let prerequisites = &self.tree.definition(activity).prerequisites;
        prerequisites.as_ref().is_none_or(|prerequisites| {
            prerequisites.are_met(&|identifier| {
                let item = self.tree.find(identifier);
                item.map_or(LessonStatus::NotAttempted, |item| self.lesson_status(item))
            })
        })
    }

    /// The lesson status that prerequisites see; a block has what its items amount to.
    pub fn lesson_status(&self, activity: ActivityId) -> LessonStatus {
        let children = &self.tree.activity(activity).children;
        if children.is_empty() {
            let state = self.activity_state(activity);
            return state.lesson_status.unwrap_or(LessonStatus::NotAttempted);
        }
        let (mut passed, mut complete, mut untouched) = (true, true, true);
        for child in children {
            let status = self.lesson_status(*child);
            passed &= status == LessonStatus::Passed;
            complete &= status.is_complete();
            untouched &= status == LessonStatus::NotAttempted;
        }
        match (passed, complete, untouched) {
            (true, ..) => LessonStatus::Passed,
            (_, true, _) => LessonStatus::Completed,
            (.., true) => LessonStatus::NotAttempted,
            _ => LessonStatus::Incomplete,
        }
    }

    /// Records `cmi.core.lesson_status` and score of an item, for prerequisites and for rollup.
    ///
    /// Assets do not report: whoever launches them records them as completed.
    pub fn record_lesson(
        &mut self,
        activity: ActivityId,
        status: LessonStatus,
        measure: Option<f64>,
    ) {
        self.at_mut(activity).lesson_status = Some(status);
        let (satisfied, completed) = match status {
            LessonStatus::Passed => (Some(true), Some(true)),
            LessonStatus::Failed => (Some(false), Some(true)),
            LessonStatus::Completed => (None, Some(true)),
            // Browsing is looking around: it completes nothing.
            LessonStatus::Incomplete | LessonStatus::Browsed => (None, Some(false)),
            LessonStatus::NotAttempted => (None, None),
        };
        self.record_satisfied(activity, PRIMARY, satisfied);
        self.record_completed(activity, PRIMARY, completed);
        self.record_measure(activity, PRIMARY, measure);
    }
}
