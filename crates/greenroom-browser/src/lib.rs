//! Headless Chromium over a pipe: launch, CDP, pages, input, console, network, screenshots.
//!
//! A [`Browser`] starts Chromium when it is first needed and again after a crash, or has one of a pool
//! elsewhere (see [`RemoteOptions`]). A [`Context`]
//! is an isolated set of pages with its own cookies, storage and network policy; it records what
//! its pages log, request and ask. A [`Page`] is a tab or popup; a [`Frame`] is a document in it.
//! Nothing here knows what the pages are for.

mod browser;
mod capture;
mod cdp;
mod context;
mod element;
mod error;
mod input;
mod launch;
mod locate;
mod page;
mod proxy;
mod registry;
mod remote;
mod running;

pub use browser::{Browser, BrowserInfo};
pub use capture::{
    Captured, ConsoleCategory, ConsoleLevel, ConsoleMessage, NetworkRequest, ResourceType,
};
pub use context::{
    BindingCall, Context, ContextEvent, ContextOptions, Dialog, DialogKind, DialogPolicy, Download,
    EventStream, FrameId, FrameInfo, NetworkPolicy, PictureLimits, TargetKind, Viewport,
};
pub use element::{
    ClickKind, Done, Dragged, Element, ElementInfo, FillValue, Locator, Reason, Rect,
};
pub use error::{BrowserError, Crash, Result};
pub use input::{Input, KeyInput, KeyMove, MouseButton, MouseInput, MouseMove};
pub use launch::{Flags, LaunchOptions, stale_processes};
pub use locate::{Looked, PROGRAM_VARIABLE, Program, locate};
pub use page::{
    Area, Clip, EvaluateOptions, Evaluated, Exception, Film, FilmFrame, FilmOptions, Frame, Image,
    ImageFormat, Navigation, Page, Settled, World,
};
pub use proxy::{Refusal, RefusalReason};
pub use remote::{PlaceHealth, ProxyAddress, RemoteOptions, Unusable};
