//! Long strings on the WebSocket endpoint travel compressed, where both sides agreed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Map, Value, json};
use std::io::{Read as _, Write as _};

/// A string of more UTF-16 units than this is compressed.
pub const LONGEST_PLAIN: usize = 1_000;
/// Bytes that one string may inflate to.
const LARGEST: u64 = 8 << 20;
/// A string may grow by this factor…
const LARGEST_RATIO: u64 = 100;
/// …once it has this many bytes.
const RATIO_FROM: u64 = 64 << 10;

/// Why a compressed string is not one.
#[derive(Debug, thiserror::Error)]
pub enum NotInflated {
    #[error("compressed string: {0}")]
    Base64(#[from] base64::DecodeError),
    #[error("compressed string: {0}")]
    Gzip(#[from] std::io::Error),
    #[error("compressed string: {0}")]
    Utf8(#[from] std::string::FromUtf8Error),
    #[error("compressed string: too large")]
    TooLarge,
}

/// Compresses every long string of a value.
pub fn deflate(value: Value) -> Value {
    map_strings(value, &|text| {
        if text.encode_utf16().count() <= LONGEST_PLAIN {
            return Value::String(text);
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let packed = encoder
            .write_all(text.as_bytes())
            .and_then(|()| encoder.finish());
        match packed {
            Ok(packed) => json!({"compressed": true, "data": STANDARD.encode(packed)}),
            Err(_) => Value::String(text),
        }
    })
}

/// Puts plain strings where compressed ones stand. The error names what is wrong.
pub fn inflate(value: Value) -> Result<Value, NotInflated> {
    match value {
        Value::Object(members) => {
            if let Some(packed) = packed(&members) {
                return unpack(packed).map(Value::String);
            }
            members
                .into_iter()
                .map(|(name, value)| Ok((name, inflate(value)?)))
                .collect::<Result<Map<_, _>, NotInflated>>()
                .map(Value::Object)
        }
        Value::Array(items) => items
            .into_iter()
            .map(inflate)
            .collect::<Result<_, _>>()
            .map(Value::Array),
        other => Ok(other),
    }
}

/// Removes members that are null; elements of arrays stay.
pub fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(members) => members
            .into_iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| (name, without_nulls(value)))
            .collect(),
        Value::Array(items) => items.into_iter().map(without_nulls).collect(),
        other => other,
    }
}

fn packed(members: &Map<String, Value>) -> Option<&str> {
    let is_packed = members.len() == 2 && members.get("compressed") == Some(&Value::Bool(true));
    members.get("data").filter(|_| is_packed)?.as_str()
}

fn unpack(packed: &str) -> Result<String, NotInflated> {
    let bytes = STANDARD.decode(packed)?;
    let allowed = (bytes.len() as u64 * LARGEST_RATIO).clamp(RATIO_FROM, LARGEST);
    let mut plain = Vec::new();
    GzDecoder::new(bytes.as_slice())
        .take(allowed + 1)
        .read_to_end(&mut plain)?;
    if plain.len() as u64 > allowed {
        return Err(NotInflated::TooLarge);
    }
    Ok(String::from_utf8(plain)?)
}

fn map_strings(value: Value, change: &impl Fn(String) -> Value) -> Value {
    match value {
        Value::String(text) => change(text),
        Value::Array(items) => items
            .into_iter()
            .map(|item| map_strings(item, change))
            .collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(name, value)| (name, map_strings(value, change)))
            .collect(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_units_stay_and_one_more_is_compressed() {
        let (plain, long) = ("a".repeat(1000), "😀".repeat(501));
        assert_eq!(deflate(json!([plain])), json!([plain]));
        let packed = deflate(json!({"params": {"arguments": {"visual_output": long}}}));
        let text = &packed["params"]["arguments"]["visual_output"];
        assert_eq!(text["compressed"], true);
        let unpacked = inflate(packed).unwrap();
        assert_eq!(
            unpacked["params"]["arguments"]["visual_output"],
            json!(long)
        );
    }

    #[test]
    fn a_bomb_is_refused() {
        let bomb = deflate(json!("0".repeat(7 << 20)));
        assert!(inflate(bomb).unwrap_err().to_string().contains("too large"));
        let small = deflate(json!("0".repeat(60_000)));
        assert!(inflate(small).is_ok(), "small ones may have any ratio");
        assert!(inflate(json!({"compressed": true, "data": "!!"})).is_err());
    }

    #[test]
    fn nulls_leave_objects_and_stay_in_lists() {
        let value = json!({"a": null, "b": [null, {"c": null}], "d": 1});
        assert_eq!(without_nulls(value), json!({"b": [null, {}], "d": 1}));
    }
}
