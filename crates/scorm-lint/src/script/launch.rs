//! The pages an LMS launches, each with all code that can come into it.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;

use super::Scripts;
use super::api::ApiCall;
use super::events::Events;
use super::facts::{Call, UnitId};
use super::names::CallId;
use super::page::{Page, ReferenceKind, resolve_from};
use super::reach::{Reach, Scope};
use super::strings::{names_file, words_before_parenthesis};
use super::vendor::VendorKind;
use crate::LintCx;
use crate::href::{HrefKind, Target};

/// Scripts on other hosts that are known to leave the SCORM API alone.
const HARMLESS: &[&str] = &[
    "jquery",
    "bootstrap",
    "popper",
    "lodash",
    "underscore",
    "vue",
    "react",
    "gsap",
    "tweenmax",
    "d3.",
    "chart",
    "three",
    "swiper",
    "fontawesome",
    "modernizr",
    "polyfill",
    "mathjax",
    "moment",
    "highlight",
    "prism",
    "createjs",
    "tailwind",
    "confetti",
    "hammer",
    "velocity",
    "anime",
    "tone",
    "howler",
    "analytics",
    "gtag",
    "babel",
];

/// A launched page.
#[derive(Debug)]
pub(crate) struct LaunchedPage {
    /// The launch file.
    pub(crate) file: Rc<str>,
    pub(crate) scope: Scope,
    pub(crate) reach: Reach,
    /// All its code was seen; only then can something be called missing.
    pub(crate) is_complete: bool,
    /// Which of [`Scripts::api_calls`] can happen in this page, and when.
    calls: Vec<(u32, Events)>,
    /// The calls themselves.
    pub(crate) call_ids: HashSet<CallId>,
    /// The calls that end in each call of the API, the direct one left out.
    pub(crate) outer_calls: HashMap<CallId, Vec<CallId>>,
}

impl LaunchedPage {
    /// The API calls that can happen in this page, with when they do.
    pub(crate) fn api_calls<'s>(
        &'s self,
        scripts: &'s Scripts,
    ) -> impl Iterator<Item = (&'s ApiCall, Events)> + 's {
        let calls = self.calls.iter();
        calls.map(|(at, events)| (&scripts.api_calls[*at as usize], *events))
    }
}

/// Finds the pages that are launched.
pub(crate) fn find(cx: &LintCx<'_>, scripts: &Scripts) -> Vec<LaunchedPage> {
    let files = launch_files(cx, scripts);
    files
        .iter()
        .filter_map(|file| scripts.page(file))
        .map(|page| launch(cx, scripts, page, &files))
        .collect()
}

/// The code that runs in launched pages themselves, not in frames inside them.
pub(crate) fn outer_units(scripts: &Scripts) -> BTreeSet<UnitId> {
    let mut found = BTreeSet::new();
    let mut queue: Vec<UnitId> = Vec::new();
    for page in scripts
        .launches
        .iter()
        .filter_map(|launch| scripts.page(&launch.file))
    {
        queue.extend(&page.units);
        let scripts_of_page = page
            .references
            .iter()
            .filter(|reference| reference.kind.is_script());
        queue.extend(
            scripts_of_page.filter_map(|reference| match &reference.target {
                Target::Local(name) => scripts.files.get(name.as_str()).copied(),
                _ => None,
            }),
        );
    }
    while let Some(id) = queue.pop() {
        if !found.insert(id) {
            continue;
        }
        let unit = scripts.facts.unit(id);
        for import in &unit.imports {
            if let Target::Local(name) = resolve_from(&unit.file, &import.text) {
                queue.extend(scripts.files.get(name.as_str()));
            }
        }
    }
    found
}

/// The files of the SCOs; without a manifest the pages that no other page shows.
fn launch_files(cx: &LintCx<'_>, scripts: &Scripts) -> BTreeSet<String> {
    if cx.root().is_some() {
        let hrefs = cx.hrefs().iter().filter(|href| {
            href.kind == HrefKind::Resource
                && cx
                    .scorm_type(href.node)
                    .is_some_and(|kind| kind.value().trim().eq_ignore_ascii_case("sco"))
        });
        return hrefs
            .filter_map(|href| href.file())
            .map(str::to_owned)
            .collect();
    }
    let mut files: BTreeSet<String> = scripts
        .pages
        .iter()
        .map(|page| page.file.to_string())
        .collect();
    for page in &scripts.pages {
        for reference in &page.references {
            if let Target::Local(name) = &reference.target
                && name.as_str() != page.file.as_ref()
            {
                files.remove(name);
            }
        }
    }
    files
}

/// A page as if it were launched, whatever the manifest says about it.
pub(crate) fn of_page(cx: &LintCx<'_>, scripts: &Scripts, page: &Page) -> LaunchedPage {
    launch(cx, scripts, page, &launch_files(cx, scripts))
}

fn launch(
    cx: &LintCx<'_>,
    scripts: &Scripts,
    page: &Page,
    others: &BTreeSet<String>,
) -> LaunchedPage {
    let mut found = Closure {
        cx,
        scripts,
        root: page,
        others,
        units: Vec::new(),
        queue: VecDeque::new(),
        seen: BTreeSet::new(),
        is_complete: true,
        is_open: false,
        calls_by_name: false,
        calls_properties: false,
    };
    found.enqueue(&page.file);
    found.run();
    if found.is_open {
        found.add_everything();
    }
    let scope = Scope {
        units: found.units,
        calls_by_name: found.calls_by_name || !found.is_complete,
        calls_properties: found.calls_properties,
    };
    let reach = Reach::of(&scripts.facts, &scripts.flow, &scripts.index, &scope);
    let mut launched = LaunchedPage {
        file: page.file.clone(),
        reach,
        scope,
        is_complete: found.is_complete,
        calls: Vec::new(),
        call_ids: HashSet::new(),
        outer_calls: HashMap::new(),
    };
    for (at, api_call) in scripts.api_calls.iter().enumerate() {
        let call = scripts.facts.call(api_call.call);
        let events = launched.reach.call(&scripts.facts, call);
        if events == Events::NONE {
            continue;
        }
        launched.calls.push((at as u32, events));
        launched.call_ids.insert(api_call.call);
        if !api_call.is_direct() {
            let outer = launched.outer_calls.entry(api_call.inner);
            outer.or_default().push(api_call.call);
        }
    }
    launched
}

struct Closure<'s, 'cx> {
    cx: &'s LintCx<'cx>,
    scripts: &'s Scripts,
    root: &'s Page,
    others: &'s BTreeSet<String>,
    units: Vec<UnitId>,
    queue: VecDeque<Rc<str>>,
    seen: BTreeSet<Rc<str>>,
    is_complete: bool,
    is_open: bool,
    calls_by_name: bool,
    calls_properties: bool,
}

impl Closure<'_, '_> {
    fn enqueue(&mut self, file: &str) {
        let is_other = self.others.contains(file) && file != self.root.file.as_ref();
        if !is_other && self.seen.insert(file.into()) {
            self.queue.push_back(file.into());
        }
    }

    fn run(&mut self) {
        while let Some(file) = self.queue.pop_front() {
            if let Some(page) = self.scripts.page(&file) {
                self.page(page);
            } else if let Some(unit) = self.scripts.files.get(&file) {
                self.script(&file, *unit);
            } else if self
                .scripts
                .skipped
                .iter()
                .any(|(skipped, _)| *skipped == file)
            {
                self.is_complete = false;
            }
        }
    }

    fn page(&mut self, page: &Page) {
        self.is_complete &= page.left_out.is_none();
        if page.uses_plugin() {
            self.calls_by_name = true;
            self.is_complete = false;
        }
        for unit in &page.units {
            self.unit(*unit, &page.file);
        }
        for reference in &page.references {
            match (&reference.target, reference.kind) {
                (Target::Local(name), kind) => {
                    self.is_complete &= !kind.is_script() || self.cx.file(name).is_some();
                    self.enqueue(name);
                }
                (Target::External, kind) if kind.is_script() => {
                    let url = reference.written.to_ascii_lowercase();
                    self.is_complete &= HARMLESS.iter().any(|known| url.contains(known));
                }
                (Target::External, ReferenceKind::Frame) => self.is_complete = false,
                _ => {}
            }
        }
    }

    fn script(&mut self, file: &Rc<str>, unit: UnitId) {
        match self.scripts.vendors.get(file).map(|vendor| vendor.kind) {
            None | Some(VendorKind::Driver) => self.unit(unit, file),
            Some(VendorKind::Player | VendorKind::PlayerDriver) => {
                self.unit(unit, file);
                self.is_open = true;
                self.calls_by_name = true;
            }
            // What a library loads and calls by name is what the course asks it for.
            Some(VendorKind::Library) => {
                self.units.push(unit);
                self.calls_properties = true;
            }
        }
    }

    fn unit(&mut self, id: UnitId, file: &str) {
        self.units.push(id);
        let unit = self.scripts.facts.unit(id);
        self.is_open |= unit.loads_by_name;
        let mut calls = self.scripts.facts.calls_of(id);
        self.calls_by_name |=
            unit.calls_by_name || calls.any(|(_, call)| self.scripts.flow.is_ambiguous(call));
        self.is_complete &= unit.syntax_error.is_none() || self.scripts.data.contains(&id);
        let mut timers = self.scripts.facts.calls_of(id);
        self.is_complete &= !timers.any(|(_, call)| calls_api_as_text(call));
        let names = unit.imports.iter().chain(&unit.strings);
        for name in names.filter(|string| names_file(&string.text) || string.text.starts_with('.'))
        {
            for base in [file, self.root.file.as_ref(), ""] {
                if let Target::Local(found) = resolve_from(base, &name.text)
                    && self.cx.file(&found).is_some()
                {
                    self.enqueue(&found);
                }
            }
        }
    }

    /// Code is loaded by names that only a run knows: any file may be meant.
    fn add_everything(&mut self) {
        let pages = self.scripts.pages.iter().map(|page| page.file.clone());
        let files: Vec<Rc<str>> = pages.chain(self.scripts.files.keys().cloned()).collect();
        for file in files {
            self.enqueue(&file);
        }
        self.run();
        self.is_complete &= self.scripts.skipped.is_empty();
    }
}

/// Is the API called by code for a timer? That is text, and only a run reads it.
fn calls_api_as_text(call: &Call) -> bool {
    let mut words = call.code_for_timer().flat_map(words_before_parenthesis);
    words.any(|word| super::api::parse(word).is_some())
}
