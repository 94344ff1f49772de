//! Why an act of the human does not count.

use std::borrow::Cow;
use std::io;

use crate::attachments::AttachmentError;
use crate::ids::NoRandomness;

/// Why an act of the human does not count. The text is what the page shows.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// Id or data are missing, or of another kind.
    #[error("Invalid response format")]
    InvalidFormat,
    #[error("Unknown dialog")]
    UnknownDialog,
    #[error("Unknown tool")]
    UnknownTool,
    #[error("Already answered")]
    AlreadyAnswered,
    #[error("Expired")]
    Expired,
    /// The answer is not one to this question; the text says what is missing.
    #[error("{0}")]
    NoAnswer(Cow<'static, str>),
    #[error("{name}: at most {limit} characters")]
    TooLong { name: String, limit: usize },
    #[error("This question takes no images")]
    TakesNoImages,
    #[error(transparent)]
    Image(#[from] AttachmentError),
    #[error("Such an answer cannot be remembered")]
    NotRememberable,
    #[error("A confirmation needs a hand")]
    NeedsAHand,
    #[error("A dangerous question is answered on the page")]
    NeedsThePage,
    /// An answer of the asker's own client, from somebody else.
    #[error("Only who asked may bring an answer of its client")]
    NotTheAsker,
    #[error("Too late to undo: the agent has it already")]
    TooLateToUndo,
    /// The disk refused an answer; the reason is in the log and in the dialog.
    #[error("Answer could not be stored")]
    AnswerNotStored,
    #[error("The undo could not be stored")]
    UndoNotStored,
    #[error(transparent)]
    NoId(#[from] NoRandomness),
    /// The disk refused something else.
    #[error(transparent)]
    NotStored(#[from] io::Error),
    #[error("at most {limit} quick replies")]
    TooManySnippets { limit: usize },
    #[error("the settings are too large")]
    SettingsTooLarge,
    #[error("at most {limit} notes wait")]
    TooManyNotes { limit: usize },
    #[error("a note needs a text of usual length")]
    NoteLength,
}

impl Refusal {
    /// What is missing in an answer.
    pub(crate) fn no_answer(text: impl Into<Cow<'static, str>>) -> Self {
        Self::NoAnswer(text.into())
    }
}
