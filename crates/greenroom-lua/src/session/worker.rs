//! The thread of a session: it takes one job after the other, and after each one it detects what
//! changed and sends it.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mlua::{MultiValue, Value};
use tokio::sync::oneshot;

use super::handle::{SessionOptions, StartError};
use super::job::{AppState, Job, Pushed, Ran, RunFault, RunJob, StateError};
use super::queue::Next;
use super::shared::{Facts, Shared};
use crate::frame::{CloseCode, NoticeKind, PROTOCOL, PageFrame, PageMessage, ServerMessage};
use crate::json::{Fault, Metamethods, encode, encode_marked, non_json, represent};
use crate::limits::RESULT_BYTES;
use crate::page::{self, Connection};
use crate::path;
use crate::state;
use crate::viewdef::ViewdefChange;
use crate::vm::{Host, LuaFailure, Reach, Vm, type_of};

/// How long the frames of a page are remembered after it went away.
const PAGE_MEMORY: Duration = Duration::from_mins(10);

/// Serves a session until its queue is closed.
pub(super) fn run(
    shared: &Arc<Shared>,
    options: &SessionOptions,
    ready: oneshot::Sender<Result<(), StartError>>,
) {
    let mut worker = match Worker::new(shared, options) {
        Ok(worker) => worker,
        Err(error) => {
            let _caller_gone = ready.send(Err(error));
            return;
        }
    };
    let _caller_gone = ready.send(Ok(()));
    loop {
        let due = worker.vm.host.timers.borrow().next_due();
        let next = shared.queue.next(due);
        if matches!(next, Next::End) {
            return;
        }
        // A fault of ours must not end the session: its callers learn that their job is gone.
        if catch_unwind(AssertUnwindSafe(|| worker.step(next))).is_err() {
            tracing::error!(target: "ui", session = shared.id, "a job of the session panicked");
            shared.end(worker.facts());
        }
    }
}

struct Worker {
    shared: Arc<Shared>,
    vm: Vm,
    connections: BTreeMap<u64, Connection>,
    /// What was handled of each page load.
    pages: HashMap<String, PageMemory>,
}

/// The frames of one page load, across its connections.
struct PageMemory {
    handled: u64,
    left: Option<Instant>,
}

impl Worker {
    fn new(shared: &Arc<Shared>, options: &SessionOptions) -> Result<Self, StartError> {
        let internal = |error: &dyn std::fmt::Display| StartError::Internal(error.to_string());
        let reach =
            Reach::new(&options.base_dir, options.full_access).map_err(|error| internal(&error))?;
        let host = Rc::new(Host {
            session_id: options.id.clone(),
            reach,
            output: options.output.clone(),
            errors: Arc::clone(&shared.errors),
            events: Arc::clone(&shared.events),
            links: Arc::clone(&shared.links),
            timers: RefCell::default(),
            loaded: RefCell::default(),
            diags: RefCell::default(),
        });
        let vm = Vm::new(host, options.limits.memory_bytes).map_err(|error| internal(&error))?;
        let worker = Self {
            shared: Arc::clone(shared),
            vm,
            connections: BTreeMap::new(),
            pages: HashMap::new(),
        };
        shared.begin("main.lua");
        worker.run_main().map_err(StartError::Lua)?;
        shared.end(worker.facts());
        Ok(worker)
    }

    fn run_main(&self) -> Result<(), LuaFailure> {
        let Ok(path) = self.vm.host.reach.module("main") else {
            return Ok(());
        };
        let shown = self.vm.host.reach.shown(&path);
        if shown != "lua/main.lua" {
            return Ok(());
        }
        self.vm.host.note_loaded(&path, &shown, None);
        let chunk = self.compile_file(&path, &shown)?;
        self.vm.call(&chunk, (), self.shared.limits.run)?;
        self.mutate();
        Ok(())
    }

    fn compile_file(&self, path: &Path, shown: &str) -> Result<mlua::Function, LuaFailure> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| LuaFailure::runtime(format!("{shown}: {error}")))?;
        self.vm.compile(&text, shown)
    }

    /// Does one job, then detects, sends, and tells what it can be told.
    fn step(&mut self, next: Next) {
        let shared = Arc::clone(&self.shared);
        match next {
            Next::End => {}
            Next::Timer => self.timer(),
            Next::Job(Job::Run(job)) => self.run_code(job),
            Next::Job(Job::Frame { connection, frame }) => {
                shared.begin("frame of a page");
                self.frame(connection, &frame);
                self.finish();
            }
            Next::Job(Job::Disconnect { connection }) => {
                shared.begin("disconnect");
                self.disconnect(connection);
                self.finish();
            }
            Next::Job(Job::Viewdefs { changes, reply }) => {
                shared.begin("view definitions");
                let pushed = self.viewdefs(&changes);
                self.finish();
                let _caller_gone = reply.send(pushed);
            }
            Next::Job(Job::State { path, depth, reply }) => {
                let _caller_gone = reply.send(self.state(&path, depth));
            }
            Next::Job(Job::Rows { reply }) => {
                let rows = self.connections.values().flat_map(Connection::rows);
                let _caller_gone = reply.send(rows.collect());
            }
            Next::Job(Job::Reload { files }) => {
                shared.begin("reload");
                self.reload(&files);
                self.finish();
            }
        }
    }

    fn run_code(&mut self, job: RunJob) {
        if !job.ticket.begin() {
            return;
        }
        self.shared.begin("ui_run");
        let _caller_gone = job.started.send(());
        let outcome = self
            .vm
            .compile(&job.code, "ui_run")
            .and_then(|chunk| self.vm.call(&chunk, (), job.limit));
        let outcome = match outcome {
            Ok(values) => self.marshalled(&values, job.limit),
            Err(failure) => Err(RunFault::Lua(failure)),
        };
        let _caller_gone = job.ran.send(());
        let pushed = self.finish();
        let _caller_gone = job.reply.send((outcome, pushed));
    }

    /// The JSON of what a run returned. `__tostring` may run, so time counts here too.
    fn marshalled(&self, values: &MultiValue, limit: Duration) -> Result<Ran, RunFault> {
        let (outcome, timed_out) = self.vm.limited(limit, || marshal(values));
        if timed_out {
            return Err(RunFault::Lua(LuaFailure::timeout()));
        }
        outcome
    }

    fn timer(&mut self) {
        let due = self.vm.host.timers.borrow_mut().take_due();
        let Some(action) = due else { return };
        self.shared.begin("timer");
        if let Err(failure) = self.vm.call(&action, (), self.shared.limits.job) {
            self.report("timer", &failure);
        }
        self.finish();
    }

    fn frame(&mut self, number: u64, frame: &PageFrame) {
        if !self.connections.contains_key(&number) {
            let Some(link) = self.shared.links.get(number) else {
                return;
            };
            self.connections.insert(number, Connection::new(link));
        }
        let mut says_hello = false;
        for (position, message) in frame.messages.iter().enumerate() {
            let read = serde_json::from_value::<PageMessage>(message.clone());
            let greeted = self.connections[&number].link.greeted();
            match read {
                Ok(PageMessage::Hello {
                    protocol,
                    page,
                    tab,
                    path,
                }) if !greeted && position == 0 => {
                    if protocol != PROTOCOL {
                        self.fault(number);
                        return;
                    }
                    self.hello(number, &page, &tab, &path, frame.seq);
                    says_hello = true;
                }
                _ if !greeted => {
                    self.fault(number);
                    return;
                }
                Ok(message) => {
                    if let Some(connection) = self.connections.get_mut(&number) {
                        connection.handle(&self.vm, &self.shared.limits, message);
                    }
                }
                Err(error) => {
                    if let Some(connection) = self.connections.get_mut(&number) {
                        connection.bad_message(message, &error.to_string());
                    }
                }
            }
        }
        if let Some(connection) = self.connections.get_mut(&number) {
            connection.acknowledge(frame.seq);
            // A page that hears no welcome says hello again. Its number is above those of frames
            // that were lost, so it must not pass for the last one that was handled.
            if !says_hello && let Some(memory) = self.pages.get_mut(&connection.link.page()) {
                memory.handled = memory.handled.max(frame.seq);
            }
        }
    }

    fn hello(&mut self, number: u64, page: &str, tab: &str, path: &str, seq: u64) {
        self.pages
            .retain(|_, memory| memory.left.is_none_or(|left| left.elapsed() < PAGE_MEMORY));
        // A page load has one connection: what an older one still brings is not handled any more.
        let older: Vec<u64> = self
            .connections
            .iter()
            .filter(|(other, connection)| **other != number && connection.link.page() == page)
            .map(|(other, _)| *other)
            .collect();
        for other in older {
            if let Some(connection) = self.connections.remove(&other) {
                self.shared.links.remove(other);
                connection.link.close(CloseCode::ProtocolFault);
            }
        }
        let handled = match self.pages.get(page) {
            Some(memory) => Some(memory.handled),
            None if seq <= 1 => Some(0),
            None => None,
        };
        self.pages.insert(
            page.to_owned(),
            PageMemory {
                handled: handled.unwrap_or(0),
                left: None,
            },
        );
        let Some(connection) = self.connections.get_mut(&number) else {
            return;
        };
        connection.link.greet(page, tab, path);
        let welcome = ServerMessage::Welcome {
            protocol: PROTOCOL,
            session: self.shared.id.clone(),
            server: self.shared.server.clone(),
            connection: format!("c_{number}"),
            handled,
        };
        connection.welcome(welcome, &self.shared.viewdefs);
    }

    /// Ends a connection that does not speak the protocol.
    fn fault(&mut self, number: u64) {
        if let Some(connection) = self.connections.remove(&number) {
            self.shared.links.remove(number);
            connection.link.close(CloseCode::ProtocolFault);
        }
    }

    fn disconnect(&mut self, number: u64) {
        if let Some(connection) = self.connections.remove(&number)
            && let Some(memory) = self.pages.get_mut(&connection.link.page())
        {
            memory.left = Some(Instant::now());
        }
    }

    fn viewdefs(&mut self, changes: &[ViewdefChange]) -> Pushed {
        let mut pushed = Pushed::default();
        for connection in self.connections.values_mut() {
            if connection.link.greeted() {
                pushed.tabs += 1;
                pushed.updates += changes
                    .iter()
                    .map(|change| connection.viewdef_changed(change))
                    .sum::<usize>();
            }
        }
        pushed
    }

    fn state(&self, path: &str, depth: usize) -> Result<AppState, StateError> {
        let app = self.vm.app().map_or(Value::Nil, Value::Table);
        let value = if path.is_empty() {
            app
        } else {
            let parsed = path::parse(path).map_err(|error| StateError::Path(error.to_string()))?;
            if parsed.elements.iter().any(path::Element::is_call) {
                return Err(StateError::Path("calls are not made here".to_owned()));
            }
            page::read_raw(&app, &parsed).unwrap_or(Value::Nil)
        };
        let type_name = value.as_table().and_then(type_of);
        match state::state(&self.vm, &value, depth) {
            Ok(state) => Ok(AppState { type_name, state }),
            Err(Fault::TooLarge(bytes)) => Err(StateError::TooLarge(bytes)),
            Err(Fault::NotJson) => Err(StateError::Path("the value has no JSON form".to_owned())),
        }
    }

    /// Runs changed files again. A file that does not compile keeps its old code.
    fn reload(&mut self, files: &[PathBuf]) {
        for path in files {
            let Some(file) = self.vm.host.loaded.borrow().get(path).cloned() else {
                continue;
            };
            let place = format!("reload of {}", file.shown);
            let outcome = self.compile_file(path, &file.shown).and_then(|chunk| {
                self.vm.set_reloading(true);
                let ran = self.rerun(&chunk, file.module.as_deref());
                self.vm.set_reloading(false);
                ran
            });
            let text = match &outcome {
                Ok(()) => format!("{} reloaded", file.shown),
                Err(failure) => {
                    self.report(&place, failure);
                    format!("{place} failed: {}", failure.message)
                }
            };
            for link in self.shared.links.all() {
                link.notice(NoticeKind::Reloaded, &text);
            }
        }
    }

    fn rerun(&self, chunk: &mlua::Function, module: Option<&str>) -> Result<(), LuaFailure> {
        let rerun = self.vm.prelude_function("rerun")?;
        self.vm
            .call(&rerun, (chunk, module), self.shared.limits.run)
            .map(drop)
    }

    /// Instances of changed prototypes follow, before anyone looks at them.
    fn mutate(&self) {
        let outcome = self
            .vm
            .prelude_function("mutate")
            .and_then(|mutate| self.vm.call(&mutate, (), self.shared.limits.job));
        if let Err(failure) = outcome {
            self.report("mutate", &failure);
        }
    }

    /// What follows every job: mutation, detection, one frame for each page that needs one.
    fn finish(&mut self) -> Pushed {
        self.mutate();
        let links = Arc::clone(&self.shared.links);
        self.connections
            .retain(|number, _| links.get(*number).is_some());
        let greeted = self
            .connections
            .values_mut()
            .filter(|connection| connection.link.greeted());
        page::detect(&self.vm, &self.shared.limits, greeted);
        let mut pushed = Pushed::default();
        for connection in self.connections.values_mut() {
            let updates = connection.flush();
            pushed.tabs += usize::from(updates > 0);
            pushed.updates += updates;
        }
        self.shared.end(self.facts());
        pushed
    }

    fn facts(&self) -> Facts {
        Facts {
            type_name: self.vm.app().and_then(|app| type_of(&app)),
            variables: self
                .connections
                .values()
                .map(Connection::variable_count)
                .sum(),
            memory_bytes: self.vm.lua.used_memory(),
        }
    }

    fn report(&self, place: &str, failure: &LuaFailure) {
        self.shared.errors.report(&self.shared.id, place, failure);
    }
}

/// If any part of the first value has no JSON form, all of it is described instead.
fn marshal(values: &MultiValue) -> Result<Ran, RunFault> {
    let first = values.front().cloned().unwrap_or(Value::Nil);
    let too_large = |fault| match fault {
        Fault::TooLarge(bytes) => RunFault::TooLarge(bytes),
        Fault::NotJson => RunFault::TooLarge(0),
    };
    let mut partial = None;
    let result = match encode(&first, RESULT_BYTES) {
        Ok(json) => json,
        Err(Fault::NotJson) => {
            if first.is_table() {
                partial = encode_marked(&first, RESULT_BYTES, Metamethods::Run).ok();
            }
            non_json(&represent(&first, Metamethods::Run))
        }
        Err(fault) => return Err(too_large(fault)),
    };
    let rest = values
        .iter()
        .skip(1)
        .map(|value| encode_marked(value, RESULT_BYTES, Metamethods::Run).map_err(too_large))
        .collect::<Result<_, _>>()?;
    Ok(Ran {
        result,
        rest,
        partial,
    })
}
