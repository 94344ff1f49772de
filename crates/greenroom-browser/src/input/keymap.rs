//! Keys of a US keyboard: what a page learns from each.

/// A key as pages see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key {
    /// `KeyboardEvent.key`
    pub(super) name: String,
    /// `KeyboardEvent.code`; empty for characters that the keyboard does not have.
    pub(super) code: String,
    /// `KeyboardEvent.keyCode`
    pub(super) number: u16,
    /// Text that it makes; empty if none.
    pub(super) text: String,
    /// `KeyboardEvent.location`
    pub(super) location: u8,
}

impl Key {
    /// The key as it is with Shift held.
    pub(super) fn shifted(self) -> Self {
        let mut characters = self.name.chars();
        let (Some(character), None) = (characters.next(), characters.next()) else {
            return self;
        };
        if character.is_ascii_lowercase() {
            return of_character(character.to_ascii_uppercase());
        }
        match PUNCTUATION.iter().find(|(plain, ..)| *plain == character) {
            Some((_, shifted, ..)) => of_character(*shifted),
            None => self,
        }
    }
}

/// The key stroke that makes a character.
pub(super) fn of_character(character: char) -> Key {
    let with_text = |code: String, number: u16| Key {
        name: character.into(),
        code,
        number,
        text: character.into(),
        location: 0,
    };
    match character {
        '\n' => named("Enter").unwrap_or_else(|| with_text(String::new(), 13)),
        '\t' => named("Tab").unwrap_or_else(|| with_text(String::new(), 9)),
        ' ' => with_text("Space".into(), 32),
        'a'..='z' | 'A'..='Z' => {
            let upper = character.to_ascii_uppercase();
            with_text(format!("Key{upper}"), upper as u16)
        }
        '0'..='9' => with_text(format!("Digit{character}"), character as u16),
        _ => PUNCTUATION
            .iter()
            .find(|(plain, shifted, ..)| *plain == character || *shifted == character)
            .map_or_else(
                || with_text(String::new(), 0),
                |(_, _, code, number)| with_text((*code).into(), *number),
            ),
    }
}

/// A key by name, or by the one character that it makes.
pub(super) fn of_name(name: &str) -> Option<Key> {
    let mut characters = name.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Some(of_character(character)),
        _ => named(name),
    }
}

fn named(name: &str) -> Option<Key> {
    if let Some(number) = name
        .strip_prefix('F')
        .and_then(|number| number.parse::<u16>().ok())
    {
        return (1..=12)
            .contains(&number)
            .then(|| plain(name, name, 111 + number));
    }
    let alias = match name.to_ascii_lowercase().as_str() {
        "esc" => "Escape",
        "return" => "Enter",
        "del" => "Delete",
        "left" => "ArrowLeft",
        "right" => "ArrowRight",
        "up" => "ArrowUp",
        "down" => "ArrowDown",
        _ => name,
    };
    let (name, code, number) = NAMED
        .iter()
        .find(|(known, ..)| known.eq_ignore_ascii_case(alias))?;
    let mut key = plain(name, code, *number);
    match *name {
        "Enter" => key.text = "\r".into(),
        "Space" => (key.name, key.text) = (" ".into(), " ".into()),
        "Alt" | "Control" | "Meta" | "Shift" => key.location = 1,
        _ => {}
    }
    Some(key)
}

fn plain(key: &str, code: &str, number: u16) -> Key {
    Key {
        name: key.into(),
        code: code.into(),
        number,
        text: String::new(),
        location: 0,
    }
}

const NAMED: &[(&str, &str, u16)] = &[
    ("Alt", "AltLeft", 18),
    ("ArrowDown", "ArrowDown", 40),
    ("ArrowLeft", "ArrowLeft", 37),
    ("ArrowRight", "ArrowRight", 39),
    ("ArrowUp", "ArrowUp", 38),
    ("Backspace", "Backspace", 8),
    ("CapsLock", "CapsLock", 20),
    ("ContextMenu", "ContextMenu", 93),
    ("Control", "ControlLeft", 17),
    ("Delete", "Delete", 46),
    ("End", "End", 35),
    ("Enter", "Enter", 13),
    ("Escape", "Escape", 27),
    ("Home", "Home", 36),
    ("Insert", "Insert", 45),
    ("Meta", "MetaLeft", 91),
    ("PageDown", "PageDown", 34),
    ("PageUp", "PageUp", 33),
    ("Pause", "Pause", 19),
    ("Shift", "ShiftLeft", 16),
    ("Space", "Space", 32),
    ("Tab", "Tab", 9),
];

/// Plain character, shifted character, code, number.
const PUNCTUATION: &[(char, char, &str, u16)] = &[
    ('`', '~', "Backquote", 192),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
    ('1', '!', "Digit1", 49),
    ('2', '@', "Digit2", 50),
    ('3', '#', "Digit3", 51),
    ('4', '$', "Digit4", 52),
    ('5', '%', "Digit5", 53),
    ('6', '^', "Digit6", 54),
    ('7', '&', "Digit7", 55),
    ('8', '*', "Digit8", 56),
    ('9', '(', "Digit9", 57),
    ('0', ')', "Digit0", 48),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_names_have_their_keys() {
        for (name, key, code, number, text) in [
            ("a", "a", "KeyA", 65, "a"),
            ("A", "A", "KeyA", 65, "A"),
            ("7", "7", "Digit7", 55, "7"),
            ("&", "&", "Digit7", 55, "&"),
            ("é", "é", "", 0, "é"),
            ("Enter", "Enter", "Enter", 13, "\r"),
            ("esc", "Escape", "Escape", 27, ""),
            ("F5", "F5", "F5", 116, ""),
            ("Space", " ", "Space", 32, " "),
        ] {
            let got = of_name(name).unwrap();
            let got = (
                got.name.as_str(),
                got.code.as_str(),
                got.number,
                got.text.as_str(),
            );
            assert_eq!(got, (key, code, number, text), "{name}");
        }
        assert_eq!(of_name("F13"), None);
        assert_eq!(of_name("a").unwrap().shifted().name, "A");
        assert_eq!(of_name("1").unwrap().shifted().name, "!");
    }
}
