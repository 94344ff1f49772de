//! CON003: A page names a file with other letters than the file has.

use super::documents::local;
use crate::href::Target;
use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};
use scorm_package::xml::Span;

declare_rule! {
    /// A page names a file with other letters than the file has.
    ///
    /// ## Why
    /// On Windows and macOS it works, on the servers of most LMSs it does not: there `Course.js`
    /// and `course.js` are two files.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="Tea.png" alt="Tea"></body></html>
    /// //- tea.png
    /// (a picture)
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><img src="tea.png" alt="Tea"></body></html>
    /// //- tea.png
    /// (a picture)
    /// ```
    pub static RULE = {
        code: "CON003",
        name: "wrong-case-reference",
        category: Content,
        severity: Warning,
        strict: Error,
        level: Standard,
        fix: Safe,
        mend: "Write the name as the file has it: {1}.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    styles(cx, out);
    for (page, reference, name) in local(cx).filter(|(_, reference, _)| reference.kind.is_fetched())
    {
        if cx.file(name).is_some() {
            continue;
        }
        if let Some(file) = cx.files_ignoring_case(name).next() {
            let message = format!("the file is called `{}`", file.name);
            let draft = out.at(page.at(reference.span), message);
            let tail = name.rsplit('/').next().unwrap_or(name);
            let right = file.name.rsplit('/').next().unwrap_or(&file.name);
            let attribute = reference.span.of(&page.text);
            // One attribute may name several files.
            let found = match attribute.find(&reference.written) {
                Some(at) => reference.written.rfind(tail).map(|tail| at + tail),
                None => attribute.rfind(tail),
            };
            if let Some(found) = found {
                let start = reference.span.start + found as u32;
                let span = Span {
                    start,
                    end: start + tail.len() as u32,
                };
                let edit = Edit::new(page.file.as_ref(), span, right);
                draft.fix(format!("Write `{right}`"), vec![edit]);
            }
        }
    }
}

/// Addresses in style sheets.
fn styles(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (sheet, span, url) in cx.styles().urls() {
        let Target::Local(name) = sheet.target(url) else {
            continue;
        };
        if cx.file(&name).is_some() {
            continue;
        }
        let Some(file) = cx.files_ignoring_case(&name).next() else {
            continue;
        };
        let draft = sheet.report(out, span, format!("the file is called `{}`", file.name));
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let tail = file.name.len().checked_sub(path.len());
        let right = tail.and_then(|at| file.name.get(at..));
        let text = cx.text(&sheet.file).unwrap_or_default();
        let found = span.of(&text).find(path);
        if let (Some(right), Some(found)) = (right, found)
            && right.eq_ignore_ascii_case(path)
        {
            let start = span.start + found as u32;
            let end = start + path.len() as u32;
            let edit = Edit::new(sheet.file.as_ref(), Span { start, end }, right);
            draft.fix(format!("Write `{right}`"), vec![edit]);
        }
    }
}
