//! Where the manifest leaves the content models of its version.

pub(crate) mod boolean_as_digit;
pub(crate) mod duplicate_identifier;
pub(crate) mod element_out_of_order;
pub(crate) mod invalid_boolean;
pub(crate) mod invalid_identifier;
pub(crate) mod invalid_language;
pub(crate) mod invalid_number;
pub(crate) mod invalid_time;
pub(crate) mod invalid_uri;
pub(crate) mod longer_than_guaranteed;
pub(crate) mod misplaced_attribute;
pub(crate) mod misplaced_element;
pub(crate) mod misplaced_extension;
pub(crate) mod missing_attribute;
pub(crate) mod missing_element;
mod names;
pub(crate) mod number_out_of_range;
pub(crate) mod repeated_element;
pub(crate) mod repeated_extension;
pub(crate) mod undeclared_attribute;
pub(crate) mod undeclared_element;
pub(crate) mod unexpected_text;
pub(crate) mod unknown_attribute;
pub(crate) mod unknown_element;
pub(crate) mod value_outside_vocabulary;
pub(crate) mod value_too_long;
mod values;
