//! The time limit of Lua code: an instruction hook that looks at the clock.
//!
//! Coroutines inherit the hook of the coroutine that made them. After the first trip the hook is
//! installed again at every instruction, so that neither `pcall` loops nor closing variables can
//! go on; see also `prelude/guard.lua`.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use mlua::{Error, HookTriggers, Lua, Result, VmState};

use crate::limits::HOOK_INSTRUCTIONS;

/// Time is up.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("Execution time limit exceeded")]
pub(crate) struct TimeIsUp;

/// The clock of one virtual machine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock(Rc<State>);

#[derive(Debug, Default)]
struct State {
    deadline: Cell<Option<Instant>>,
    tripped: Cell<bool>,
}

impl Clock {
    /// Begins to watch the code of `lua`.
    pub(crate) fn install(&self, lua: &Lua) -> Result<()> {
        self.hook(lua, HOOK_INSTRUCTIONS)
    }

    /// Whether time has run out since [`Clock::limited`] began.
    pub(crate) fn tripped(&self) -> bool {
        self.0.tripped.get()
    }

    /// Runs `work` with a time limit. Inside another limit the earlier end counts.
    pub(crate) fn limited<T>(
        &self,
        lua: &Lua,
        limit: Duration,
        work: impl FnOnce() -> T,
    ) -> Limited<T> {
        let outer = self.0.deadline.get();
        let outer_tripped = self.0.tripped.get();
        let own = Instant::now() + limit;
        self.0
            .deadline
            .set(Some(outer.map_or(own, |outer| outer.min(own))));
        let value = work();
        let timed_out = self.0.tripped.get();
        self.0.deadline.set(outer);
        // Work that has no time left of its own does not end the work around it.
        let outer_over = outer.is_some_and(|outer| Instant::now() >= outer);
        if timed_out && !outer_tripped && !outer_over {
            self.0.tripped.set(false);
            let _installed_before = self.hook(lua, HOOK_INSTRUCTIONS);
        }
        Limited { value, timed_out }
    }

    fn hook(&self, lua: &Lua, instructions: u32) -> Result<()> {
        let clock = self.clone();
        let triggers = HookTriggers::new().every_nth_instruction(instructions);
        lua.set_global_hook(triggers, move |lua, _| {
            if !clock.0.tripped.get() {
                let over = clock
                    .0
                    .deadline
                    .get()
                    .is_some_and(|deadline| Instant::now() >= deadline);
                if !over {
                    return Ok(VmState::Continue);
                }
                clock.0.tripped.set(true);
            }
            clock.hook(lua, 1)?;
            Err(Error::external(TimeIsUp))
        })
    }
}

/// What became of limited work.
pub(crate) struct Limited<T> {
    pub(crate) value: T,
    pub(crate) timed_out: bool,
}
