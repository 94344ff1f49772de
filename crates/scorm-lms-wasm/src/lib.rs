//! The code of an LMS for the player page: a few plain WebAssembly exports.
//!
//! As with `scorm-wasm`, JavaScript writes UTF-8 into the input buffer of a [`Layer`], calls an
//! export with the length, and reads the answer where the first word of the layer says. What the
//! LMS sends leaves through imports, which are the page's own requests: whether they arrive is the
//! browser's decision. `js/layer.js` is the other side of this border.
#![warn(missing_docs, clippy::disallowed_methods)]

mod layer;
mod network;

pub use layer::Layer;

/// The exports. Every function takes the pointer that `layer_new` gave.
#[expect(
    unsafe_code,
    reason = "exports of the WebAssembly module take raw pointers"
)]
pub mod exports {
    use super::Layer;

    /// Makes a layer without a launch.
    #[unsafe(no_mangle)]
    pub extern "C" fn layer_new() -> *mut Layer {
        Box::into_raw(Box::default())
    }

    /// Makes room for an input of `length` bytes and gives its address.
    ///
    /// # Safety
    /// `layer` comes from `layer_new`.
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn layer_reserve(layer: *mut Layer, length: usize) -> *mut u8 {
        // SAFETY: see above; the page has one thread, and no import comes back in here.
        unsafe { &mut *layer }.reserve(length)
    }

    /// Begins a launch: `{profile, version, launch}` in, a fault or nothing out.
    ///
    /// # Safety
    /// `layer` comes from `layer_new`; `length` lies inside the input buffer.
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn layer_launch(layer: *mut Layer, length: usize) -> usize {
        // SAFETY: see `layer_reserve`.
        unsafe { &mut *layer }.launch(length)
    }

    /// Calls a function of the API: `{function, args, moment}` in, what it came to out.
    ///
    /// # Safety
    /// `layer` comes from `layer_new`; `length` lies inside the input buffer.
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn layer_call(layer: *mut Layer, length: usize) -> usize {
        // SAFETY: see `layer_reserve`.
        unsafe { &mut *layer }.call(length)
    }

    /// The time at which `layer_timer` is to be called, in milliseconds since the launch; below
    /// zero for never.
    ///
    /// # Safety
    /// `layer` comes from `layer_new`.
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn layer_next_timer(layer: *mut Layer) -> f64 {
        // SAFETY: see `layer_reserve`.
        unsafe { &*layer }.next_timer()
    }

    /// That time has come.
    ///
    /// # Safety
    /// `layer` comes from `layer_new`.
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn layer_timer(layer: *mut Layer, at_ms: f64) {
        // SAFETY: see `layer_reserve`.
        unsafe { &mut *layer }.timer(at_ms as u64);
    }

    /// An asynchronous request ended, by the number of its outcome.
    ///
    /// # Safety
    /// `layer` comes from `layer_new`.
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn layer_answered(layer: *mut Layer, request: u32, outcome: u32) {
        // SAFETY: see `layer_reserve`.
        unsafe { &mut *layer }.answered(request, outcome);
    }

    /// Something happened to the LMS's own page, by the number of the event.
    ///
    /// # Safety
    /// `layer` comes from `layer_new`.
    #[unsafe(no_mangle)]
    pub unsafe extern "C" fn layer_page_event(layer: *mut Layer, event: u32) {
        // SAFETY: see `layer_reserve`.
        unsafe { &mut *layer }.page_event(event);
    }
}
