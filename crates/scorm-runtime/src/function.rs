//! The eight functions of the API.

use std::fmt;

use crate::version::Version;

/// A function of the API; the names are those of SCORM 2004.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ApiFunction {
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

impl ApiFunction {
    /// All functions, in the order of the standard; a function's index here is its number in
    /// the WebAssembly interface.
    pub const ALL: [Self; 8] = [
        Self::Initialize,
        Self::Terminate,
        Self::GetValue,
        Self::SetValue,
        Self::Commit,
        Self::GetLastError,
        Self::GetErrorString,
        Self::GetDiagnostic,
    ];

    /// The names in SCORM 2004 and in SCORM 1.2. This is the only list of them: other forms, as
    /// those of the player's scripts, are compared with it.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Initialize => ("Initialize", "LMSInitialize"),
            Self::Terminate => ("Terminate", "LMSFinish"),
            Self::GetValue => ("GetValue", "LMSGetValue"),
            Self::SetValue => ("SetValue", "LMSSetValue"),
            Self::Commit => ("Commit", "LMSCommit"),
            Self::GetLastError => ("GetLastError", "LMSGetLastError"),
            Self::GetErrorString => ("GetErrorString", "LMSGetErrorString"),
            Self::GetDiagnostic => ("GetDiagnostic", "LMSGetDiagnostic"),
        }
    }

    /// The name in SCORM 2004.
    pub const fn name_2004(self) -> &'static str {
        self.names().0
    }

    /// The name in SCORM 1.2.
    pub const fn name_1_2(self) -> &'static str {
        self.names().1
    }

    /// The function of a name in either version.
    pub fn parse(name: &str) -> Option<Self> {
        ApiMethod::parse(name).map(|method| method.function)
    }

    /// The number of arguments.
    pub(crate) const fn arity(self) -> usize {
        match self {
            Self::GetLastError => 0,
            Self::SetValue => 2,
            _ => 1,
        }
    }

    /// GetLastError, GetErrorString and GetDiagnostic work in every state and never change the
    /// last error.
    pub const fn is_support(self) -> bool {
        matches!(
            self,
            Self::GetLastError | Self::GetErrorString | Self::GetDiagnostic
        )
    }
}

/// A function under the name that one version gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ApiMethod {
    /// The function.
    pub function: ApiFunction,
    /// It is called by its name in SCORM 1.2.
    scorm12: bool,
}

impl ApiMethod {
    /// A function as a course of this version calls it.
    pub const fn new(function: ApiFunction, version: Version) -> Self {
        Self {
            function,
            scorm12: version.is_scorm12(),
        }
    }

    /// The function that has this name in one of the versions.
    pub fn parse(name: &str) -> Option<Self> {
        ApiFunction::ALL.into_iter().find_map(|function| {
            let scorm12 = name == function.name_1_2();
            (scorm12 || name == function.name_2004()).then_some(Self { function, scorm12 })
        })
    }

    /// Whether the name is that of SCORM 1.2.
    pub const fn is_scorm12(self) -> bool {
        self.scorm12
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        if self.scorm12 {
            self.function.name_1_2()
        } else {
            self.function.name_2004()
        }
    }
}

impl fmt::Display for ApiMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for ApiMethod {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_has_its_place_and_a_name_in_both_versions() {
        for (number, function) in ApiFunction::ALL.into_iter().enumerate() {
            assert_eq!(function as usize, number);
            for name in [function.name_1_2(), function.name_2004()] {
                let method = ApiMethod::parse(name).unwrap();
                assert_eq!((method.function, method.name()), (function, name));
                assert_eq!(method.is_scorm12(), name.starts_with("LMS"));
            }
        }
        assert_eq!(ApiMethod::parse("LMSTerminate"), None);
    }
}
