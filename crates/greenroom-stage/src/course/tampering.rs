//! What content did to be taken for the player or for a tool.
//!
//! It never gets that far; but whoever reads what the page reports must know of the attempt.

/// How many attempts are told one by one; a course may make a million.
const TOLD: u64 = 10;

/// The attempts of one course.
#[derive(Clone, Debug, Default)]
pub struct Tampering {
    count: u64,
    /// The different ones, in the order of their first time.
    ways: Vec<String>,
}

impl Tampering {
    /// Notes an attempt; says whether it is still worth an event of its own.
    pub(super) fn note(&mut self, way: &str) -> bool {
        self.count += 1;
        if self.ways.len() < TOLD as usize && !self.ways.iter().any(|known| known == way) {
            self.ways.push(way.to_owned());
        }
        self.count <= TOLD
    }

    /// All of them in one sentence; none if there were none.
    pub fn summary(&self) -> Option<String> {
        let times = match self.count {
            0 => return None,
            1 => "once".to_owned(),
            count => format!("{count} times"),
        };
        Some(format!(
            "the course tried {times} to speak for the player or for a tool ({})",
            self.ways.join("; ")
        ))
    }

    /// For the answers of tools.
    pub fn notice(&self) -> Option<String> {
        let summary = self.summary()?;
        Some(format!(
            "content_tampered: {summary}. What tools did and were told is true; what the page itself \
             shows and reports is in doubt."
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_attempts_take_one_sentence() {
        let mut tampering = Tampering::default();
        assert_eq!(tampering.notice(), None);
        let told = (0..1_000_000).filter(|n| tampering.note(&format!("way {}", n % 30)));
        assert_eq!(told.count(), 10);
        let summary = tampering.summary().unwrap();
        assert!(summary.contains("1000000 times"), "{summary}");
        assert!(summary.contains("(way 0; way 1;"), "{summary}");
        assert!(!summary.contains("way 10"), "{summary}");
    }
}
