//! One HTML page: its tags, its scripts, and the files it asks for.

use std::rc::Rc;

use scorm_package::manifest::resolve;
use scorm_package::xml::Span;

use super::facts::{Facts, UnitId, UnitKind};
use super::html::{Element, Html};
use super::limits::CodeDepth;
use super::parse::{self, Source};
use crate::href::{Target, target};
use crate::{Obstacle, Place};

/// A page with what it holds.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) file: Rc<str>,
    pub(crate) text: Rc<str>,
    pub(crate) html: Html,
    /// Scripts and handlers that stand in the page.
    pub(crate) units: Vec<UnitId>,
    pub(crate) references: Vec<Reference>,
    /// Why some of its code was left out.
    pub(crate) left_out: Option<Obstacle>,
}

/// A reference of a page to a file.
#[derive(Debug)]
pub(crate) struct Reference {
    pub(crate) kind: ReferenceKind,
    /// As written.
    pub(crate) written: String,
    /// The attribute.
    pub(crate) span: Span,
    pub(crate) target: Target,
}

/// What a reference is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReferenceKind {
    Script,
    ModuleScript,
    Style,
    Picture,
    Media,
    Frame,
    Link,
    Plugin,
    Form,
}

impl ReferenceKind {
    pub(crate) fn is_script(self) -> bool {
        matches!(self, Self::Script | Self::ModuleScript)
    }

    /// Does the page fetch it while it loads?
    pub(crate) fn is_fetched(self) -> bool {
        !matches!(self, Self::Link | Self::Form)
    }
}

impl Page {
    pub(crate) fn read(facts: &mut Facts, file: &Rc<str>, text: Rc<str>, depth: CodeDepth) -> Self {
        let mut page = Self::without_code(file, text);
        for source in sources(&page) {
            match parse::parse(facts, source, depth) {
                Ok(unit) => page.units.push(unit),
                Err(obstacle) => page.left_out = Some(obstacle),
            }
        }
        page
    }

    /// The page with everything but its scripts.
    pub(crate) fn without_code(file: &Rc<str>, text: Rc<str>) -> Self {
        let html = Html::parse(&text);
        Self {
            file: file.clone(),
            references: references(file, &html),
            units: Vec::new(),
            left_out: None,
            html,
            text,
        }
    }

    /// A place in the page.
    pub(crate) fn at(&self, span: Span) -> Place {
        Place::span(&self.file, span)
    }

    /// Does the page show something through a plug-in?
    pub(crate) fn uses_plugin(&self) -> bool {
        let plugins = ["applet", "embed", "object"];
        self.html
            .elements
            .iter()
            .any(|element| plugins.contains(&element.name.as_str()))
    }
}

/// The code of a page in document order.
fn sources(page: &Page) -> Vec<Source> {
    let mut sources = Vec::new();
    for element in page.html.elements.iter().filter(|e| !e.inside.template) {
        if element.name == "script" && !element.has("src") && is_javascript(element) {
            let is_module = element.value("type") == Some("module");
            sources.push(Source::inline(
                &page.file,
                &page.text,
                element.text,
                is_module,
            ));
        }
        for attribute in &element.attributes {
            let event = attribute
                .name
                .strip_prefix("on")
                .filter(|event| !event.is_empty());
            let written = attribute.value_span.of(&page.text);
            if let Some(event) = event {
                let kind = UnitKind::Handler {
                    tag: element.name.clone(),
                    event: event.to_owned(),
                };
                let start = attribute.value_span.start;
                sources.push(Source::attribute(
                    &page.file,
                    written,
                    &attribute.value,
                    start,
                    kind,
                ));
            } else if attribute.name == "href"
                && let Some(code) = attribute.value.strip_prefix("javascript:")
            {
                let kind = UnitKind::Handler {
                    tag: element.name.clone(),
                    event: "click".to_owned(),
                };
                let raw = written.strip_prefix("javascript:").unwrap_or(code);
                let start = attribute.value_span.end - raw.len() as u32;
                sources.push(Source::attribute(&page.file, raw, code, start, kind));
            }
        }
    }
    sources
}

/// Scripts of other types are data or templates.
pub(crate) fn is_javascript(element: &Element) -> bool {
    let kind = element
        .value("type")
        .unwrap_or_default()
        .to_ascii_lowercase();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    match kind {
        "" => {
            let language = element.value("language").unwrap_or_default();
            !language.to_ascii_lowercase().starts_with("vb")
        }
        "module"
        | "text/javascript"
        | "application/javascript"
        | "application/x-javascript"
        | "text/ecmascript"
        | "application/ecmascript"
        | "text/jscript"
        | "javascript" => true,
        _ => kind.starts_with("text/javascript"),
    }
}

/// What each kind of element refers to.
fn references(file: &str, html: &Html) -> Vec<Reference> {
    let base = html.all("base").find_map(|base| base.value("href"));
    let own = match base {
        Some(base) => resolve(file, base),
        None => file.to_owned(),
    };
    let mut references = Vec::new();
    let mut refer = |kind: ReferenceKind, span: Span, written: &str| {
        let written = written.trim();
        if !written.is_empty() && !written.starts_with('#') {
            references.push(Reference {
                kind,
                written: written.to_owned(),
                span,
                target: resolve_from(&own, written),
            });
        }
    };
    for element in &html.elements {
        for (name, kind) in referring_attributes(element) {
            if let Some(attribute) = element.attribute(name) {
                refer(kind, attribute.span, &attribute.value);
            }
        }
        if matches!(element.name.as_str(), "img" | "source")
            && let Some(attribute) = element.attribute("srcset")
        {
            for url in candidates(&attribute.value) {
                refer(ReferenceKind::Picture, attribute.span, url);
            }
        }
    }
    references
}

/// The addresses of a `srcset`: each is followed by a width or density, and by a comma.
fn candidates(srcset: &str) -> impl Iterator<Item = &str> {
    let mut rest = srcset;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        let end = rest.find(|c: char| c.is_ascii_whitespace());
        let (url, behind) = rest.split_at(end.unwrap_or(rest.len()));
        // A comma inside an address, as in `data:`, belongs to it.
        rest = match url.strip_suffix(',') {
            Some(_) => behind,
            None => behind.split_once(',').map_or("", |(_, next)| next),
        };
        let url = url.trim_end_matches(',');
        (!url.is_empty()).then_some(url)
    })
}

/// Where a URL in a file leads.
pub(crate) fn resolve_from(file: &str, url: &str) -> Target {
    // An escaped dot is a dot, also to who climbs by it.
    let url = url
        .replace('\\', "/")
        .replace("%2e", ".")
        .replace("%2E", ".");
    if let Some(rooted) = url.strip_prefix('/').filter(|rest| !rest.starts_with('/')) {
        return target(rooted, true);
    }
    target(&resolve(file, &url), true)
}

fn referring_attributes(element: &Element) -> Vec<(&'static str, ReferenceKind)> {
    use ReferenceKind::{Form, Frame, Link, Media, ModuleScript, Picture, Plugin, Script, Style};
    match element.name.as_str() {
        "script" if !is_javascript(element) => Vec::new(),
        "script" if element.value("type") == Some("module") => vec![("src", ModuleScript)],
        "script" => vec![("src", Script)],
        "link" => {
            let rel = element
                .value("rel")
                .unwrap_or_default()
                .to_ascii_lowercase();
            let is = |word: &str| rel.split_ascii_whitespace().any(|one| one == word);
            if is("stylesheet") {
                vec![("href", Style)]
            } else if is("icon") {
                vec![("href", Picture)]
            } else if is("modulepreload") {
                vec![("href", ModuleScript)]
            } else {
                Vec::new()
            }
        }
        "input" if element.value("type") == Some("image") => vec![("src", Picture)],
        "iframe" | "frame" => vec![("src", Frame)],
        "video" => vec![("src", Media), ("poster", Picture)],
        "audio" | "track" => vec![("src", Media)],
        "source" if element.inside.media => vec![("src", Media)],
        "img" | "source" => vec![("src", Picture)],
        "embed" => vec![("src", Plugin)],
        "object" => vec![("data", Plugin)],
        "a" | "area" => vec![("href", Link)],
        "form" => vec![("action", Form)],
        _ => Vec::new(),
    }
}
