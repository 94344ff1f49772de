//! `--schema` and `--example`: the form of rehearsals, at hand in the shell.

use std::io::Write as _;
use std::process::ExitCode;

use greenroom_tools::docs;

use crate::start::StartError;

pub(super) fn print_schema() -> Result<ExitCode, StartError> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(docs::rehearsal_schema().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Prints an example of the guide; without a name, all names.
pub(super) fn print(name: &str) -> Result<ExitCode, StartError> {
    let examples = docs::rehearsal_examples();
    let mut stdout = std::io::stdout().lock();
    if name.is_empty() {
        for (name, _) in examples {
            writeln!(stdout, "{name}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let Some((_, text)) = examples.iter().find(|(known, _)| *known == name) else {
        let known: Vec<&str> = examples.iter().map(|(name, _)| *name).collect();
        let why = format!("no example {name}; there are {}", known.join(", "));
        return Err(StartError::Unusable(why));
    };
    stdout.write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
