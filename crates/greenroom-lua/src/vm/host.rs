//! What Lua code can ask of the program: the functions behind the globals of the prelude.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;

use greenroom_os::beneath::Access;
use mlua::{Error, Function, Lua, LuaString, MultiValue, Result, Table, Value};

use super::call::Guard;
use super::clock::{self, TIME_IS_UP};
use super::files::{Reach, Refusal};
use super::native;
use super::output::{Output, StandardFile, Stream};
use crate::disk::BLOCK;
use crate::error_log::ErrorLog;
use crate::json::{Fault, Metamethods, decode_text, encode, encode_marked};
use crate::limits::{EVENT_BYTES, RESULT_BYTES};
use crate::session::{Events, Links, Timers};

/// What a virtual machine shares with its session.
pub(crate) struct Host {
    pub(crate) session_id: String,
    pub(crate) reach: Reach,
    pub(crate) output: Output,
    pub(crate) errors: Arc<ErrorLog>,
    pub(crate) events: Arc<Events>,
    pub(crate) links: Arc<Links>,
    pub(crate) timers: RefCell<Timers>,
    /// The project's files that were run, by their real place.
    pub(crate) loaded: RefCell<BTreeMap<PathBuf, LoadedFile>>,
    /// Notes of the getter that is being computed.
    pub(crate) diags: RefCell<Vec<String>>,
}

/// A file of the project that was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LoadedFile {
    pub(crate) shown: String,
    /// The name it was required by; `main.lua` has none.
    pub(crate) module: Option<String>,
}

impl Host {
    pub(crate) fn note_loaded(&self, path: &Path, shown: &str, module: Option<String>) {
        self.loaded.borrow_mut().insert(
            path.to_owned(),
            LoadedFile {
                shown: shown.to_owned(),
                module,
            },
        );
    }
}

/// Makes the table that the prelude gets.
pub(super) fn table(lua: &Lua, host: &Rc<Host>, guard: &Guard) -> Result<Table> {
    let table = lua.create_table()?;
    table.set("id", host.session_id.as_str())?;
    table.set("full_access", host.reach.full_access())?;
    table.set("null", Value::NULL)?;
    for (name, stream) in [
        ("stdin", Stream::In),
        ("stdout", Stream::Out),
        ("stderr", Stream::Err),
    ] {
        let output = host.output.clone();
        table.set(name, lua.create_userdata(StandardFile { output, stream })?)?;
    }
    limits(lua, &table, host, guard)?;
    files(lua, &table, host)?;
    processes(lua, &table, host)?;
    timers_and_tabs(lua, &table, host)?;
    json(lua, &table)?;
    agent(lua, &table, host)?;
    Ok(table)
}

fn limits(lua: &Lua, table: &Table, host: &Rc<Host>, guard: &Guard) -> Result<()> {
    let (host, guard) = (Rc::clone(host), guard.clone());
    table.set(
        "protected",
        lua.create_function(move |_, mut arguments: MultiValue| {
            let place = arguments.pop_front().unwrap_or(Value::Nil).to_string()?;
            let Some(Value::Function(action)) = arguments.pop_front() else {
                return Ok(());
            };
            if let Err(failure) = guard.call(&action, arguments) {
                host.errors.report(&host.session_id, &place, &failure);
            }
            if clock::look() {
                clock::trip();
                return Err(Error::runtime(TIME_IS_UP));
            }
            Ok(())
        })?,
    )
}

/// What Lua code gets of a refusal: the words and the number, or nothing.
type Refused = (Option<String>, Option<i32>);

fn as_refused(outcome: std::result::Result<(), Refusal>) -> Refused {
    outcome.map_or_else(
        |refusal| (Some(refusal.text), Some(refusal.code)),
        |()| (None, None),
    )
}

fn files(lua: &Lua, table: &Table, host: &Rc<Host>) -> Result<()> {
    let own = Rc::clone(host);
    table.set("block", BLOCK)?;
    table.set(
        "open",
        lua.create_function(move |_, (path, mode): (LuaString, LuaString)| {
            let access = match &*mode.as_bytes() {
                b"r" => Access::Read,
                b"r+" => Access::Update,
                b"w" | b"w+" => Access::Create(mode.as_bytes().len() > 1),
                _ => Access::Append(mode.as_bytes().len() > 1),
            };
            let path = path.as_bytes();
            if native::files_are_full() {
                return Ok(as_refused(Err(Refusal::too_many_files(&path))));
            }
            Ok(as_refused(
                own.reach.open(&path, access).map(native::offer_file),
            ))
        })?,
    )?;
    table.set(
        "files_are_full",
        lua.create_function(|_, ()| Ok(native::files_are_full()))?,
    )?;
    let own = Rc::clone(host);
    table.set(
        "take_room",
        lua.create_function(move |_, bytes: u64| {
            let taken = own.reach.take(bytes);
            Ok(as_refused(taken.map_err(|error| Refusal::no_room(&error))))
        })?,
    )?;
    let own = Rc::clone(host);
    table.set(
        "remove",
        lua.create_function(move |_, path: LuaString| {
            Ok(as_refused(own.reach.remove(&path.as_bytes())))
        })?,
    )?;
    let own = Rc::clone(host);
    table.set(
        "rename",
        lua.create_function(move |_, (from, to): (LuaString, LuaString)| {
            Ok(as_refused(
                own.reach.rename(&from.as_bytes(), &to.as_bytes()),
            ))
        })?,
    )?;
    modules(lua, table, host)
}

fn modules(lua: &Lua, table: &Table, host: &Rc<Host>) -> Result<()> {
    let own = Rc::clone(host);
    table.set(
        "read_code",
        lua.create_function(move |lua, path: LuaString| {
            let path = path.as_bytes();
            match own.reach.read_code(&path) {
                Ok(text) => {
                    let shown = own.reach.shown(&own.reach.place(&path));
                    Ok((Some(lua.create_string(text)?), shown))
                }
                Err(refusal) => Ok((None, refusal.text)),
            }
        })?,
    )?;
    let own = Rc::clone(host);
    table.set(
        "find_module",
        lua.create_function(move |_, name: String| match own.reach.module(&name) {
            Ok(path) => Ok((Some(path.display().to_string()), own.reach.shown(&path))),
            Err(missing) => Ok((None, missing.to_string())),
        })?,
    )?;
    let own = Rc::clone(host);
    table.set(
        "note_loaded",
        lua.create_function(move |_, (path, shown, name): (String, String, String)| {
            own.note_loaded(Path::new(&path), &shown, Some(name));
            Ok(())
        })?,
    )?;
    let own = Rc::clone(host);
    table.set(
        "forget_module",
        lua.create_function(move |_, name: String| {
            own.loaded
                .borrow_mut()
                .retain(|_, file| file.module.as_ref() != Some(&name));
            Ok(())
        })?,
    )
}

/// Only called when the human opened processes to Lua.
fn processes(lua: &Lua, table: &Table, host: &Rc<Host>) -> Result<()> {
    let own = Rc::clone(host);
    table.set(
        "execute",
        lua.create_function(move |lua, command: Option<String>| {
            let Some(command) = command else {
                return Ok(MultiValue::from_vec(vec![Value::Boolean(true)]));
            };
            let status = Command::new("sh")
                .args(["-c", &command])
                .current_dir(own.reach.root())
                .stdin(Stdio::null())
                .stdout(own.output.for_child(Stream::Out))
                .stderr(own.output.for_child(Stream::Err))
                .status()
                .map_err(Error::external)?;
            let success = if status.success() {
                Value::Boolean(true)
            } else {
                Value::Nil
            };
            let (how, code) = match status.code() {
                Some(code) => ("exit", code),
                None => ("signal", 0),
            };
            Ok(MultiValue::from_vec(vec![
                success,
                Value::String(lua.create_string(how)?),
                Value::Integer(code.into()),
            ]))
        })?,
    )?;
    let own = Rc::clone(host);
    table.set(
        "popen_command",
        lua.create_function(move |_, (command, mode): (String, String)| {
            Ok(own.output.shell_command(&command, &mode))
        })?,
    )
}

fn timers_and_tabs(lua: &Lua, table: &Table, host: &Rc<Host>) -> Result<()> {
    let own = Rc::clone(host);
    table.set(
        "start_timer",
        lua.create_function(move |_, (kind, action, ms): (String, Function, f64)| {
            let ms = if kind == "immediate" { 0.0 } else { ms };
            match own
                .timers
                .borrow_mut()
                .start(action, ms, kind == "interval")
            {
                Ok(handle) => Ok((Some(handle), None)),
                Err(limit) => Ok((None, Some(format!("Limit reached: {limit}")))),
            }
        })?,
    )?;
    let own = Rc::clone(host);
    table.set(
        "stop_timer",
        lua.create_function(move |_, handle: Option<i64>| {
            if let Some(handle) = handle {
                own.timers.borrow_mut().stop(handle);
            }
            Ok(())
        })?,
    )?;
    let own = Rc::clone(host);
    table.set(
        "tabs",
        lua.create_function(move |lua, ()| {
            let list = lua.create_table()?;
            for tab in own.links.tabs() {
                let row = lua.create_table()?;
                row.raw_set("id", tab.tab)?;
                row.raw_set("path", tab.path)?;
                row.raw_set("visible", tab.visible)?;
                list.raw_push(row)?;
            }
            Ok(list)
        })?,
    )
}

fn json(lua: &Lua, table: &Table) -> Result<()> {
    table.set(
        "json_encode",
        lua.create_function(|_, value: Value| {
            Ok(match encode(&value, RESULT_BYTES) {
                Ok(json) => (Some(json.to_string()), None),
                Err(Fault::NotJson) => (None, Some("the value has no JSON form".to_owned())),
                Err(Fault::TooLarge(_)) => (None, Some("the value is too large".to_owned())),
            })
        })?,
    )?;
    table.set(
        "json_decode",
        lua.create_function(|lua, text: mlua::LuaString| {
            Ok(match decode_text(lua, &text.as_bytes())? {
                Ok(value) => (value, None),
                Err(error) => (Value::Nil, Some(format!("no JSON: {error}"))),
            })
        })?,
    )
}

fn agent(lua: &Lua, table: &Table, host: &Rc<Host>) -> Result<()> {
    let own = Rc::clone(host);
    table.set(
        "push_state",
        lua.create_function(move |_, value: Value| {
            match encode_marked(&value, EVENT_BYTES, Metamethods::Run) {
                Ok(json) => {
                    own.events.push(json);
                    Ok(None)
                }
                Err(_) => Ok(Some(format!(
                    "Limit reached: an event is limited to {EVENT_BYTES} bytes"
                ))),
            }
        })?,
    )?;
    let own = Rc::clone(host);
    table.set(
        "polling",
        lua.create_function(move |_, ()| Ok(own.events.polling()))?,
    )?;
    let own = Rc::clone(host);
    table.set(
        "wait_time",
        lua.create_function(move |_, ()| {
            let since = own.events.since_last_wait();
            Ok(since.map_or(f64::INFINITY, |since| since.as_secs_f64()))
        })?,
    )?;
    let own = Rc::clone(host);
    table.set(
        "log",
        lua.create_function(move |_, (level, message): (String, String)| {
            let session = own.session_id.as_str();
            match level.as_str() {
                "error" => tracing::error!(target: "ui", session, "{message}"),
                "warn" | "warning" => tracing::warn!(target: "ui", session, "{message}"),
                "debug" => tracing::debug!(target: "ui", session, "{message}"),
                _ => tracing::info!(target: "ui", session, "{message}"),
            }
            Ok(())
        })?,
    )?;
    let own = Rc::clone(host);
    table.set(
        "diag",
        lua.create_function(move |_, (level, message): (String, String)| {
            const MOST: usize = 20;
            let mut diags = own.diags.borrow_mut();
            if diags.len() < MOST {
                diags.push(format!("{level}: {message}"));
            }
            Ok(())
        })?,
    )
}
