//! AICC script, the language of SCORM 1.2 prerequisites.
//!
//! ```text
//! expression = term (('&' | '|') term)*
//! term       = '~' term | '(' expression ')' | count '*' set | set | name (('=' | '<>') status)?
//! set        = '{' name (',' name)* '}'
//! ```

use std::fmt;
use std::iter::Peekable;
use std::vec::IntoIter;

/// What is wrong with a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ScriptFault {
    Unexpected(String),
    SignMissing(&'static str),
    QuoteNotClosed,
    ItemMissing,
    ItemMissingInBraces,
    NotACount(String),
    StatusMissing,
}

impl fmt::Display for ScriptFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected(token) => write!(f, "`{token}` is not expected"),
            Self::SignMissing(sign) => write!(f, "`{sign}` is missing"),
            Self::QuoteNotClosed => f.write_str("a quotation mark is not closed"),
            Self::ItemMissing => f.write_str("an item is missing"),
            Self::ItemMissingInBraces => f.write_str("an item is missing in the braces"),
            Self::NotACount(word) => write!(f, "`{word}` is not a count"),
            Self::StatusMissing => f.write_str("a status is missing"),
        }
    }
}

/// The items that a script names, or what is wrong with it.
pub(super) fn parse(text: &str) -> Result<Vec<String>, ScriptFault> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let mut script = Script {
        tokens: tokens(text)?.into_iter().peekable(),
        names: Vec::new(),
    };
    script.expression()?;
    match script.tokens.next() {
        Some(token) => Err(ScriptFault::Unexpected(token.text().to_owned())),
        None => Ok(script.names),
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Sign(&'static str),
}

impl Token {
    fn text(&self) -> &str {
        match self {
            Self::Word(word) => word,
            Self::Sign(sign) => sign,
        }
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, ScriptFault> {
    const SIGNS: &[&str] = &["<>", "&", "|", "~", "=", "(", ")", "{", "}", ",", "*"];
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            tokens.push(Token::Sign(sign));
            rest = &rest[sign.len()..];
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let end = quoted.find('"').ok_or(ScriptFault::QuoteNotClosed)?;
            tokens.push(Token::Word(quoted[..end].to_owned()));
            rest = &quoted[end + 1..];
        } else {
            let stop = |c: char| c.is_whitespace() || "<>&|~=(){},*\"".contains(c);
            let end = rest.find(stop).unwrap_or(rest.len());
            if end == 0 {
                return Err(ScriptFault::Unexpected(rest[..1].to_owned()));
            }
            tokens.push(Token::Word(rest[..end].to_owned()));
            rest = &rest[end..];
        }
        rest = rest.trim_start();
    }
    Ok(tokens)
}

struct Script {
    tokens: Peekable<IntoIter<Token>>,
    names: Vec<String>,
}

impl Script {
    fn takes(&mut self, sign: &'static str) -> bool {
        self.tokens.next_if_eq(&Token::Sign(sign)).is_some()
    }

    fn expects(&mut self, sign: &'static str) -> Result<(), ScriptFault> {
        if self.takes(sign) {
            Ok(())
        } else {
            Err(ScriptFault::SignMissing(sign))
        }
    }

    fn expression(&mut self) -> Result<(), ScriptFault> {
        self.term()?;
        while self.takes("&") || self.takes("|") {
            self.term()?;
        }
        Ok(())
    }

    fn term(&mut self) -> Result<(), ScriptFault> {
        if self.takes("~") {
            return self.term();
        }
        if self.takes("(") {
            self.expression()?;
            return self.expects(")");
        }
        if self.takes("{") {
            return self.set();
        }
        let Some(Token::Word(word)) = self.tokens.next() else {
            return Err(ScriptFault::ItemMissing);
        };
        if self.takes("*") {
            if word.parse::<u32>().is_err() {
                return Err(ScriptFault::NotACount(word));
            }
            self.expects("{")?;
            return self.set();
        }
        self.names.push(word);
        if (self.takes("=") || self.takes("<>"))
            && !matches!(self.tokens.next(), Some(Token::Word(_)))
        {
            return Err(ScriptFault::StatusMissing);
        }
        Ok(())
    }

    fn set(&mut self) -> Result<(), ScriptFault> {
        loop {
            match self.tokens.next() {
                Some(Token::Word(word)) => self.names.push(word),
                _ => return Err(ScriptFault::ItemMissingInBraces),
            }
            if !self.takes(",") {
                return self.expects("}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn scripts_name_items_or_are_wrong() {
        for (script, want) in [
            ("a", Ok(vec!["a"])),
            ("a & b | ~c", Ok(vec!["a", "b", "c"])),
            ("2*{a,b,c}", Ok(vec!["a", "b", "c"])),
            ("a = \"passed\"", Ok(vec!["a"])),
            ("a<>passed", Ok(vec!["a"])),
            ("(a|b)&c", Ok(vec!["a", "b", "c"])),
            ("a b", Err("`b` is not expected")),
            ("(a", Err("`)` is missing")),
            ("x*{a}", Err("`x` is not a count")),
            ("{a,}", Err("an item is missing in the braces")),
            ("&", Err("an item is missing")),
        ] {
            let got = parse(script).map_err(|fault| fault.to_string());
            let want = want.map(|names| names.into_iter().map(str::to_owned).collect());
            assert_eq!(got, want.map_err(str::to_owned), "{script}");
        }
    }
}
