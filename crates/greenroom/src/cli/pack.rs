//! `greenroom pack COURSE`: the zip of a course for an LMS.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::{Map, Value, json};

use super::one_call::{self, Format};
use crate::start::{StartError, StartOptions};

/// The tool that does it.
const TOOL: &str = "scorm_package_course";

/// Make the zip of a course: only what it uses, the same bytes from the same files
///
/// The source is never changed. Exit codes: 0 if the zip was made, 4 if the package has errors.
#[derive(Debug, Args)]
pub(super) struct Pack {
    /// Course folder or zip
    course: PathBuf,
    /// The zip to write; by default named as the folder, in the working directory
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Pack files that nothing refers to as well
    #[arg(long)]
    all: bool,
    /// Pack in spite of errors
    #[arg(long)]
    force: bool,
    /// Bring the file lists of the manifest in the zip up to date
    #[arg(long)]
    update_lists: bool,
    /// Convert the manifest to another version, where nothing is lost
    #[arg(long, value_name = "VERSION", value_parser = ["1.2", "2004"])]
    convert: Option<String>,
    /// Make PNG, SVG, CSS and JSON smaller without loss
    #[arg(long)]
    optimize: bool,
    /// Play this rehearsal on the source and on the zip: both must agree
    #[arg(long, value_name = "FILE")]
    rehearsal: Option<PathBuf>,
    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// Packs, and prints what the zip holds.
pub(super) fn run(command: &Pack, options: &StartOptions) -> Result<ExitCode, StartError> {
    let arguments = command.arguments();
    one_call::judge(TOOL, arguments, command.format, told, |_| true, options)
}

impl Pack {
    fn arguments(&self) -> Map<String, Value> {
        let mut arguments = Map::new();
        let mut put = |key: &str, value: Value| arguments.insert(key.to_owned(), value);
        put("package_path", json!(self.course));
        let output = self.output.clone();
        put(
            "output_path",
            json!(output.unwrap_or_else(|| named_as(&self.course))),
        );
        put("include_all", json!(self.all));
        put("override_errors", json!(self.force));
        put("update_file_lists", json!(self.update_lists));
        put("optimize", json!(self.optimize));
        if let Some(version) = &self.convert {
            put("convert", json!(version));
        }
        if let Some(rehearsal) = &self.rehearsal {
            put("rehearsal", json!(rehearsal));
        }
        arguments
    }
}

/// `course.zip` for the folder `course`, `course-packed.zip` for `course.zip`.
fn named_as(course: &Path) -> PathBuf {
    let path = course.canonicalize().unwrap_or_else(|_| course.to_owned());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match name.strip_suffix(".zip") {
        Some(stem) => PathBuf::from(format!("{stem}-packed.zip")),
        None => PathBuf::from(format!("{name}.zip")),
    }
}

/// The result for people.
fn told(data: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut lines = vec![
        format!("{}", text(&data["output_path"])),
        format!(
            "{} files, {} bytes unpacked, {} bytes packed: {}",
            data["files"],
            data["unpacked_bytes"],
            data["bytes"],
            text(&data["holds"])
        ),
        format!("sha256 {}", text(&data["sha256"])),
    ];
    let findings = &data["findings"];
    lines.push(format!(
        "{} errors, {} warnings",
        findings["errors"], findings["warnings"]
    ));
    let left_out = &data["left_out"];
    let named = left_out["named"].as_array().cloned().unwrap_or_default();
    if !named.is_empty() {
        lines.push(format!(
            "left out: {} files, {} bytes",
            left_out["files"], left_out["bytes"]
        ));
        for file in &named {
            lines.push(format!(
                "  {} ({})",
                text(&file["path"]),
                text(&file["why"])
            ));
        }
        let more = left_out["files"].as_u64().unwrap_or_default() as usize;
        if more > named.len() {
            lines.push(format!("  … and {} more", more - named.len()));
        }
    }
    if data["optimized"].is_object() {
        lines.extend(table(&data["optimized"]));
    }
    if data["converted"].is_object() {
        let converted = &data["converted"];
        lines.push(format!(
            "converted to SCORM {}",
            text(&converted["version"])
        ));
        for (name, sign) in [("lost", "lost"), ("notes", "note")] {
            for line in converted[name].as_array().into_iter().flatten() {
                lines.push(format!("  {sign}: {}", text(line)));
            }
        }
    }
    if data["rehearsed"].is_object() {
        let rehearsed = &data["rehearsed"];
        lines.push(format!(
            "rehearsed on both: {} of {} pass, {} pictures are the same",
            rehearsed["passed"], rehearsed["rehearsals"], rehearsed["pictures"]
        ));
    }
    let lists = &data["lists"];
    if let Some(patch) = lists["patch_path"].as_str() {
        let what = format!(
            "{} to add, {} to take out",
            lists["added"], lists["removed"]
        );
        let how = if lists["applied"] == true {
            "done in the zip"
        } else {
            "not done in the zip (--update-lists does it)"
        };
        lines.push(format!(
            "file lists of the manifest: {what}, {how}; patch: {patch}"
        ));
    }
    lines.join("\n")
}

/// Bytes before and after, by kind of file.
fn table(optimized: &Value) -> Vec<String> {
    let row = |name: &str, kind: &Value| {
        let number = |key: &str| kind[key].as_u64().unwrap_or_default();
        let (before, after) = (number("before"), number("after"));
        let saved = (before - after.min(before)) as f64 * 100.0 / before.max(1) as f64;
        format!(
            "  {name:6} {:>6} {:>6} {before:>12} {after:>12} {saved:>5.1} %",
            number("files"),
            number("smaller")
        )
    };
    let mut lines = vec!["optimized  files  smaller    before        after   saved".to_owned()];
    for (name, kind) in optimized["kinds"].as_object().into_iter().flatten() {
        lines.push(row(name, kind));
    }
    let listed = [
        ("merged", &optimized["merged"]["named"]),
        ("font", &optimized["fonts"]),
        ("same bytes", &optimized["duplicates"]),
    ];
    for (name, list) in listed {
        for line in list.as_array().into_iter().flatten() {
            lines.push(format!("  {name}: {}", line.as_str().unwrap_or_default()));
        }
    }
    lines
}
