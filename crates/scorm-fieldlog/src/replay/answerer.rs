//! Who says what a course is told: the engine itself, or the code of an LMS around it.

use scorm_session::{Answer, ApiFunction};

/// Answers the calls of a log. An LMS's own client is put around the engine here, and nowhere else.
pub trait Answerer: std::fmt::Debug {
    /// The course is launched, at the beginning or once more.
    fn launched(&mut self) {}

    /// What the course is told, when the engine has answered so by the book.
    fn answer(&mut self, function: ApiFunction, args: &[String], engine: &Answer) -> Answer;
}

/// The engine by the book, in the limits of its options.
#[derive(Debug, Clone, Copy, Default)]
pub struct ByTheBook;

impl Answerer for ByTheBook {
    fn answer(&mut self, _function: ApiFunction, _args: &[String], engine: &Answer) -> Answer {
        engine.clone()
    }
}
