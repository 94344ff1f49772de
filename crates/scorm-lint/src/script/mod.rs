//! JavaScript and HTML of a package: parsed once, joined into facts that rules ask.
//!
//! [`Scripts::collect`] parses every page and script ([`page`], [`parse`]), reads facts out of the
//! syntax trees ([`collect`]), follows values through variables, properties and parameters
//! ([`flow`]), finds the calls that end in the SCORM API, directly or through the course's own
//! functions ([`api`]), and says for each launched page which code runs on which events
//! ([`launch`], [`reach`]).
//!
//! Facts over-approximate what may run. Rules about something missing stay silent when it may be
//! there; rules about a fault look only at what is certain.

pub(crate) mod api;
mod binding;
mod callbacks;
mod collect;
pub(crate) mod data_model;
pub(crate) mod element_use;
pub(crate) mod events;
pub(crate) mod facts;
pub(crate) mod flow;
pub(crate) mod html;
pub(crate) mod launch;
mod limits;
pub(crate) mod names;
pub(crate) mod page;
mod parse;
pub(crate) mod reach;
mod reporting;
pub(crate) mod run;
mod strings;
pub(crate) mod syntax;
pub(crate) mod vendor;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use self::api::{ApiCall, Callers};
use self::element_use::{ElementUse, Models};
use self::facts::{Facts, FactsMark, Unit, UnitId};
use self::flow::Flow;
use self::launch::LaunchedPage;
pub(crate) use self::limits::CodeDepth;
use self::names::{CallId, FunctionId};
use self::page::Page;
use self::parse::Source;
use self::reach::CallIndex;
use self::vendor::Vendor;
use crate::{LintCx, Obstacle, Work, watch};

/// An inline script of this many bytes is hardly written by hand.
const LONG_INLINE: usize = 10_000;

/// All pages and scripts of a package.
#[derive(Debug, Default)]
pub(crate) struct Scripts {
    pub(crate) facts: Facts,
    pub(crate) flow: Flow,
    pub(crate) pages: Vec<Page>,
    /// The unit of each script file.
    pub(crate) files: BTreeMap<Rc<str>, UnitId>,
    pub(crate) api_calls: Vec<ApiCall>,
    wrapped: HashMap<CallId, usize>,
    pub(crate) callers: Callers,
    /// Functions that call the API, themselves or through others.
    pub(crate) leads_to_api: HashSet<FunctionId>,
    pub(crate) index: CallIndex,
    /// The elements that calls name.
    pub(crate) elements: Vec<ElementUse>,
    /// The calls whose element is named in the code.
    pub(crate) named_elements: HashSet<CallId>,
    pub(crate) models: Option<Models>,
    pub(crate) launches: Vec<LaunchedPage>,
    /// Code of the launched pages themselves: their parent window is the LMS's.
    pub(crate) outer_units: BTreeSet<UnitId>,
    /// Known players, drivers and libraries by file.
    pub(crate) vendors: BTreeMap<Rc<str>, &'static Vendor>,
    inline_vendors: HashMap<UnitId, &'static Vendor>,
    /// Files named like scripts that hold JSON: pages read them as data.
    pub(crate) data: HashSet<UnitId>,
    /// Files that were not looked at, with the reason.
    pub(crate) skipped: Vec<(Rc<str>, Obstacle)>,
}

impl Scripts {
    pub(crate) fn collect(cx: &LintCx<'_>) -> Self {
        let mut scripts = Self::default();
        if !cx.settings.content_present {
            return scripts;
        }
        for entry in cx.files().iter().filter(|entry| !entry.is_junk()) {
            let kind = FileKind::of(&entry.name);
            if kind == FileKind::Other {
                continue;
            }
            let file: Rc<str> = entry.name.as_str().into();
            let work = Work::File(entry.name.clone());
            if entry.size > limits::FILE_BYTES {
                scripts.skip(cx, work, &file, Obstacle::TooLarge(limits::FILE_BYTES));
                continue;
            }
            let before = scripts.mark();
            let read = watch::attempt(cx.watch(), &work, || match cx.text(&entry.name) {
                Some(text) => scripts.read(kind, &file, text, cx.code_depth()),
                None => Some(Obstacle::Unreadable),
            });
            match read {
                Ok(None) => {}
                Ok(Some(obstacle)) => scripts.skip(cx, work, &file, obstacle),
                Err(obstacle) => {
                    scripts.cut_back(&before);
                    // The page around its code can mostly be read.
                    if obstacle == Obstacle::TooDeep && kind == FileKind::Page {
                        let work = Work::Markup(entry.name.clone());
                        let read = watch::attempt(cx.watch(), &work, || {
                            let text = cx.text(&entry.name)?;
                            Some(Page::without_code(&file, text))
                        });
                        scripts.pages.extend(read.ok().flatten());
                    }
                    scripts.skip(cx, work, &file, obstacle);
                }
            }
        }
        if cx.examine(&Work::Scripts, || scripts.join(cx)).is_none() {
            // Half of what they do together would be wrong.
            return Self {
                skipped: scripts.skipped,
                ..Self::default()
            };
        }
        scripts
    }

    /// Remembers a file that is not examined.
    fn skip(&mut self, cx: &LintCx<'_>, work: Work, file: &Rc<str>, obstacle: Obstacle) {
        self.skipped.push((file.clone(), obstacle.clone()));
        cx.leave_out(work, obstacle);
    }

    /// Finds out what all pages and scripts do together.
    fn join(&mut self, cx: &LintCx<'_>) {
        let scripts = self;
        scripts.flow = Flow::of(&mut scripts.facts);
        scripts.index = CallIndex::of(&scripts.facts, &scripts.flow);
        scripts.callers = api::callers(&scripts.facts, &scripts.flow);
        scripts.api_calls = api::find(&scripts.facts, &scripts.flow, &scripts.callers);
        let indirect = scripts.api_calls.iter().enumerate();
        scripts.wrapped = indirect
            .filter(|(_, call)| !call.is_direct())
            .map(|(at, call)| (call.call, at))
            .collect();
        scripts.leads_to_api = api::leading(&scripts.facts, &scripts.callers, &scripts.api_calls);
        if !scripts.api_calls.is_empty() {
            let models = Models::of(cx);
            scripts.elements = element_use::find(cx, scripts, &models);
            scripts.models = Some(models);
            let uses = scripts.elements.iter();
            scripts.named_elements = uses
                .map(|used| scripts.api_calls[used.api_call].call)
                .collect();
        }
        scripts.launches = launch::find(cx, scripts);
        scripts.outer_units = launch::outer_units(scripts);
    }

    /// How much was read so far.
    fn mark(&self) -> Mark {
        Mark {
            facts: self.facts.mark(),
            pages: self.pages.len(),
        }
    }

    /// Forgets what was read behind a mark; a file whose reading failed leaves nothing behind.
    fn cut_back(&mut self, mark: &Mark) {
        self.facts.cut_back(&mark.facts);
        self.pages.truncate(mark.pages);
        let units = self.facts.units.len() as u32;
        self.files.retain(|_, unit| unit.0 < units);
        self.inline_vendors.retain(|unit, _| unit.0 < units);
    }

    /// Reads a file; an obstacle is why some of its code was left out.
    fn read(
        &mut self,
        kind: FileKind,
        file: &Rc<str>,
        text: Rc<str>,
        depth: CodeDepth,
    ) -> Option<Obstacle> {
        if kind == FileKind::Page {
            let page = Page::read(&mut self.facts, file, text, depth);
            for unit in &page.units {
                self.recognise_inline(*unit, &page);
            }
            let left_out = page.left_out.clone();
            self.pages.push(page);
            return left_out;
        }
        let is_module = kind == FileKind::Module;
        let source = Source::file(file, text.clone(), is_module);
        match parse::parse(&mut self.facts, source, depth) {
            Ok(unit) => {
                self.files.insert(file.clone(), unit);
                if self.facts.unit(unit).syntax_error.is_some() && is_json(&text) {
                    self.data.insert(unit);
                }
                if let Some(vendor) = vendor::recognise(&self.facts, unit, &text) {
                    self.vendors.insert(file.clone(), vendor);
                }
                None
            }
            Err(obstacle) => Some(obstacle),
        }
    }

    /// Some tools write their whole player into the page.
    fn recognise_inline(&mut self, unit: UnitId, page: &Page) {
        let Some(code) = self.facts.unit(unit).extent else {
            return;
        };
        let code = code.of(&page.text);
        if code.len() >= LONG_INLINE
            && let Some(vendor) = vendor::recognise(&self.facts, unit, code)
        {
            self.inline_vendors.insert(unit, vendor);
        }
    }

    /// All pieces of code with their numbers.
    pub(crate) fn units(&self) -> impl Iterator<Item = (&Unit, UnitId)> {
        let units = self.facts.units.iter().enumerate();
        units.map(|(at, unit)| (unit, UnitId(at as u32)))
    }

    /// Does an LMS launch this page?
    pub(crate) fn is_launched(&self, page: &Page) -> bool {
        let mut launches = self.launches.iter();
        launches.any(|launch| launch.file == page.file)
    }

    pub(crate) fn page(&self, file: &str) -> Option<&Page> {
        self.pages.iter().find(|page| page.file.as_ref() == file)
    }

    /// The API call that this call is itself.
    pub(crate) fn direct_call(&self, id: CallId) -> Option<&ApiCall> {
        // Direct calls come first, in order.
        let end = self.api_calls.partition_point(ApiCall::is_direct);
        let direct = &self.api_calls[..end];
        let at = direct.binary_search_by_key(&id, |call| call.call).ok()?;
        Some(&direct[at])
    }

    /// The call of one of the course's functions that hands on what it is given.
    pub(crate) fn wrapped_call(&self, id: CallId) -> Option<&ApiCall> {
        self.wrapped.get(&id).map(|at| &self.api_calls[*at])
    }

    /// Does a script of the package give this global a value?
    pub(crate) fn defines_global(&self, word: &str) -> bool {
        let name = self.facts.names.find(&names::Name::Global(word.into()));
        name.is_some_and(|name| {
            let sources = self.flow.sources(&self.facts, &facts::Value::Name(name));
            sources
                .iter()
                .any(|value| matches!(value, facts::Value::Function(_)))
        })
    }

    /// Is there a function that calls itself with the parent of the window it was given?
    pub(crate) fn walks_by_recursion(&self, units: &[UnitId]) -> bool {
        let parent = self.facts.names.find(&names::Name::Field("parent".into()));
        let calls = units.iter().flat_map(|unit| self.facts.calls_of(*unit));
        parent.is_some_and(|parent| {
            let mut calls = calls.filter_map(|(_, call)| Some((call.function?, call)));
            calls.any(|(function, call)| {
                self.flow.callees(call).contains(&function)
                    && call
                        .arguments
                        .iter()
                        .any(|argument| argument.value == facts::Value::Name(parent))
            })
        })
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok()
}

/// How much was read at one moment.
struct Mark {
    facts: FactsMark,
    pages: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FileKind {
    Page,
    Script,
    Module,
    Other,
}

impl FileKind {
    fn of(name: &str) -> Self {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension);
        match extension.unwrap_or_default().to_ascii_lowercase().as_str() {
            "html" | "htm" | "xhtml" => Self::Page,
            "js" => Self::Script,
            "mjs" => Self::Module,
            _ => Self::Other,
        }
    }
}
