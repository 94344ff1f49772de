//! The questions that are asked of an LMS, and the form of the answers.

use schemars::JsonSchema;
use serde::Serialize;

/// What is asked, in the order in which a course meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    Imports,
    Launches,
    Completes,
    ScoreArrives,
    ExitsKeepData,
    Resumes,
}

impl Question {
    pub const ALL: [Self; 6] = [
        Self::Imports,
        Self::Launches,
        Self::Completes,
        Self::ScoreArrives,
        Self::ExitsKeepData,
        Self::Resumes,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Imports => "imports",
            Self::Launches => "launches",
            Self::Completes => "completes",
            Self::ScoreArrives => "score_arrives",
            Self::ExitsKeepData => "exits_keep_data",
            Self::Resumes => "resumes",
        }
    }

    /// As the head of a column.
    pub fn title(self) -> &'static str {
        match self {
            Self::Imports => "Imports",
            Self::Launches => "Launches",
            Self::Completes => "Completes",
            Self::ScoreArrives => "Score arrives",
            Self::ExitsKeepData => "Exits keep data",
            Self::Resumes => "Resumes",
        }
    }
}

/// An answer in one word, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Word {
    No,
    Partly,
    /// It was not tried, or is not known of this LMS.
    Unknown,
    /// The course did not come to it, or has nothing of the kind.
    NotReached,
    Yes,
}

impl Word {
    pub fn name(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Partly => "partly",
            Self::Unknown => "unknown",
            Self::NotReached => "not_reached",
            Self::Yes => "yes",
        }
    }
}

/// An answer with a few words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Answer {
    pub word: Word,
    /// As it stands in a field of the table.
    pub detail: String,
}

impl Answer {
    pub(crate) fn new(word: Word, detail: impl Into<String>) -> Self {
        Self {
            word,
            detail: detail.into(),
        }
    }

    pub(crate) fn yes() -> Self {
        Self::new(Word::Yes, "yes")
    }

    pub(crate) fn not_reached() -> Self {
        Self::new(Word::NotReached, "not reached")
    }

    /// The worse of the two words stays.
    pub(crate) fn worsen(&mut self, word: Word, detail: impl Into<String>) {
        if word < self.word {
            *self = Self::new(word, detail);
        }
    }
}

/// Why an answer is not yes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reason {
    pub about: Question,
    pub text: String,
    /// File and line of the course
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Where what is said of the LMS is from
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The LMS lacks it: no change of the course mends it
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lms_lacks: bool,
    /// What to change, where no rule of lint says it better.
    #[serde(skip)]
    pub(crate) mend: Option<&'static str>,
}

impl Reason {
    pub(crate) fn new(about: Question, text: impl Into<String>) -> Self {
        Self {
            about,
            text: text.into(),
            at: None,
            source: None,
            lms_lacks: false,
            mend: None,
        }
    }

    pub(crate) fn at(mut self, place: Option<&String>) -> Self {
        self.at = place.cloned();
        self
    }

    pub(crate) fn source(mut self, source: Option<&str>) -> Self {
        self.source = source.map(ToOwned::to_owned);
        self
    }

    pub(crate) fn mend(mut self, what: &'static str) -> Self {
        self.mend = Some(what);
        self
    }

    pub(crate) fn lms_lacks(mut self, so: bool) -> Self {
        self.lms_lacks = so;
        self
    }
}

/// An answer with its reasons.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    pub(crate) answer: Answer,
    pub(crate) reasons: Vec<Reason>,
}

impl Judged {
    pub(crate) fn of(answer: Answer) -> Self {
        Self {
            answer,
            reasons: Vec::new(),
        }
    }

    pub(crate) fn because(mut self, reason: Reason) -> Self {
        self.reasons.push(reason);
        self
    }

    /// Worsens the answer for this reason.
    pub(crate) fn worsen(&mut self, word: Word, detail: impl Into<String>, reason: Reason) {
        self.answer.worsen(word, detail);
        self.reasons.push(reason);
    }
}

/// Does the course work in the LMS? The worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Something fails that the course can mend.
    Fails,
    /// The LMS lacks what the course needs.
    Cannot,
    WorksPartly,
    Works,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Self::Fails => "fails",
            Self::Cannot => "cannot",
            Self::WorksPartly => "works_partly",
            Self::Works => "works",
        }
    }

    /// From the answers to all questions.
    pub(crate) fn of(answers: &[(Question, Answer)], reasons: &[Reason]) -> Self {
        let said_no = |question: Question| {
            let mut answers = answers.iter();
            answers.any(|(asked, answer)| *asked == question && answer.word == Word::No)
        };
        // Without a reason it is the course's own affair.
        let lms_lacks = |question: Question| {
            let mut about = reasons.iter().filter(|reason| reason.about == question);
            about.next().is_some_and(|first| first.lms_lacks) && about.all(|one| one.lms_lacks)
        };
        let needed = [Question::Imports, Question::Launches, Question::Completes];
        if Question::ALL
            .into_iter()
            .any(|question| said_no(question) && !lms_lacks(question))
        {
            return Self::Fails;
        }
        if needed.into_iter().any(said_no) {
            return Self::Cannot;
        }
        let is_well = |answer: &Answer| matches!(answer.word, Word::Yes | Word::NotReached);
        if answers.iter().all(|(_, answer)| is_well(answer)) {
            Self::Works
        } else {
            Self::WorksPartly
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(changed: Question, word: Word) -> Vec<(Question, Answer)> {
        let answer = |question| {
            let word = if question == changed { word } else { Word::Yes };
            (question, Answer::new(word, ""))
        };
        Question::ALL.into_iter().map(answer).collect()
    }

    #[test]
    fn what_the_course_can_mend_fails_and_what_the_lms_lacks_cannot_be() {
        let lacks = |question| [Reason::new(question, "").lms_lacks(true)];
        let of =
            |question, word, reasons: &[Reason]| Verdict::of(&answers(question, word), reasons);
        assert_eq!(of(Question::Imports, Word::Yes, &[]), Verdict::Works);
        assert_eq!(of(Question::Resumes, Word::NotReached, &[]), Verdict::Works);
        assert_eq!(
            of(Question::Resumes, Word::Unknown, &[]),
            Verdict::WorksPartly
        );
        assert_eq!(of(Question::ScoreArrives, Word::No, &[]), Verdict::Fails);
        let completes = Question::Completes;
        assert_eq!(of(completes, Word::No, &lacks(completes)), Verdict::Cannot);
        let score = Question::ScoreArrives;
        assert_eq!(of(score, Word::No, &lacks(score)), Verdict::WorksPartly);
        assert_eq!(of(score, Word::Partly, &lacks(score)), Verdict::WorksPartly);
    }
}
