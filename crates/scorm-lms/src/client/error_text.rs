//! `GetErrorString` and `GetDiagnostic`.

use super::emulation::Emulation;
use super::{Called, Thrown};
use crate::profile::Version;
use crate::profile::dialect::{ErrorText, Say};
use crate::value::JsValue;

const TEXTS_12: &[(u16, &str)] = &[
    (0, "No error"),
    (101, "General exception"),
    (201, "Invalid argument error"),
    (202, "Element cannot have children"),
    (203, "Element not an array - cannot have count"),
    (301, "Not initialized"),
    (401, "Not implemented error"),
    (402, "Invalid set value, element is a keyword"),
    (403, "Element is read only"),
    (404, "Element is write only"),
    (405, "Incorrect data type"),
];

const TEXTS_2004: &[(u16, &str)] = &[
    (0, "No error"),
    (101, "General exception"),
    (102, "General initialization failure"),
    (103, "Already initialized"),
    (104, "Content instance terminated"),
    (111, "General termination failure"),
    (112, "Termination before initialization"),
    (113, "Termination after termination"),
    (122, "Retrieve data before initialization"),
    (123, "Retrieve data after termination"),
    (132, "Store data before initialization"),
    (133, "Store data after termination"),
    (142, "Commit before initialization"),
    (143, "Commit after termination"),
    (201, "General argument error"),
    (301, "General get failure"),
    (351, "General set failure"),
    (391, "General commit failure"),
    (401, "Undefined data model element"),
    (402, "Unimplemented data model element"),
    (403, "Data model element value not initialized"),
    (404, "Data model element is read only"),
    (405, "Data model element is write only"),
    (406, "Data model element type mismatch"),
    (407, "Data model element value out of range"),
    (408, "Data model dependency not established"),
];

impl Emulation {
    /// A text about an error; the last error stays.
    pub(super) fn say(&self, texts: ErrorText, args: &[JsValue]) -> Called {
        let argument = args.first();
        let asked = argument.map(JsValue::to_text).unwrap_or_default();
        let known = self.spec(&asked);
        let number = matches!(argument, Some(JsValue::Number(_)));
        let say = match argument {
            None | Some(JsValue::Undefined) => texts.missing,
            Some(_) if asked.is_empty() => texts.empty,
            Some(_) if number && texts.numbers_unknown => texts.unknown,
            Some(_) if known.is_some() => texts.known,
            Some(_) => texts.unknown,
        };
        let text = |text: &str| Ok(JsValue::text(text));
        let outcome = match say {
            Say::Spec => text(known.unwrap_or_default()),
            Say::SpecOfLast => text(self.spec(&self.error.to_string()).unwrap_or_default()),
            Say::Text(fixed) => text(fixed),
            Say::Undefined => Ok(JsValue::Undefined),
            Say::Echo => Ok(argument.cloned().unwrap_or_default()),
            Say::LastCodeOnceCalled if !self.called_once => Err(Thrown {
                name: "ReferenceError".to_owned(),
                message: "errorCode is not defined".to_owned(),
            }),
            Say::LastCode | Say::LastCodeOnceCalled => Ok(JsValue::Text(self.error.to_string())),
        };
        Called {
            outcome,
            error: self.last_error(),
        }
    }

    fn spec(&self, code: &str) -> Option<&'static str> {
        let texts = match self.version {
            Version::Scorm12 => TEXTS_12,
            Version::Scorm2004 => TEXTS_2004,
        };
        let code: u16 = code.parse().ok()?;
        let mut found = texts.iter();
        found
            .find(|(known, _)| *known == code)
            .map(|(_, text)| *text)
    }
}
