//! Applies fixes to a copy in memory, again and again until nothing changes.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::convert::Infallible;

use scorm_package::Problem;
use similar::TextDiff;

use crate::{Applicability, Edit, FileEntry, Files, Finding, Fix, Report, Settings, lint::lint};

/// What fixing gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixed {
    /// The new bytes of every file that changed.
    pub changed: BTreeMap<String, Vec<u8>>,
    /// The findings that were mended, in the order in which that happened.
    pub applied: Vec<Finding>,
    /// What is still found in the copy.
    pub report: Report,
}

/// Applies every fix that is at least as safe as `up_to`. A fix that would bring a finding which
/// was not there before is left out.
pub fn fix(
    files: &dyn Files,
    problems: &[Problem],
    settings: &Settings,
    up_to: Applicability,
) -> Fixed {
    let lint = |files: &dyn Files| Ok(lint(files, problems, settings));
    let fixed: Result<Fixed, Infallible> = fix_by(files, up_to, lint);
    match fixed {
        Ok(fixed) => fixed,
    }
}

/// As [`fix()`], by a lint of the caller's own, whose failure ends it.
pub fn fix_by<E>(
    files: &dyn Files,
    up_to: Applicability,
    mut lint: impl FnMut(&dyn Files) -> Result<Report, E>,
) -> Result<Fixed, E> {
    let mut copy = Copy {
        original: files,
        changed: BTreeMap::new(),
    };
    let mut applied = Vec::new();
    let mut report = lint(&copy)?;
    let mut refused = HashSet::new();
    while let Some(round) = next_round(&copy, &report, up_to, &refused) {
        let mut after = round.copy.clone();
        let mut after_report = lint(&after.over(files))?;
        let mut chosen = round.fixed;
        if brings_new(&report, &after_report) && chosen.len() > 1 {
            // Find the culprit by applying only the first.
            chosen.truncate(1);
            after = apply(&copy, &chosen).unwrap_or_default();
            after_report = lint(&after.over(files))?;
        }
        if brings_new(&report, &after_report) {
            refused.extend(chosen.into_iter().map(|finding| finding.fingerprint));
            continue;
        }
        copy.changed = after.0;
        report = after_report;
        applied.extend(chosen);
    }
    Ok(Fixed {
        changed: copy.changed,
        applied,
        report,
    })
}

/// The change as a unified diff that `git apply` and `patch -p1` accept.
pub fn unified_diff(files: &dyn Files, changed: &BTreeMap<String, Vec<u8>>) -> String {
    let mut diff = String::new();
    for (name, new) in changed {
        let old = files.read(name).unwrap_or_default();
        let (old, new) = (String::from_utf8_lossy(&old), String::from_utf8_lossy(new));
        // A tab behind the name ends it, so that names with blanks are read whole.
        let (from, to) = (format!("a/{name}\t"), format!("b/{name}\t"));
        let lines = TextDiff::from_lines(old.as_ref(), new.as_ref());
        diff.push_str(
            &lines
                .unified_diff()
                .context_radius(3)
                .header(&from, &to)
                .to_string(),
        );
    }
    diff
}

/// The package with some files changed.
struct Copy<'a> {
    original: &'a dyn Files,
    changed: BTreeMap<String, Vec<u8>>,
}

impl Files for Copy<'_> {
    fn entries(&self) -> Vec<FileEntry> {
        let mut entries = self.original.entries();
        for entry in &mut entries {
            if let Some(bytes) = self.changed.get(&entry.name) {
                entry.size = bytes.len() as u64;
            }
        }
        entries
    }

    fn read(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        match self.changed.get(name) {
            Some(bytes) => Some(Cow::Borrowed(bytes)),
            None => self.original.read(name),
        }
    }
}

#[derive(Clone, Default)]
struct Changed(BTreeMap<String, Vec<u8>>);

impl Changed {
    fn over<'a>(&self, original: &'a dyn Files) -> Copy<'a> {
        Copy {
            original,
            changed: self.0.clone(),
        }
    }
}

struct Round {
    copy: Changed,
    fixed: Vec<Finding>,
}

/// The fixes that can be applied together, or none if there is none left.
fn next_round(
    copy: &Copy<'_>,
    report: &Report,
    up_to: Applicability,
    refused: &HashSet<String>,
) -> Option<Round> {
    let mut texts = Texts::new(copy);
    let mut taken = Taken::default();
    let mut fixed: Vec<Finding> = Vec::new();
    for finding in &report.findings {
        let Some(fix) = &finding.fix else { continue };
        let is_open = fix.applicability <= up_to && !refused.contains(&finding.fingerprint);
        if is_open && fix.edits.iter().all(|edit| taken.is_free(edit)) && texts.changes(fix) {
            fix.edits.iter().for_each(|edit| taken.take(edit));
            fixed.push(finding.clone());
        }
    }
    if fixed.is_empty() {
        return None;
    }
    Some(Round {
        copy: apply(copy, &fixed)?,
        fixed,
    })
}

/// The stretches that edits of a round change. None touches another, so the last one before a
/// place is the only one that can reach it.
#[derive(Default)]
struct Taken<'f>(HashMap<&'f str, BTreeMap<u32, u32>>);

impl<'f> Taken<'f> {
    fn is_free(&self, edit: &Edit) -> bool {
        let of_file = self.0.get(edit.file.as_str());
        let before = of_file.and_then(|taken| taken.range(..=edit.span.end).next_back());
        before.is_none_or(|(_, end)| *end < edit.span.start)
    }

    fn take(&mut self, edit: &'f Edit) {
        let of_file = self.0.entry(&edit.file).or_default();
        of_file.insert(edit.span.start, edit.span.end);
    }
}

/// The texts of the files that fixes change, each read once a round.
struct Texts<'c> {
    copy: &'c Copy<'c>,
    known: HashMap<String, Option<String>>,
}

impl<'c> Texts<'c> {
    fn new(copy: &'c Copy<'c>) -> Self {
        Self {
            copy,
            known: HashMap::new(),
        }
    }

    /// The text behind a byte order mark, from where spans count; none for other encodings than
    /// UTF-8, which are left alone.
    fn of(&mut self, name: &str) -> Option<&str> {
        if !self.known.contains_key(name) {
            let bytes = self.copy.read(name);
            let text = bytes.and_then(|bytes| String::from_utf8(bytes.into_owned()).ok());
            self.known.insert(name.to_owned(), text);
        }
        let text = self.known.get(name)?.as_deref()?;
        Some(text.strip_prefix('\u{feff}').unwrap_or(text))
    }

    /// Can the fix be applied, and would something change?
    fn changes(&mut self, fix: &Fix) -> bool {
        let mut edits: Vec<&Edit> = fix.edits.iter().collect();
        edits.sort_by_key(|edit| (&edit.file, edit.span.start, edit.span.end));
        let is_apart = edits
            .windows(2)
            .all(|pair| pair[0].file != pair[1].file || pair[0].span.end <= pair[1].span.start);
        let mut differs = false;
        for edit in edits {
            let (start, end) = (edit.span.start as usize, edit.span.end as usize);
            match self.of(&edit.file).and_then(|text| text.get(start..end)) {
                Some(old) => differs |= old != edit.new_text,
                None => return false,
            }
        }
        is_apart && differs
    }
}

/// The files after the edits of these findings; none if a file is not text we can edit in place.
fn apply(copy: &Copy<'_>, findings: &[Finding]) -> Option<Changed> {
    let mut by_file: BTreeMap<&str, Vec<&Edit>> = BTreeMap::new();
    for edit in findings
        .iter()
        .filter_map(|finding| finding.fix.as_ref())
        .flat_map(|f| &f.edits)
    {
        by_file.entry(&edit.file).or_default().push(edit);
    }
    let mut changed = copy.changed.clone();
    for (name, mut edits) in by_file {
        let bytes = copy.read(name)?;
        let text = std::str::from_utf8(&bytes).ok()?;
        let (mark, body) = match text.strip_prefix('\u{feff}') {
            Some(body) => ("\u{feff}", body),
            None => ("", text),
        };
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let mut new = mark.to_owned();
        let mut at = 0;
        for edit in edits {
            new.push_str(body.get(at..edit.span.start as usize)?);
            new.push_str(&edit.new_text);
            at = edit.span.end as usize;
        }
        new.push_str(body.get(at..)?);
        changed.insert(name.to_owned(), new.into_bytes());
    }
    Some(Changed(changed))
}

/// Has some rule more findings than before?
fn brings_new(before: &Report, after: &Report) -> bool {
    let count = |report: &Report| {
        let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
        for finding in &report.findings {
            *counts.entry(finding.code).or_default() += 1;
        }
        counts
    };
    let known = count(before);
    count(after)
        .into_iter()
        .any(|(code, n)| n > known.get(code).copied().unwrap_or_default())
}
