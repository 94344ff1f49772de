//! What a page says is kept up to a bound, and what is missing is reported.

/// A text up to this length is kept whole.
const TEXT_LIMIT: usize = 8 << 10;
/// What is kept of a longer one: enough to know it by, and short enough that whoever shows it need
/// not cut off what is said of the rest.
const BEGINNING: usize = 500;
/// What is kept of an address; longer ones are `data:` URLs, whose content is not of interest.
pub(crate) const URL_LIMIT: usize = 2048;

/// How many bytes an entry of a record keeps, about.
pub(crate) trait Weight {
    fn weight(&self) -> usize;
}

/// Cuts `text` between two characters; returns how many bytes are gone.
pub(crate) fn cut(text: &mut String, limit: usize) -> u64 {
    if text.len() <= limit {
        return 0;
    }
    let end = text.floor_char_boundary(limit);
    let gone = text.len() - end;
    text.truncate(end);
    // What was made from a large text must not keep its memory.
    text.shrink_to_fit();
    gone as u64
}

/// An address as it is kept.
pub(crate) fn address(mut url: String) -> String {
    if cut(&mut url, URL_LIMIT) > 0 {
        url.push('…');
    }
    url
}

/// A text as it is kept, of which `before` bytes were cut earlier.
pub(crate) fn text(mut text: String, before: u64) -> String {
    if text.len() > TEXT_LIMIT || before > 0 {
        let gone = cut(&mut text, BEGINNING) + before;
        text = format!("{text}… [{gone} bytes were left out]");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_end_between_characters_and_say_what_is_missing() {
        assert_eq!(text("short".into(), 0), "short");
        let long = text("é".repeat(TEXT_LIMIT), 5);
        let gone = 2 * TEXT_LIMIT - BEGINNING + 5;
        assert!(
            long.ends_with(&format!("[{gone} bytes were left out]")),
            "{long}"
        );
        assert_eq!(address("é".repeat(3)), "ééé");
        assert!(address("é".repeat(3000)).ends_with('…'));
    }
}
