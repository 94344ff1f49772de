//! Does the LMS take the package, and for what it is?

use super::Case;
use crate::answer::{Answer, Judged, Question, Reason, Word};

pub(super) fn judge(case: &Case<'_>) -> Judged {
    let Some(import) = &case.facts.import else {
        return Judged::of(Answer::new(Word::Unknown, "not known"));
    };
    let mut judged = Judged::of(Answer::yes());
    for note in &import.refused {
        let reason = Reason::new(Question::Imports, note.text.clone())
            .source(Some(&note.source))
            .lms_lacks(note.lms_lacks);
        let detail = if note.lms_lacks {
            format!("refuses {}", case.version.as_str())
        } else {
            "refused".to_owned()
        };
        judged.worsen(Word::No, detail, reason);
    }
    for note in &import.risks {
        let mut reason =
            Reason::new(Question::Imports, note.text.clone()).source(Some(&note.source));
        reason.mend = note.mend;
        let detail = if import.version == case.version {
            "with a risk".to_owned()
        } else {
            format!("as SCORM {}", import.version.as_str())
        };
        judged.worsen(Word::Partly, detail, reason);
    }
    judged
}
