//! SEC005: A key, token or password stands in the code.

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A key, token or password stands in the code.
    ///
    /// ## Why
    /// Everybody who takes the course can read it, and use the service behind it in your name. Make
    /// a new one: the old one is known.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>var key = "AKIAJ4X7QLM2NWTR5ZPD";</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title><script>var key = "ask-the-server";</script></head>
    /// <body><h1>Lesson</h1></body></html>
    /// ```
    pub static RULE = {
        code: "SEC005",
        name: "embedded-secret",
        category: Security,
        severity: Error,
        level: Standard,
        mend: "Remove it, have it declared invalid by who issued it, and keep its successor on a server.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for (unit, id) in scripts.units() {
        for string in &unit.strings {
            if let Some(kind) = kind_of_secret(&string.text) {
                let message = format!("this looks like {kind}");
                scripts.report(out, (id, string.span), message);
            }
        }
    }
}

/// What kind of secret a text is, by the marks that their makers give them.
fn kind_of_secret(text: &str) -> Option<&'static str> {
    let body_is = |prefix: &str, length: usize, allowed: fn(char) -> bool| {
        text.strip_prefix(prefix)
            .is_some_and(|rest| rest.len() >= length && rest.chars().all(allowed))
    };
    let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if body_is("AKIA", 16, upper) || body_is("ASIA", 16, upper) {
        return Some("a key of Amazon Web Services");
    }
    if body_is("AIza", 35, word) {
        return Some("a key of Google");
    }
    if ["ghp_", "gho_", "ghs_", "github_pat_"]
        .iter()
        .any(|prefix| body_is(prefix, 22, word))
    {
        return Some("a token of GitHub");
    }
    if ["sk_live_", "rk_live_"]
        .iter()
        .any(|prefix| body_is(prefix, 16, word))
    {
        return Some("a key of Stripe");
    }
    if ["sk-proj-", "sk-ant-"]
        .iter()
        .any(|prefix| body_is(prefix, 20, word))
    {
        return Some("a key of a language model");
    }
    if ["xoxb-", "xoxp-", "xoxa-"]
        .iter()
        .any(|prefix| body_is(prefix, 20, word))
    {
        return Some("a token of Slack");
    }
    if text.starts_with("-----BEGIN ") && text.contains("PRIVATE KEY") {
        return Some("a private key");
    }
    if is_web_token(text) {
        return Some("a JSON web token");
    }
    let authority = text.split_once("://")?.1.split('/').next()?;
    let credentials = authority.split_once('@')?.0;
    let (_, password) = credentials.split_once(':')?;
    (!password.is_empty() && !password.contains('$')).then_some("an address with a password")
}

fn is_web_token(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    parts.len() == 3
        && parts[0].starts_with("eyJ")
        && parts[1].starts_with("eyJ")
        && parts.iter().all(|part| part.len() > 10)
}
