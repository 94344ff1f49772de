//! What a course says and asks.

use crate::words::Words;

/// The whole.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outline {
    pub(crate) description: Option<String>,
    /// The share of points from which on it is passed.
    pub(crate) passing: f64,
    pub(crate) sections: Vec<Section>,
}

impl Outline {
    /// What catalogs say about the course.
    pub(crate) fn described(&self, title: &str, words: &Words) -> String {
        let given = self.description.clone();
        given.unwrap_or_else(|| words.with("description", "title", title))
    }
}

/// A page to read, and what is asked about it.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    pub(crate) heading: String,
    pub(crate) content: Vec<Block>,
    pub(crate) questions: Vec<Question>,
}

/// A piece of a page.
#[derive(Debug, Clone)]
pub(crate) enum Block {
    Paragraph(String),
    List { items: Vec<String>, ordered: bool },
}

/// One question.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) text: String,
    pub(crate) kind: Kind,
    pub(crate) points: u64,
    pub(crate) feedback_right: Option<String>,
    pub(crate) feedback_wrong: Option<String>,
}

/// How it is answered, and which answer is right.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Choice {
        answers: Vec<Answer>,
        several: bool,
    },
    TrueFalse(bool),
    FillIn {
        accepted: Vec<String>,
        exact_case: bool,
    },
    LongFillIn,
    Matching(Vec<(String, String)>),
    /// In the right order.
    Sequencing(Vec<String>),
    Numeric {
        min: f64,
        max: f64,
    },
    Likert(Vec<String>),
    Performance(Vec<String>),
}

/// One of the answers to choose from.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    pub(crate) text: String,
    pub(crate) correct: bool,
}

impl Kind {
    /// The type of the data model.
    pub(crate) fn interaction_type(&self) -> &'static str {
        match self {
            Self::Choice { .. } => "choice",
            Self::TrueFalse(_) => "true-false",
            Self::FillIn { .. } => "fill-in",
            Self::LongFillIn => "long-fill-in",
            Self::Matching(_) => "matching",
            Self::Sequencing(_) => "sequencing",
            Self::Numeric { .. } => "numeric",
            Self::Likert(_) => "likert",
            Self::Performance(_) => "performance",
        }
    }

    /// Whether some answer is right and others are wrong.
    pub(crate) fn is_graded(&self) -> bool {
        !matches!(
            self,
            Self::LongFillIn | Self::Likert(_) | Self::Performance(_)
        )
    }
}

/// The key of an option: a letter, which every LMS takes as an answer.
pub(crate) fn key(index: usize) -> String {
    char::from(b'a' + (index % 26) as u8).to_string()
}

/// How many places things to match or to order are moved before they are shown: enough that nothing
/// stands where it belongs, and always the same, so that a course has the same bytes each time.
pub(crate) fn turned(count: usize) -> impl Iterator<Item = usize> {
    let by = count.div_ceil(2);
    (0..count).map(move |place| (place + by) % count)
}
