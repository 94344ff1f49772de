//! The command line.

mod ask;
mod check;
mod docs;
mod lint_worker;
mod rehearse;
mod rule;
mod tool;
mod tools;
mod ui;
mod workbench;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use greenroom_tools::validation::examiner;

use crate::logging;
use crate::mcp::{self, Stdio};
use crate::start::{self, StartError, StartOptions};

/// Check, play and debug SCORM courses: an MCP server for agents, a workbench for people
#[derive(Debug, Parser)]
#[command(name = "greenroom", version)]
pub struct Cli {
    /// Serve MCP over stdio; the same as `greenroom mcp`
    #[arg(long)]
    mcp: bool,
    /// Serve the UI of this folder beside the workbench, without MCP
    #[arg(long, value_name = "DIR", conflicts_with = "mcp")]
    ui_dir: Option<PathBuf>,
    #[command(flatten)]
    options: StartOptions,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve MCP over stdio
    Mcp,
    /// Play rehearsals: files that play a course and state what must happen
    Rehearse(rehearse::Rehearse),
    /// Find the faults of packages before an LMS sees them
    Check(Box<check::CheckArguments>),
    /// Explain a rule of `greenroom check`
    Rule {
        /// Its code or name
        name: String,
    },
    /// Call a tool once
    Tool(tool::ToolCall),
    /// List the tools
    Tools,
    /// Ask the human and print the answer
    Ask(ask::Ask),
    /// Print a one-time address of the running workbench
    Url,
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Lint what comes over the standard input, for another process of this program
    #[command(hide = true)]
    LintWorker,
    /// Write the generated documentation
    #[command(hide = true)]
    Docs {
        /// The folder to write to
        #[arg(default_value = "docs")]
        directory: PathBuf,
    },
}

/// Exit code for wrong use and for settings that cannot be used.
const WRONG_USE: u8 = 2;

/// Runs what the command line asks for.
pub fn run(cli: Cli) -> ExitCode {
    examiner::use_workers();
    let outcome = match cli.command {
        _ if cli.mcp => serve_mcp(&cli.options),
        Some(Command::Mcp) => serve_mcp(&cli.options),
        Some(Command::Rehearse(command)) => rehearse::run(&command, &cli.options),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Rule { name }) => Ok(rule::run(&name)),
        Some(Command::Tool(call)) => tool::run(&call, &cli.options),
        Some(Command::Tools) => tools::run(&cli.options),
        Some(Command::Completions { shell }) => {
            let mut command = Cli::command();
            clap_complete::generate(shell, &mut command, "greenroom", &mut std::io::stdout());
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::LintWorker) => lint_worker::run(),
        Some(Command::Docs { directory }) => docs::run(&directory),
        Some(Command::Ask(ask)) => ask::run(&ask, &cli.options),
        Some(Command::Url) => workbench::url(),
        None => match &cli.ui_dir {
            Some(folder) => ui::run(folder, &cli.options),
            None => workbench::run(&cli.options),
        },
    };
    outcome.unwrap_or_else(|error| {
        say_error(&error.to_string());
        ExitCode::from(WRONG_USE)
    })
}

fn serve_mcp(options: &StartOptions) -> Result<ExitCode, StartError> {
    let stdio = Stdio::take()?;
    let app = start::app(options)?;
    logging::start_server(&app);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    Ok(runtime.block_on(mcp::serve(app, stdio))?)
}

fn say_error(text: &str) {
    say(&format!("error: {text}"));
}

#[expect(
    clippy::print_stderr,
    reason = "this is where the command line speaks to people"
)]
fn say(text: &str) {
    eprintln!("{text}");
}
