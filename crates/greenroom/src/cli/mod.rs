//! The command line.

mod ask;
mod batch;
mod check;
mod diff;
mod dist_files;
mod docs;
mod doctor;
mod exits;
mod explore;
mod lint_worker;
mod lms;
mod new;
mod one_call;
mod pack;
mod play;
mod profile;
mod rehearse;
mod replay_log;
mod rule;
mod serve;
mod tool;
mod tools;
mod trace;
mod ui;
mod workbench;
#[cfg(feature = "cluster")]
mod worker;

use std::fmt::Display;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use greenroom_report::examiner;
use greenroom_tools::{ErrorCode, ToolError};

use crate::descriptors;
use crate::http::ServeOptions;
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
    /// Serve MCP over HTTP, to callers with tokens
    Serve(ServeOptions),
    /// Make a token for a caller of `greenroom serve`
    Token {
        /// Whose it is; what they keep on the server goes by this name
        name: String,
    },
    /// Begin a course from a template
    New(new::New),
    /// Play a course in your own browser
    Play(play::Play),
    /// Play rehearsals: files that play a course and state what must happen
    Rehearse(rehearse::Rehearse),
    /// Play a course by itself: can a learner complete it, pass it, fail it, resume it?
    Explore(explore::Explore),
    /// Make the calls of a log again that an LMS or a browser wrote
    ReplayLog(replay_log::ReplayLog),
    /// Leave a course in every way a learner leaves it: what is kept, what is lost?
    Exits(exits::Exits),
    /// Play a course in LMSs: in which of them does it work, and why not in the others?
    Lms(lms::Lms),
    /// Make the zip of a course for an LMS
    Pack(pack::Pack),
    /// Compare two versions of a course: what changed for learners, can one in the middle go on?
    Diff(diff::Diff),
    /// Make one file of a session, to be looked at anywhere
    Trace(trace::TraceCommand),
    /// Find the faults of packages before an LMS sees them
    Check(Box<check::CheckArguments>),
    /// Ask one question about thousands of packages
    Batch(Box<batch::BatchCommand>),
    /// Do the jobs of batches, for a database
    #[cfg(feature = "cluster")]
    Worker(worker::WorkerCommand),
    /// Explain a rule of `greenroom check`
    Rule {
        /// Its code or name
        name: String,
    },
    /// LMSs that courses are checked for and played in, and how faithful they are
    Profile(profile::ProfileCommand),
    /// Call a tool once
    Tool(tool::ToolCall),
    /// List the tools
    Tools,
    /// Ask the human and print the answer
    Ask(ask::Ask),
    /// Print a one-time address of the running workbench
    Url,
    /// Say what this machine lacks, and how to mend it
    Doctor(doctor::Doctor),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Lint what comes over the standard input, for another process of this program
    #[command(hide = true)]
    LintWorker,
    /// Write what packages of Greenroom hold beside the program
    #[command(hide = true)]
    DistFiles {
        /// The folder to write to
        directory: PathBuf,
    },
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

/// Reads the command line, or ends with what is wrong with it.
///
/// The options of the server are taken after every command, so that they can stand anywhere. In the
/// help of a command that is not about them they would bury its own, so they are not shown there.
pub fn parse() -> Cli {
    let mut command = Cli::command();
    let named = std::env::args()
        .skip(1)
        .find(|word| command.find_subcommand(word).is_some())
        .filter(|name| name != "mcp");
    if let Some(name) = named {
        command = command
            .mut_args(|option| {
                let is_global = option.is_global_set();
                Arg::hide(option, is_global)
            })
            .mut_subcommand(name, |command| {
                command.after_help("`greenroom --help` lists the options that every command takes.")
            });
    }
    let read = command.try_get_matches();
    read.and_then(|matches| Cli::from_arg_matches(&matches))
        .unwrap_or_else(|error| error.exit())
}

/// Runs what the command line asks for.
pub fn run(cli: Cli) -> ExitCode {
    descriptors::raise_limit();
    examiner::use_workers();
    let outcome = match cli.command {
        _ if cli.mcp => serve_mcp(&cli.options),
        Some(Command::Mcp) => serve_mcp(&cli.options),
        Some(Command::Serve(command)) => serve::run(&command, &cli.options),
        Some(Command::Token { name }) => serve::token(&name),
        Some(Command::New(command)) => new::run(&command, &cli.options),
        Some(Command::Play(command)) => play::run(&command, &cli.options),
        Some(Command::Rehearse(command)) => rehearse::run(&command, &cli.options),
        Some(Command::Explore(command)) => explore::run(&command, &cli.options),
        Some(Command::ReplayLog(command)) => replay_log::run(&command, &cli.options),
        Some(Command::Exits(command)) => exits::run(&command, &cli.options),
        Some(Command::Lms(command)) => lms::run(&command, &cli.options),
        Some(Command::Pack(command)) => pack::run(&command, &cli.options),
        Some(Command::Diff(command)) => diff::run(&command, &cli.options),
        Some(Command::Trace(command)) => trace::run(&command, &cli.options),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Batch(command)) => batch::run(&command, &cli.options),
        #[cfg(feature = "cluster")]
        Some(Command::Worker(command)) => worker::run(&command, &cli.options),
        Some(Command::Rule { name }) => rule::run(&name),
        Some(Command::Profile(command)) => profile::run(&command),
        Some(Command::Tool(call)) => tool::run(&call, &cli.options),
        Some(Command::Tools) => tools::run(&cli.options),
        Some(Command::Doctor(command)) => doctor::run(&command, &cli.options),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "greenroom", &mut script);
            let printed = std::io::stdout().write_all(&script);
            printed.map(|()| ExitCode::SUCCESS).map_err(StartError::Io)
        }
        Some(Command::LintWorker) => lint_worker::run(),
        Some(Command::DistFiles { directory }) => dist_files::run(&directory),
        Some(Command::Docs { directory }) => docs::run(&directory),
        Some(Command::Ask(ask)) => ask::run(&ask, &cli.options),
        Some(Command::Url) => workbench::url(),
        None => match &cli.ui_dir {
            Some(folder) => ui::run(folder, &cli.options),
            None => workbench::run(&cli.options),
        },
    };
    outcome.unwrap_or_else(|error| {
        // Nobody reads on, as in `greenroom tools | head`: what was wanted was printed.
        if error.is_broken_pipe() {
            return ExitCode::SUCCESS;
        }
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

/// Tells people of a failure. Its code is for programs, so that one which names another program
/// than the one that is missing is left out.
fn say_failure(error: &ToolError) {
    let ToolError { message, hint, .. } = error;
    let code = match error.code {
        ErrorCode::BrowserRequired => String::new(),
        code => format!("[{}]", code.as_str()),
    };
    say(&format!("error{code}: {message}\nhint: {hint}"));
}

/// Speaks to people; there may be none.
fn say(text: &str) {
    let _nobody_reads = writeln!(std::io::stderr(), "{text}");
}

/// Prints what a command was asked for.
fn print(text: impl Display) -> std::io::Result<()> {
    writeln!(std::io::stdout(), "{text}")
}
