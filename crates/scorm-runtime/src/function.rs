//! The eight functions of the API.

use crate::version::Version;

/// A function of the API; the names are those of SCORM 2004.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Function {
    /// `Initialize`, `LMSInitialize`
    Initialize,
    /// `Terminate`, `LMSFinish`
    Terminate,
    /// `GetValue`, `LMSGetValue`
    GetValue,
    /// `SetValue`, `LMSSetValue`
    SetValue,
    /// `Commit`, `LMSCommit`
    Commit,
    /// `GetLastError`, `LMSGetLastError`
    GetLastError,
    /// `GetErrorString`, `LMSGetErrorString`
    GetErrorString,
    /// `GetDiagnostic`, `LMSGetDiagnostic`
    GetDiagnostic,
}

impl Function {
    /// All functions, with their names in SCORM 2004 and SCORM 1.2.
    pub const ALL: [(Self, &'static str, &'static str); 8] = [
        (Self::Initialize, "Initialize", "LMSInitialize"),
        (Self::Terminate, "Terminate", "LMSFinish"),
        (Self::GetValue, "GetValue", "LMSGetValue"),
        (Self::SetValue, "SetValue", "LMSSetValue"),
        (Self::Commit, "Commit", "LMSCommit"),
        (Self::GetLastError, "GetLastError", "LMSGetLastError"),
        (Self::GetErrorString, "GetErrorString", "LMSGetErrorString"),
        (Self::GetDiagnostic, "GetDiagnostic", "LMSGetDiagnostic"),
    ];

    /// The function of a name in either version.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(_, name2004, name12)| *name2004 == name || *name12 == name)
            .map(|(function, ..)| *function)
    }

    /// The name in a version.
    pub fn name(self, version: Version) -> &'static str {
        let entry = Self::ALL.iter().find(|(function, ..)| *function == self);
        match entry {
            Some((_, _, name12)) if version.is_scorm12() => name12,
            Some((_, name2004, _)) => name2004,
            None => "",
        }
    }

    /// The number of arguments.
    pub(crate) const fn arity(self) -> usize {
        match self {
            Self::GetLastError => 0,
            Self::SetValue => 2,
            _ => 1,
        }
    }

    /// GetLastError, GetErrorString and GetDiagnostic work in every state and change nothing.
    pub(crate) const fn is_support(self) -> bool {
        matches!(
            self,
            Self::GetLastError | Self::GetErrorString | Self::GetDiagnostic
        )
    }
}
