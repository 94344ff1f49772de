//! The examples of `deploy/` start commands that exist, with options that these take.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use crate::GREENROOM;

/// The options in a text.
fn options(text: &str) -> BTreeSet<String> {
    let is_of_name = |c: char| c.is_ascii_lowercase() || c == '-';
    let words = text.split(|c: char| !is_of_name(c));
    words
        .filter(|word| word.starts_with("--") && word.len() > 2)
        .map(str::to_owned)
        .collect()
}

fn help(arguments: &[&str]) -> BTreeSet<String> {
    let mut asking = Command::new(GREENROOM);
    let told = asking
        .args(arguments)
        .arg("--help")
        .output()
        .expect("it runs");
    options(&String::from_utf8(told.stdout).expect("text"))
}

#[test]
fn starts_what_exists_with_options_that_it_takes() {
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    let everywhere = help(&[]);
    let mut seen = Vec::new();
    for file in [
        "systemd/greenroom.service",
        "systemd/greenroom-worker@.service",
        "compose.yaml",
        "helm/greenroom/templates/servers.yaml",
        "helm/greenroom/templates/workers.yaml",
    ] {
        let text = std::fs::read_to_string(deploy.join(file)).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (number, line) in lines.iter().enumerate() {
            let line = line.trim_end_matches('\\').trim_end();
            let Some(command) = ["serve", "worker"].into_iter().find(|command| {
                line == format!("- {command}") || line.ends_with(&format!("greenroom {command}"))
            }) else {
                continue;
            };
            let known = help(&[command]);
            let following = lines[number + 1..].iter();
            let own =
                following.take_while(|line| line.starts_with("--") || line.starts_with("- --"));
            for option in own.flat_map(|line| options(line)) {
                assert!(
                    known.contains(&option) || everywhere.contains(&option),
                    "{file}: greenroom {command} takes no {option}"
                );
                seen.push(option);
            }
        }
    }
    assert!(seen.len() >= 25, "all files were read: {seen:?}");
}
