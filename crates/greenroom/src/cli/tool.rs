//! `greenroom tool NAME [JSON]`: one call from a shell.
//!
//! Every tool is a subcommand made from its declaration, so that help and completions know it.

use std::io::Read as _;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command};
use greenroom_tools::{ErasedTool, ErrorCode, TOOLS, ToolError};
use serde_json::{Map, Value};

use super::one_call;
use crate::start::{StartError, StartOptions};

/// A tool's name and its arguments as JSON text.
#[derive(Clone, Debug)]
pub(super) struct ToolCall {
    name: String,
    json: Option<String>,
}

impl clap::Args for ToolCall {
    fn augment_args(command: Command) -> Command {
        command
            .override_usage("greenroom tool NAME [JSON]")
            .subcommand_value_name("NAME")
            .subcommand_help_heading("Tools")
            .subcommand_required(true)
            .arg_required_else_help(true)
            .allow_external_subcommands(true)
            .external_subcommand_value_parser(clap::value_parser!(String))
            .disable_help_subcommand(true)
            .defer(|command| command.subcommands(TOOLS.iter().map(|tool| subcommand(*tool))))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for ToolCall {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let (name, of_tool) = matches
            .subcommand()
            .ok_or_else(|| clap::Error::new(ErrorKind::MissingSubcommand))?;
        // A name that is not a subcommand holds its arguments under the empty id.
        let known = TOOLS.iter().any(|tool| tool.name() == name);
        let id = if known { "json" } else { "" };
        let json = of_tool
            .get_many::<String>(id)
            .and_then(|mut given| given.next())
            .cloned();
        Ok(Self {
            name: name.to_owned(),
            json,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn subcommand(tool: &dyn ErasedTool) -> Command {
    let description = tool.description();
    let first_line = description.lines().next().unwrap_or_default().to_owned();
    let json = Arg::new("json")
        .value_name("JSON")
        .help("Arguments as a JSON object; - reads them from stdin");
    Command::new(tool.name())
        .about(first_line)
        .long_about(description)
        .after_long_help(greenroom_tools::docs::parameters(tool))
        .arg(json)
}

/// Calls the tool and prints the envelope, or the failure with its hint.
pub(super) fn run(call: &ToolCall, options: &StartOptions) -> Result<ExitCode, StartError> {
    let arguments = || arguments(call.json.as_deref());
    match one_call::call(&call.name, arguments, options)? {
        Ok(result) => {
            super::print(format_args!("{:#}", result.envelope))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(exit_code) => Ok(exit_code),
    }
}

fn arguments(json: Option<&str>) -> Result<Map<String, Value>, ToolError> {
    let text = match json {
        None => return Ok(Map::new()),
        Some("-") => {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|error| {
                    ToolError::new(
                        ErrorCode::InvalidParams,
                        format!("stdin cannot be read: {error}"),
                    )
                })?;
            text
        }
        Some(text) => text.to_owned(),
    };
    serde_json::from_str(&text).map_err(|error| {
        ToolError::new(
            ErrorCode::InvalidParams,
            format!("the arguments are not a JSON object: {error}"),
        )
        .hint("Give them as one shell word: greenroom tool scorm_echo '{\"a\": 1}'")
    })
}
