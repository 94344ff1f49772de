//! Runs the rules over a package and finishes their findings.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

use scorm_package::xml::{LineIndex, XmlLimits};
use scorm_package::{Problem, ScormVersion};
use serde::{Deserialize, Serialize};

use crate::finding::{Draft, MANIFEST};
use crate::rules::UNEXAMINED_CODE;
use crate::script_report::ScriptScan;
use crate::suppression::Suppressions;
use crate::{
    Files, Finding, Findings, LintCx, MemoryFiles, Obstacle, Place, RULES, Rule, Settings,
    Severity, Unwatched, Watch, Work, extract, fingerprint, suggestion,
};

/// What a lint gives.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version the package was checked against; none without a manifest.
    pub version: Option<ScormVersion>,
    /// The findings: the package, then the manifest, then other files by name, each by place.
    pub findings: Vec<Finding>,
    /// How many findings comments in the files switched off.
    pub suppressed: usize,
    /// The pages and scripts that were looked at; none if no rule asked for them.
    pub scripts: Option<ScriptScan>,
}

/// Checks a package. `problems` are those of opening it (zip file, folder); the manifest is read
/// here.
pub fn lint(files: &dyn Files, problems: &[Problem], settings: &Settings) -> Report {
    let reports = lint_each(files, problems, std::slice::from_ref(settings));
    reports.into_iter().next().unwrap_or_default()
}

/// Checks a package by several settings, and reads it once for all of them. The settings name the
/// same version, and whether the content is there.
pub fn lint_each(files: &dyn Files, problems: &[Problem], settings: &[Settings]) -> Vec<Report> {
    lint_watched(files, problems, settings, &Unwatched)
}

/// As [`lint_each`], for a watcher that can have pieces of the package left out.
pub fn lint_watched(
    files: &dyn Files,
    problems: &[Problem],
    settings: &[Settings],
    watch: &dyn Watch,
) -> Vec<Report> {
    let Some(first) = settings.first() else {
        return Vec::new();
    };
    let mut problems = problems.to_vec();
    let mut read = None;
    if let Some(bytes) = files.read(MANIFEST) {
        let (manifest, found) = scorm_package::read_manifest(&bytes, &XmlLimits::default());
        // A caller that has read the manifest already passes the same problems.
        let known = |new: &Problem| {
            problems
                .iter()
                .any(|p| p.kind == new.kind && p.place == new.place)
        };
        let new: Vec<Problem> = found
            .into_iter()
            .filter(|problem| !known(problem))
            .collect();
        problems.extend(new);
        read = Some(manifest);
    }
    let document = read.as_ref().and_then(|read| read.document.as_ref());
    let manifest = read.as_ref().and_then(|read| read.manifest.as_ref());
    let mut cx = LintCx::new(files, document, manifest, &problems, first, watch);
    let reports = settings.iter().map(|settings| {
        cx.choose(settings);
        let (findings, suppressed) = run(&cx);
        Report {
            version: manifest.map(|_| cx.version),
            findings,
            suppressed,
            scripts: cx.scripts_if_read().map(ScriptScan::of),
        }
    });
    reports.collect()
}

fn run(cx: &LintCx<'_>) -> (Vec<Finding>, usize) {
    let mut findings = Vec::new();
    let mut suppressed = 0;
    let mut sources = Sources::default();
    let mut take = |at: usize| {
        let rule = RULES[at];
        let found = cx.run_rule(rule.code, || {
            let mut found = Findings::new(rule);
            (rule.check)(cx, &mut found);
            if found.drafts.is_empty() {
                Vec::new()
            } else {
                finish_all(cx, &EXPLAINED[at], found.drafts, &mut sources)
            }
        });
        for finding in found.unwrap_or_default() {
            if sources.hidden(cx, rule, &finding) {
                suppressed += 1;
            } else {
                findings.push(finding);
            }
        }
    };
    for (at, rule) in RULES.iter().enumerate() {
        if at != *UNEXAMINED && cx.settings.runs(rule, cx.version) {
            take(at);
        }
    }
    // Last, since every rule may add to what was not examined. It tells how far the other findings
    // can be relied on, so neither level nor category keeps it out.
    if !cx.settings.ignores(RULES[*UNEXAMINED]) {
        take(*UNEXAMINED);
    }
    findings.sort_by(|a, b| order(a).cmp(&order(b)));
    fingerprint::assign(&mut findings);
    (findings, suppressed)
}

/// As many findings of a rule as its report lists, the worst first if there are more.
fn listed(cx: &LintCx<'_>, rule: &Rule, mut drafts: Vec<Draft>) -> Vec<Draft> {
    let most = cx.watch().most_findings();
    let more = drafts.len().saturating_sub(most);
    if more > 0 {
        drafts.sort_by_key(|draft| Reverse(severity(cx, rule, draft)));
        drafts.truncate(most);
        let work = Work::Rule(Cow::Borrowed(rule.code));
        cx.leave_out(work, Obstacle::TooMany(more));
    }
    drafts
}

/// Where the rule about what was not examined stands.
static UNEXAMINED: LazyLock<usize> = LazyLock::new(|| position(UNEXAMINED_CODE).unwrap_or(0));

/// Where a rule stands in [`RULES`].
fn position(code: &str) -> Option<usize> {
    RULES.iter().position(|rule| rule.code == code)
}

impl Report {
    /// The report on a package of which nothing could be examined.
    pub fn unexamined(obstacle: &Obstacle) -> Self {
        let files = MemoryFiles::default();
        let settings = Settings::default();
        let cx = LintCx::new(&files, None, None, &[], &settings, &Unwatched);
        let mut drafts = Findings::new(RULES[*UNEXAMINED]);
        drafts.at(
            Place::package(),
            format!("this package could not be examined: {obstacle}"),
        );
        let drafts = drafts.drafts.into_iter();
        let told = &EXPLAINED[*UNEXAMINED];
        let mut findings: Vec<Finding> = drafts
            .map(|draft| finish(&cx, told, draft, &mut Sources::default()))
            .collect();
        fingerprint::assign(&mut findings);
        Self {
            findings,
            ..Self::default()
        }
    }
}

fn order(finding: &Finding) -> (u8, &str, Option<u32>, Option<u32>, &str, &str) {
    let file = finding.file.as_deref();
    let rank = match file {
        None => 0,
        Some(MANIFEST) => 1,
        Some(_) => 2,
    };
    (
        rank,
        file.unwrap_or_default(),
        finding.line,
        finding.column,
        finding.code,
        &finding.message,
    )
}

fn severity(cx: &LintCx<'_>, rule: &Rule, draft: &Draft) -> Severity {
    match (draft.wcag, cx.settings.wcag_level) {
        (Some(against), Some(wanted)) if against <= wanted => Severity::Error,
        (Some(_), Some(_)) => Severity::Info,
        _ => {
            let own = draft.severity;
            let severity = own.unwrap_or_else(|| rule.severity_at(cx.settings.level));
            // The author cannot mend what a vendor wrote, and it works in other courses.
            if draft.vendor {
                severity.min(Severity::Warning)
            } else {
                severity
            }
        }
    }
}

/// A rule with what all its findings say.
pub(crate) struct Explained {
    pub(crate) rule: &'static Rule,
    pub(crate) why: String,
    pub(crate) spec: String,
}

/// What all findings of a rule say, by its code.
pub(crate) fn explained(code: &str) -> Option<&'static Explained> {
    static BY_CODE: LazyLock<HashMap<&str, usize>> = LazyLock::new(|| {
        let codes = RULES.iter().enumerate();
        codes.map(|(at, rule)| (rule.code, at)).collect()
    });
    BY_CODE.get(code).map(|at| &EXPLAINED[*at])
}

/// The rules as in [`RULES`], explained once for all packages.
static EXPLAINED: LazyLock<Vec<Explained>> = LazyLock::new(|| {
    let explain = |rule: &&'static Rule| Explained {
        rule,
        why: rule.section("Why").unwrap_or_default(),
        spec: rule.reference(),
    };
    RULES.iter().map(explain).collect()
});

/// Apart from the loop over the rules, of which most find nothing.
#[cold]
fn finish_all<'a>(
    cx: &LintCx<'a>,
    told: &'static Explained,
    drafts: Vec<Draft>,
    sources: &mut Sources<'a>,
) -> Vec<Finding> {
    let listed = listed(cx, told.rule, drafts).into_iter();
    listed
        .map(|draft| finish(cx, told, draft, sources))
        .collect()
}

fn finish<'a>(
    cx: &LintCx<'a>,
    told: &'static Explained,
    mut draft: Draft,
    sources: &mut Sources<'a>,
) -> Finding {
    let rule = told.rule;
    let suggestion = suggestion::sentence(rule, &mut draft, cx.version);
    let mut finding = Finding {
        code: rule.code,
        name: rule.name,
        severity: severity(cx, rule, &draft),
        category: rule.category,
        message: draft.message,
        why: &told.why,
        file: draft.place.file.map(Cow::into_owned),
        line: None,
        column: None,
        end_line: None,
        end_column: None,
        span: draft.place.span,
        extract: None,
        spec: &told.spec,
        suggestion,
        fix: draft.fix,
        fingerprint: String::new(),
        vendor: draft.vendor,
    };
    let (Some(file), Some(span)) = (&finding.file, finding.span) else {
        return finding;
    };
    let Some(source) = sources.of(cx, file) else {
        return finding;
    };
    let (line, column) = source.lines.line_column(source.text.as_str(), span.start);
    let (end_line, end_column) = source.lines.line_column(source.text.as_str(), span.end);
    finding.line = Some(line);
    finding.column = Some(column);
    finding.end_line = Some(end_line);
    finding.end_column = Some(end_column);
    finding.extract = Some(source.extract(span.start, line, column));
    finding
}

/// The files that have findings, each looked at once.
#[derive(Default)]
struct Sources<'a>(HashMap<String, Option<Rc<Source<'a>>>>);

struct Source<'a> {
    text: Text<'a>,
    lines: Cow<'a, LineIndex>,
    suppressions: Suppressions,
}

/// The manifest's text and lines are known already; other files are read when they are needed.
enum Text<'a> {
    Manifest(&'a str),
    File(Rc<str>),
}

impl<'a> Sources<'a> {
    fn of(&mut self, cx: &LintCx<'a>, file: &str) -> Option<Rc<Source<'a>>> {
        if let Some(known) = self.0.get(file) {
            return known.clone();
        }
        let source = Source::read(cx, file).map(Rc::new);
        self.0.insert(file.to_owned(), source.clone());
        source
    }

    fn hidden(&mut self, cx: &LintCx<'a>, rule: &Rule, finding: &Finding) -> bool {
        let Some(file) = &finding.file else {
            return false;
        };
        let mut ignores = cx.settings.path_ignores.iter();
        ignores.any(|ignore| ignore.matches(file) && ignore.rules.iter().any(|s| s.matches(rule)))
            || finding.span.is_some()
                && self
                    .of(cx, file)
                    .is_some_and(|s| s.suppressions.hide(rule, finding.line))
    }
}

impl<'a> Source<'a> {
    fn read(cx: &LintCx<'a>, file: &str) -> Option<Self> {
        let (text, lines) = if let Some(document) = cx.document().filter(|_| file == MANIFEST) {
            (
                Text::Manifest(document.text()),
                Cow::Borrowed(document.lines()),
            )
        } else {
            let text = cx.text(file)?;
            let lines = Cow::Owned(LineIndex::new(&text));
            (Text::File(text), lines)
        };
        let suppressions = Suppressions::read(text.as_str());
        Some(Self {
            text,
            lines,
            suppressions,
        })
    }

    /// The line of a place, or the stretch of it that matters.
    fn extract(&self, at: u32, line: u32, column: u32) -> String {
        let text = self.text.as_str();
        let start = self.lines.offset(text, line, 1) as usize;
        let mut at = (at as usize).clamp(start, text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        extract::extract(&text[start..at], &text[at..], column)
    }
}

impl Text<'_> {
    fn as_str(&self) -> &str {
        match self {
            Self::Manifest(text) => text,
            Self::File(text) => text,
        }
    }
}
