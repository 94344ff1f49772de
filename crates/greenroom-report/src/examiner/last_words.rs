//! What a worker leaves behind: its marks, and what the system made it say at its end.

use std::process::ExitStatus;

use scorm_lint::{Obstacle, Work};

/// The marks of a worker, and what the system made it say at its end.
#[derive(Debug, Default)]
pub(crate) struct LastWords {
    /// What it was at work on.
    pub(crate) work: Option<Work>,
    /// The files that it had read before.
    pub(crate) examined: Vec<String>,
    rest: String,
}

impl LastWords {
    pub(crate) fn of(text: &str) -> Self {
        let mut words = Self::default();
        for line in text.lines() {
            match serde_json::from_str::<Work>(line) {
                Ok(work) => {
                    if let Some(Work::File(name)) = words.work.replace(work) {
                        words.examined.push(name);
                    }
                }
                Err(_) => words.rest.push_str(line),
            }
        }
        words
    }

    /// What ended it, if it was not ended by us.
    pub(crate) fn obstacle(&self, status: Option<ExitStatus>) -> Obstacle {
        if self.rest.contains("overflowed its stack") {
            Obstacle::TooDeep
        } else if self.rest.contains("memory allocation of") {
            Obstacle::TooMuchMemory
        } else {
            let status = status.map_or_else(|| "no status".to_owned(), |status| status.to_string());
            Obstacle::Failed(status)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_mark_is_what_ended_the_worker() {
        let words = LastWords::of(
            "{\"File\":\"a.js\"}\n{\"File\":\"b.js\"}\n\nthread 'lint' (7) has overflowed its stack\nfatal runtime error: stack overflow, aborting\n",
        );
        assert_eq!(words.work, Some(Work::File("b.js".to_owned())));
        assert_eq!(words.examined, ["a.js"]);
        assert_eq!(words.obstacle(None), Obstacle::TooDeep);
        let words = LastWords::of("\"Scripts\"\nmemory allocation of 12 bytes failed\n");
        assert_eq!(words.obstacle(None), Obstacle::TooMuchMemory);
    }
}
