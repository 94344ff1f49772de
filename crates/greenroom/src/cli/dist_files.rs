//! `greenroom dist-files DIR`: what packages of Greenroom hold beside the program.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::Cli;
use crate::start::StartError;

/// Manual pages, completions, and the pages and engines for a source archive that builds without Node.
pub(super) fn run(directory: &Path) -> Result<ExitCode, StartError> {
    manual_pages(&directory.join("man"))?;
    completions(&directory.join("completions"))?;
    let assets = directory.join("assets");
    for (name, bytes) in greenroom_web::all_assets() {
        let path = assets.join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(&assets))?;
        std::fs::write(path, bytes)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// One for the program and one for each command; those of `greenroom tool` are in docs/tools.md.
fn manual_pages(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let program = Cli::command();
    let version = program.get_version().unwrap_or_default().to_owned();
    let shown = program.get_subcommands().filter(|one| !one.is_hide_set());
    for command in shown {
        let name = format!("greenroom-{}", command.get_name());
        let page = command.clone().name(name.clone()).version(version.clone());
        let page = page.bin_name(name.replacen('-', " ", 1));
        manual_page(folder, page)?;
    }
    manual_page(folder, program)
}

fn manual_page(folder: &Path, command: clap::Command) -> io::Result<()> {
    let path = folder.join(format!("{}.1", command.get_name()));
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text)?;
    std::fs::write(path, text)
}

fn completions(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (shell, file) in [
        (Shell::Bash, "greenroom.bash"),
        (Shell::Zsh, "_greenroom"),
        (Shell::Fish, "greenroom.fish"),
    ] {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Cli::command(), "greenroom", &mut script);
        std::fs::write(folder.join(file), script)?;
    }
    Ok(())
}
