//! The `file` elements of the resources, brought up to date with what the resources use.
//!
//! A proposal, as edits of the manifest's text: files that a resource uses and neither it nor a
//! resource it depends on lists are added, `file` elements whose file is not there are taken out.

use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use scorm_package::files::{FileTable, file_path};
use scorm_package::manifest::Resource;
use scorm_package::xml::{Document, Node, Span, Vocabulary};
use scorm_package::{MANIFEST, Manifest};

use crate::Selection;
use crate::edits::{Edit, escaped};

/// What a URI reference cannot hold as it is.
const IN_HREF: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b']')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// What should change in the lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    /// Files to be listed, by the identifier of their resource.
    pub added: Vec<(String, String)>,
    /// Hrefs of files that are not there, by the identifier of their resource.
    pub removed: Vec<(String, String)>,
    /// The changes of the manifest's text.
    pub edits: Vec<Edit>,
}

/// Proposes lists for a manifest whose package holds the selected files.
pub fn propose(
    manifest: &Manifest,
    document: &Document,
    table: &FileTable,
    selection: &Selection,
) -> Proposal {
    let lists = Lists::of(manifest, table);
    let mut proposal = Proposal::default();
    let mut spoken_for: BTreeSet<&str> = lists.own.iter().flatten().map(String::as_str).collect();
    let mut adding: Vec<BTreeSet<&str>> = Vec::new();
    for at in 0..manifest.resources.len() {
        let listed = lists.with_dependencies(at);
        let used = lists.used(at, selection);
        spoken_for.extend(&used);
        adding.push(
            used.into_iter()
                .filter(|file| !listed.contains(file))
                .collect(),
        );
    }
    for file in &selection.files {
        let path = file.path.as_str();
        let is_schema = [".xsd", ".dtd", ".ent"].iter().any(|end| {
            let from = path.len().saturating_sub(end.len());
            path.get(from..)
                .is_some_and(|last| last.eq_ignore_ascii_case(end))
        });
        let is_needed = path != MANIFEST && !is_schema && !lists.metadata.contains(path);
        if is_needed
            && !spoken_for.contains(path)
            && let Some(at) = lists.nearest(path)
        {
            adding[at].insert(path);
        }
    }
    for (at, resource) in manifest.resources.iter().enumerate() {
        let Some(node) = document.element(resource.source.element) else {
            continue;
        };
        let taken = take_out(resource, table, document, &mut proposal);
        let new: Vec<&str> = adding[at].iter().copied().collect();
        put_in(resource, node, &new, &taken, &mut proposal);
    }
    proposal
}

/// What the resources list.
struct Lists<'m> {
    manifest: &'m Manifest,
    /// Files by resource, as the package calls them.
    own: Vec<BTreeSet<String>>,
    launched: Vec<Option<String>>,
    by_id: BTreeMap<&'m str, usize>,
    /// Files that metadata lie in.
    metadata: BTreeSet<String>,
}

impl<'m> Lists<'m> {
    fn of(manifest: &'m Manifest, table: &FileTable) -> Self {
        let mut lists = Self {
            manifest,
            own: Vec::new(),
            launched: Vec::new(),
            by_id: BTreeMap::new(),
            metadata: BTreeSet::new(),
        };
        for (at, resource) in manifest.resources.iter().enumerate() {
            lists.by_id.entry(&resource.identifier).or_insert(at);
            let files = resource.files.iter();
            let listed = files.filter_map(|file| meant(table, &resource.file_url(file)));
            lists.own.push(listed.collect());
            let launched = resource.url().and_then(|url| meant(table, &url));
            lists.launched.push(launched);
        }
        lists
    }

    /// What a resource and those it depends on list; circles end.
    fn with_dependencies(&self, at: usize) -> BTreeSet<&str> {
        let mut seen = BTreeSet::from([at]);
        let mut open = vec![at];
        let mut listed = BTreeSet::new();
        while let Some(at) = open.pop() {
            listed.extend(self.own[at].iter().map(String::as_str));
            for dependency in &self.manifest.resources[at].dependencies {
                if let Some(next) = self.by_id.get(dependency.identifierref.as_str())
                    && seen.insert(*next)
                {
                    open.push(*next);
                }
            }
        }
        listed
    }

    /// The files that a resource reaches from its page, as far as no other resource is launched
    /// there: a link to the next SCO does not make that part of this one.
    fn used<'s>(&self, at: usize, selection: &'s Selection) -> BTreeSet<&'s str> {
        let own = self.launched[at].as_deref();
        let others: BTreeSet<&str> = self.launched.iter().flatten().map(String::as_str).collect();
        let mut used = BTreeSet::new();
        let Some(own) = own else { return used };
        let own = selection.files.iter().find(|file| file.path == own);
        let mut open: Vec<&str> = own.map(|file| file.path.as_str()).into_iter().collect();
        used.extend(&open);
        let launched = self.launched[at].as_deref();
        while let Some(path) = open.pop() {
            for next in selection.uses.get(path).into_iter().flatten() {
                let next = next.as_str();
                let is_foreign = others.contains(next) && launched != Some(next);
                if next != MANIFEST && !is_foreign && used.insert(next) {
                    open.push(next);
                }
            }
        }
        used
    }

    /// The resource whose page lies nearest to a file.
    fn nearest(&self, path: &str) -> Option<usize> {
        let shared = |other: &str| {
            let (mine, theirs) = (path.split('/'), other.split('/'));
            mine.zip(theirs).take_while(|(a, b)| a == b).count()
        };
        let launched = self.launched.iter().enumerate();
        let launched = launched.filter_map(|(at, other)| Some((at, shared(other.as_deref()?))));
        // Of equals the first.
        launched
            .max_by_key(|(at, shared)| (*shared, std::cmp::Reverse(*at)))
            .map(|(at, _)| at)
    }
}

/// The file that a URL means, as the package calls it.
fn meant(table: &FileTable, url: &str) -> Option<String> {
    let url = url.replace('\\', "/");
    let path = file_path(url.trim_start_matches('/')).ok()?;
    let exact = table.get(&path);
    let entry = exact.or_else(|| table.ignoring_case(&path).next())?;
    Some(entry.path.clone())
}

/// Takes out the `file` elements whose file is not there; gives their spans.
fn take_out(
    resource: &Resource,
    table: &FileTable,
    document: &Document,
    proposal: &mut Proposal,
) -> Vec<Span> {
    let mut taken = Vec::new();
    for file in &resource.files {
        let url = resource.file_url(file);
        // What leads to other hosts or out of the package is a fault that nobody can mend alone.
        let is_local = file_path(url.replace('\\', "/").trim_start_matches('/')).is_ok();
        if !is_local || file.metadata.is_some() || meant(table, &url).is_some() {
            continue;
        }
        let entry = (resource.identifier.clone(), file.href.clone());
        proposal.removed.push(entry);
        let span = with_indent(document.text(), file.source.span);
        proposal.edits.push(Edit::replace(span, ""));
        taken.push(span);
    }
    taken
}

/// A span with the line break and blanks before it, so that no blank line is left.
pub(crate) fn with_indent(text: &str, span: Span) -> Span {
    let before = &text[..span.start as usize];
    let line = before.trim_end_matches([' ', '\t']);
    let line = line.strip_suffix('\n').unwrap_or(line);
    let line = line.strip_suffix('\r').unwrap_or(line);
    Span {
        start: line.len() as u32,
        end: span.end,
    }
}

/// Adds `file` elements behind those that are there, or as the first children.
fn put_in(
    resource: &Resource,
    node: Node<'_>,
    new: &[&str],
    taken: &[Span],
    proposal: &mut Proposal,
) {
    if new.is_empty() {
        return;
    }
    let text = node.document().text();
    let prefix = node
        .qualified_name()
        .strip_suffix(node.name())
        .unwrap_or_default();
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    // Order of the schema: metadata, file, dependency.
    let before = |child: &Node<'_>| {
        child.is(Vocabulary::Imscp, "metadata") || child.is(Vocabulary::Imscp, "file")
    };
    let last = node.children().filter(before).last();
    let model = node.children().last();
    let outer = indent(text, node.span().start);
    let inner = match model {
        Some(child) => indent(text, child.span().start),
        None => format!("{outer}  "),
    };
    let mut lines = String::new();
    for path in new {
        let href = href(&resource.base, path);
        let href = escaped(&href);
        lines += &[newline, &inner, "<", prefix, "file href=\"", &href, "\"/>"].concat();
        proposal
            .added
            .push((resource.identifier.clone(), (*path).to_owned()));
    }
    let start_tag = node.start_tag();
    let is_empty = text[..start_tag.end as usize].ends_with("/>");
    let edit = if is_empty {
        let name = node.qualified_name();
        let closed = format!(">{lines}{newline}{outer}</{name}>");
        let slash = Span {
            start: start_tag.end - 2,
            end: start_tag.end,
        };
        Edit::replace(slash, closed)
    } else {
        let mut at = last.map_or(start_tag.end, |child| child.span().end);
        // The last one may go itself; then the new ones come where it stood.
        if let Some(gone) = taken.iter().find(|span| span.end == at) {
            at = gone.start;
        }
        if model.is_none() {
            lines.push_str(newline);
            lines.push_str(&outer);
        }
        Edit::insert(at, lines)
    };
    proposal.edits.push(edit);
}

/// The blanks before a place, if nothing else is on its line.
fn indent(text: &str, at: u32) -> String {
    let before = &text[..at as usize];
    let line = before.rsplit('\n').next().unwrap_or_default();
    if line.trim().is_empty() {
        line.to_owned()
    } else {
        String::new()
    }
}

/// The path of a file from a base, escaped for an href.
pub(crate) fn href(base: &str, path: &str) -> String {
    let folder = base.rfind('/').map_or("", |end| &base[..=end]);
    let decoded = percent_encoding::percent_decode_str(folder).decode_utf8_lossy();
    let folder = decoded.trim_start_matches("./");
    let written = match path.strip_prefix(folder) {
        Some(rest) => rest.to_owned(),
        None => format!("{}{path}", "../".repeat(folder.matches('/').count())),
    };
    let written = utf8_percent_encode(&written, IN_HREF).to_string();
    // A colon in the first segment would read as a scheme.
    if written
        .split('/')
        .next()
        .is_some_and(|first| first.contains(':'))
    {
        format!("./{written}")
    } else {
        written
    }
}

#[cfg(test)]
mod tests;
