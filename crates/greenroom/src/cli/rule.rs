//! `greenroom rule CODE`: what a rule is about.

use std::process::ExitCode;

use super::WRONG_USE;

/// Prints the page of a rule, by code or name.
#[expect(
    clippy::print_stdout,
    reason = "the page is the output of this command"
)]
pub(super) fn run(name: &str) -> ExitCode {
    let Some(page) = scorm_lint::explain(name) else {
        super::say_error(&format!("no rule is called `{name}`; {}", known(name)));
        return ExitCode::from(WRONG_USE);
    };
    println!("{page}");
    ExitCode::SUCCESS
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
