//! Whether the compiler makes code to be linked, or only checks.

/// Reads the compiler's arguments: `--emit` names `link` for everything that ends up in a program.
///
/// Cargo always passes `--emit` to rustc. Where it is missing, this is rustdoc or the server in
/// which an editor runs macros.
pub(crate) fn is_to_be_linked(arguments: impl Iterator<Item = String>) -> bool {
    let mut emitted = String::new();
    let mut arguments = arguments.flat_map(unfolded);
    while let Some(argument) = arguments.next() {
        if argument == "--emit" {
            emitted = arguments.next().unwrap_or_default();
        } else if let Some(kinds) = argument.strip_prefix("--emit=") {
            kinds.clone_into(&mut emitted);
        }
    }
    emitted
        .split(',')
        .any(|kind| kind == "link" || kind.starts_with("link="))
}

/// Cargo puts arguments into a file when a command line would be too long: `@file`, one a line.
fn unfolded(argument: String) -> Vec<String> {
    match argument.strip_prefix('@').map(std::fs::read_to_string) {
        Some(Ok(lines)) => lines.lines().map(str::to_owned).collect(),
        _ => vec![argument],
    }
}

#[cfg(test)]
mod tests {
    use super::is_to_be_linked;

    #[test]
    fn only_what_is_linked_counts() {
        for (line, want) in [
            ("rustc --crate-type lib --emit=dep-info,metadata,link", true),
            ("rustc --emit dep-info,link=a.rlib", true),
            ("rustc --emit=dep-info,metadata -C metadata=link", false),
            ("rustdoc --crate-type lib --crate-name link", false),
            ("rust-analyzer-proc-macro-srv", false),
        ] {
            let arguments = line.split(' ').map(str::to_owned);
            assert_eq!(is_to_be_linked(arguments), want, "{line}");
        }
    }
}
