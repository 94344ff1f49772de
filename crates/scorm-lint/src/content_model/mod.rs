//! The XML schemas of SCORM 1.2 and SCORM 2004 as tables, and one interpreter over them.
//!
//! Written out by hand rather than as XSD, so that a fault has an exact place, an own rule and
//! often a fix, and so that the editions can differ. A differential test against `xmllint` keeps
//! the tables honest.

mod adlcp;
mod adlnav;
mod adlseq;
mod fault;
mod imscp;
mod imsss;
mod interpret;
mod lom;
mod model;
mod order;
mod scorm12;
mod simple;
mod time;

pub(crate) use fault::{Fault, FaultKind, ValueFault, describe};
pub(crate) use interpret::{check, check_metadata};
pub(crate) use model::attribute_models;
