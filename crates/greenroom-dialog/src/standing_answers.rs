//! Answers that the human wants given always to exactly the same question.

use crate::dialog::Dialog;
use crate::outcome::Outcome;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A standing answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandingAnswer {
    pub id: String,
    pub tool: String,
    /// Equal for exactly the same question and options.
    pub fingerprint: String,
    pub question: String,
    pub answer: Value,
    pub comment: Option<String>,
    /// The answer for people.
    pub line: String,
    pub project: Option<String>,
    pub at: u64,
}

/// A standing answer as people see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Remembered {
    pub id: String,
    pub tool: String,
    /// The question in one line.
    pub question: String,
    /// The answer in one line.
    pub answer: String,
    pub project: Option<String>,
    pub at: u64,
}

/// All standing answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StandingAnswers(Vec<StandingAnswer>);

impl StandingAnswers {
    /// The answer to this question, if the human gave one for good.
    pub fn find(&self, fingerprint: &str) -> Option<&StandingAnswer> {
        self.0.iter().find(|kept| kept.fingerprint == fingerprint)
    }

    /// Keeps the answer of a dialog for good.
    pub fn keep(&mut self, id: String, dialog: &Dialog, at: u64) {
        let Some(Outcome::Answered {
            answer, comment, ..
        }) = &dialog.response
        else {
            return;
        };
        self.0.retain(|kept| kept.fingerprint != dialog.fingerprint);
        self.0.push(StandingAnswer {
            id,
            tool: dialog.tool.clone(),
            fingerprint: dialog.fingerprint.clone(),
            question: dialog.question(),
            answer: answer.clone(),
            comment: comment.clone(),
            line: dialog.answer_line().unwrap_or_default(),
            project: dialog.project.clone(),
            at,
        });
    }

    pub fn remove(&mut self, id: &str) {
        self.0.retain(|kept| kept.id != id);
    }

    /// For the page.
    pub fn listed(&self) -> Vec<Remembered> {
        self.0
            .iter()
            .map(|kept| Remembered {
                id: kept.id.clone(),
                tool: kept.tool.clone(),
                question: kept.question.clone(),
                answer: kept.line.clone(),
                project: kept.project.clone(),
                at: kept.at,
            })
            .collect()
    }
}
