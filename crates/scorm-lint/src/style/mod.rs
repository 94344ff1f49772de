//! Style sheets of a package: files, `style` elements and `style` attributes, read once.

pub(crate) mod color;
mod read;
mod scan;
pub(crate) mod sheet;

use std::rc::Rc;

use scorm_package::xml::Span;

pub(crate) use self::sheet::{Declaration, StyleRule, StyleSheet};
use crate::finding::Draft;
use crate::href::Target;
use crate::script::page::{Page, resolve_from};
use crate::{Findings, LintCx, Obstacle, Place, Work};

/// Larger files are generated, and their faults not worth the time.
const LARGEST: u64 = 4 * 1024 * 1024;

/// All style sheets.
#[derive(Debug, Default)]
pub(crate) struct Styles {
    pub(crate) sheets: Vec<StyleSheet>,
}

impl Styles {
    pub(crate) fn collect(cx: &LintCx<'_>) -> Self {
        let mut styles = Self::default();
        if !cx.settings.content_present {
            return styles;
        }
        for entry in cx.files() {
            if !entry.is_of_type(&["css"]) || entry.is_junk() {
                continue;
            }
            let work = Work::File(entry.name.clone());
            if entry.size > LARGEST {
                cx.leave_out(work, Obstacle::TooLarge(LARGEST));
                continue;
            }
            let Some(text) = cx.text(&entry.name) else {
                cx.leave_out(work, Obstacle::Unreadable);
                continue;
            };
            let whole = Span {
                start: 0,
                end: text.len() as u32,
            };
            let file: Rc<str> = entry.name.as_str().into();
            let sheet = cx.examine(&work, || read::sheet(file, &text, whole));
            styles.sheets.extend(sheet);
        }
        for page in &cx.scripts().pages {
            let work = Work::File(page.file.to_string());
            let inside = cx.examine(&work, || in_page(page));
            styles.sheets.extend(inside.into_iter().flatten());
        }
        styles
    }

    /// All rules of all sheets.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (&StyleSheet, &StyleRule)> {
        let sheets = self.sheets.iter();
        sheets.flat_map(|sheet| sheet.rules.iter().map(move |rule| (sheet, rule)))
    }

    /// All declarations of all sheets.
    pub(crate) fn declarations(
        &self,
    ) -> impl Iterator<Item = (&StyleSheet, &StyleRule, &Declaration)> {
        self.rules().flat_map(|(sheet, rule)| {
            let declarations = rule.declarations.iter();
            declarations.map(move |declaration| (sheet, rule, declaration))
        })
    }
}

/// The `style` elements and attributes of a page.
fn in_page(page: &Page) -> Vec<StyleSheet> {
    let mut sheets = Vec::new();
    for element in &page.html.elements {
        if element.name == "style" && !element.inside.template {
            sheets.push(read::sheet(page.file.clone(), &page.text, element.text));
        }
        if let Some(attribute) = element.attribute("style") {
            let (file, span) = (page.file.clone(), attribute.value_span);
            sheets.push(read::attribute(file, &page.text, span));
        }
    }
    sheets
}

impl Styles {
    /// The addresses in all sheets, with their places.
    pub(crate) fn urls(&self) -> impl Iterator<Item = (&StyleSheet, Span, &str)> {
        self.sheets.iter().flat_map(|sheet| {
            let imports = sheet.at_rules.iter().filter(|rule| rule.name == "import");
            let imports = imports.flat_map(|rule| {
                let quoted = rule.prelude.split(['"', '\'']).nth(1);
                let urls = sheet::urls(&rule.prelude);
                let quoted = quoted.filter(|_| urls.is_empty());
                urls.into_iter().chain(quoted).map(|url| (rule.span, url))
            });
            let declarations = sheet.rules.iter().flat_map(|rule| &rule.declarations);
            let declarations = declarations
                .flat_map(|found| found.urls().into_iter().map(|url| (found.span, url)));
            imports
                .chain(declarations)
                .map(move |(span, url)| (sheet, span, url))
        })
    }
}

impl StyleSheet {
    /// Where an address in the sheet leads.
    pub(crate) fn target(&self, url: &str) -> Target {
        resolve_from(&self.file, url)
    }

    /// Reports a fault in the sheet; findings in published libraries are marked.
    pub(crate) fn report<'f>(
        &self,
        out: &'f mut Findings<'_>,
        span: Span,
        message: impl Into<String>,
    ) -> &'f mut Draft {
        let draft = out.at(Place::span(self.file.as_ref(), span), message);
        if self.is_library {
            draft.vendor();
        }
        draft
    }

    /// Reports that a file which the sheet names is not in the package.
    pub(crate) fn missing_file(
        &self,
        cx: &LintCx<'_>,
        out: &mut Findings<'_>,
        span: Span,
        name: &str,
    ) {
        let draft = out.missing_file(cx, Place::span(self.file.as_ref(), span), name);
        if self.is_library {
            draft.vendor();
        }
    }
}
