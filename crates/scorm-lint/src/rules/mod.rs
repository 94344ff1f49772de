//! All rules: one folder per family, one file per rule.

mod manifest;
mod package;
mod schema;

use crate::Rule;

/// Every rule, in the order of the documentation: by family, then by code.
pub static RULES: &[&Rule] = &[
    &package::missing_manifest::RULE,
    &package::nested_package_root::RULE,
    &package::manifest_name_case::RULE,
    &package::names_differ_only_by_case::RULE,
    &package::operating_system_junk::RULE,
    &manifest::malformed_manifest::RULE,
    &manifest::wrong_root_element::RULE,
    &schema::unknown_element::RULE,
    &schema::misplaced_element::RULE,
    &schema::element_out_of_order::RULE,
    &schema::missing_element::RULE,
    &schema::repeated_element::RULE,
    &schema::missing_attribute::RULE,
    &schema::unknown_attribute::RULE,
    &schema::invalid_boolean::RULE,
    &schema::boolean_as_digit::RULE,
    &schema::invalid_number::RULE,
    &schema::number_out_of_range::RULE,
    &schema::value_outside_vocabulary::RULE,
    &schema::invalid_identifier::RULE,
    &schema::duplicate_identifier::RULE,
    &schema::invalid_time::RULE,
    &schema::invalid_uri::RULE,
    &schema::invalid_language::RULE,
    &schema::unexpected_text::RULE,
    &schema::value_too_long::RULE,
    &schema::undeclared_element::RULE,
    &schema::undeclared_attribute::RULE,
    &schema::misplaced_attribute::RULE,
    &schema::misplaced_extension::RULE,
    &schema::repeated_extension::RULE,
    &schema::longer_than_guaranteed::RULE,
];
