//! The page of the content: its frames, its elements, how it looks, and what an act on it caused.

pub mod act;
pub mod annotation;
pub mod answer;
pub mod assessment;
pub mod audit;
pub mod automation;
pub mod blank;
pub mod by_text;
pub mod console;
pub mod content;
pub mod context;
pub mod dom_state;
pub mod effects;
pub mod element;
pub mod elements;
pub mod fill_value;
pub mod framework;
pub mod layout;
pub mod loading;
pub mod mixed_content;
pub mod named;
pub mod picture;
pub mod response;
pub mod scene;
pub mod slides;
pub mod told;
