//! An LMS of which only the server is known: its page answers by the book, and what the engine takes
//! in at Commit and Terminate arrives at the server.

use greenroom_web::stage::Condition;
use scorm_lms::{Body, JsValue, Kind, Record};
use scorm_session::{ApiCall, ApiFunction};

use super::server::{Arrived, LmsCourse};

/// How such a request left the page, in the words of the others.
const BY_ENGINE: &str = "engine";

impl LmsCourse {
    /// The engine answers for this LMS.
    pub(in crate::course) fn answers_by_the_book(&self) -> bool {
        self.profile.dialect(self.version).is_none()
    }

    /// Takes in what was committed since the last time. `at_end` is whether the content is gone, so
    /// that what it left uncommitted counts too.
    pub(in crate::course) fn take_in(&self, calls: &[ApiCall], at_end: bool) {
        let mut state = self.state();
        let new = calls.get(state.taken_in..).unwrap_or_default();
        let mut values = Vec::new();
        let (mut done, mut saves) = (0, Vec::new());
        for (index, call) in new.iter().enumerate() {
            let kind = match call.function() {
                ApiFunction::SetValue if call.result == "true" => {
                    if let Some(Some(value)) = call.args.get(1) {
                        let value = JsValue::Text(value.clone());
                        values.push((call.element().to_owned(), value));
                    }
                    continue;
                }
                ApiFunction::Commit if call.result == "true" => Kind::Commit,
                ApiFunction::Terminate if call.result == "true" => Kind::Finish,
                _ => continue,
            };
            saves.push((call.activity.clone(), kind, std::mem::take(&mut values)));
            done = index + 1;
        }
        if let (true, false, Some(last)) = (at_end, values.is_empty(), new.last()) {
            saves.push((last.activity.clone(), Kind::Leave, values));
            done = new.len();
        }
        state.taken_in += done;
        drop(state);
        for (activity, kind, values) in saves {
            self.save(activity, kind, values);
        }
    }

    fn save(&self, activity: String, kind: Kind, values: Vec<(String, JsValue)>) {
        let launch = self.launch_of(&activity);
        let mut state = self.state();
        let record = state
            .records
            .entry(self.key(&activity).to_owned())
            .or_insert_with(|| {
                let mut record = Record::new(&self.profile, self.version);
                if let Some(launch) = &launch {
                    record.launched(launch);
                }
                record
            });
        let text = |(element, value): &(String, JsValue)| (element.clone(), value.to_text());
        let told = values.iter().map(text).collect();
        let finished = kind == Kind::Finish;
        let is_taken = record.receive(&Body {
            kind,
            values,
            changed: None,
            finished,
        });
        let request = state.requests.len() as u32 + 1;
        state.remember(Arrived {
            activity,
            launch: 1,
            request,
            via: BY_ENGINE.to_owned(),
            kind,
            values: told,
            condition: if is_taken {
                Condition::Ok
            } else {
                Condition::ServerError
            },
        });
        self.files.write(&state.records);
        drop(state);
        self.arrived.send_modify(|count| *count += 1);
    }
}
