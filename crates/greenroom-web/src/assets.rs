//! The files that the build script made.

/// The player page, its script, and the engine.
pub(crate) const PLAYER: &[Asset] = &[
    Asset {
        name: "",
        mime: "text/html; charset=utf-8",
        bytes: include_bytes!(concat!(env!("OUT_DIR"), "/web/player/index.html")),
    },
    Asset {
        name: "player.js",
        mime: "text/javascript; charset=utf-8",
        bytes: include_bytes!(concat!(env!("OUT_DIR"), "/web/player/player.js")),
    },
    Asset {
        name: "engine.wasm",
        mime: "application/wasm",
        bytes: include_bytes!(concat!(env!("OUT_DIR"), "/engine.wasm")),
    },
];

/// One embedded file.
pub(crate) struct Asset {
    pub(crate) name: &'static str,
    pub(crate) mime: &'static str,
    pub(crate) bytes: &'static [u8],
}
