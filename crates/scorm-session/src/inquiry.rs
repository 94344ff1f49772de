//! Questions of tools to the API, which leave the content's last error as it is.

use scorm_runtime::{Api, LmsData};

use crate::effect::Answer;
use crate::navigation::Oracle;
use crate::session::Session;

/// The API of the content in the frame, or of none, to be asked by a tool.
#[derive(Debug)]
pub struct Inquiry<'s> {
    session: &'s Session,
    api: Api,
}

impl Session {
    /// Begins to ask; the content does not notice.
    pub fn inquire(&self) -> Inquiry<'_> {
        let content = self.content.as_ref();
        Inquiry {
            session: self,
            api: content.map_or_else(|| self.unused_api(), |content| content.api.clone()),
        }
    }

    /// What `GetErrorString` and `GetDiagnostic` say of a code now.
    pub fn explain(&self, error: u16) -> (String, String) {
        match &self.content {
            Some(content) => explain(&content.api, error),
            None => explain(&self.unused_api(), error),
        }
    }

    /// An API instance that nobody has called.
    pub(crate) fn unused_api(&self) -> Api {
        let (version, profile) = (self.course.version, self.options.profile.clone());
        Api::new(version, profile, &LmsData::default())
    }
}

impl Inquiry<'_> {
    /// What `GetValue` answers.
    pub fn get_value(&mut self, element: &str) -> Answer {
        let oracle = Oracle::on(self.session, element);
        self.api.get_value(element, &oracle).into()
    }

    /// What `GetDiagnostic` says of the code of the last answer.
    pub fn diagnostic(&self, error: u16) -> String {
        explain(&self.api, error).1
    }
}

fn explain(api: &Api, error: u16) -> (String, String) {
    let code = error.to_string();
    let text = api.error_string(&code).to_owned();
    (text, api.diagnostic(&code).into_owned())
}
