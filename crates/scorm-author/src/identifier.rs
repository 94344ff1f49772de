//! Identifiers from titles in any script.

/// The most characters of a title that its identifier shows.
const MOST_SHOWN: usize = 40;

/// An identifier that every LMS takes: ASCII letters, digits and hyphens, a letter first.
///
/// Titles that differ have identifiers that differ, also where nothing of them is ASCII; so have
/// courses of one title in another template or version, whose records an LMS must not mix.
pub(crate) fn of(title: &str, template: &str, version: &str) -> String {
    let mut shown = String::new();
    for character in title.chars() {
        if character.is_ascii_alphanumeric() {
            shown.push(character.to_ascii_lowercase());
        } else if !shown.is_empty() && !shown.ends_with('-') {
            shown.push('-');
        }
        if shown.len() == MOST_SHOWN {
            break;
        }
    }
    let shown = shown.trim_end_matches('-');
    let separator = if shown.is_empty() { "" } else { "-" };
    format!(
        "course-{shown}{separator}{:08x}",
        mark(&format!("{template} {version} {title}"))
    )
}

/// FNV-1a, which is the same on every machine and in every version.
fn mark(title: &str) -> u32 {
    title.bytes().fold(0x811c_9dc5, |mark, byte| {
        (mark ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn every_title_has_an_identifier_of_its_own() {
        let titles = [
            "Strong passwords",
            "Strong Passwords!",
            "Пароли",
            "Слова",
            "🔐",
            "كلمات المرور",
            "1. <b>x</b> \"y\"",
            &"long ".repeat(40),
        ];
        let mut known = std::collections::BTreeSet::new();
        for title in titles {
            let identifier = of(title, "quiz", "1.2");
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            assert!(identifier.chars().all(plain), "{identifier}");
            assert!(identifier.starts_with("course-"), "{identifier}");
            assert!(identifier.len() < 64, "{identifier}");
            assert!(known.insert(identifier), "{title}");
        }
        let tea = |version| of("Tea & cake", "quiz", version);
        assert_eq!(tea("1.2"), tea("1.2"));
        assert_ne!(tea("1.2"), tea("2004_4th"));
    }
}
