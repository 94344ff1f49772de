//! XML as an owned tree in which every element and attribute knows its bytes.

mod build;
mod guard;
mod lines;
mod mend;
mod node;
mod tree;
mod vocabulary;

pub(crate) use build::too_large;
pub use build::{XmlLimits, read};
pub use lines::LineIndex;
pub use node::{Attribute, Document, ElementId, Node, Span};
pub use vocabulary::Vocabulary;
