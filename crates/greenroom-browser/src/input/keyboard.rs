//! The keyboard.

use std::time::Duration;

use serde_json::json;

use super::keymap::{self, Key};
use crate::error::{BrowserError, Result};
use crate::page::Page;

/// Modifier keys by name, with their bit in CDP.
const MODIFIERS: &[(&str, u8)] = &[("Alt", 1), ("Control", 2), ("Meta", 4), ("Shift", 8)];

impl Page {
    /// Type text with key events for every character; returns how many there were. Line breaks
    /// press Enter, tabs press Tab.
    pub async fn type_text(&self, text: &str, delay: Duration) -> Result<usize> {
        self.check()?;
        let mut count = 0;
        for character in text.replace("\r\n", "\n").chars() {
            if count > 0 && !delay.is_zero() {
                tokio::time::sleep(delay).await;
            }
            self.stroke(&keymap::of_character(character), 0).await?;
            count += 1;
        }
        Ok(count)
    }

    /// Press a named key or chord: `Enter`, `Tab`, `ArrowLeft`, `a`, `Control+A`, `Shift+Tab`.
    pub async fn press(&self, chord: &str) -> Result<()> {
        let (modifiers, key) = parse_chord(chord)
            .ok_or_else(|| BrowserError::invalid(format!("no key is called {chord:?}")))?;
        self.check()?;
        let held: Vec<Key> = modifiers
            .iter()
            .filter_map(|name| keymap::of_name(name))
            .collect();
        let mut mask = 0;
        for (name, key) in modifiers.iter().zip(&held) {
            mask |= bit(name);
            self.key_event("rawKeyDown", key, mask).await?;
        }
        let shifted = mask & bit("Shift") != 0;
        self.stroke(&if shifted { key.shifted() } else { key }, mask)
            .await?;
        for (name, key) in modifiers.iter().zip(&held).rev() {
            mask &= !bit(name);
            self.key_event("keyUp", key, mask).await?;
        }
        Ok(())
    }

    /// Insert text at once, as an input method does.
    pub async fn insert_text(&self, text: &str) -> Result<()> {
        self.call("Input.insertText", &json!({"text": text}))
            .await
            .map(drop)
    }

    async fn stroke(&self, key: &Key, modifiers: u8) -> Result<()> {
        // With Control, Alt or Meta a key makes no text.
        let plain = modifiers & !bit("Shift") == 0;
        let down = if plain && !key.text.is_empty() {
            "keyDown"
        } else {
            "rawKeyDown"
        };
        self.key_event(down, key, modifiers).await?;
        self.key_event("keyUp", key, modifiers).await
    }

    async fn key_event(&self, kind: &str, key: &Key, modifiers: u8) -> Result<()> {
        let mut params = json!({
            "type": kind, "modifiers": modifiers, "key": key.name, "code": key.code,
            "windowsVirtualKeyCode": key.number, "location": key.location,
        });
        if kind == "keyDown" {
            params["text"] = key.text.as_str().into();
            params["unmodifiedText"] = key.text.as_str().into();
        }
        self.input("Input.dispatchKeyEvent", &params).await
    }
}

fn bit(modifier: &str) -> u8 {
    MODIFIERS
        .iter()
        .find(|(name, _)| *name == modifier)
        .map_or(0, |(_, bit)| *bit)
}

/// Modifiers and the key of `Control+Shift+A`; `+` itself is a key too.
fn parse_chord(chord: &str) -> Option<(Vec<&'static str>, Key)> {
    let mut modifiers = Vec::new();
    let mut rest = chord;
    while let Some((first, after)) = rest.split_once('+') {
        if first.is_empty() || after.is_empty() {
            break;
        }
        modifiers.push(modifier(first)?);
        rest = after;
    }
    Some((modifiers, keymap::of_name(rest)?))
}

fn modifier(name: &str) -> Option<&'static str> {
    let name = match name.to_ascii_lowercase().as_str() {
        "ctrl" | "control" => "Control",
        "alt" | "option" => "Alt",
        "shift" => "Shift",
        "meta" | "cmd" | "command" => "Meta",
        _ => return None,
    };
    Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chords_are_taken_apart() {
        for (chord, modifiers, key) in [
            ("Enter", vec![], "Enter"),
            ("Control+A", vec!["Control"], "A"),
            (
                "ctrl+shift+ArrowLeft",
                vec!["Control", "Shift"],
                "ArrowLeft",
            ),
            ("+", vec![], "+"),
            ("Shift++", vec!["Shift"], "+"),
        ] {
            let (got, got_key) = parse_chord(chord).unwrap();
            assert_eq!((got, got_key.name.as_str()), (modifiers, key), "{chord}");
        }
        for nonsense in ["", "Hyper+A", "Entr", "Control+", "A+B"] {
            assert!(parse_chord(nonsense).is_none(), "{nonsense}");
        }
    }
}
