//! The activity tree as the rules of sequencing see it: XML elements with their effective
//! sequencing, so that every finding has a place. Defaults are the schema's.

mod rule;
mod tree;
mod value;

pub(crate) use rule::{COMPARED, Condition, RollupRule, compared, same_conditions};
pub(crate) use tree::{Activities, Activity};
pub(crate) use value::{is_objective, is_true, objective_id};
