//! XML as an owned tree in which every element and attribute knows its bytes.

mod build;
mod lines;
mod node;
mod vocabulary;

pub use build::{XmlLimits, read};
pub use lines::LineIndex;
pub use node::{Attribute, Document, ElementId, Node, Span};
pub use vocabulary::Vocabulary;
