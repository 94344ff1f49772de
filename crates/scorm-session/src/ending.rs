//! The end of a learner session, and of a course.

use std::borrow::Cow;

use scorm_runtime::{Exit, State as ApiState};
use scorm_sequencing::{ExitValue, LaunchEnd, NavigationRequest, Sequencer};

use crate::effect::{Effect, RequestedBy, SaveCause};
use crate::event::{Launch, Origin};
use crate::options::LessonMode;
use crate::runtime_record::RuntimeRecord;
use crate::session::{Content, Pending, Phase, Session};
use crate::transfer;

impl Session {
    /// Everything set so far must survive.
    pub(crate) fn committed(&mut self) {
        self.store_run_time_data(None);
        self.save(SaveCause::Commit);
    }

    /// What a reset is about to forget is not saved any more.
    fn save(&mut self, cause: SaveCause) {
        if self.pending != Some(Pending::Reset) {
            self.effects.push(Effect::SaveState { cause });
        }
    }

    /// The API instance in the frame has terminated: transfer, then the standing request.
    ///
    /// A request of the learner waits until the content is gone; it replaces the content's.
    pub(crate) fn learner_session_ended(&mut self, random: u64) {
        let Some(end) = self.launch_end() else { return };
        self.transfer_to_tracking(&end);
        if end.transfer {
            self.store_run_time_data(Some(&end));
        }
        self.save(SaveCause::Terminate);
        if self.pending.is_some() {
            return;
        }
        if let Some(request) = end.request {
            self.navigate(request, RequestedBy::Content, random);
        }
    }

    /// How the launch in the frame ends, with the requests that stand now.
    pub(crate) fn launch_end(&self) -> Option<LaunchEnd> {
        let learner = match self.pending {
            Some(Pending::Navigation(request)) => Some(request),
            // Closing keeps the attempt, like the learner's own suspend-all.
            Some(Pending::Close) => Some(NavigationRequest::SuspendAll),
            Some(Pending::Reset) | None => None,
        };
        let content = self.content.as_ref()?;
        Some(self.launch_end_by(content, learner))
    }

    fn launch_end_by(&self, content: &Content, learner: Option<NavigationRequest>) -> LaunchEnd {
        let tree = &self.course.tree;
        let request = content.api.navigation_request();
        let request = request.filter(|request| self.options.hears(*request));
        let request = request.map(|request| transfer::sequencing_request(tree, request));
        let several = || tree.ids().filter(|id| tree.is_leaf(*id)).nth(1).is_some();
        let exit = match content.api.exit() {
            Exit::Suspend => ExitValue::Suspend,
            Exit::Logout => ExitValue::Logout,
            // In SCORM 1.2 a time-out ends the SCO; the learner goes on with the next one.
            Exit::TimeOut if self.course.version.is_scorm12() && several() => ExitValue::Normal,
            Exit::TimeOut => ExitValue::TimeOut,
            Exit::Normal | Exit::Empty => ExitValue::Normal,
        };
        LaunchEnd::decide(learner, request, exit)
    }

    /// Brings what the content reported into the tracking model.
    fn transfer_to_tracking(&mut self, end: &LaunchEnd) {
        let Some(content) = &self.content else { return };
        // Browsing and reviewing leave no trace in the tracking.
        if end.transfer && self.options.mode == LessonMode::Normal {
            transfer::report(&mut self.sequencer, content.activity, &content.api);
        }
        self.sequencer
            .set_suspended(content.activity, end.suspended);
    }

    /// The tracking by which a request is judged before it is made.
    pub(crate) fn tracking_for(&self, request: NavigationRequest) -> Cow<'_, Sequencer> {
        if self.course.tree.depends_on_tracking() {
            Cow::Owned(self.tracking_if_ended(request))
        } else {
            Cow::Borrowed(&self.sequencer)
        }
    }

    /// The tracking as a request would find it if the content ended now.
    pub(crate) fn tracking_if_ended(&self, request: NavigationRequest) -> Sequencer {
        let mut sequencer = self.sequencer.clone();
        if let Some(content) = &self.content
            && content.api.state() == ApiState::Running
        {
            let end = self.launch_end_by(content, Some(request));
            if end.transfer && self.options.mode == LessonMode::Normal {
                transfer::report(&mut sequencer, content.activity, &content.api);
            }
            sequencer.set_suspended(content.activity, end.suspended);
        }
        sequencer
    }

    /// Keeps the run-time data of the content in the frame; `end` is given at the end of its
    /// learner session.
    pub(crate) fn store_run_time_data(&mut self, end: Option<&LaunchEnd>) {
        let Some(content) = &self.content else { return };
        let exit = match (self.pending, end) {
            // The content's own exit is never overwritten by closing.
            (Some(Pending::Close), _) | (_, None) => content.api.exit().as_str(),
            (_, Some(end)) if end.request == Some(NavigationRequest::SuspendAll) => "suspend",
            (_, Some(_)) => content.api.exit().as_str(),
        };
        let record = RuntimeRecord {
            attempt: self
                .sequencer
                .activity_state(content.activity)
                .attempt_count,
            exit: exit.to_owned(),
            api: content.api.snapshot(),
        };
        for bucket in content.api.shared_data() {
            let stores = if self.course.shared_data_global_to_system {
                &mut self.learner.shared_data
            } else {
                &mut self.shared_data
            };
            match bucket.store {
                Some(value) => stores.insert(bucket.id, value),
                None => stores.remove(&bucket.id),
            };
        }
        let identifier = self.course.identifier(content.activity).to_owned();
        self.records.insert(identifier, record);
    }

    /// Lets `pending` happen when the frame is free.
    pub(crate) fn unload_then(&mut self, pending: Pending, random: u64) {
        let suspends = matches!(
            pending,
            Pending::Close | Pending::Navigation(NavigationRequest::SuspendAll)
        );
        if suspends {
            self.keep_for_resume();
        }
        self.pending = Some(pending);
        if self.content.is_some() {
            self.ask_to_unload();
        } else {
            self.act_on_pending(random);
        }
    }

    /// Before the course is suspended: an exit that the content left open becomes `suspend`.
    fn keep_for_resume(&mut self) {
        if let Some(content) = &mut self.content
            && content.api.state() == ApiState::Running
        {
            content.api.suspend_by_lms();
            self.report_changes(Origin::Engine);
        }
    }

    /// The content is gone. If it did not terminate, the session does so in its place.
    pub(crate) fn content_unloaded(&mut self, at: u64, random: u64) {
        if self.pending == Some(Pending::Close) {
            self.measure_session_time(at);
        }
        let Some(content) = &mut self.content else {
            return;
        };
        if content.api.state() == ApiState::Running {
            content.api.end_session();
            self.report_changes(Origin::Engine);
            self.learner_session_ended(random);
        }
        self.content = None;
        if self.pending.is_some() {
            self.act_on_pending(random);
        } else {
            self.deliver_next();
        }
    }

    /// A session that is closed while its content told no session time: what the clock says counts.
    fn measure_session_time(&mut self, at: u64) {
        let Some(content) = &mut self.content else {
            return;
        };
        let Some(begin) = content.initialized_at else {
            return;
        };
        if content.api.state() != ApiState::Running || content.api.session_seconds().is_some() {
            return;
        }
        let seconds = at.saturating_sub(begin) / 1000;
        if content.api.version().is_scorm12() {
            let (hours, minutes) = (seconds / 3600 % 10_000, seconds / 60 % 60);
            let span = format!("{hours:04}:{minutes:02}:{:02}", seconds % 60);
            content.api.set_value("cmi.core.session_time", &span);
        } else {
            content
                .api
                .set_value("cmi.session_time", &format!("PT{seconds}S"));
        }
        self.report_changes(Origin::Engine);
    }

    fn act_on_pending(&mut self, random: u64) {
        match self.pending.take() {
            Some(Pending::Navigation(request)) => {
                self.navigate(request, RequestedBy::Learner, random);
            }
            Some(Pending::Close) => {
                if self.phase == Phase::Open && self.sequencer.current().is_some() {
                    self.navigate(NavigationRequest::SuspendAll, RequestedBy::Engine, random);
                }
                self.save(SaveCause::Close);
            }
            Some(Pending::Reset) => {
                self.sequencer = Sequencer::new(std::sync::Arc::clone(&self.course.tree));
                self.sequencer.set_tracing(self.options.trace);
                self.records.clear();
                self.shared_data.clear();
                self.next = None;
                self.phase = Phase::NotStarted;
                self.launched(&Launch::Start, random);
            }
            None => {}
        }
    }
}
