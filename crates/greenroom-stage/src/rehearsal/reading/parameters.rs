//! Values from outside: `${env:NAME}` and `${secret:NAME}` stand for variables of the environment.

use std::sync::Mutex;

use greenroom_stdx::IgnorePoison as _;
use greenroom_store::Reach;
use serde_json::Value;

use super::Fault;
use super::places::joined;

/// What is shown instead of a secret.
const MASK: &str = "***";

/// The secrets that rehearsals were given, so that no result tells them.
#[derive(Debug, Default)]
pub struct Secrets {
    known: Mutex<Vec<String>>,
    /// The environment is the server's, and whoever calls from elsewhere gets nothing of it.
    without_environment: bool,
}

impl Secrets {
    /// For rehearsals of a caller who reaches so far.
    pub fn of(reach: &Reach) -> Self {
        Self {
            known: Mutex::default(),
            without_environment: !reach.is_everywhere(),
        }
    }

    /// A variable of the environment.
    fn variable(&self, name: &str) -> Result<String, NoVariable> {
        if self.without_environment {
            return Err(NoVariable::NotGiven(name.to_owned()));
        }
        std::env::var(name).map_err(|_| NoVariable::Absent(name.to_owned()))
    }

    fn add(&self, secret: &str) {
        let mut known = self.known.lock().ignore_poison();
        if !secret.is_empty() && !known.iter().any(|it| it == secret) {
            known.push(secret.to_owned());
            // A secret that holds another is masked as a whole.
            known.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        }
    }

    /// The text without secrets.
    pub fn mask(&self, text: &str) -> String {
        let known = self.known.lock().ignore_poison();
        known
            .iter()
            .fold(text.to_owned(), |text, secret| text.replace(secret, MASK))
    }

    /// Masks every text of a value.
    pub fn mask_all(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.mask(text),
            Value::Array(list) => list.iter_mut().for_each(|item| self.mask_all(item)),
            Value::Object(members) => members.values_mut().for_each(|it| self.mask_all(it)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// Puts the variables into all texts.
pub(super) fn fill_in(
    value: &mut Value,
    pointer: &str,
    secrets: &Secrets,
    faults: &mut Vec<Fault>,
) {
    match value {
        Value::String(text) if text.contains("${") => match filled(text, secrets) {
            Ok(filled) => *text = filled,
            Err(why) => faults.push(Fault::new(pointer, why.to_string())),
        },
        Value::Array(list) => {
            for (index, item) in list.iter_mut().enumerate() {
                fill_in(item, &format!("{pointer}/{index}"), secrets, faults);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                fill_in(member, &joined(pointer, name), secrets, faults);
            }
        }
        _ => {}
    }
}

/// A text names a variable that cannot be had.
#[derive(Debug, thiserror::Error)]
enum NoVariable {
    #[error("the environment has no variable {0}")]
    Absent(String),
    #[error("{0} is a variable of the server's environment, which it does not give away")]
    NotGiven(String),
}

fn filled(text: &str, secrets: &Secrets) -> Result<String, NoVariable> {
    let mut whole = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        whole.push_str(before);
        let parameter = ["env:", "secret:"]
            .into_iter()
            .find_map(|kind| Some((kind, after.strip_prefix(kind)?.split_once('}')?)));
        let Some((kind, (name, after))) = parameter else {
            // Other `${…}` belong to the course.
            whole.push_str("${");
            rest = after;
            continue;
        };
        let value = secrets.variable(name)?;
        if kind == "secret:" {
            secrets.add(&value);
        }
        whole.push_str(&value);
        rest = after;
    }
    whole.push_str(rest);
    Ok(whole)
}
