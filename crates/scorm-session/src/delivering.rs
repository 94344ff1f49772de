//! Launching a course and putting its activities into the frame.

use scorm_runtime::{Api, Entry};
use scorm_sequencing::{Delivery as SequencedDelivery, NavigationRequest};

use crate::effect::{Change, Delivery, Effect, RequestedBy};
use crate::event::{Launch, Origin};
use crate::options::LessonMode;
use crate::session::{Content, Phase, Session};
use crate::transfer;

impl Session {
    /// The learner opened the course.
    pub(crate) fn launched(&mut self, launch: &Launch, random: u64) {
        if self.phase == Phase::Open {
            self.refuse_launch("the course is open already");
            return;
        }
        let tree = &self.course.tree;
        let request = match launch {
            Launch::Auto if self.sequencer.suspended().is_some() => NavigationRequest::ResumeAll,
            Launch::Auto => NavigationRequest::Start,
            Launch::Start => {
                self.give_up_suspended();
                NavigationRequest::Start
            }
            Launch::Resume { fresh_data } => {
                if *fresh_data && let Some(suspended) = self.sequencer.suspended() {
                    self.records
                        .remove(tree.activity(suspended).identifier.as_str());
                }
                NavigationRequest::ResumeAll
            }
            Launch::Choice { target } => NavigationRequest::choice(tree, target),
        };
        let before = std::mem::replace(&mut self.phase, Phase::Open);
        if !self.navigate(request, RequestedBy::Engine, random) {
            self.phase = before;
        }
    }

    fn refuse_launch(&mut self, message: &str) {
        self.effects.push(Effect::NavigationRefused {
            request: "start".to_owned(),
            by: RequestedBy::Engine,
            exception: "NB.2.1-1".to_owned(),
            message: message.to_owned(),
        });
    }

    /// A new attempt on the course, although the last one was suspended: that one is over.
    fn give_up_suspended(&mut self) {
        if self.sequencer.suspended().is_none() {
            return;
        }
        let mut snapshot = self.sequencer.snapshot();
        snapshot.state.suspended = None;
        for activity in &mut snapshot.state.activities {
            activity.suspended = false;
        }
        if !self.course.tree.objectives_global_to_system {
            snapshot.globals.clear();
        }
        let _fits = self.sequencer.restore(snapshot);
        self.forget_shared_data();
    }

    /// Stores of the course's own scope live as long as the attempt on the course.
    pub(crate) fn forget_shared_data(&mut self) {
        if !self.course.shared_data_global_to_system {
            self.shared_data.clear();
        }
    }

    /// Puts an activity into the frame, as soon as that is free.
    pub(crate) fn queue_delivery(&mut self, delivery: SequencedDelivery) {
        self.next = Some(delivery);
        if self.content.is_some() {
            self.ask_to_unload();
        } else {
            self.deliver_next();
        }
    }

    pub(crate) fn ask_to_unload(&mut self) {
        if let Some(content) = &self.content {
            let activity = self.course.identifier(content.activity).to_owned();
            self.effects.push(Effect::UnloadContent { activity });
        }
    }

    /// Puts the waiting activity into the free frame, with a fresh API instance.
    pub(crate) fn deliver_next(&mut self) {
        let Some(SequencedDelivery { activity, resumed }) = self.next.take() else {
            return;
        };
        let identifier = self.course.identifier(activity).to_owned();
        let record = self.records.get(&identifier);
        let is_review = self.options.mode == LessonMode::Review;
        // SCORM 1.2 knows no attempts: what was stored comes back at every launch.
        let keeps_data = resumed || is_review || self.course.version.is_scorm12();
        let prior = record.filter(|_| keeps_data).map(|record| {
            let api = Api::restore(&record.api);
            (api.run_time_data(), record.exit.as_str())
        });
        let entry = match &prior {
            _ if is_review => Entry::Empty,
            None => Entry::AbInitio,
            Some(_) if resumed && !self.course.version.is_scorm12() => Entry::Resume,
            Some((_, "suspend")) => Entry::Resume,
            Some(_) => Entry::Empty,
        };
        let prior = prior.map(|(data, _)| data);
        let launch = transfer::launch_data(self, activity, entry, prior);
        let restored: Vec<Change> = launch
            .prior
            .iter()
            .flat_map(|data| &data.values)
            .map(|stored| {
                let after = Some(stored.value.clone());
                Change {
                    element: stored.element.clone(),
                    before: None,
                    after,
                }
            })
            .collect();
        let api = Api::new(self.course.version, self.options.profile.clone(), &launch);
        self.content = Some(Content {
            activity,
            api,
            before_initialize: None,
            initialized_at: None,
        });
        self.deliveries += 1;
        let title = self.course.tree.activity(activity).title.clone();
        let content = self.course.content(activity);
        self.effects.push(Effect::Deliver(Delivery {
            activity: identifier.clone(),
            title,
            resource: content
                .map(|content| content.resource.clone())
                .unwrap_or_default(),
            scorm_type: content.map_or(crate::ScormType::Asset, |content| content.scorm_type),
            url: content
                .map(|content| content.url.clone())
                .unwrap_or_default(),
            number: self.deliveries,
            resumed,
        }));
        if self.options.report_changes && !restored.is_empty() {
            self.effects.push(Effect::DataChanged {
                activity: identifier,
                origin: Origin::Engine,
                changes: restored,
            });
        }
    }
}
