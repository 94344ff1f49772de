//! What to change, from the rules of lint that fit an answer, ranked by how many LMSs it helps.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use scorm_lint::{Finding, Severity};
use scorm_lms::Profile;
use scorm_lms::profile::SequencingExtent;
use serde::Serialize;

use crate::answer::{Question, Reason, Word};
use crate::judging::Answers;

use Question::{Completes, ExitsKeepData, Imports, Launches, Resumes, ScoreArrives};

/// What lint found in the course.
#[derive(Debug, Default)]
pub struct Lint {
    /// What concerns an LMS, by the name of its profile.
    pub of_lms: BTreeMap<String, Vec<Finding>>,
    /// What concerns every LMS.
    pub of_all: Vec<Finding>,
    /// The changes that fixes make, by the finding's fingerprint.
    pub diffs: BTreeMap<String, String>,
}

/// Something to change in the course.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Change {
    /// What to do
    pub what: String,
    /// File and line
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Code of the rule, for `greenroom rule CODE`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// LMSs that it helps
    pub helps: Vec<String>,
    /// Questions that it is about
    pub about: Vec<Question>,
    /// As a unified diff, where it is a safe edit
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
    #[serde(skip)]
    severity: Option<Severity>,
}

/// A rule of lint, and the questions whose answer it explains.
struct Explains {
    rule: &'static str,
    questions: &'static [Question],
    /// Playing does not show it: the finding is the reason.
    unplayed: Option<Unplayed>,
}

/// What a finding says of an LMS that playing cannot show.
struct Unplayed {
    /// As it stands in a field of the table.
    detail: &'static str,
    lms_lacks: bool,
}

const fn explains(rule: &'static str, questions: &'static [Question]) -> Explains {
    Explains {
        rule,
        questions,
        unplayed: None,
    }
}

const fn unplayed(
    rule: &'static str,
    questions: &'static [Question],
    detail: &'static str,
    lms_lacks: bool,
) -> Explains {
    Explains {
        rule,
        questions,
        unplayed: Some(Unplayed { detail, lms_lacks }),
    }
}

static EXPLAINS: &[Explains] = &[
    explains("refused-file-type", &[Imports]),
    explains("package-above-limit", &[Imports]),
    explains("schemaversion-misread", &[Imports, Launches]),
    explains("same-name-in-two-folders", &[Imports, Launches]),
    unplayed("api-sought-in-top", &[Launches], "API sought in top", false),
    unplayed(
        "sequencing-not-followed",
        &[Launches],
        "nothing locked",
        true,
    ),
    unplayed(
        "navigation-request-ignored",
        &[Completes],
        "requests ignored",
        true,
    ),
    explains("api-sought-in-one-window", &[Launches]),
    explains("error-asked-before-initialize", &[Launches]),
    explains(
        "initialize-twice",
        &[Launches, Completes, ScoreArrives, Resumes],
    ),
    explains("write-only-element-read", &[Launches, Completes]),
    explains("number-taken-for-text", &[Launches, Completes]),
    explains("count-without-default", &[Completes]),
    explains("stopped-by-optional-element", &[Launches, Completes]),
    explains("status-read-back", &[Completes]),
    explains("completed-without-passed", &[Completes]),
    explains("incomplete-set-at-start", &[Completes]),
    explains("suspended-status-not-repeated", &[Completes, Resumes]),
    explains("score-saved-with-suspend", &[Completes, Resumes]),
    explains("value-refused-by-some", &[Completes]),
    explains("blank-in-response", &[Completes]),
    explains("timestamp-with-milliseconds", &[Completes]),
    explains("time-with-days", &[Completes]),
    explains("time-with-many-decimals", &[Completes]),
    explains("line-break-in-value", &[Completes, Resumes]),
    explains("scaled-score-alone", &[ScoreArrives]),
    explains("raw-score-alone", &[ScoreArrives]),
    explains("score-maximum-not-hundred", &[ScoreArrives]),
    explains("score-without-range", &[ScoreArrives]),
    explains(
        "saved-only-on-leaving",
        &[Completes, ScoreArrives, ExitsKeepData, Resumes],
    ),
    explains("large-state-on-leaving", &[ExitsKeepData, Resumes]),
    explains("commit-failure-unnoticed", &[ExitsKeepData]),
    explains("dialog-on-leaving", &[ExitsKeepData]),
    explains("suspend-data-above-limit", &[Resumes]),
    explains("storage-instead-of-suspend-data", &[Resumes]),
    explains("suspend-data-without-exit", &[Resumes]),
    explains("api-call-in-frequent-event", &[Completes]),
];

fn explaining(finding: &Finding) -> Option<&'static Explains> {
    EXPLAINS.iter().find(|one| one.rule == finding.name)
}

/// Worsens answers by what playing cannot show.
pub(crate) fn add_unplayed(
    answers: &mut Answers,
    profile: &Profile,
    scos: usize,
    findings: &[Finding],
) {
    let title = &profile.title;
    let sequencing = profile.sequencing.as_ref().map(|it| it.value.extent);
    for finding in findings {
        let Some(explains) = explaining(finding) else {
            continue;
        };
        let (Some(unplayed), Some(about)) = (&explains.unplayed, explains.questions.first()) else {
            continue;
        };
        // One SCO has no order, and going on and back is most of it.
        let in_order = scos < 2 || sequencing == Some(SequencingExtent::Flow);
        if finding.name == "sequencing-not-followed" && in_order {
            continue;
        }
        let place = at(finding);
        let text = if finding.message.starts_with(title.as_ref()) {
            finding.message.clone()
        } else {
            format!("{title}: {}", finding.message)
        };
        let reason = Reason::new(*about, text)
            .at(place.as_ref())
            .source(Some("rule of lint; not played"))
            .lms_lacks(unplayed.lms_lacks);
        answers.worsen(unplayed.detail, reason);
    }
}

fn at(finding: &Finding) -> Option<String> {
    let file = finding.file.as_ref()?;
    Some(match finding.line {
        Some(line) => format!("{file}:{line}"),
        None => file.clone(),
    })
}

/// Changes for all LMSs, gathered one by one.
#[derive(Debug, Default)]
pub(crate) struct Changes(Vec<Change>);

impl Changes {
    /// Adds what helps one LMS; gives the changes in words.
    pub(crate) fn add(&mut self, name: &str, answers: &Answers, lint: &Lint) -> Vec<String> {
        let is_bad = |question: &Question| {
            let word = answers.get(*question).map(|answer| answer.word);
            let mended = |reason: &Reason| reason.about == *question && !reason.lms_lacks;
            matches!(word, Some(Word::No | Word::Partly)) && answers.reasons.iter().any(mended)
        };
        let mut told = Vec::new();
        let mut explained: Vec<Question> = Vec::new();
        let of_lms = lint.of_lms.get(name).into_iter().flatten();
        for finding in of_lms.chain(&lint.of_all) {
            let Some(explains) = explaining(finding) else {
                continue;
            };
            if explains.unplayed.as_ref().is_some_and(|it| it.lms_lacks) {
                continue;
            }
            let about: Vec<Question> = explains.questions.iter().copied().filter(is_bad).collect();
            if about.is_empty() {
                continue;
            }
            explained.extend(&about);
            let fix = finding.fix.as_ref();
            let change = Change {
                what: fix.map_or_else(|| finding.suggestion.clone(), |fix| fix.title.clone()),
                at: at(finding),
                code: Some(finding.code),
                helps: Vec::new(),
                about,
                diff: lint.diffs.get(&finding.fingerprint).cloned(),
                severity: Some(finding.severity),
            };
            told.push(self.take(name, change));
        }
        for question in Question::ALL.into_iter().filter(is_bad) {
            let mut reasons = answers.reasons.iter();
            let first = reasons.clone().find(|one| one.about == question);
            let own = reasons.find_map(|one| {
                let what = one
                    .mend
                    .filter(|_| one.about == question && !one.lms_lacks)?;
                Some((what, one))
            });
            let is_open = !explained.contains(&question);
            let general = || usual(question).zip(first).filter(|_| is_open);
            if let Some((what, reason)) = own.or_else(general) {
                told.push(self.take(
                    name,
                    Change {
                        what: what.to_owned(),
                        at: reason.at.clone(),
                        code: None,
                        helps: Vec::new(),
                        about: vec![question],
                        diff: None,
                        severity: None,
                    },
                ));
            }
        }
        told.dedup();
        told
    }

    fn take(&mut self, name: &str, change: Change) -> String {
        let words = change.words();
        let same = |one: &Change| {
            one.what == change.what && one.at == change.at && one.code == change.code
        };
        let index = self.0.iter().position(same).unwrap_or(self.0.len());
        if index == self.0.len() {
            self.0.push(change);
        } else {
            let known = &mut self.0[index].about;
            let new = change.about.iter();
            let new: Vec<Question> = new.copied().filter(|one| !known.contains(one)).collect();
            known.extend(new);
        }
        let helps = &mut self.0[index].helps;
        if !helps.iter().any(|one| one == name) {
            helps.push(name.to_owned());
        }
        words
    }

    /// What helps most LMSs first.
    pub(crate) fn ranked(mut self) -> Vec<Change> {
        self.0.sort_by(|one, other| {
            let rank =
                |change: &Change| (change.helps.len(), change.code.is_some(), change.severity);
            rank(other).cmp(&rank(one))
        });
        self.0
    }
}

impl Change {
    /// In one line.
    pub fn words(&self) -> String {
        let code = self.code.map(|code| format!("{code} ")).unwrap_or_default();
        let at = self.at.as_ref().map(|at| format!("{at}: "));
        format!("{code}{}{}", at.unwrap_or_default(), self.what)
    }
}

/// What helps where no rule of lint fits.
fn usual(question: Question) -> Option<&'static str> {
    match question {
        Imports | Launches => None,
        Completes => Some(
            "Set the status and Commit as soon as the course is done, before the page is left, and \
             go on when the LMS refuses a value",
        ),
        ScoreArrives => Some(
            "Set score.raw as a percentage with score.min 0 and score.max 100, beside score.scaled",
        ),
        ExitsKeepData => {
            Some("Save and Commit when a page is entered or answered, not only when it is left")
        }
        Resumes => Some(
            "Keep the place in suspend_data and location on each page, set exit to \"suspend\" and \
             Commit, and go there from what the LMS gives back",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::EXPLAINS;

    #[test]
    fn every_rule_that_explains_an_answer_exists() {
        for explains in EXPLAINS {
            let known = scorm_lint::RULES
                .iter()
                .any(|rule| rule.name == explains.rule);
            assert!(known, "{}", explains.rule);
        }
    }
}
