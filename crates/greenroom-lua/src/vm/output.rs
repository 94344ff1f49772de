//! Where Lua's standard streams go.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::limits::LUA_LOG_BYTES;
use greenroom_os::regular::open_to_append;
use mlua::{MetaMethod, MultiValue, UserData, UserDataMethods, Value, Variadic};

/// The streams of all sessions of a project.
#[derive(Clone, Debug)]
pub enum Output {
    /// Log files below the project: the process's own streams carry a protocol.
    Files {
        lua_log: PathBuf,
        lua_err_log: PathBuf,
    },
    /// The process's own streams, as in plain Lua.
    Process,
}

/// A standard stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    In,
    Out,
    Err,
}

impl Output {
    /// The log files of a project.
    pub fn files(base_dir: &Path) -> Self {
        let log = base_dir.join("log");
        Self::Files {
            lua_log: log.join("lua.log"),
            lua_err_log: log.join("lua-err.log"),
        }
    }

    /// Writes all bytes at once. Files are opened anew each time, so that they can be truncated
    /// and removed from outside, and lines of several sessions never mix.
    pub(crate) fn write(&self, stream: Stream, bytes: &[u8]) -> std::io::Result<()> {
        match (self, stream) {
            (Self::Files { lua_log, .. }, Stream::Out) => append(lua_log, bytes),
            (Self::Files { lua_err_log, .. }, _) => append(lua_err_log, bytes),
            (Self::Process, Stream::Out) => {
                let mut stdout = std::io::stdout().lock();
                stdout.write_all(bytes)?;
                stdout.flush()
            }
            (Self::Process, _) => std::io::stderr().write_all(bytes),
        }
    }

    /// What a child process of Lua code gets as a standard stream.
    pub(crate) fn for_child(&self, stream: Stream) -> Stdio {
        let file = match (self, stream) {
            (Self::Files { lua_log, .. }, Stream::Out) => open(lua_log),
            (Self::Files { lua_err_log, .. }, _) => open(lua_err_log),
            (Self::Process, _) => return Stdio::inherit(),
        };
        file.map_or_else(|_| Stdio::null(), Stdio::from)
    }

    /// A shell command whose streams go where they belong; `mode` says which one Lua keeps.
    pub(crate) fn shell_command(&self, command: &str, mode: &str) -> String {
        let Self::Files {
            lua_log,
            lua_err_log,
        } = self
        else {
            return command.to_owned();
        };
        let quoted =
            |path: &Path| format!("'{}'", path.display().to_string().replace('\'', r"'\''"));
        let errors = quoted(lua_err_log);
        if mode.starts_with('w') {
            format!("{{ {command}\n}} >>{} 2>>{errors}", quoted(lua_log))
        } else {
            format!("{{ {command}\n}} </dev/null 2>>{errors}")
        }
    }
}

/// Opens a log to write at its end. A link or a pipe in its place is refused; what has become long
/// is put aside, so that code which never stops talking does not fill the disk.
fn open(path: &Path) -> std::io::Result<std::fs::File> {
    let file = open_to_append(path)?;
    if file.metadata()?.len() < LUA_LOG_BYTES {
        return Ok(file);
    }
    let mut aside = path.as_os_str().to_owned();
    aside.push(".old");
    std::fs::rename(path, aside)?;
    open_to_append(path)
}

fn append(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let opened = open(path).or_else(|error| {
        // The folder may have been removed as well.
        let folder = path.parent().ok_or(error)?;
        std::fs::create_dir_all(folder)?;
        open(path)
    });
    opened?.write_all(bytes)
}

/// `io.stdout`, `io.stderr` and `io.stdin`.
pub(crate) struct StandardFile {
    pub(crate) output: Output,
    pub(crate) stream: Stream,
}

impl UserData for StandardFile {
    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        methods.add_function("write", |_, arguments: MultiValue| {
            let mut arguments = arguments.into_iter();
            let file = arguments.next().unwrap_or(Value::Nil);
            let mut bytes = Vec::new();
            for (index, part) in arguments.enumerate() {
                match &part {
                    Value::String(text) => bytes.extend_from_slice(&text.as_bytes()),
                    Value::Integer(_) | Value::Number(_) => {
                        bytes.extend_from_slice(part.to_string()?.as_bytes());
                    }
                    other => {
                        return Err(mlua::Error::runtime(format!(
                            "bad argument #{} to 'write' (string expected, got {})",
                            index + 1,
                            other.type_name()
                        )));
                    }
                }
            }
            let written = {
                let Value::UserData(data) = &file else {
                    return Err(mlua::Error::runtime("write is a method: use file:write(…)"));
                };
                let this = data.borrow::<Self>()?;
                this.output.write(this.stream, &bytes)
            };
            match written {
                Ok(()) => Ok((file, None)),
                Err(error) => Ok((Value::Nil, Some(error.to_string()))),
            }
        });
        methods.add_method("read", |_, _, _: Variadic<Value>| Ok(Value::Nil));
        methods.add_method("lines", |lua, _, _: Variadic<Value>| {
            lua.create_function(|_, ()| Ok(Value::Nil))
        });
        methods.add_method("close", |_, _, ()| Ok((Value::Nil, "standard file")));
        methods.add_function("flush", |_, file: Value| Ok(file));
        methods.add_method("setvbuf", |_, _, _: Variadic<Value>| Ok(true));
        methods.add_method("seek", |_, _, _: Variadic<Value>| {
            Ok((Value::Nil, "Illegal seek", 29))
        });
        methods.add_meta_method(MetaMethod::ToString, |_, this, ()| {
            Ok(match this.stream {
                Stream::In => "file (stdin)",
                Stream::Out => "file (stdout)",
                Stream::Err => "file (stderr)",
            })
        });
    }
}
