//! Style sheets without comments, and with as few blanks as their tokens need.
//!
//! What could mean something else without its blanks keeps them: escapes, strings, unquoted
//! addresses, custom properties (scripts read those as text).

/// The same style sheet in fewer bytes; none if it does not end where it should.
pub(super) fn smaller(text: &str) -> Option<String> {
    let mut shrink = Shrink {
        rest: text,
        new: String::with_capacity(text.len()),
    };
    shrink.run()?;
    Some(shrink.new)
}

struct Shrink<'a> {
    rest: &'a str,
    new: String,
}

impl Shrink<'_> {
    fn run(&mut self) -> Option<()> {
        loop {
            if self.begins_custom_property() {
                self.custom_property()?;
            }
            let Some(first) = self.rest.chars().next() else {
                return Some(());
            };
            match first {
                '"' | '\'' => self.string(first)?,
                '\\' => self.escape(),
                '/' if self.rest.starts_with("/*") => self.comment()?,
                _ if is_blank(first) => self.blanks(),
                '{' | '}' | ';' | ',' => {
                    if self.new.ends_with(' ') && !self.ends_with_escape() {
                        self.new.pop();
                    }
                    self.take(1);
                }
                'u' | 'U' if self.begins_address() => self.address()?,
                _ => self.take(first.len_utf8()),
            }
        }
    }

    fn take(&mut self, bytes: usize) {
        let (taken, rest) = self.rest.split_at(bytes);
        self.new.push_str(taken);
        self.rest = rest;
    }

    /// A blank that ends an escape belongs to it.
    fn ends_with_escape(&self) -> bool {
        let before = self.new.trim_end_matches(' ');
        let digits = before.trim_end_matches(|c: char| c.is_ascii_hexdigit());
        before.len() > digits.len() && digits.ends_with('\\')
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start_matches(is_blank);
        let is_needless = self.new.is_empty()
            || self.new.ends_with(['{', '}', ';', ',', ' ']) && !self.ends_with_escape()
            || self.rest.is_empty();
        if !is_needless {
            self.new.push(' ');
        }
    }

    /// Goes, if it parts nothing that would run together; notices of rights stay.
    fn comment(&mut self) -> Option<()> {
        let end = self.rest.get(2..)?.find("*/")? + 4;
        if self.rest.starts_with("/*!") {
            self.take(end);
            return Some(());
        }
        self.rest = &self.rest[end..];
        let before = self.new.chars().next_back();
        let behind = self.rest.chars().next();
        let parts =
            |c: Option<char>| c.is_none_or(|c| is_blank(c) || matches!(c, '{' | '}' | ';' | ','));
        if !parts(before) && !parts(behind) {
            self.new.push_str("/**/");
        }
        Some(())
    }

    fn string(&mut self, quote: char) -> Option<()> {
        let mut characters = self.rest.char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => {
                    characters.next();
                }
                '\n' | '\r' | '\u{c}' => return None,
                other if other == quote => {
                    self.take(at + 1);
                    return Some(());
                }
                _ => {}
            }
        }
        None
    }

    fn escape(&mut self) {
        let behind = &self.rest[1..];
        let digits = behind
            .bytes()
            .take(6)
            .take_while(u8::is_ascii_hexdigit)
            .count();
        let mut length = 1 + digits;
        if digits == 0 {
            length += behind.chars().next().map_or(0, char::len_utf8);
        } else if let Some(blank) = behind[digits..].chars().next().filter(|c| is_blank(*c)) {
            length += blank.len_utf8();
        }
        self.take(length);
    }

    fn begins_address(&self) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\\');
        let is_inside = self.new.chars().next_back().is_some_and(is_word);
        let head = self.rest.get(..4).unwrap_or_default();
        !is_inside && head.eq_ignore_ascii_case("url(")
    }

    /// An address without quotes is one token, with whatever is in it.
    fn address(&mut self) -> Option<()> {
        let inside = self.rest[4..].trim_start_matches(is_blank);
        if inside.starts_with(['"', '\'']) {
            self.take(4);
            return Some(());
        }
        let mut characters = self.rest.char_indices().skip(4);
        while let Some((at, character)) = characters.next() {
            match character {
                '\\' => {
                    characters.next();
                }
                ')' => {
                    self.take(at + 1);
                    return Some(());
                }
                _ => {}
            }
        }
        None
    }

    fn begins_custom_property(&self) -> bool {
        self.rest.starts_with("--")
            && (self.new.ends_with(['{', ';', '}']) || self.new.ends_with("*/"))
    }

    /// Up to the end of the declaration, as it stands.
    fn custom_property(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            let first = self.rest.chars().next()?;
            match first {
                '"' | '\'' => {
                    self.string(first)?;
                    continue;
                }
                '\\' => {
                    self.escape();
                    continue;
                }
                '/' if self.rest.starts_with("/*") => {
                    let end = self.rest.get(2..)?.find("*/")? + 4;
                    self.take(end);
                    continue;
                }
                '(' | '[' | '{' => depth += 1,
                ')' | ']' => depth = depth.checked_sub(1)?,
                '}' if depth > 0 => depth -= 1,
                '}' => return Some(()),
                ';' if depth == 0 => return Some(()),
                _ => {}
            }
            self.take(first.len_utf8());
        }
    }
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{c}')
}

#[cfg(test)]
mod tests {
    use super::smaller;

    #[test]
    fn blanks_and_comments_go_where_nothing_changes() {
        for (text, want) in [
            ("a , b {\n  color : red ;\n}\n", "a,b{color : red;}"),
            ("/* c */ a { } /* d */\n", "a{}"),
            ("/*! rights */ a{}", "/*! rights */ a{}"),
            ("a/* c */.b{}", "a/**/.b{}"),
            ("a /* c */ b{}", "a b{}"),
            ("a :hover > b + c{}", "a :hover > b + c{}"),
            (".a\\26  b{}", ".a\\26  b{}"),
            (".a\\26 {}", ".a\\26 {}"),
            ("b{content:\" ; /* no */ \"}", "b{content:\" ; /* no */ \"}"),
            (
                "b{background:url( data:a;b , c )  no-repeat}",
                "b{background:url( data:a;b , c ) no-repeat}",
            ),
            (
                "b{background:url( 'a  b.png' )}",
                "b{background:url( 'a  b.png' )}",
            ),
            (
                "b{--x:  { a ; b } ;  color: red}",
                "b{--x:  { a ; b };color: red}",
            ),
            ("b{width:calc(1px  +  2px)}", "b{width:calc(1px + 2px)}"),
            (
                "@media screen  and (min-width : 1px)  {a{}}",
                "@media screen and (min-width : 1px){a{}}",
            ),
        ] {
            assert_eq!(smaller(text).as_deref(), Some(want), "{text}");
            assert_eq!(smaller(want).as_deref(), Some(want), "again: {want}");
        }
        for broken in ["a{} /* open", "a{content:'open}", "a{b:url(open"] {
            assert_eq!(smaller(broken), None, "{broken}");
        }
    }
}
