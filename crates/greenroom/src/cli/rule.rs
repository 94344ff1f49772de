//! `greenroom rule CODE`: what a rule is about.

use std::process::ExitCode;

use super::WRONG_USE;
use crate::start::StartError;

/// Prints the page of a rule, by code or name.
pub(super) fn run(name: &str) -> Result<ExitCode, StartError> {
    let Some(page) = scorm_lint::explain(name) else {
        super::say_error(&format!("no rule is called `{name}`; {}", known(name)));
        return Ok(ExitCode::from(WRONG_USE));
    };
    super::print(plain(&page))?;
    Ok(ExitCode::SUCCESS)
}

/// The codes of the family that the name begins with.
fn known(name: &str) -> String {
    let family = name.get(..3).unwrap_or(name).to_uppercase();
    let codes = scorm_lint::RULES.iter().map(|rule| rule.code);
    let codes: Vec<&str> = codes.filter(|code| code.starts_with(&family)).collect();
    if family.len() == 3 && !codes.is_empty() {
        format!("there are {}", codes.join(", "))
    } else {
        "docs/rules.md lists all".to_owned()
    }
}

/// The Markdown of a page as people read it in a terminal: the page's headings, code and links.
fn plain(markdown: &str) -> String {
    let mut lines = Vec::new();
    let mut in_code = false;
    for line in markdown.trim_end().lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if in_code {
            lines.push(format!("    {line}").trim_end().to_owned());
        } else if let Some(title) = line.strip_prefix("## ") {
            lines.push(title.to_owned());
            lines.push("=".repeat(title.chars().count()));
        } else if let Some(title) = line.strip_prefix("### ") {
            lines.push(title.to_owned());
            lines.push("-".repeat(title.chars().count()));
        } else {
            lines.push(without_marks(line));
        }
    }
    lines.join("\n")
}

/// A line without the marks for bold and code, and with the addresses of links in brackets.
fn without_marks(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['*', '`', '[']) {
        let (before, marked) = rest.split_at(at);
        text.push_str(before);
        if let Some(after) = marked.strip_prefix("**") {
            rest = after;
        } else if let Some((code, after)) = marked[1..]
            .split_once('`')
            .filter(|_| marked.starts_with('`'))
        {
            // What stands in code is not a mark.
            text.push_str(code);
            rest = after;
        } else if let Some((label, address, after)) = link(marked) {
            for part in [label, " (", address, ")"] {
                text.push_str(part);
            }
            rest = after;
        } else {
            text.push_str(&marked[..1]);
            rest = &marked[1..];
        }
    }
    text + rest
}

/// Label and address of a link at the beginning, and what follows.
fn link(text: &str) -> Option<(&str, &str, &str)> {
    let (label, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (address, after) = rest.split_once(')')?;
    Some((label, address, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_without_its_marks() {
        let page = "## a-rule\n\n**X001** · `a*b` is 2 * 3 of [the book](https://x.test/y).\n\n\
                    ### Example\n\n```xml\n<a>**</a>\n```\n[not a link] and ` alone\n";
        let want = "a-rule\n======\n\nX001 · a*b is 2 * 3 of the book (https://x.test/y).\n\n\
                    Example\n-------\n\n    <a>**</a>\n[not a link] and ` alone";
        assert_eq!(plain(page), want);
    }

    #[test]
    fn no_page_shows_marks() {
        for rule in scorm_lint::RULES {
            let page = plain(&scorm_lint::explain(rule.code).unwrap());
            assert!(!page.contains("```") && !page.contains("\n##"), "{page}");
            assert!(
                page.contains(rule.code) && page.starts_with(rule.name),
                "{page}"
            );
        }
    }
}
