//! Reading rehearsals strictly: whatever nobody understands is a fault with its place.
//!
//! Text becomes a value with the places of all its parts (`places`), the value is held against the
//! schema of the format (`shape`), and what can be read is held against what makes sense
//! (`meaning`). All faults are found at once.

mod meaning;
mod parameters;
mod places;
mod schema_shape;
mod shape;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;
use std::sync::LazyLock;

use scorm_session::rehearsal::format::Rehearsal;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use self::places::Places;

pub use self::parameters::Secrets;

/// The schema of the format, as it is published.
pub static SCHEMA: LazyLock<Value> =
    LazyLock::new(|| schemars::schema_for!(Rehearsal).as_value().clone());

/// The member of a file that holds several rehearsals.
const SEVERAL: &str = "rehearsals";

/// Something that is wrong with a rehearsal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Where, as a JSON pointer.
    pub pointer: String,
    /// Where in the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    pub message: String,
    /// The name or value that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
}

impl Fault {
    fn new(pointer: &str, message: impl Into<String>) -> Self {
        Self {
            pointer: pointer.to_owned(),
            line: None,
            column: None,
            message: message.into(),
            nearest: None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() {
            "/"
        } else {
            &self.pointer
        };
        match (self.line, self.column) {
            (Some(line), Some(column)) => write!(f, "{line}:{column} ({place})")?,
            _ => f.write_str(place)?,
        }
        write!(f, ": {}", self.message)?;
        match &self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

/// All that is wrong with a rehearsal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// A text that cannot be read at all.
    pub(super) fn because(why: &dyn fmt::Display) -> Self {
        Self(vec![Fault::new("", why.to_string())])
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

/// Why a text cannot be read as YAML or JSON, or a rehearsal not be written as one of them.
#[derive(Debug, thiserror::Error)]
pub enum FormError {
    /// JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// YAML that cannot be read.
    #[error(transparent)]
    ReadYaml(Box<serde_saphyr::Error>),
    /// YAML that cannot be written.
    #[error(transparent)]
    WriteYaml(#[from] serde_saphyr::SerializeError),
}

/// Reads the rehearsals of a file.
pub fn from_text(text: &str, yaml: bool, secrets: &Secrets) -> Result<Vec<Rehearsal>, Faults> {
    let value = parse(text, yaml).map_err(|fault| Faults::because(&fault))?;
    let places = Places::of(text);
    from_value(value, Some(&places), secrets)
}

/// Reads a rehearsal, or several, that came as a value.
pub fn from_argument(
    value: Map<String, Value>,
    secrets: &Secrets,
) -> Result<Vec<Rehearsal>, Faults> {
    from_value(Value::Object(value), None, secrets)
}

/// Whether a value is meant to be a rehearsal, or several.
pub fn is_rehearsal(value: &Value) -> bool {
    value.get("steps").is_some() || value.get(SEVERAL).is_some()
}

/// Whether a file can be read as a rehearsal, or several.
pub fn is_rehearsal_file(path: &Path) -> bool {
    let Ok(text) = std::fs::read_to_string(path) else {
        return false;
    };
    parse(&text, is_yaml(path)).is_ok_and(|value| is_rehearsal(&value))
}

/// A rehearsal as YAML.
pub fn to_yaml(rehearsal: &Rehearsal) -> Result<String, FormError> {
    // Through a value: what is flattened is written as any other member.
    let value = serde_json::to_value(rehearsal)?;
    Ok(serde_saphyr::to_string(&value)?)
}

pub(super) fn parse(text: &str, yaml: bool) -> Result<Value, FormError> {
    if yaml {
        serde_saphyr::from_str(text).map_err(|fault| FormError::ReadYaml(Box::new(fault)))
    } else {
        Ok(serde_json::from_str(text)?)
    }
}

fn from_value(
    value: Value,
    places: Option<&Places>,
    secrets: &Secrets,
) -> Result<Vec<Rehearsal>, Faults> {
    let mut faults = Vec::new();
    let mut read = Vec::new();
    for (pointer, mut value) in separated(value, &mut faults) {
        parameters::fill_in(&mut value, &pointer, secrets, &mut faults);
        let before = faults.len();
        shape::check(&SCHEMA, &mut value, &pointer, places, &mut faults);
        if faults.len() > before {
            continue;
        }
        match Rehearsal::deserialize(value) {
            Ok(rehearsal) => {
                meaning::check(&rehearsal, &pointer, &mut faults);
                read.push(rehearsal);
            }
            Err(fault) => faults.push(Fault::new(&pointer, fault.to_string())),
        }
    }
    if faults.is_empty() {
        return Ok(read);
    }
    if let Some(places) = places {
        for fault in &mut faults {
            if let Some((line, column)) = places.place(&fault.pointer) {
                (fault.line, fault.column) = (Some(line), Some(column));
            }
        }
    }
    faults.sort_by_key(|fault| (fault.line, fault.column));
    Err(Faults(faults))
}

/// The rehearsals of a file, each with its pointer. What stands beside `rehearsals` holds for all
/// of them.
fn separated(value: Value, faults: &mut Vec<Fault>) -> Vec<(String, Value)> {
    let Value::Object(mut members) = value else {
        faults.push(Fault::new("", "a rehearsal is an object"));
        return Vec::new();
    };
    let Some(several) = members.remove(SEVERAL) else {
        return vec![(String::new(), Value::Object(members))];
    };
    let Value::Array(list) = several else {
        faults.push(Fault::new(
            "/rehearsals",
            "a list of rehearsals is expected",
        ));
        return Vec::new();
    };
    if list.is_empty() {
        faults.push(Fault::new("/rehearsals", "there is no rehearsal in it"));
    }
    let with_defaults = |(index, rehearsal): (usize, Value)| {
        let pointer = format!("/{SEVERAL}/{index}");
        let whole = match rehearsal {
            Value::Object(own) => {
                let mut whole = members.clone();
                whole.extend(own);
                Value::Object(whole)
            }
            other => other,
        };
        (pointer, whole)
    };
    list.into_iter().enumerate().map(with_defaults).collect()
}

/// Whether a file holds YAML, by its name.
pub(super) fn is_yaml(path: &Path) -> bool {
    has_extension(path, "yaml") || has_extension(path, "yml")
}

pub(super) fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension()
        .is_some_and(|extension| extension == wanted)
}
