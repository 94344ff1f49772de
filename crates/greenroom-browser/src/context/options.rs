//! What a context is made with.

use super::dialog::DialogPolicy;

/// Settings of a new context.
#[derive(Debug, Clone, Default)]
pub struct ContextOptions {
    /// What its pages may reach.
    pub network: NetworkPolicy,
    /// How dialogs are answered.
    pub dialogs: DialogPolicy,
    /// What is entered into a prompt; its default text if absent.
    pub prompt_text: Option<String>,
    /// Size and kind of screen of its pages.
    pub viewport: Viewport,
    /// Scripts run in every document before any of its own, in the page's world.
    pub init_scripts: Vec<String>,
    /// Functions `window[name](text)` that deliver to [`Context::take_binding`].
    ///
    /// [`Context::take_binding`]: super::Context::take_binding
    pub bindings: Vec<String>,
    /// How large a picture may be that goes along with an answer.
    pub pictures: PictureLimits,
    /// Its pages lose focus and sight as in a real window; else each is always in front.
    pub has_real_focus: bool,
}

/// How large a picture may be that goes along with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureLimits {
    /// Pixels of the longer edge.
    pub long_edge: u32,
    pub bytes: usize,
}

impl Default for PictureLimits {
    /// What models take without shrinking it themselves.
    fn default() -> Self {
        Self {
            long_edge: 1568,
            bytes: 700_000,
        }
    }
}

/// What the pages of a context may reach.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum NetworkPolicy {
    /// Everything, as an ordinary browser. For pages that we wrote ourselves.
    #[default]
    Open,
    /// Exactly this `host:port` and nothing else; of a name of `localhost` also the names below it.
    Only(String),
    /// This `host:port`, and the public web; never other loopback or private addresses.
    Web(String),
}

/// The screen that a page sees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// Device pixels per CSS pixel.
    pub scale: f64,
    /// Whether it has a touch screen.
    pub touch: bool,
    /// Whether it lays out like a phone (viewport meta, overlay scroll bars).
    pub mobile: bool,
}

impl Default for Viewport {
    fn default() -> Self {
        Self {
            width: 1024,
            height: 768,
            scale: 1.0,
            touch: false,
            mobile: false,
        }
    }
}
