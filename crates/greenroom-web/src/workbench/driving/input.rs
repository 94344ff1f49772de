//! What a person does to the course of an agent, as their page tells it.

use serde::{Deserialize, Serialize};

/// What a person did. Places are shares of the frame's width and height, from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "did", rename_all = "snake_case")]
pub enum PersonInput {
    Mouse {
        moved: MouseMove,
        button: MouseButton,
        x: f64,
        y: f64,
        /// 2 for the second press of a double click.
        clicks: u8,
        /// 1 Alt, 2 Control, 4 Meta, 8 Shift.
        modifiers: u8,
    },
    /// `dx` and `dy` in CSS pixels.
    Wheel { x: f64, y: f64, dx: f64, dy: f64 },
    /// As in `KeyboardEvent`.
    Key {
        moved: KeyMove,
        key: String,
        code: String,
        modifiers: u8,
    },
    /// Text that no key makes: pasted, or put together by an input method.
    Text { text: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MouseMove {
    Moved,
    Pressed,
    Released,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MouseButton {
    None,
    Left,
    Middle,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum KeyMove {
    Down,
    /// Held for so long that it comes again.
    Again,
    Up,
}

/// Characters of a text that is put in at once.
const LONGEST_TEXT: usize = 10_000;
/// Characters of the name of a key.
const LONGEST_KEY: usize = 32;
/// Pixels of one turn of the wheel.
const FARTHEST_WHEEL: f64 = 10_000.0;

impl PersonInput {
    /// Why it cannot be what a person did, if so.
    pub fn fault(&self) -> Option<&'static str> {
        let inside = |x: f64, y: f64| (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y);
        match self {
            Self::Mouse { x, y, .. } | Self::Wheel { x, y, .. } if !inside(*x, *y) => {
                Some("the place is not inside the frame")
            }
            Self::Mouse { clicks, .. } if *clicks > 3 => Some("more than three clicks"),
            Self::Mouse { modifiers, .. } | Self::Key { modifiers, .. } if *modifiers > 15 => {
                Some("unknown modifier keys")
            }
            // A comparison with what is no number is false.
            Self::Wheel { dx, dy, .. }
                if !(dx.abs() <= FARTHEST_WHEEL && dy.abs() <= FARTHEST_WHEEL) =>
            {
                Some("the wheel turned too far")
            }
            Self::Key { key, code, .. }
                if key.is_empty()
                    || key.chars().count() > LONGEST_KEY
                    || code.chars().count() > LONGEST_KEY =>
            {
                Some("no such key")
            }
            Self::Text { text } if text.is_empty() || text.chars().count() > LONGEST_TEXT => {
                Some("a text of 1 to 10,000 characters is taken")
            }
            _ => None,
        }
    }

    /// The pointer only moved; the next place makes it pointless.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Mouse {
                moved: MouseMove::Moved,
                ..
            }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn input_that_nobody_can_have_given_is_refused() {
        let mouse = json!({"did": "mouse", "moved": "pressed", "button": "left", "x": 0.5, "y": 1.0,
            "clicks": 1, "modifiers": 8});
        let key =
            json!({"did": "key", "moved": "down", "key": "a", "code": "KeyA", "modifiers": 0});
        let wheel = json!({"did": "wheel", "x": 0.0, "y": 0.0, "dx": 0, "dy": -120});
        let text = json!({"did": "text", "text": "ä"});
        let with = |input: &serde_json::Value, key: &str, value: serde_json::Value| {
            let mut input = input.clone();
            input[key] = value;
            let input: PersonInput = serde_json::from_value(input).unwrap();
            input.fault().is_some()
        };
        for good in [&mouse, &key, &wheel, &text] {
            assert!(!with(good, "more", json!(1)), "{good}");
        }
        assert!(with(&mouse, "x", json!(1.01)));
        assert!(with(&mouse, "y", json!(-0.1)));
        assert!(with(&mouse, "clicks", json!(9)));
        assert!(with(&mouse, "modifiers", json!(16)));
        assert!(with(&wheel, "dy", json!(1e300)));
        assert!(with(&wheel, "x", json!(2)));
        assert!(with(&key, "key", json!("")));
        assert!(with(&key, "code", json!("x".repeat(33))));
        assert!(with(&text, "text", json!("")));
        assert!(with(&text, "text", json!("x".repeat(10_001))));
        for number in ["NaN", "Infinity", "1e999"] {
            let text = mouse.to_string().replace("0.5", number);
            assert!(
                serde_json::from_str::<PersonInput>(&text).is_err(),
                "{number}"
            );
        }
    }
}
