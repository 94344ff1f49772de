//! What the page sends when the human acts, read and checked on the server.

use crate::declaration::DialogTool;
use crate::refusal::Refusal;
use serde_json::{Map, Value};

/// Characters of any text of the human.
pub const HUMAN_TEXT_LIMIT: usize = 100_000;

/// What the human did.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// `data.answer`, checked.
    Answer(Value),
    Cancel,
    Decline,
}

/// An act with what may accompany any of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Submission {
    pub act: Act,
    pub comment: Option<String>,
    /// Ids of uploaded images, in order.
    pub attachments: Vec<String>,
}

impl Submission {
    /// Reads the `data` of a `dialog-response` for a dialog with these parameters.
    pub fn read(
        tool: &DialogTool,
        parameters: &Map<String, Value>,
        data: &Value,
    ) -> Result<Self, Refusal> {
        let Value::Object(data) = data else {
            return Err(Refusal::InvalidFormat);
        };
        let mut data = data.clone();
        let comment = take_comment(&mut data)?;
        let attachments = take_attachments(&mut data)?;
        let cancelled = data.remove("cancelled") == Some(Value::Bool(true));
        let declined = data.remove("declined") == Some(Value::Bool(true));
        let act = if cancelled {
            Act::Cancel
        } else if declined {
            Act::Decline
        } else {
            let given = Given {
                data: &data,
                images: attachments.len(),
            };
            Act::Answer(match tool.accept {
                Some(accept) => accept(parameters, &given)?,
                None => given.by_schema(&tool.answer)?,
            })
        };
        Ok(Self {
            act,
            comment,
            attachments,
        })
    }
}

fn take_comment(data: &mut Map<String, Value>) -> Result<Option<String>, Refusal> {
    match data.remove("comment") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(comment)) if comment.chars().count() > HUMAN_TEXT_LIMIT => {
            Err(too_long("comment", HUMAN_TEXT_LIMIT))
        }
        Some(Value::String(comment)) => Ok(Some(comment).filter(|text| !text.trim().is_empty())),
        Some(_) => Err(Refusal::InvalidFormat),
    }
}

fn take_attachments(data: &mut Map<String, Value>) -> Result<Vec<String>, Refusal> {
    match data.remove("attachments") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(ids)) => ids
            .into_iter()
            .map(|id| match id {
                Value::String(id) => Ok(id),
                _ => Err(Refusal::InvalidFormat),
            })
            .collect(),
        Some(_) => Err(Refusal::InvalidFormat),
    }
}

fn too_long(name: &str, limit: usize) -> Refusal {
    let name = name.to_owned();
    Refusal::TooLong { name, limit }
}

/// The members of an answer, as the page sent them.
#[derive(Debug)]
pub struct Given<'a> {
    pub data: &'a Map<String, Value>,
    /// How many images come with it.
    pub images: usize,
}

impl Given<'_> {
    /// A text member; absent means empty.
    pub(crate) fn text(&self, name: &str) -> Result<String, Refusal> {
        self.text_up_to(name, HUMAN_TEXT_LIMIT)
    }

    /// A text member of limited length.
    pub(crate) fn text_up_to(&self, name: &str, limit: usize) -> Result<String, Refusal> {
        match self.data.get(name) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) if text.chars().count() > limit => Err(too_long(name, limit)),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(_) => Err(Refusal::InvalidFormat),
        }
    }

    /// Whether a choice dialog was answered in words.
    pub(crate) fn has_words(&self) -> bool {
        self.data
            .get("text")
            .and_then(Value::as_str)
            .is_some_and(|text| !text.trim().is_empty())
    }

    /// The words of a choice dialog; without any, `otherwise` says what is missing.
    pub(crate) fn words(&self, otherwise: &'static str) -> Result<String, Refusal> {
        if self.has_words() {
            self.text("text")
        } else {
            Err(Refusal::no_answer(otherwise))
        }
    }

    /// The answer of a tool that declares only its schema.
    fn by_schema(&self, schema: &Value) -> Result<Value, Refusal> {
        let mut answer = Value::Object(self.data.clone());
        let faults = greenroom_schema::check(schema, &mut answer);
        match faults.first() {
            None => Ok(answer),
            Some(fault) => {
                let text = format!("{}: {}", fault.path, fault.expected);
                Err(Refusal::no_answer(text))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;
    use crate::request;
    use serde_json::json;

    fn check(tool: &str, arguments: Value, cases: &[(Value, Result<Value, &str>)]) {
        let registry = Registry::standard();
        let Value::Object(arguments) = arguments else {
            panic!("arguments are an object")
        };
        let request = request::parse(&registry, tool, arguments).unwrap();
        for (data, want) in cases {
            let got = Submission::read(&request.tool, &request.parameters, data);
            match (got, want) {
                (Ok(submission), Ok(answer)) => {
                    assert_eq!(submission.act, Act::Answer(answer.clone()), "{data}");
                    let fits = greenroom_schema::check(&request.tool.answer, &mut answer.clone());
                    assert_eq!(fits, [], "{answer} fits the declared schema");
                }
                (Err(refusal), Err(want)) => assert_eq!(refusal.to_string(), *want, "{data}"),
                (got, _) => panic!("{data}: {got:?}"),
            }
        }
    }

    #[test]
    fn answers_of_planner_need_an_option_or_a_text() {
        check(
            "planner",
            json!({"decision_context": "Which?", "options": ["api", {"label": "UI"}]}),
            &[
                (
                    json!({"choice": "api", "thinkingMode": "deep", "intent": "plan"}),
                    Ok(
                        json!({"choice": "api", "thinkingMode": "deep", "additionalContext": "", "intent": "plan"}),
                    ),
                ),
                (
                    json!({"choice": null, "additionalContext": "neither"}),
                    Ok(
                        json!({"choice": null, "thinkingMode": "normal", "additionalContext": "neither", "intent": "execute"}),
                    ),
                ),
                (json!({"choice": "db"}), Err("Choose one of the options")),
                (json!({}), Err("Choose an option or write a text")),
                (
                    json!({"choice": "UI", "thinkingMode": "wild"}),
                    Err("thinkingMode cannot be \"wild\""),
                ),
                (json!([]), Err("Invalid response format")),
            ],
        );
    }

    #[test]
    fn answers_of_text_input_are_kept_byte_for_byte() {
        let text = "  zwölf\r\n\t✓ \u{0}";
        check(
            "text_input",
            json!({"question": "?", "maxLength": 14}),
            &[
                (json!({"text": text}), Ok(json!({"text": text}))),
                (json!({"text": ""}), Err("A text is required")),
                (
                    json!({"text": "123456789012345"}),
                    Err("text: at most 14 characters"),
                ),
                (json!({"text": 5}), Err("Invalid response format")),
            ],
        );
        check(
            "text_input",
            json!({"question": "?", "required": false}),
            &[(json!({"text": ""}), Ok(json!({"text": ""})))],
        );
    }

    #[test]
    fn answers_of_single_choice_are_enabled_options_or_words() {
        check(
            "single_choice",
            json!({"question": "?", "options": [
                {"value": "a", "label": "A"}, {"value": "b", "label": "B", "disabled": true}]}),
            &[
                (
                    json!({"choice": "a"}),
                    Ok(json!({"choice": "a", "label": "A"})),
                ),
                (json!({"choice": "b"}), Err("Choose one of the options")),
                (
                    json!({"choice": null, "text": "c"}),
                    Ok(json!({"choice": null, "label": null, "text": "c"})),
                ),
                (
                    json!({"choice": null, "text": " "}),
                    Err("Choose one of the options"),
                ),
            ],
        );
    }

    #[test]
    fn answers_of_multi_choice_keep_option_order_and_bounds() {
        check(
            "multi_choice",
            json!({"question": "?", "max_selections": 2, "options": [
                {"value": "a", "label": "A"}, {"value": "b", "label": "B"},
                {"value": "c", "label": "C"}, {"value": "d", "label": "D", "disabled": true}]}),
            &[
                (
                    json!({"choices": ["c", "a"]}),
                    Ok(json!({"choices": ["a", "c"], "labels": ["A", "C"]})),
                ),
                (json!({"choices": []}), Err("Choose at least 1")),
                (json!({"choices": ["a", "b", "c"]}), Err("Choose at most 2")),
                (json!({"choices": ["d"]}), Err("Choose from the options")),
                (
                    json!({"choices": [], "text": "other"}),
                    Ok(json!({"choices": [], "labels": [], "text": "other"})),
                ),
            ],
        );
        check(
            "multi_choice",
            json!({"question": "?", "allowEmpty": true, "minSelections": 2, "options": [
                {"value": "a", "label": "A"}, {"value": "b", "label": "B"}]}),
            &[
                (
                    json!({"choices": []}),
                    Ok(json!({"choices": [], "labels": []})),
                ),
                (json!({"choices": ["a"]}), Err("Choose at least 2")),
            ],
        );
    }

    #[test]
    fn only_a_boolean_confirms() {
        check(
            "confirm",
            json!({"question": "?"}),
            &[
                (json!({"confirmed": false}), Ok(json!({"confirmed": false}))),
                (json!({"confirmed": "true"}), Err("Answer with Yes or No")),
                (json!({}), Err("Answer with Yes or No")),
            ],
        );
    }

    #[test]
    fn a_screenshot_dialog_takes_images_or_words() {
        let registry = Registry::standard();
        let tool = registry.get("screenshot_request").unwrap();
        let read = |data: Value| Submission::read(tool, &Map::new(), &data);
        assert!(read(json!({})).is_err());
        assert!(read(json!({"additionalText": "no screen here"})).is_ok());
        let with_image = read(json!({"attachments": ["att_1"]})).unwrap();
        assert_eq!(with_image.attachments, ["att_1"]);
    }

    #[test]
    fn cancel_and_decline_carry_their_comment() {
        let registry = Registry::standard();
        let tool = registry.get("confirm").unwrap();
        let read = |data: Value| Submission::read(tool, &Map::new(), &data).unwrap();
        let cancelled = read(json!({"cancelled": true, "comment": "later"}));
        assert_eq!(cancelled.act, Act::Cancel);
        assert_eq!(cancelled.comment.as_deref(), Some("later"));
        assert_eq!(
            read(json!({"declined": true, "comment": " "})).comment,
            None
        );
    }
}
