//! What to do about a finding, in one sentence about this very finding.
//!
//! The first that there is counts: what the rule suggests where it knows more than the message
//! says, the title of the fix, the sentence that the rule declares. A declared sentence names the
//! values that the message quotes by `{1}`, `{2}` and so on, and what each version of SCORM calls
//! differently by a name in braces, so that no advice is for another version.

use scorm_package::{Edition, ScormVersion};
use scorm_runtime::ApiFunction;

use crate::finding::Draft;
use crate::{Findings, LintCx, Place, Rule};

/// A value is repeated up to this many characters; the message has it in full.
const LONGEST_VALUE: usize = 80;

/// Only so many names are compared, since a hostile manifest may hold millions.
const MOST_COMPARED: usize = 4_000;

/// For so many findings of a rule the name that is probably meant is sought.
const MOST_SOUGHT: usize = 50;

/// The sentence for a finding.
pub(crate) fn sentence(rule: &Rule, draft: &mut Draft, version: ScormVersion) -> String {
    let mut text = match (draft.suggestion.take(), &draft.fix) {
        (Some(own), _) => own,
        (None, Some(fix)) => fix.title.clone(),
        (None, None) => filled(rule.mend, &draft.message, version)
            .unwrap_or_else(|| format!("See `greenroom rule {}`", rule.code)),
    };
    if !text.ends_with(['.', '?', '!']) {
        text.push('.');
    }
    text
}

/// The sentence with its placeholders filled; none if the message does not quote that many values.
fn filled(sentence: &str, message: &str, version: ScormVersion) -> Option<String> {
    let mut text = String::with_capacity(sentence.len() + 32);
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}')?;
        text.push_str(before);
        match name.parse::<usize>() {
            Ok(number) => text.push_str(&quoted(message.split('`').nth(2 * number - 1)?)),
            Err(_) => text.push_str(in_version(name, version)?),
        }
        rest = behind;
    }
    text.push_str(rest);
    Some(text)
}

/// A value as a sentence repeats it: in quotes, on one line and not too long.
pub(crate) fn quoted(value: &str) -> String {
    let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
    if value.is_empty() {
        return "the empty value".to_owned();
    }
    match value.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("`{}…`", &value[..end]),
        None => format!("`{value}`"),
    }
}

/// What a version calls something.
fn in_version(name: &str, version: ScormVersion) -> Option<&'static str> {
    const NAMES: &[(&str, &str, &str)] = &[
        ("API", "API", "API_1484_11"),
        (
            "completion_status",
            "cmi.core.lesson_status",
            "cmi.completion_status",
        ),
        ("session_time", "cmi.core.session_time", "cmi.session_time"),
        ("score", "cmi.core.score", "cmi.score"),
        ("scormType", "scormtype", "scormType"),
        (
            "lom",
            "http://www.imsglobal.org/xsd/imsmd_rootv1p2p1",
            "http://ltsc.ieee.org/xsd/LOM",
        ),
    ];
    if let Some(function) = ApiFunction::parse(name) {
        return Some(if version.is_2004() {
            function.name_2004()
        } else {
            function.name_1_2()
        });
    }
    match (name, version) {
        ("version", _) => return Some(version.as_str()),
        ("schemaversion", ScormVersion::Scorm12) => return Some("1.2"),
        ("schemaversion", ScormVersion::Scorm2004(Edition::Second)) => return Some("CAM 1.3"),
        ("schemaversion", ScormVersion::Scorm2004(Edition::Third)) => {
            return Some("2004 3rd Edition");
        }
        ("schemaversion", ScormVersion::Scorm2004(Edition::Fourth)) => {
            return Some("2004 4th Edition");
        }
        _ => {}
    }
    let (_, in_12, in_2004) = NAMES.iter().find(|(known, _, _)| *known == name)?;
    Some(if version.is_2004() { in_2004 } else { in_12 })
}

/// The name that another one is probably meant to be.
pub(crate) fn nearest<'n>(
    wanted: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let wanted = wanted.trim();
    let length = wanted.chars().count();
    if length == 0 || length > LONGEST_VALUE {
        return None;
    }
    let lower = wanted.to_lowercase();
    let close = names
        .into_iter()
        .filter(|name| *name != wanted && name.len().abs_diff(wanted.len()) * 3 <= length)
        .take(MOST_COMPARED)
        .map(|name| (strsim::osa_distance(&lower, &name.to_lowercase()), name));
    let best = close.min_by_key(|(distance, _)| *distance);
    best.filter(|(distance, _)| distance * 3 <= length)
        .map(|(_, name)| name)
}

/// The file of the package that a name which is not there probably means: one of the same name in
/// another folder or letter case, else one whose path is nearly the same.
pub(crate) fn nearest_file<'c>(cx: &'c LintCx<'_>, wanted: &str) -> Option<&'c str> {
    if let Some(same) = cx.files_ignoring_case(wanted).next() {
        return Some(&same.name);
    }
    let last = |name: &str| name.rsplit('/').next().unwrap_or_default().to_lowercase();
    let (own, mut names) = (
        last(wanted),
        cx.files().iter().map(|file| file.name.as_str()),
    );
    if own.is_empty() {
        return None;
    }
    let elsewhere = names.find(|name| last(name) == own);
    elsewhere.or_else(|| nearest(wanted, cx.files().iter().map(|file| file.name.as_str())))
}

impl Findings<'_> {
    /// The name that one which is not there probably means. It is sought for the first findings
    /// only: comparing costs time, and who has hundreds of them sees the pattern.
    pub(crate) fn nearest<'n>(
        &self,
        wanted: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Option<&'n str> {
        (self.drafts.len() < MOST_SOUGHT)
            .then(|| nearest(wanted, names))
            .flatten()
    }

    /// The file that a name which is not there probably means, for the first findings.
    pub(crate) fn nearest_file<'c>(&self, cx: &'c LintCx<'_>, wanted: &str) -> Option<&'c str> {
        (self.drafts.len() < MOST_SOUGHT)
            .then(|| nearest_file(cx, wanted))
            .flatten()
    }

    /// Reports that a file is not in the package, and names the one that is probably meant.
    pub(crate) fn missing_file(
        &mut self,
        cx: &LintCx<'_>,
        place: impl Into<Place>,
        name: &str,
    ) -> &mut Draft {
        let near = self.nearest_file(cx, name);
        let draft = self.at(place, format!("`{name}` is not in the package"));
        if let Some(near) = near {
            draft.suggest(format!(
                "Did you mean {}, which is in the package?",
                quoted(near)
            ));
        }
        draft
    }
}

#[cfg(test)]
mod tests {
    use super::{filled, nearest};
    use scorm_package::{Edition, ScormVersion};

    #[test]
    fn a_sentence_repeats_values_and_speaks_the_version() {
        let sentence = "Call `{Terminate}(\"\")` behind {2}.";
        let (old, new) = (
            ScormVersion::Scorm12,
            ScormVersion::Scorm2004(Edition::Third),
        );
        let message = "`a` comes before `b`";
        let fill = |version| filled(sentence, message, version);
        assert_eq!(fill(old).unwrap(), "Call `LMSFinish(\"\")` behind `b`.");
        assert_eq!(fill(new).unwrap(), "Call `Terminate(\"\")` behind `b`.");
        assert_eq!(filled(sentence, "nothing is quoted", old), None);
    }

    #[test]
    fn only_a_name_that_is_really_near_is_meant() {
        let names = ["g.lesson", "g.quiz", "resource-2"];
        assert_eq!(nearest("g.leson", names), Some("g.lesson"));
        assert_eq!(nearest("G.Quiz", names), Some("g.quiz"));
        assert_eq!(nearest("summary", names), None);
        assert_eq!(nearest("", names), None);
    }
}
