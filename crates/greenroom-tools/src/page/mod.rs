//! The page of the content: its frames, its elements, and what an act on it caused.

pub(crate) mod act;
pub(crate) mod answer;
pub(crate) mod assessment;
pub(crate) mod audit;
pub(crate) mod automation;
pub(crate) mod automation_call;
pub(crate) mod blank;
pub(crate) mod by_text;
pub(crate) mod console;
pub(crate) mod content;
pub(crate) mod context;
pub(crate) mod dom_state;
pub(crate) mod effects;
pub(crate) mod element;
pub(crate) mod elements;
pub(crate) mod excerpt;
pub(crate) mod framework;
pub(crate) mod loading;
pub(crate) mod mixed_content;
pub(crate) mod response;
pub(crate) mod slides;
