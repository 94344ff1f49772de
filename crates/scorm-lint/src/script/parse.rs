//! From source text to facts: one unit at a time.

use std::rc::Rc;

use oxc_allocator::Allocator;
use oxc_parser::{ParseOptions, Parser};
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;
use scorm_package::xml::Span;

use super::collect;
use super::facts::{Facts, Unit, UnitId, UnitKind};
use super::limits::{self, CodeDepth};
use crate::Obstacle;

/// Code with where it stands.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) file: Rc<str>,
    pub(crate) code: Rc<str>,
    pub(crate) kind: UnitKind,
    pub(crate) offsets: Vec<(u32, u32)>,
    pub(crate) is_module: bool,
}

impl Source {
    /// A whole file.
    pub(crate) fn file(file: &Rc<str>, code: Rc<str>, is_module: bool) -> Self {
        Self {
            file: file.clone(),
            code,
            kind: UnitKind::File,
            offsets: vec![(0, 0)],
            is_module,
        }
    }

    /// A `script` element of a page.
    pub(crate) fn inline(file: &Rc<str>, page: &str, span: Span, is_module: bool) -> Self {
        Self {
            file: file.clone(),
            code: without_markup(span.of(page)).into(),
            kind: UnitKind::Inline,
            offsets: vec![(0, span.start)],
            is_module,
        }
    }

    /// An attribute with code; `raw` is its value as written, `value` decoded.
    pub(crate) fn attribute(
        file: &Rc<str>,
        raw: &str,
        value: &str,
        start: u32,
        kind: UnitKind,
    ) -> Self {
        Self {
            file: file.clone(),
            code: value.into(),
            kind,
            offsets: offsets(raw, value, start),
            is_module: false,
        }
    }
}

/// Old pages hide scripts from older browsers and from XML; the marks become blanks.
fn without_markup(code: &str) -> String {
    let mut text = code.to_owned();
    let marks: &[(&str, bool)] = &[
        ("<![CDATA[", true),
        ("<!--", true),
        ("]]>", false),
        ("-->", false),
    ];
    for (mark, at_start) in marks {
        let found = if *at_start {
            let trimmed = text.trim_start();
            trimmed
                .starts_with(mark)
                .then(|| text.len() - trimmed.len())
        } else {
            let trimmed = text.trim_end();
            trimmed.ends_with(mark).then(|| trimmed.len() - mark.len())
        };
        if let Some(at) = found {
            text.replace_range(at..at + mark.len(), &" ".repeat(mark.len()));
        }
    }
    text
}

/// Where each character reference of an attribute shifts the decoded value.
fn offsets(raw: &str, value: &str, start: u32) -> Vec<(u32, u32)> {
    let mut pairs = vec![(0, start)];
    if raw.len() == value.len() {
        return pairs;
    }
    let (mut in_raw, mut in_value) = (0, 0);
    while in_raw < raw.len() && in_value < value.len() {
        let rest = &raw[in_raw..];
        let (Some(written), Some(decoded)) =
            (rest.chars().next(), value[in_value..].chars().next())
        else {
            break;
        };
        let reference = rest.find(';').filter(|end| written == '&' && *end <= 10);
        if let Some(end) = reference {
            in_raw += end + 1;
            in_value += decoded.len_utf8();
            pairs.push((in_value as u32, start + in_raw as u32));
        } else {
            in_raw += written.len_utf8();
            in_value += decoded.len_utf8();
        }
    }
    pairs
}

/// Parses a source and adds its facts; the error says why it was left out.
pub(crate) fn parse(
    facts: &mut Facts,
    source: Source,
    depth: CodeDepth,
) -> Result<UnitId, Obstacle> {
    if depth == CodeDepth::Bounded && limits::is_deep(&source.code) {
        return Err(Obstacle::TooDeep);
    }
    let allocator = Allocator::default();
    let options = ParseOptions {
        allow_return_outside_function: true,
        preserve_parens: false,
        ..ParseOptions::default()
    };
    let parse_as = |is_module: bool| {
        let source_type = SourceType::default()
            .with_script(true)
            .with_module(is_module);
        Parser::new(&allocator, &source.code, source_type)
            .with_options(options)
            .parse()
    };
    let mut is_module = source.is_module;
    let mut parsed = parse_as(is_module);
    if !is_module && !parsed.diagnostics.is_empty() && has_module_syntax(&source.code) {
        let again = parse_as(true);
        if again.diagnostics.is_empty() {
            is_module = true;
            parsed = again;
        }
    }
    let syntax_error = parsed.diagnostics.first().map(|error| {
        let label = error.labels.as_ref().first();
        let start = label.map_or(0, oxc_span::LabeledSpan::offset);
        let length = label.map_or(0, oxc_span::LabeledSpan::len);
        let end = (start + length).min(source.code.len() as u32);
        (error.message.to_string(), Span { start, end })
    });
    let id = UnitId(facts.units.len() as u32);
    let (first_call, first_function) = (facts.calls.len() as u32, facts.functions.len() as u32);
    let first_flow = facts.flows.len() as u32;
    let start = source.offsets.first().map_or(0, |(_, file)| *file);
    let end = start + source.code.len() as u32;
    facts.units.push(Unit {
        file: source.file.clone(),
        extent: (source.kind == UnitKind::Inline).then_some(Span { start, end }),
        kind: source.kind,
        offsets: source.offsets,
        syntax_error,
        imports: Vec::new(),
        strings: Vec::new(),
        syntax: Vec::new(),
        calls_by_name: false,
        loads_by_name: false,
        calls: first_call..first_call,
        functions: first_function..first_function,
        flows: first_flow..first_flow,
    });
    if !parsed.panicked {
        let built = SemanticBuilder::new()
            .with_build_nodes(true)
            .build(&parsed.program);
        collect::collect(facts, &built.semantic, id, is_module);
    }
    let unit = &mut facts.units[id.0 as usize];
    unit.calls.end = facts.calls.len() as u32;
    unit.functions.end = facts.functions.len() as u32;
    unit.flows.end = facts.flows.len() as u32;
    Ok(id)
}

fn has_module_syntax(code: &str) -> bool {
    code.contains("import") || code.contains("export")
}
