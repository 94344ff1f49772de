//! The prompts: tasks that a person chooses in their client, told as steps with the tools that exist.

use rmcp::model::{
    ErrorData, GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role,
};
use serde_json::{Value, json};

/// A task with the text that the agent is given.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) arguments: &'static [Argument],
    pub(crate) text: &'static str,
}

/// What a task is about; `{name}` in its text.
#[derive(Debug)]
pub(crate) struct Argument {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    /// What the text has where the argument is absent; a task without it cannot be begun.
    absent: Option<&'static str>,
}

const COURSE: Argument = Argument {
    name: "course",
    description: "Absolute path of the course: a folder with imsmanifest.xml, or a zip",
    absent: None,
};

const LMS: Argument = Argument {
    name: "lms",
    description: "The LMSs that it is for, such as moodle,ilias",
    absent: Some("the LMSs that Greenroom has measured"),
};

/// All tasks.
pub(crate) const TASKS: [Task; 5] = [
    Task {
        name: "review_course",
        title: "Review a course",
        description: "Check, play and judge a course, and report what learners and LMSs would meet",
        arguments: &[COURSE, LMS],
        text: include_str!("prompts/review_course.md"),
    },
    Task {
        name: "fix_course",
        title: "Mend a course",
        description: "Find the faults of a course, mend them one by one, and prove each",
        arguments: &[COURSE],
        text: include_str!("prompts/fix_course.md"),
    },
    Task {
        name: "build_course",
        title: "Build a course",
        description: "Make a course about a topic, check and play it, and pack it",
        arguments: &[
            Argument {
                name: "topic",
                description: "What learners shall know or be able to do afterwards",
                absent: None,
            },
            Argument {
                name: "target",
                description: "Absolute path of the new folder",
                absent: Some("a new folder"),
            },
        ],
        text: include_str!("prompts/build_course.md"),
    },
    Task {
        name: "write_rehearsal",
        title: "Write rehearsals",
        description: "Write the regression tests of a course, and prove that they can fail",
        arguments: &[COURSE],
        text: include_str!("prompts/write_rehearsal.md"),
    },
    Task {
        name: "prepare_for_lms",
        title: "Prepare for an LMS",
        description: "Make a course work in the LMSs that it is for, and say what cannot be mended",
        arguments: &[COURSE, LMS],
        text: include_str!("prompts/prepare_for_lms.md"),
    },
];

impl Task {
    /// The text with its arguments in place, or the argument that is missing.
    pub(crate) fn told(
        &self,
        mut value_of: impl FnMut(&str) -> Option<String>,
    ) -> Result<String, &'static str> {
        let mut text = self.text.to_owned();
        for argument in self.arguments {
            let given = value_of(argument.name).filter(|value| !value.trim().is_empty());
            let value = given.or_else(|| argument.absent.map(ToOwned::to_owned));
            let value = value.ok_or(argument.name)?;
            text = text.replace(&format!("{{{}}}", argument.name), &value);
        }
        Ok(text)
    }
}

/// All prompts.
pub(super) fn list() -> Vec<Prompt> {
    let prompts = TASKS.iter().map(|task| {
        let arguments = task.arguments.iter().map(|argument| {
            PromptArgument::new(argument.name)
                .with_description(argument.description)
                .with_required(argument.absent.is_none())
        });
        let arguments = Some(arguments.collect());
        Prompt::new(task.name, Some(task.description), arguments).with_title(task.title)
    });
    prompts.collect()
}

/// One prompt with its arguments in place.
pub(super) fn get(
    name: &str,
    arguments: Option<&JsonObject>,
) -> Result<GetPromptResult, ErrorData> {
    let known: Vec<&str> = TASKS.iter().map(|task| task.name).collect();
    let Some(task) = TASKS.iter().find(|task| task.name == name) else {
        let message = format!("no prompt of this name; there are {}", known.join(", "));
        return Err(ErrorData::invalid_params(
            message,
            Some(json!({"known": known})),
        ));
    };
    let given = |name: &str| arguments?.get(name)?.as_str().map(ToOwned::to_owned);
    check(task, arguments)?;
    let text = task.told(given).map_err(|missing| {
        let message = format!("`{name}` needs the argument `{missing}`");
        ErrorData::invalid_params(message, Some(json!({"missing": missing})))
    })?;
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]).with_description(task.description))
}

/// Arguments that the task does not have, or that are no text.
fn check(task: &Task, arguments: Option<&JsonObject>) -> Result<(), ErrorData> {
    for (name, value) in arguments.into_iter().flatten() {
        let known: Vec<&str> = task.arguments.iter().map(|one| one.name).collect();
        let message = if !known.contains(&name.as_str()) {
            let name: String = name.chars().take(100).collect();
            let known = known.join(", ");
            format!("`{}` has no argument `{name}`; it has {known}", task.name)
        } else if !matches!(value, Value::String(_)) {
            format!("the argument `{name}` is a text")
        } else {
            continue;
        };
        return Err(ErrorData::invalid_params(message, None));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use greenroom_tools::Toolset;
    use greenroom_tools::config::ToolsConfig;

    use super::*;

    #[test]
    fn every_prompt_is_told_whole() {
        for task in &TASKS {
            let given = task.told(|name| Some(format!("<{name}>"))).unwrap();
            let needed = |name: &str| {
                let argument = task.arguments.iter().find(|one| one.name == name)?;
                argument.absent.is_none().then(|| format!("<{name}>"))
            };
            for text in [given, task.told(needed).unwrap()] {
                assert!(!text.contains('{'), "{text}");
                assert!(text.contains('<') && !text.contains("  "), "{text}");
            }
            assert!(task.told(|_| None).is_err(), "{}", task.name);
        }
    }

    #[test]
    fn prompts_name_tools_that_exist() {
        let toolset = Toolset::select(&[], &ToolsConfig::default()).unwrap();
        for task in &TASKS {
            let code = task.text.split('`').skip(1).step_by(2);
            let names = code.filter(|word| word.starts_with("scorm_") || word.starts_with("ui_"));
            let names: Vec<&str> = names.collect();
            assert!(names.len() >= 3, "{}", task.name);
            for name in names {
                assert!(toolset.find(name).is_ok(), "{}: {name}", task.name);
            }
        }
    }

    #[test]
    fn wrong_arguments_are_named() {
        let arguments = |value: Value| value.as_object().cloned();
        let get = |name, value| get(name, arguments(value).as_ref()).unwrap_err().message;
        assert!(get("none", json!({})).contains("review_course"));
        assert!(get("fix_course", json!({})).contains("`course`"));
        assert!(get("fix_course", json!({"curse": "/x"})).contains("it has course"));
        assert!(get("fix_course", json!({"course": 7})).contains("is a text"));
    }
}
