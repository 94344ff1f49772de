//! What a rule can look at: files, manifest tree, settings, and facts computed once.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, Ref, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use ahash::AHashMap;
use scorm_package::xml::{Attribute, Document, Node, Vocabulary};
use scorm_package::{Manifest, Problem, ProblemKind, ScormVersion, declared_charset, decode_web};

use crate::activity::Activities;
use crate::content_model::{self, Fault};
use crate::href::{self, Href};
use crate::named::Named;
use crate::namespaces::Namespaces;
use crate::script::{CodeDepth, Scripts};
use crate::style::Styles;
use crate::watch::{self, Obstacle, Watch, Work};
use crate::{FileEntry, Files, Settings};

/// Pages that are asked for their encoding, and how large they may be.
const MOST_ASKED: usize = 50;
const MOST_OF_A_PAGE: u64 = 1 << 20;

/// Everything about the package under the lint. One per package; not shared between threads.
pub struct LintCx<'a> {
    /// The caller's choices.
    pub settings: &'a Settings,
    /// The version the package is checked against.
    pub version: ScormVersion,
    /// What reading the package complained about.
    pub problems: &'a [Problem],
    /// The typed manifest, if there is one.
    pub manifest: Option<&'a Manifest>,
    document: Option<&'a Document>,
    files: &'a dyn Files,
    watch: &'a dyn Watch,
    /// The rule that runs, for who watches when a file was read on its behalf.
    rule: Cell<&'static str>,
    unexamined: RefCell<Vec<(Work, Obstacle)>>,
    entries: Vec<FileEntry>,
    by_name: AHashMap<String, usize>,
    by_lower_name: BTreeMap<String, Vec<usize>>,
    named: Named<'a>,
    resources: OnceCell<AHashMap<&'a str, Node<'a>>>,
    texts: RefCell<AHashMap<String, Option<Rc<str>>>>,
    usual_charset: OnceCell<Option<String>>,
    namespaces: OnceCell<Namespaces<'a>>,
    faults: OnceCell<Vec<Fault<'a>>>,
    hrefs: OnceCell<Vec<Href<'a>>>,
    activities: OnceCell<Activities<'a>>,
    scripts: OnceCell<Scripts>,
    styles: OnceCell<Styles>,
}

impl std::fmt::Debug for LintCx<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LintCx")
            .field("version", &self.version)
            .field("files", &self.entries.len())
            .finish_non_exhaustive()
    }
}

impl<'a> LintCx<'a> {
    pub(crate) fn new(
        files: &'a dyn Files,
        document: Option<&'a Document>,
        manifest: Option<&'a Manifest>,
        problems: &'a [Problem],
        settings: &'a Settings,
        watch: &'a dyn Watch,
    ) -> Self {
        let found = manifest.map_or(ScormVersion::Scorm12, |manifest| manifest.version);
        let entries = files.entries();
        let mut by_lower_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut by_name = AHashMap::with_capacity(entries.len());
        for (at, entry) in entries.iter().enumerate() {
            by_lower_name
                .entry(entry.name.to_lowercase())
                .or_default()
                .push(at);
            by_name.insert(entry.name.clone(), at);
        }
        let mut cx = Self {
            settings,
            version: settings.version.unwrap_or(found),
            problems,
            manifest,
            document,
            files,
            watch,
            rule: Cell::new(""),
            unexamined: RefCell::default(),
            entries,
            by_name,
            by_lower_name,
            named: Named::default(),
            resources: OnceCell::new(),
            texts: RefCell::default(),
            usual_charset: OnceCell::new(),
            namespaces: OnceCell::new(),
            faults: OnceCell::new(),
            hrefs: OnceCell::new(),
            activities: OnceCell::new(),
            scripts: OnceCell::new(),
            styles: OnceCell::new(),
        };
        if let Some(root) = cx.root() {
            cx.named = Named::collect(root);
        }
        cx
    }

    /// Goes on with other settings; what was read of the package stays.
    pub(crate) fn choose(&mut self, settings: &'a Settings) {
        debug_assert!(
            settings.version == self.settings.version
                && settings.content_present == self.settings.content_present,
            "what was read depends on these"
        );
        self.settings = settings;
        // What was read stays read; the rules run again.
        let mut unexamined = self.unexamined.borrow_mut();
        unexamined.retain(|(work, _)| !matches!(work, Work::Rule(_)));
    }

    /// Runs a rule; none if it was left out or failed.
    pub(crate) fn run_rule<T>(&self, code: &'static str, act: impl FnOnce() -> T) -> Option<T> {
        self.rule.set(code);
        self.examine(&Work::Rule(Cow::Borrowed(code)), act)
    }

    /// Does a piece of work that may fail on its own; what is not done is remembered.
    pub(crate) fn examine<T>(&self, work: &Work, act: impl FnOnce() -> T) -> Option<T> {
        let outcome = watch::attempt(self.watch, work, act);
        outcome
            .map_err(|obstacle| self.leave_out(work.clone(), obstacle))
            .ok()
    }

    /// Remembers what is not examined.
    pub(crate) fn leave_out(&self, work: Work, obstacle: Obstacle) {
        let mut unexamined = self.unexamined.borrow_mut();
        if !unexamined.iter().any(|(known, _)| *known == work) {
            unexamined.push((work, obstacle));
        }
    }

    /// What was not examined, and why.
    pub(crate) fn unexamined(&self) -> Ref<'_, [(Work, Obstacle)]> {
        Ref::map(self.unexamined.borrow(), Vec::as_slice)
    }

    /// Who is told what is examined.
    pub(crate) fn watch(&self) -> &dyn Watch {
        self.watch
    }

    /// How deeply nested code may be parsed.
    pub(crate) fn code_depth(&self) -> CodeDepth {
        if self.watch.survives_overflow() {
            CodeDepth::Any
        } else {
            CodeDepth::Bounded
        }
    }

    /// Reads what a rule has asked for. Behind that the rule itself is at work again.
    fn collected<T>(&self, collect: impl FnOnce() -> T) -> T {
        let collected = collect();
        // Whether the rule may run was asked before it began.
        let _known = self
            .watch
            .begin(&Work::Rule(Cow::Borrowed(self.rule.get())));
        collected
    }

    /// The manifest's tree, if its XML is well-formed.
    pub fn document(&self) -> Option<&'a Document> {
        self.document
    }

    /// The `manifest` element, if the document element is one.
    pub fn root(&self) -> Option<Node<'a>> {
        self.document
            .map(Document::root)
            .filter(|root| root.is(Vocabulary::Imscp, "manifest"))
    }

    /// All elements of that name in document order, those of sub-manifests left out: they are
    /// ignored by everything but the rule that reports them.
    pub fn all(&self, vocabulary: Vocabulary, name: &str) -> impl Iterator<Item = Node<'a>> {
        let named = self.named.of(name);
        named.filter(move |node| meaning(*node) == vocabulary)
    }

    /// `item` elements.
    pub fn items(&self) -> impl Iterator<Item = Node<'a>> {
        self.all(Vocabulary::Imscp, "item")
    }

    /// `organization` elements.
    pub fn organizations(&self) -> impl Iterator<Item = Node<'a>> {
        self.all(Vocabulary::Imscp, "organization")
    }

    /// `resource` elements of the manifest, not those of metadata.
    pub fn resources(&self) -> impl Iterator<Item = Node<'a>> {
        self.all(Vocabulary::Imscp, "resource")
    }

    /// The resource that an identifierref names.
    pub fn resource(&self, identifier: &str) -> Option<Node<'a>> {
        let by_id = self.resources.get_or_init(|| {
            let mut by_id = AHashMap::new();
            for resource in self.resources() {
                if let Some(id) = resource.attribute("identifier") {
                    by_id.entry(id.value().trim()).or_insert(resource);
                }
            }
            by_id
        });
        by_id.get(identifier.trim()).copied()
    }

    /// The resource of an item.
    pub fn resource_of(&self, item: Node<'_>) -> Option<Node<'a>> {
        self.resource(item.attribute("identifierref")?.value())
    }

    /// The `adlcp:scormType` of a resource, in whichever letter case.
    pub fn scorm_type(&self, resource: Node<'a>) -> Option<Attribute<'a>> {
        resource.attributes().find(|attribute| {
            attribute.vocabulary() == Vocabulary::Adlcp
                && attribute.name().eq_ignore_ascii_case("scormtype")
        })
    }

    /// The files of the package.
    pub fn files(&self) -> &[FileEntry] {
        &self.entries
    }

    /// The files with one of these extensions, those that an operating system left excepted.
    pub(crate) fn files_of_type(&self, extensions: &[&str]) -> impl Iterator<Item = &FileEntry> {
        let files = self.entries.iter();
        files.filter(move |file| file.is_of_type(extensions) && !file.is_junk())
    }

    /// The file of exactly this name.
    pub fn file(&self, name: &str) -> Option<&FileEntry> {
        self.by_name.get(name).map(|at| &self.entries[*at])
    }

    /// The files whose names differ from this one at most by letter case.
    pub fn files_ignoring_case(&self, name: &str) -> impl Iterator<Item = &FileEntry> {
        let found = self.by_lower_name.get(&name.to_lowercase());
        found
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .map(|at| &self.entries[*at])
    }

    /// Names that differ only by letter case, each group with at least two.
    pub fn case_collisions(&self) -> impl Iterator<Item = Vec<&FileEntry>> {
        let groups = self.by_lower_name.values().filter(|group| group.len() > 1);
        groups.map(|group| group.iter().map(|at| &self.entries[*at]).collect())
    }

    /// The bytes of a file.
    pub fn bytes(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.files.read(name)
    }

    /// The text of a file, without byte order mark, as a browser reads it.
    /// For the manifest this is the decoded text that its spans refer to.
    pub fn text(&self, name: &str) -> Option<Rc<str>> {
        if let Some(known) = self.texts.borrow().get(name) {
            return known.clone();
        }
        let text: Option<Rc<str>> = match self.document {
            Some(document) if name == crate::MANIFEST => Some(document.text().into()),
            _ => self.files.read(name).map(|bytes| {
                let is_whole = std::str::from_utf8(&bytes).is_ok();
                let usual = if is_whole { None } else { self.usual_charset() };
                decode_web(&bytes, usual).into()
            }),
        };
        self.texts
            .borrow_mut()
            .insert(name.to_owned(), text.clone());
        text
    }

    /// The encoding that the pages declare, of the first one that declares another than UTF-8.
    fn usual_charset(&self) -> Option<&str> {
        let find = || {
            let pages = self.files_of_type(&["html", "htm", "xhtml"]);
            let small = pages.filter(|page| page.size <= MOST_OF_A_PAGE);
            small.take(MOST_ASKED).find_map(|page| {
                let bytes = self.files.read(&page.name)?;
                let charset = declared_charset(&bytes)?;
                (!charset.to_ascii_lowercase().starts_with("utf")).then_some(charset)
            })
        };
        self.usual_charset.get_or_init(find).as_deref()
    }

    /// What reading the package complained about, of one kind.
    pub fn problems_of(&self, kind: ProblemKind) -> impl Iterator<Item = &'a Problem> {
        self.problems
            .iter()
            .filter(move |problem| problem.kind == kind)
    }

    /// The namespaces of the manifest.
    pub(crate) fn namespaces(&self) -> &Namespaces<'a> {
        self.namespaces
            .get_or_init(|| self.root().map(Namespaces::collect).unwrap_or_default())
    }

    /// Where the manifest leaves the content models of its version.
    pub(crate) fn faults(&self) -> &[Fault<'a>] {
        self.faults.get_or_init(|| {
            self.root()
                .map_or(Vec::new(), |root| content_model::check(root, self.version))
        })
    }

    /// Every href and location of the manifest, resolved.
    pub(crate) fn hrefs(&self) -> &[Href<'a>] {
        self.hrefs.get_or_init(|| href::collect(self))
    }

    /// The pages and scripts of the package.
    pub(crate) fn scripts(&self) -> &Scripts {
        self.scripts
            .get_or_init(|| self.collected(|| Scripts::collect(self)))
    }

    /// The style sheets of the package.
    pub(crate) fn styles(&self) -> &Styles {
        self.styles
            .get_or_init(|| self.collected(|| Styles::collect(self)))
    }

    /// The pages and scripts, if a rule has asked for them.
    pub(crate) fn scripts_if_read(&self) -> Option<&Scripts> {
        self.scripts.get()
    }

    /// The activities of all organizations with their effective sequencing.
    pub(crate) fn activities(&self) -> &Activities<'a> {
        self.activities.get_or_init(|| Activities::collect(self))
    }
}

/// A manifest without namespaces is meant as IMS packaging; the namespace has its own rule.
fn meaning(node: Node<'_>) -> Vocabulary {
    match node.vocabulary() {
        Vocabulary::None => Vocabulary::Imscp,
        other => other,
    }
}
