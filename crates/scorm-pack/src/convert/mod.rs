//! A manifest of one version of SCORM as one of another, where nothing is lost by it, and what is.
//!
//! Edits of the text: whatever needs no change stays as its author wrote it. Content is not
//! converted; whether it speaks to the other API is for lint to say.

mod namespaces;
mod to_2004;
mod to_scorm12;

use scorm_package::manifest::Resource;
use scorm_package::xml::{Document, Node, Span, Vocabulary};
use scorm_package::{Manifest, ScormVersion};

use crate::edits::{self, Edit};

/// What a manifest is converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// SCORM 1.2.
    Scorm12,
    /// SCORM 2004 4th Edition.
    Scorm2004,
}

impl Target {
    /// Its name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Scorm12 => "1.2",
            Self::Scorm2004 => "2004 4th Edition",
        }
    }

    fn is(self, version: ScormVersion) -> bool {
        matches!(
            (self, version),
            (Self::Scorm12, ScormVersion::Scorm12) | (Self::Scorm2004, ScormVersion::Scorm2004(_))
        )
    }
}

/// A converted manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// The new text.
    pub text: String,
    /// What the new version cannot say, with the item it stands at.
    pub lost: Vec<String>,
    /// What says the same in other words, and asks something else of the content.
    pub notes: Vec<String>,
}

/// Converts a manifest; an error says why that is not possible at all.
pub fn convert(
    manifest: &Manifest,
    document: &Document,
    target: Target,
) -> Result<Converted, String> {
    if target.is(manifest.version) {
        return Err(format!("it is SCORM {} already", target.as_str()));
    }
    if !manifest.submanifests.is_empty() {
        return Err("it holds manifests inside the manifest".to_owned());
    }
    let mut work = Work {
        document,
        edits: Vec::new(),
        lost: Vec::new(),
        notes: Vec::new(),
        prefix: String::new(),
        adlcp: String::new(),
    };
    namespaces::convert(&mut work, target)?;
    schema_version(&mut work, target);
    for node in document.elements() {
        if node.vocabulary() == Vocabulary::Lom && node.name() == "lom" {
            work.take_out(node);
            let place = place(node);
            work.lost
                .push(format!("{place}: metadata in the manifest itself"));
        }
    }
    match target {
        Target::Scorm12 => to_scorm12::convert(&mut work, manifest),
        Target::Scorm2004 => to_2004::convert(&mut work, manifest),
    }
    let text = edits::apply(document.text(), &work.edits);
    check(manifest, &text, target)?;
    Ok(Converted {
        text,
        lost: work.lost,
        notes: work.notes,
    })
}

/// A conversion at work.
struct Work<'a> {
    document: &'a Document,
    edits: Vec<Edit>,
    lost: Vec<String>,
    notes: Vec<String>,
    /// The prefix of packaging elements, with its colon.
    prefix: String,
    /// The prefix of ADL's elements, with its colon.
    adlcp: String,
}

impl<'a> Work<'a> {
    fn text(&self) -> &'a str {
        self.document.text()
    }

    /// The attribute that says what a resource is differs in its letter case.
    fn spell_scorm_types(&mut self, manifest: &Manifest, name: &str) {
        for resource in &manifest.resources {
            let Some(node) = self.document.element(resource.source.element) else {
                continue;
            };
            for attribute in node.attributes() {
                if attribute.name().eq_ignore_ascii_case("scormtype") {
                    let value = attribute.value().trim().to_ascii_lowercase();
                    let new = format!("{}{name}=\"{value}\"", self.adlcp);
                    self.edits.push(Edit::replace(attribute.span(), new));
                }
            }
        }
    }

    /// Takes an element out, with the line it stands on.
    fn take_out(&mut self, node: Node<'_>) {
        let text = self.text();
        let span = node.span();
        let before = text[..span.start as usize].trim_end_matches([' ', '\t']);
        let before = before.strip_suffix('\n').unwrap_or(before);
        let start = before.strip_suffix('\r').unwrap_or(before).len() as u32;
        let span = Span {
            start,
            end: span.end,
        };
        self.edits.push(Edit::replace(span, ""));
    }

    /// Gives an element another name, in both of its tags.
    fn rename(&mut self, node: Node<'_>, name: &str) {
        let text = self.text();
        let prefix = node
            .qualified_name()
            .strip_suffix(node.name())
            .unwrap_or_default();
        let qualified = format!("{prefix}{name}");
        self.edits
            .push(Edit::replace(node.name_span(), qualified.clone()));
        let whole = node.span();
        if whole.end != node.start_tag().end
            && let Some(end) = text[..whole.end as usize].rfind("</")
        {
            let start = end as u32 + 2;
            let length = node.qualified_name().len() as u32;
            let span = Span {
                start,
                end: start + length,
            };
            self.edits.push(Edit::replace(span, qualified));
        }
    }

    /// Adds an element as the last child, on a line of its own.
    fn append(&mut self, node: Node<'_>, element: &str) {
        let text = self.text();
        let before = &text[..node.span().start as usize];
        let line = before.rsplit('\n').next().unwrap_or_default();
        let outer = if line.trim().is_empty() { line } else { "" };
        let start_tag = node.start_tag();
        if text[..start_tag.end as usize].ends_with("/>") {
            let span = Span {
                start: start_tag.end - 2,
                end: start_tag.end,
            };
            let name = node.qualified_name();
            let closed = format!(">\n{outer}  {element}\n{outer}</{name}>");
            self.edits.push(Edit::replace(span, closed));
            return;
        }
        let at = match node.children().last() {
            Some(child) => child.span().end,
            None => start_tag.end,
        };
        self.edits
            .push(Edit::insert(at, format!("\n{outer}  {element}")));
    }
}

/// The item around an element, for people.
fn place(node: Node<'_>) -> String {
    let mut around = std::iter::successors(Some(node), |node| node.parent());
    let named =
        around.find(|node| ["item", "organization", "resource", "manifest"].contains(&node.name()));
    let identifier = named.and_then(|node| node.attribute("identifier"));
    match (named, identifier) {
        (Some(node), Some(identifier)) => format!("{} {}", node.name(), identifier.value()),
        _ => "manifest".to_owned(),
    }
}

/// `metadata/schema` and `schemaversion`.
fn schema_version(work: &mut Work<'_>, target: Target) {
    let root = work.document.root();
    let words = target.as_str();
    let prefix = work.prefix.clone();
    let Some(metadata) = root.child(Vocabulary::Imscp, "metadata") else {
        let element = format!(
            "\n  <{prefix}metadata>\n    <{prefix}schema>ADL SCORM</{prefix}schema>\n    <{prefix}schemaversion>{words}</{prefix}schemaversion>\n  </{prefix}metadata>"
        );
        let at = root.start_tag().end;
        work.edits.push(Edit::insert(at, element));
        return;
    };
    let say = |work: &mut Work<'_>, name: &str, value: &str| -> bool {
        let Some(node) = metadata.child(Vocabulary::Imscp, name) else {
            return false;
        };
        let qualified = node.qualified_name();
        let new = format!("<{qualified}>{value}</{qualified}>");
        work.edits.push(Edit::replace(node.span(), new));
        true
    };
    let has_schema = say(work, "schema", "ADL SCORM");
    let has_version = say(work, "schemaversion", words);
    let wanted = [
        ("schema", "ADL SCORM", has_schema),
        ("schemaversion", words, has_version),
    ];
    let missing: Vec<String> = wanted
        .iter()
        .filter(|(_, _, is_there)| !is_there)
        .map(|(name, value, _)| format!("<{prefix}{name}>{value}</{prefix}{name}>"))
        .collect();
    if !missing.is_empty() {
        let missing = missing.concat();
        work.edits
            .push(Edit::insert(metadata.start_tag().end, missing));
    }
}

/// The new manifest must read as one of the version, with the same items that launch the same.
fn check(old: &Manifest, text: &str, target: Target) -> Result<(), String> {
    let (new, problems) = scorm_package::parse(text);
    let new = new.ok_or_else(|| match problems.first() {
        Some(problem) => format!("what came out cannot be read: {problem}"),
        None => "what came out cannot be read".to_owned(),
    })?;
    if !target.is(new.version) {
        return Err(format!("what came out is {:?}", new.version));
    }
    let items = |manifest: &Manifest| -> Vec<(String, String, Option<String>)> {
        let organizations = manifest.organizations.iter();
        let items = organizations.flat_map(|one| one.all_items().collect::<Vec<_>>());
        items
            .map(|item| {
                let url = manifest.resource_of(item).and_then(Resource::url);
                (item.identifier.clone(), item.title.clone(), url)
            })
            .collect()
    };
    if items(old) != items(&new) {
        return Err("what came out launches other items".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests;
