//! The session for the player page: a few plain WebAssembly exports.
//!
//! JavaScript writes UTF-8 into the input buffer of an [`Engine`], calls an export with the
//! length, and reads the answer where the first words of the engine say. Plain exports cost
//! less per call than generated glue, and there is nothing to install to build them.
//! `js/engine.js` is the other side of this border and knows the layout of [`Engine`].
#![warn(missing_docs, clippy::disallowed_methods)]

mod engine;
#[cfg(feature = "inspect")]
mod inspect;

pub use engine::Engine;

/// The exports. Every function takes the pointer that `engine_new` gave.
#[expect(
    unsafe_code,
    reason = "exports of the WebAssembly module take raw pointers"
)]
pub mod exports {
    use super::Engine;

    /// Makes an engine without a session.
    #[unsafe(no_mangle)]
    pub extern "C" fn engine_new() -> *mut Engine {
        Box::into_raw(Box::default())
    }

    /// Frees an engine.
    ///
    /// # Safety
    /// `engine` comes from `engine_new` and is not used afterwards.
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn engine_free(engine: *mut Engine) {
        // SAFETY: see above.
        drop(unsafe { Box::from_raw(engine) });
    }

    /// Makes room for an input of `length` bytes and gives its address.
    ///
    /// # Safety
    /// `engine` comes from `engine_new`.
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn engine_reserve(engine: *mut Engine, length: usize) -> *mut u8 {
        // SAFETY: see above; the page has one thread, so nothing else uses the engine now.
        unsafe { &mut *engine }.reserve(length)
    }

    /// Calls a function of the API; a length below zero stands for a missing argument.
    ///
    /// # Safety
    /// `engine` comes from `engine_new`; the lengths lie inside the input buffer.
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn engine_call(
        engine: *mut Engine,
        function: usize,
        first: isize,
        second: isize,
        at: f64,
        random: f64,
    ) -> usize {
        // SAFETY: see `engine_reserve`.
        unsafe { &mut *engine }.call(function, first, second, at as u64, random as u64)
    }

    macro_rules! exports {
        ($($(#[$doc:meta])* $name:ident => $method:ident;)*) => {$(
            $(#[$doc])*
            ///
            /// Takes the input's length and gives the answer's length.
            ///
            /// # Safety
            /// `engine` comes from `engine_new`; `length` lies inside the input buffer.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name(engine: *mut Engine, length: usize) -> usize {
                // SAFETY: see `engine_reserve`.
                unsafe { &mut *engine }.ask(length, Engine::$method)
            }
        )*};
    }

    exports! {
        /// Opens a course: [`scorm_session::Opening`] in, a fault or nothing out.
        engine_open => open;
        /// Opens a session from a snapshot: `{opening, snapshot}` in, a fault or nothing out.
        engine_restore => restore;
        /// Applies an event: event in, list of effects out.
        engine_apply => apply;
        /// Gives the effects that calls have left.
        engine_effects => effects;
        /// Gives the whole state.
        engine_snapshot => snapshot;
        /// Gives the state of the learner's controls.
        engine_navigation => navigation;
    }

    #[cfg(feature = "inspect")]
    exports! {
        /// Gives every activity with its tracking, and the global objectives.
        engine_overview => overview;
        /// Gives the data models of all activities that were launched.
        engine_data_models => data_models;
        /// Says an error code of the API in words: code in, `[text, diagnostic]` out.
        engine_explain => explain;
        /// Says an exception of sequencing in words: code in, text out.
        engine_meaning => meaning;
    }

    /// Makes another engine in the same state; the course itself is shared.
    ///
    /// # Safety
    /// `engine` comes from `engine_new`.
    #[cfg(feature = "inspect")]
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn engine_copy(engine: *mut Engine) -> *mut Engine {
        // SAFETY: see `engine_reserve`.
        Box::into_raw(Box::new(unsafe { &*engine }.copy()))
    }
}
