//! `scorm_create_course`: a course from a template and, if given, an outline.

mod target;

use std::fmt;
use std::path::PathBuf;

use schemars::JsonSchema;
use scorm_author::{Order, Refusal, Template, Version};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use self::target::Target;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, counted};

pub(crate) struct ScormCreateCourse;

/// Start a course from a template
///
/// Returns rehearsal_path, next.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScormCreateCourseParams {
    /// New folder
    #[schemars(extend("x-path" = "write"))]
    target_path: PathBuf,
    /// Or lesson
    #[serde(default)]
    template: TemplateParam,
    /// Or 2004_4th
    #[serde(default)]
    scorm_version: VersionParam,
    /// Text
    title: String,
    /// Or en
    #[serde(default)]
    language: Option<String>,
    /// greenroom://outline
    #[serde(default)]
    outline: Option<Map<String, Value>>,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum TemplateParam {
    Blank,
    #[default]
    Lesson,
    Quiz,
    Course,
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
enum VersionParam {
    #[serde(rename = "1.2")]
    Scorm12,
    #[serde(rename = "2004_3rd")]
    Scorm2004Third,
    #[default]
    #[serde(rename = "2004_4th")]
    Scorm2004Fourth,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct ScormCreateCourseOutput {
    course_path: PathBuf,
    manifest_path: PathBuf,
    /// Below course_path
    files: Vec<String>,
    /// For scorm_rehearse; no part of the package
    rehearsal_path: PathBuf,
    template: &'static str,
    scorm_version: &'static str,
    /// Calls to make now
    next: Vec<String>,
}

impl fmt::Display for ScormCreateCourseOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "created {} ({}, SCORM {}) with {}",
            self.course_path.display(),
            self.template,
            self.scorm_version,
            counted(self.files.len(), "file")
        )
    }
}

impl Tool for ScormCreateCourse {
    const NAME: &'static str = "scorm_create_course";
    const TITLE: &'static str = "Create course";
    const EFFECT: Effect = Effect::Writes;
    const ACTS: bool = false;
    const ERRORS: &'static [ErrorCode] = &[
        ErrorCode::PathResolutionError,
        ErrorCode::SecurityViolation,
        ErrorCode::ArtifactWriteFailed,
    ];
    type Params = ScormCreateCourseParams;
    type Output = ScormCreateCourseOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        cx.blocking(move || create(params)).await?
    }
}

fn create(params: ScormCreateCourseParams) -> Result<Reply<ScormCreateCourseOutput>, ToolError> {
    let order = Order {
        template: match params.template {
            TemplateParam::Blank => Template::Blank,
            TemplateParam::Lesson => Template::Lesson,
            TemplateParam::Quiz => Template::Quiz,
            TemplateParam::Course => Template::Course,
        },
        version: match params.scorm_version {
            VersionParam::Scorm12 => Version::Scorm12,
            VersionParam::Scorm2004Third => Version::Scorm2004Third,
            VersionParam::Scorm2004Fourth => Version::Scorm2004Fourth,
        },
        title: params.title,
        language: params.language,
        outline: params.outline.map(Value::Object),
    };
    // What was ordered is judged before anything is written.
    let course = scorm_author::create(&order).map_err(refused)?;
    let target = Target::check(&params.target_path)?;
    let rehearsal_path = target.write(&course)?;
    let course_path = target.folder;
    let path = course_path.display();
    let next = vec![
        format!("scorm_open_course {{package_path: {path:?}}}"),
        format!("scorm_rehearse {{path: {:?}}}", rehearsal_path.display()),
        format!("scorm_validate_compliance {{workspace_path: {path:?}}}"),
    ];
    Ok(ScormCreateCourseOutput {
        manifest_path: course_path.join(scorm_author::MANIFEST),
        files: course.files.into_iter().map(|file| file.path).collect(),
        rehearsal_path,
        template: order.template.name(),
        scorm_version: order.version.name(),
        next,
        course_path,
    }
    .into())
}

fn refused(refusal: Refusal) -> ToolError {
    let error = ToolError::new(ErrorCode::InvalidParams, refusal.to_string());
    match refusal {
        Refusal::NoSequencing => {
            error.hint("Give scorm_version 2004_4th or 2004_3rd, or another template.")
        }
        Refusal::Faults(faults) => {
            let told =
                |fault: &scorm_author::Fault| json!({"path": fault.path, "problem": fault.problem});
            let faults: Vec<Value> = faults.iter().map(told).collect();
            error
                .hint(
                    "Mend what details.faults names, all at once; greenroom://outline shows the form.",
                )
                .detail("faults", faults)
        }
    }
}
