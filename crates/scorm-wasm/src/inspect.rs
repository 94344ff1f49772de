//! What those who look at a session ask: views of its state, and copies to go back to.

use scorm_session::{DataModelElement, Exception, Session};
use serde::Serialize;

use crate::engine::{Engine, json};

/// The data model of one activity.
#[derive(Serialize)]
struct ActivityData {
    activity: String,
    elements: Vec<DataModelElement>,
}

impl Engine {
    pub(crate) fn overview(&mut self, _: &str) -> String {
        json(&self.session.as_ref().map(Session::overview))
    }

    pub(crate) fn data_models(&mut self, _: &str) -> String {
        let models = self.session.as_ref().map(Session::data_models);
        let models = models.unwrap_or_default().into_iter();
        let models: Vec<ActivityData> = models
            .map(|(activity, elements)| ActivityData { activity, elements })
            .collect();
        json(&models)
    }

    pub(crate) fn explain(&mut self, code: &str) -> String {
        let code = code.parse().ok();
        let words = |code| self.session.as_ref().map(|session| session.explain(code));
        json(&code.and_then(words))
    }

    #[expect(clippy::unused_self, reason = "an export is a method of the engine")]
    pub(crate) fn meaning(&mut self, code: &str) -> String {
        let exception = Exception::ALL.iter().find(|it| it.code() == code);
        exception.map_or("", |it| it.meaning()).to_owned()
    }

    pub(crate) fn copy(&self) -> Self {
        let mut copy = Self::default();
        copy.session.clone_from(&self.session);
        copy
    }
}
