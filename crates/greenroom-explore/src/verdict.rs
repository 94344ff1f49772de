//! The answer in four words: can a learner complete the course, pass it, fail it, resume it.

use schemars::JsonSchema;
use serde::Serialize;

/// What a learner can do with the course. Null is what was not to be tried or not decided.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Verdict {
    /// Some way through the course completes it
    pub completes: bool,
    /// Right answers pass it; null without questions
    pub passes: Option<bool>,
    /// Wrong answers fail it; null without questions
    pub fails: Option<bool>,
    /// Who leaves in the middle comes back to the same place, with nothing lost
    pub resumes: Option<bool>,
    /// Reasons, above all for what is not so
    pub why: Vec<String>,
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let say = |what: &str, so: Option<bool>| match so {
            Some(true) => format!("{what}: yes"),
            Some(false) => format!("{what}: no"),
            None => format!("{what}: not decided"),
        };
        let words = [
            say("completes", Some(self.completes)),
            say("passes", self.passes),
            say("fails", self.fails),
            say("resumes", self.resumes),
        ];
        f.write_str(&words.join(", "))
    }
}
