//! The project's files: `main.lua`, reloads, and prototypes that change with them.

use std::path::{Path, PathBuf};

use super::Worker;
use crate::frame::NoticeKind;
use crate::vm::LuaFailure;

impl Worker {
    pub(super) fn run_main(&self) -> Result<(), LuaFailure> {
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
        let text = self
            .vm
            .host
            .reach
            .read_code(path.as_os_str().as_encoded_bytes());
        let text = text.map_err(|refusal| LuaFailure::runtime(refusal.text))?;
        self.vm.compile(&text, shown, self.shared.limits.run)
    }

    /// Runs changed files again. A file that does not compile keeps its old code.
    pub(super) fn reload(&mut self, files: &[PathBuf]) {
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
    pub(super) fn mutate(&self) {
        let outcome = self
            .vm
            .prelude_function("mutate")
            .and_then(|mutate| self.vm.call(&mutate, (), self.shared.limits.job));
        if let Err(failure) = outcome {
            self.report("mutate", &failure);
        }
    }
}
