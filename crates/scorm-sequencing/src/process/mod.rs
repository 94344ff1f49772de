//! The processes of the SN book, one family per file, each under its id.
//!
//! Processes that only search take `&Sequencer`: look-ahead can call them and, by their type,
//! changes nothing. What the pseudo-code changes in the middle of a search (ending attempts when
//! flow runs off the tree, or when a chosen cluster has nothing to deliver) is returned as data
//! and carried out by the Overall Sequencing Process.

mod choice;
mod constrained_choice;
mod delivery;
mod flow;
mod navigation;
mod overall;
mod rollup;
mod rollup_rule;
mod selection;
mod sequencing;
mod termination;
mod utility;

pub(crate) use sequencing::Sequenced;
