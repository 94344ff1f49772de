//! The error codes of both versions with their texts.

use crate::version::Version;

/// One API error code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApiError {
    /// The code as `GetLastError` gives it.
    pub code: u16,
    /// The text of `GetErrorString`.
    pub text: &'static str,
    /// What the code means in general, for `GetDiagnostic` when it is not the last error.
    pub meaning: &'static str,
}

const fn error(code: u16, text: &'static str, meaning: &'static str) -> ApiError {
    ApiError {
        code,
        text,
        meaning,
    }
}

/// The codes of SCORM 2004.
pub const ERRORS_2004: &[ApiError] = &[
    error(0, "No Error", "The last call succeeded."),
    error(
        101,
        "General Exception",
        "A failure that no other code describes.",
    ),
    error(
        102,
        "General Initialization Failure",
        "The LMS could not begin the session.",
    ),
    error(
        103,
        "Already Initialized",
        "Initialize was called while the session was running.",
    ),
    error(
        104,
        "Content Instance Terminated",
        "Initialize was called after Terminate.",
    ),
    error(
        111,
        "General Termination Failure",
        "The LMS could not end the session.",
    ),
    error(
        112,
        "Termination Before Initialization",
        "Call Initialize before Terminate.",
    ),
    error(
        113,
        "Termination After Termination",
        "Terminate was called a second time.",
    ),
    error(
        122,
        "Retrieve Data Before Initialization",
        "Call Initialize before GetValue.",
    ),
    error(
        123,
        "Retrieve Data After Termination",
        "GetValue was called after Terminate.",
    ),
    error(
        132,
        "Store Data Before Initialization",
        "Call Initialize before SetValue.",
    ),
    error(
        133,
        "Store Data After Termination",
        "SetValue was called after Terminate.",
    ),
    error(
        142,
        "Commit Before Initialization",
        "Call Initialize before Commit.",
    ),
    error(
        143,
        "Commit After Termination",
        "Commit was called after Terminate.",
    ),
    error(
        201,
        "General Argument Error",
        "Initialize, Terminate and Commit take one empty string; GetValue takes a name, SetValue \
         a name and a value.",
    ),
    error(
        301,
        "General Get Failure",
        "The name is empty or an index is not below _count.",
    ),
    error(
        351,
        "General Set Failure",
        "The name is empty, an index is beyond _count, or an id is fixed or not unique.",
    ),
    error(
        391,
        "General Commit Failure",
        "The LMS could not store the data.",
    ),
    error(
        401,
        "Undefined Data Model Element",
        "The name is not in the data model.",
    ),
    error(
        402,
        "Unimplemented Data Model Element",
        "The LMS does not implement the element.",
    ),
    error(
        403,
        "Data Model Element Value Not Initialized",
        "The element has no value yet.",
    ),
    error(
        404,
        "Data Model Element Is Read Only",
        "The SCO may not set this element.",
    ),
    error(
        405,
        "Data Model Element Is Write Only",
        "The SCO may not read this element.",
    ),
    error(
        406,
        "Data Model Element Type Mismatch",
        "The value has the wrong form.",
    ),
    error(
        407,
        "Data Model Element Value Out Of Range",
        "The number is outside the range.",
    ),
    error(
        408,
        "Data Model Dependency Not Established",
        "Another element of the same record, its id or type, must be set first.",
    ),
];

/// The codes of SCORM 1.2.
pub const ERRORS_12: &[ApiError] = &[
    error(0, "No error", "The last call succeeded."),
    error(
        101,
        "General exception",
        "A failure that no other code describes.",
    ),
    error(
        201,
        "Invalid argument error",
        "LMSInitialize, LMSFinish and LMSCommit take one empty string; otherwise the name is \
         empty, unknown in its category, or has an index out of range.",
    ),
    error(
        202,
        "Element cannot have children",
        "_children is not defined here.",
    ),
    error(
        203,
        "Element not an array - cannot have count",
        "_count is for collections only.",
    ),
    error(
        301,
        "Not initialized",
        "Call LMSInitialize first; nothing works after LMSFinish.",
    ),
    error(
        401,
        "Not implemented error",
        "The category is not in the data model.",
    ),
    error(
        402,
        "Invalid set value, element is a keyword",
        "_version, _children and _count cannot be set.",
    ),
    error(
        403,
        "Element is read only",
        "The SCO may not set this element.",
    ),
    error(
        404,
        "Element is write only",
        "The SCO may not read this element.",
    ),
    error(
        405,
        "Incorrect data type",
        "The value fails its type, vocabulary or range.",
    ),
];

/// The codes of a version, in ascending order.
pub const fn errors(version: Version) -> &'static [ApiError] {
    match version {
        Version::Scorm12 => ERRORS_12,
        Version::Scorm2004(_) => ERRORS_2004,
    }
}

/// The entry for a code that came as text. Codes are text: `001` is not a code.
pub fn find_error(version: Version, code: &str) -> Option<&'static ApiError> {
    if code.len() > 1 && code.starts_with('0') || code.starts_with('+') {
        return None;
    }
    let code: u16 = code.parse().ok()?;
    errors(version).iter().find(|error| error.code == code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::version::Edition;

    #[test]
    fn codes_are_ascending_and_texts_fit() {
        for table in [ERRORS_12, ERRORS_2004] {
            assert!(table.windows(2).all(|pair| pair[0].code < pair[1].code));
            assert!(
                table
                    .iter()
                    .all(|error| error.text.len() < 255 && error.meaning.len() < 255)
            );
        }
    }

    #[test]
    fn codes_are_text() {
        let version = Version::Scorm2004(Edition::Fourth);
        for (code, want) in [
            ("0", Some(0)),
            ("402", Some(402)),
            ("", None),
            ("001", None),
            ("+1", None),
            ("1444", None),
            (" 0", None),
            ("99999999999", None),
        ] {
            assert_eq!(
                find_error(version, code).map(|error| error.code),
                want,
                "{code:?}"
            );
        }
    }
}
