//! One call of the API as it happened, the way the tools report it.

use schemars::JsonSchema;
use serde::Serialize;

/// One call of an API function.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ApiCall {
    /// Position in the session's calls, from 1
    pub seq: u64,
    /// Function by the name that the course's version uses
    pub method: String,
    /// Arguments; null stands for one that was missing
    pub args: Vec<Option<String>>,
    /// What the function returned
    pub result: String,
    /// What GetLastError says after it
    pub error_code: String,
    /// Milliseconds since 1970
    pub timestamp: u64,
    /// How long it took in the page, by the page's clock
    #[serde(skip)]
    pub duration_us: Option<u32>,
    /// `content` or `tool`
    pub origin: String,
    /// Item identifier of the SCO
    pub activity: String,
    /// RTE session: one Initialize to Terminate
    pub rte_session: String,
}

/// The functions of both versions under one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Initialize,
    Terminate,
    GetValue,
    SetValue,
    Commit,
    /// GetLastError, GetErrorString, GetDiagnostic
    Support,
}

impl ApiCall {
    pub fn kind(&self) -> Kind {
        match self.method.trim_start_matches("LMS") {
            "Initialize" => Kind::Initialize,
            "Terminate" | "Finish" => Kind::Terminate,
            "GetValue" => Kind::GetValue,
            "SetValue" => Kind::SetValue,
            "Commit" => Kind::Commit,
            _ => Kind::Support,
        }
    }

    /// The element that a GetValue or SetValue names, else nothing.
    pub fn element(&self) -> &str {
        match self.kind() {
            Kind::GetValue | Kind::SetValue => {
                self.args.first().and_then(Option::as_deref).unwrap_or("")
            }
            _ => "",
        }
    }

    /// The value that a SetValue sets, else nothing.
    pub fn value(&self) -> &str {
        match self.kind() {
            Kind::SetValue => self.args.get(1).and_then(Option::as_deref).unwrap_or(""),
            _ => "",
        }
    }

    /// Whether the engine refused it.
    ///
    /// Reading a value that was never set is answered with 403 in SCORM 2004. That is how a course
    /// learns that it is new, and no fault.
    pub fn failed(&self) -> bool {
        let reads_unset = self.kind() == Kind::GetValue && self.error_code == "403";
        self.kind() != Kind::Support && self.error_code != "0" && !reads_unset
    }
}
