//! The verdicts on all LMSs, from what was seen in them.

use scorm_lms::{Profile, Version};

use crate::advice::{self, Change, Changes, Lint};
use crate::assessment::{LmsAssessment, STANDARD, is_standard};
use crate::facts::Facts;
use crate::judging::{Answers, Case, Way};

/// What judging every LMS shares.
#[derive(Debug)]
pub(crate) struct Judge<'a> {
    pub(crate) facts: &'a [(String, Facts)],
    pub(crate) scos: usize,
    pub(crate) needs_controls: bool,
    /// The course needs a window of its own, by the standard too.
    pub(crate) in_window: bool,
    /// How far the way through the course goes.
    pub(crate) way: Way,
    pub(crate) version: Version,
    pub(crate) lint: &'a Lint,
}

impl Judge<'_> {
    /// All LMSs, and what to change.
    pub(crate) fn all(&self, profiles: &[(&String, Profile)]) -> (Vec<LmsAssessment>, Vec<Change>) {
        let mut changes = Changes::default();
        let mut told: Vec<LmsAssessment> = Vec::new();
        let base = &self.facts[0].1;
        for (name, profile) in profiles {
            let name = name.as_str();
            let key = if is_standard(profile) { STANDARD } else { name };
            let found = self.facts.iter().find(|(of, _)| of == key);
            let Some((_, facts)) = found.filter(|_| told.iter().all(|one| one.name != key)) else {
                continue;
            };
            let mut answers = Answers::of(&Case {
                profile,
                version: self.version,
                facts,
                base,
                scos: self.scos,
                needs_controls: self.needs_controls,
                in_window: self.in_window,
                way: self.way,
            });
            let findings = self.lint.of_lms.get(key).map_or(&[][..], Vec::as_slice);
            if !is_standard(profile) {
                advice::add_unplayed(&mut answers, profile, self.scos, findings);
            }
            let fixes = changes.add(key, &answers, self.lint);
            let exits = match &facts.exits {
                Some(Ok(rows)) => rows.clone(),
                _ => Vec::new(),
            };
            told.push(LmsAssessment {
                name: key.to_owned(),
                title: profile.title.to_string(),
                verdict: answers.verdict(),
                answers: answers.answers,
                reasons: answers.reasons,
                fixes,
                exits,
            });
        }
        told.sort_by_key(|one| (one.name != STANDARD, one.verdict));
        (told, changes.ranked())
    }
}
