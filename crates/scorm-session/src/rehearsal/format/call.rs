//! One API call of a rehearsal, and how its answer is compared.

use serde::{Deserialize, Serialize};

/// One API call and its expected answer.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Call {
    /// Name of the function in SCORM 2004 or 1.2, or `CompareObjectiveIds`.
    pub method: String,
    /// Its arguments; `{n}` in the first stands for the index found by `lookup`.
    #[serde(default)]
    pub args: Vec<String>,
    /// Finds the index of a record by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lookup: Option<Lookup>,
    /// Expected return value; absent or null = not compared.
    #[serde(default)]
    pub expect_result: Option<String>,
    /// Expected error code right after the call; absent or null = not compared.
    #[serde(default)]
    pub expect_error: Option<String>,
    /// Error codes of which any will do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accept_errors: Vec<String>,
    /// How the return value is compared.
    #[serde(default)]
    pub compare: CompareKind,
    /// Smallest permitted maximum: the answer may be the expected text cut to this length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spm: Option<usize>,
    /// The answer must be shorter than this, for `length_lt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// Values of which any will do, for `request_valid`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accept: Vec<String>,
    /// Which part of an interaction the value is, for `interaction`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// Type of the interaction, for `interaction`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interaction_type: Option<String>,
    /// The collection to look at, for `CompareObjectiveIds`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection: Option<String>,
    /// The exact set of ids, for `CompareObjectiveIds`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect_ids: Vec<String>,
    /// Return value that must hold exactly, stronger than `expect_result`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strict_result: Option<String>,
    /// Error code that must hold exactly, stronger than `expect_error`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strict_error: Option<String>,
}

/// Finds the index of a record by its id.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lookup {
    /// Name of the collection, e.g. `cmi.objectives`.
    pub collection: String,
    /// The id that its record must have.
    pub id: String,
}

/// How an answer is compared with what is expected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CompareKind {
    /// Equal as text.
    #[default]
    Exact,
    /// Not compared.
    Any,
    /// The id of the learner.
    LearnerId,
    /// Shorter than `length` characters.
    LengthLt,
    /// One of `accept`.
    RequestValid,
    /// The same comma-separated tokens in any order.
    Set,
    /// Equal as numbers to six decimals.
    Real,
    /// The same number of seconds, to hundredths.
    Duration,
    /// The same instant, to seconds.
    Datetime,
    /// Equal, or cut to the smallest permitted maximum.
    String,
    /// As `string`.
    Uri,
    /// As `string`, with the language prefix compared apart.
    Langstring,
    /// Language tags equal ignoring case.
    Language,
    /// Equal as text or as numbers.
    Result,
    /// By the type and part of an interaction.
    Interaction,
    /// `CompareObjectiveIds`.
    IdSet,
}
