//! Edits of code that rules of this family offer.

use std::fmt::Write as _;

use scorm_package::xml::Span;

use crate::script::Scripts;
use crate::script::facts::{Call, CodePlace, UnitKind};
use crate::{Edit, LintCx};

/// The code at a place, as it is written.
pub(crate) fn written(
    cx: &LintCx<'_>,
    scripts: &Scripts,
    at: impl Into<CodePlace>,
) -> Option<String> {
    let at = at.into();
    let unit = scripts.facts.unit(at.unit);
    let text = cx.text(&unit.file)?;
    let span = unit.in_file(at.span);
    let code = text.get(span.start as usize..span.end as usize)?;
    Some(code.to_owned())
}

/// Puts code around a place. None in an attribute of a page, where quotes have to be others, and in
/// the file of a vendor.
pub(crate) fn around(
    scripts: &Scripts,
    at: impl Into<CodePlace>,
    before: &str,
    after: &str,
) -> Option<Vec<Edit>> {
    let at = at.into();
    let unit = scripts.facts.unit(at.unit);
    if matches!(unit.kind, UnitKind::Handler { .. }) || scripts.is_vendor(at.unit) {
        return None;
    }
    let span = unit.in_file(at.span);
    let insert =
        |at: u32, text: &str| Edit::new(unit.file.as_ref(), Span { start: at, end: at }, text);
    let mut edits = Vec::new();
    if !before.is_empty() {
        edits.push(insert(span.start, before));
    }
    edits.push(insert(span.end, after));
    Some(edits)
}

/// Adds statements behind a call that stands alone, each on a line of its own.
pub(crate) fn behind(
    cx: &LintCx<'_>,
    scripts: &Scripts,
    call: &Call,
    statements: &[String],
) -> Option<Vec<Edit>> {
    let unit = scripts.facts.unit(call.unit);
    let is_attribute = matches!(unit.kind, UnitKind::Handler { .. });
    if !call.is_statement || is_attribute || scripts.is_vendor(call.unit) {
        return None;
    }
    let text = cx.text(&unit.file)?;
    let span = unit.in_file(call.span);
    let end = span.end as usize;
    // Without its semicolon the statement may go on.
    let end = text
        .get(end..)?
        .starts_with(';')
        .then_some(end as u32 + 1)?;
    let line = text.get(..span.start as usize)?.rsplit('\n').next()?;
    let indent: String = line.chars().take_while(|c| c.is_whitespace()).collect();
    let mut added = String::new();
    for statement in statements {
        let _ = write!(added, "\n{indent}{statement}");
    }
    Some(vec![Edit::new(
        unit.file.as_ref(),
        Span { start: end, end },
        added,
    )])
}

/// What is called, as it is written before the parenthesis: `api.SetValue`.
pub(crate) fn callee(cx: &LintCx<'_>, scripts: &Scripts, call: &Call) -> Option<String> {
    let whole = written(cx, scripts, call)?;
    let (callee, _) = whole.split_once('(')?;
    let callee = callee.trim_end();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    (!callee.is_empty() && callee.chars().all(is_plain)).then(|| callee.to_owned())
}
