//! The page's own requests, as imports.

use scorm_lms::{Network, Outcome, Request};

/// The outcomes by their numbers, which `js/layer.js` knows.
const OUTCOMES: [Outcome; 4] = [
    Outcome::Saved,
    Outcome::Refused,
    Outcome::LoginPage,
    Outcome::NoConnection,
];

/// The outcome of this number; a number that nobody gave means that nothing arrived.
pub(crate) fn outcome(number: u32) -> Outcome {
    let found = OUTCOMES.get(number as usize);
    found.copied().unwrap_or(Outcome::NoConnection)
}

/// The network of the page.
#[derive(Debug)]
pub(crate) struct PageNetwork;

#[cfg(target_arch = "wasm32")]
#[expect(unsafe_code, reason = "imports of the WebAssembly module")]
mod imports {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        fn send_sync(address: *const u8, length: usize) -> u32;
        fn send_beacon(address: *const u8, length: usize) -> u32;
        fn send_async(address: *const u8, length: usize);
    }

    // SAFETY of all three: the page reads the text during the call and keeps no address of it.
    pub(super) fn sync(text: &str) -> u32 {
        unsafe { send_sync(text.as_ptr(), text.len()) }
    }

    pub(super) fn beacon(text: &str) -> u32 {
        unsafe { send_beacon(text.as_ptr(), text.len()) }
    }

    pub(super) fn start(text: &str) {
        unsafe { send_async(text.as_ptr(), text.len()) }
    }
}

/// Outside a page nothing arrives.
#[cfg(not(target_arch = "wasm32"))]
mod imports {
    pub(super) fn sync(_: &str) -> u32 {
        u32::MAX
    }

    pub(super) fn beacon(_: &str) -> u32 {
        0
    }

    pub(super) fn start(_: &str) {}
}

/// A request as the page gets it: number, way, and the body that is sent as it is.
fn written(request: &Request) -> String {
    let via = serde_json::to_string(&request.via).unwrap_or_default();
    let body = serde_json::to_string(&request.body).unwrap_or_default();
    format!("{} {} {body}", request.id, via.trim_matches('"'))
}

impl Network for PageNetwork {
    fn sync(&mut self, request: &Request) -> Outcome {
        outcome(imports::sync(&written(request)))
    }

    fn beacon(&mut self, request: &Request) -> bool {
        imports::beacon(&written(request)) != 0
    }

    fn start(&mut self, request: &Request) {
        imports::start(&written(request));
    }
}
