//! The thread of a session: it takes one job after the other, and after each one it detects what
//! changed and sends it.

mod code;
mod frames;
mod results;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Arc;

use tokio::sync::oneshot;

use super::errors::StartError;
use super::handle::SessionOptions;
use super::job::{Job, Pushed};
use super::queue::Next;
use super::shared::{Facts, Shared};
use crate::page::{self, Connection};
use crate::viewdef::ViewdefChange;
use crate::vm::{Host, LuaFailure, Reach, Vm, ends_with, type_of};
use frames::PageMemory;

/// Serves a session until its queue is closed.
pub(super) fn run(
    shared: &Arc<Shared>,
    options: &SessionOptions,
    ready: oneshot::Sender<Result<(), StartError>>,
) {
    ends_with(Arc::clone(&shared.ended));
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
            worker.vm.recover();
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

impl Worker {
    fn new(shared: &Arc<Shared>, options: &SessionOptions) -> Result<Self, StartError> {
        let internal = |error: &dyn std::fmt::Display| StartError::Internal(error.to_string());
        let reach = Reach::new(
            &options.base_dir,
            options.full_access,
            Arc::clone(&options.disk),
        )
        .map_err(|error| internal(&error))?;
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

    fn timer(&mut self) {
        let due = self.vm.host.timers.borrow_mut().take_due();
        let Some(action) = due else { return };
        self.shared.begin("timer");
        if let Err(failure) = self.vm.call(&action, (), self.shared.limits.job) {
            self.report("timer", &failure);
        }
        self.finish();
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
