//! A finding for a terminal, in the form of compilers: place, extract, caret, why, help.

use std::path::Path;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use scorm_lint::{Finding, Severity};

/// Renders findings, colored or not.
pub(super) struct Text {
    renderer: Renderer,
}

impl Text {
    pub(super) fn new(colored: bool) -> Self {
        let renderer = if colored {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        Self {
            renderer: renderer.decor_style(DecorStyle::Ascii),
        }
    }

    /// One finding, without a line break at the end.
    pub(super) fn render(&self, package: &Path, finding: &Finding) -> String {
        let level = match finding.severity {
            Severity::Fatal => Level::ERROR.with_name("fatal"),
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Info => Level::INFO,
        };
        let place = match &finding.file {
            Some(file) => package.join(file),
            None => package.to_owned(),
        };
        let place = printable(&place.display().to_string());
        let message = format!("{}: {}", finding.name, printable(&finding.message));
        let title = level.clone().primary_title(message).id(finding.code);
        let mut group = Group::with_title(title);
        let mut head = String::new();
        group = match (
            finding.line,
            finding.column,
            &finding.extract,
            finding.marked(),
        ) {
            (Some(line), Some(column), Some(extract), Some((start, end))) => {
                let mark = AnnotationKind::Primary.span(start..end);
                let snippet = Snippet::source(extract.as_str()).line_start(line as usize);
                let snippet = snippet.annotation(mark);
                if finding.is_extract_cut() {
                    // The column in the extract is not that of the line.
                    let origin = Origin::path(place).line(line as usize);
                    let origin = origin.char_column(column as usize);
                    head = self.head(group.element(origin), line);
                    Group::with_level(level).element(snippet)
                } else {
                    group.element(snippet.path(place))
                }
            }
            _ => group.element(Origin::path(place)),
        };
        let why = finding.why.lines().collect::<Vec<_>>().join(" ");
        if !why.is_empty() {
            group = group.element(Level::NOTE.message(why));
        }
        if let Some(fix) = &finding.fix {
            let help = format!(
                "{} ({} fix)",
                printable(&fix.title),
                fix.applicability.as_str()
            );
            group = group.element(Level::HELP.message(help));
        }
        head + &self.renderer.render(&[group])
    }

    /// Title and place of an extract that follows. Both in one report would look like extracts of
    /// two files, as the place is not taken from the extract.
    fn head(&self, group: Group<'_>, line: u32) -> String {
        let head = self.renderer.render(&[group]);
        // Only the extract has line numbers, and the arrow stands behind them.
        let indent = " ".repeat(line.to_string().len());
        head.replacen('\n', &format!("\n{indent}"), 1) + "\n"
    }
}

/// Text of a package without power over the terminal.
fn printable(text: &str) -> String {
    let shown = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    text.chars().map(shown).collect()
}
