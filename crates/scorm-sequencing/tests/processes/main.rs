//! The processes of the SN book on small trees: requests, what comes of them, and the trace.
//!
//! One module per family, in the order of the book's appendix.

mod choice;
mod delivery;
mod flow;
mod launch_end;
mod manifest;
mod menu;
mod navigation;
mod objectives;
mod overall;
mod properties;
mod rollup;
mod scorm12;
mod selection;
mod sequencing;
mod support;
mod termination;
mod utility;
mod validity;
