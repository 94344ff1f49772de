//! References from the manifest to files, resolved as an LMS resolves them.

use std::borrow::Cow;

use scorm_package::manifest::resolve;
use scorm_package::xml::{Attribute, Node, Vocabulary};

use crate::{LintCx, Place};

/// What a reference is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HrefKind {
    /// `resource/@href`: what is launched.
    Resource,
    /// `file/@href`.
    File,
    /// `adlcp:location`: metadata outside the manifest.
    Location,
}

/// One reference.
#[derive(Clone, Debug)]
pub(crate) struct Href<'a> {
    pub(crate) kind: HrefKind,
    /// The element it stands in.
    pub(crate) node: Node<'a>,
    /// The attribute; a location is the text of its element.
    pub(crate) attribute: Option<Attribute<'a>>,
    /// As written, white space around it dropped.
    pub(crate) written: Cow<'a, str>,
    /// With every `xml:base` applied; query and fragment still there.
    pub(crate) url: String,
    pub(crate) target: Target,
}

/// Where a reference leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A file of the package, percent escapes decoded, query and fragment cut.
    Local(String),
    /// Another host, or a scheme that is not a file.
    External,
    /// Above the package root.
    Outside,
    /// A percent escape that is none.
    Undecodable,
    /// Nothing, or only a fragment.
    Empty,
}

impl Href<'_> {
    /// The place to report.
    pub(crate) fn place(&self) -> Place {
        match self.attribute {
            Some(attribute) => attribute.into(),
            None => self.node.into(),
        }
    }

    /// The name of the local file it leads to.
    pub(crate) fn file(&self) -> Option<&str> {
        match &self.target {
            Target::Local(name) => Some(name),
            _ => None,
        }
    }
}

pub(crate) fn collect<'a>(cx: &LintCx<'a>) -> Vec<Href<'a>> {
    let mut hrefs = Vec::new();
    for resource in cx.resources() {
        let base = base(resource);
        if let Some(attribute) = resource.attribute("href") {
            hrefs.push(href(HrefKind::Resource, resource, attribute, &base));
        }
        for file in resource.children_named(Vocabulary::Imscp, "file") {
            if let Some(attribute) = file.attribute("href") {
                hrefs.push(href(HrefKind::File, file, attribute, &base));
            }
        }
    }
    for location in cx.all(Vocabulary::Adlcp, "location") {
        let written = Cow::Owned(location.text().trim().to_owned());
        // CAM: xml:base does not change where metadata is found unless its resource carries one.
        let url = resolve(&base_of_resource(location), &written);
        let target = target(&url, false);
        let kind = HrefKind::Location;
        hrefs.push(Href {
            kind,
            node: location,
            attribute: None,
            written,
            url,
            target,
        });
    }
    hrefs
}

fn href<'a>(kind: HrefKind, node: Node<'a>, attribute: Attribute<'a>, base: &str) -> Href<'a> {
    let written = match attribute.value().trim() {
        path if path.contains('\\') => Cow::Owned(path.replace('\\', "/")),
        path => Cow::Borrowed(path),
    };
    let url = resolve(base, &written);
    let target = target(&url, kind == HrefKind::Resource);
    Href {
        kind,
        node,
        attribute: Some(attribute),
        written,
        url,
        target,
    }
}

/// The base of what is inside an element: its own `xml:base` and those around it.
pub(crate) fn base(node: Node<'_>) -> String {
    let outer = node.parent().map(base).unwrap_or_default();
    match node.attribute_of(Vocabulary::Xml, "base") {
        Some(own) => resolve(&outer, own.value().trim()),
        None => outer,
    }
}

fn base_of_resource(node: Node<'_>) -> String {
    let mut around = std::iter::successors(Some(node), |node| node.parent());
    around
        .find(|node| node.is(Vocabulary::Imscp, "resource"))
        .map(base)
        .unwrap_or_default()
}

/// Where a resolved URL leads. Only a resource's href may have a query or fragment.
pub(crate) fn target(url: &str, has_query: bool) -> Target {
    if is_external(url) {
        return Target::External;
    }
    let path = if has_query {
        url.split(['?', '#']).next().unwrap_or_default()
    } else {
        url
    };
    let path = path.trim_start_matches('/').trim_start_matches("./");
    if path.is_empty() {
        return Target::Empty;
    }
    if path.split('/').next() == Some("..") {
        return Target::Outside;
    }
    decode(path).map_or(Target::Undecodable, Target::Local)
}

/// Has the reference a scheme or a host?
pub(crate) fn is_external(url: &str) -> bool {
    if url.starts_with("//") {
        return true;
    }
    let Some((scheme, _)) = url.split_once(':') else {
        return false;
    };
    scheme.len() > 1
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// The path from one file of the package to another.
pub(crate) fn relative(from: &str, to: &str) -> String {
    let (from, to): (Vec<&str>, Vec<&str>) = (from.split('/').collect(), to.split('/').collect());
    let folders = from.len().min(to.len()) - 1;
    let same = (0..folders).take_while(|at| from[*at] == to[*at]).count();
    let up = "../".repeat(from.len() - 1 - same);
    format!("{up}{}", to[same..].join("/"))
}

/// Percent escapes decoded; none if one is broken or the result is not UTF-8.
fn decode(path: &str) -> Option<String> {
    if !path.contains('%') {
        return Some(path.to_owned());
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte == b'%' {
            let hex = std::str::from_utf8(rest.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(hex, 16).ok()?);
            rest = &rest[2..];
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}
