//! One call of the API as it happened.

use scorm_runtime::{ApiErrorCode, ApiFunction, ApiMethod};
use serde::Serialize;

use crate::event::Origin;

/// One call of an API function.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApiCall {
    /// Position in the session's calls, from 1
    pub seq: u64,
    /// Function by the name that the course's version uses
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub method: ApiMethod,
    /// Arguments; null stands for one that was missing
    pub args: Vec<Option<String>>,
    /// What the function returned
    pub result: String,
    /// What GetLastError says after it
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub error_code: ApiErrorCode,
    /// Milliseconds since 1970
    pub timestamp: u64,
    /// How long it took in the page, by the page's clock
    #[serde(skip)]
    pub duration_us: Option<u32>,
    /// `content` or `tool`
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub origin: Origin,
    /// Item identifier of the SCO
    pub activity: String,
    /// RTE session: one Initialize to Terminate
    pub rte_session: String,
    /// What the LMS's code told the course, where that differs
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lms: Option<crate::Told>,
}

impl ApiCall {
    /// The function, whatever the version calls it.
    pub fn function(&self) -> ApiFunction {
        self.method.function
    }

    /// The element that a GetValue or SetValue names, else nothing.
    pub fn element(&self) -> &str {
        match self.function() {
            ApiFunction::GetValue | ApiFunction::SetValue => {
                self.args.first().and_then(Option::as_deref).unwrap_or("")
            }
            _ => "",
        }
    }

    /// The value that a SetValue sets, else nothing.
    pub fn value(&self) -> &str {
        match self.function() {
            ApiFunction::SetValue => self.args.get(1).and_then(Option::as_deref).unwrap_or(""),
            _ => "",
        }
    }

    /// Whether the engine refused it.
    ///
    /// Reading a value that was never set is answered with 403 in SCORM 2004. That is how a course
    /// learns that it is new, and no fault.
    pub fn failed(&self) -> bool {
        let reads_unset = self.function() == ApiFunction::GetValue
            && self.error_code == ApiErrorCode::VALUE_NOT_INITIALIZED;
        !self.function().is_support() && !self.error_code.is_none() && !reads_unset
    }
}
