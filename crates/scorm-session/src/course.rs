//! A course: one organization of a package, ready to be taken.

use std::sync::Arc;

use scorm_package::manifest::{self, Item, Manifest};
use scorm_package::xml::XmlLimits;
use scorm_package::{Edition as PackageEdition, Problem, ScormVersion};
use scorm_runtime::{Edition, Version};
use scorm_sequencing::{ActivityId, ActivityTree, TreeProblem};

use crate::course_fault::CourseFault;
use crate::effect::ScormType;

/// One organization of a package.
#[derive(Debug, Clone)]
pub struct Course {
    /// Identifier of the manifest.
    pub manifest: String,
    /// Identifier of the organization.
    pub organization: String,
    /// The version by whose rules the course runs.
    pub version: Version,
    /// The activities.
    pub tree: Arc<ActivityTree>,
    /// `adlcp:sharedDataGlobalToSystem`.
    pub shared_data_global_to_system: bool,
    /// What in the sequencing cannot be carried out as written.
    pub problems: Vec<TreeProblem>,
    /// What each activity launches, in the order of the tree.
    contents: Vec<Option<Content>>,
}

/// What an activity launches, and what its content is told.
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    /// Identifier of the resource.
    pub resource: String,
    /// Whether the resource declares that it uses the API.
    pub scorm_type: ScormType,
    /// Address relative to the package root, with base and parameters.
    pub url: String,
    /// `adlcp:dataFromLMS`.
    pub launch_data: Option<String>,
    /// `attemptAbsoluteDurationLimit` (1.2: `adlcp:maxtimeallowed`).
    pub max_time_allowed: Option<String>,
    /// `adlcp:timeLimitAction`.
    pub time_limit_action: Option<String>,
    /// `adlcp:masteryscore` (1.2).
    pub mastery_score: Option<String>,
}

impl Course {
    /// Reads a course from the text of its manifest; the default organization when none is named.
    pub fn from_manifest_text(text: &str, organization: Option<&str>) -> Result<Self, CourseFault> {
        Self::from_manifest_text_as(text, organization, None)
    }

    /// As [`Course::from_manifest_text`], run as another edition than the package declares.
    pub fn from_manifest_text_as(
        text: &str,
        organization: Option<&str>,
        edition: Option<Edition>,
    ) -> Result<Self, CourseFault> {
        let (manifest, problems) = scorm_package::parse(text);
        Self::from_manifest_as(
            readable(manifest.as_ref(), &problems)?,
            organization,
            edition,
        )
    }

    /// As [`Course::from_manifest_text`], from the bytes of the file in whatever encoding.
    pub fn from_manifest_bytes(
        bytes: &[u8],
        organization: Option<&str>,
    ) -> Result<Self, CourseFault> {
        let (file, problems) = scorm_package::read_manifest(bytes, &XmlLimits::default());
        Self::from_manifest(readable(file.manifest.as_ref(), &problems)?, organization)
    }

    /// Takes a course from a manifest; the default organization when none is named.
    pub fn from_manifest(
        manifest: &Manifest,
        organization: Option<&str>,
    ) -> Result<Self, CourseFault> {
        Self::from_manifest_as(manifest, organization, None)
    }

    /// As [`Course::from_manifest`], run as another edition than the package declares.
    pub fn from_manifest_as(
        manifest: &Manifest,
        organization: Option<&str>,
        edition: Option<Edition>,
    ) -> Result<Self, CourseFault> {
        let version = run_as(manifest, edition);
        let found = match organization {
            Some(identifier) => manifest.organization(identifier),
            None => manifest.default_organization(),
        };
        let Some(found) = found else {
            let name = organization.unwrap_or("default");
            return Err(CourseFault::NoOrganization(name.to_owned()));
        };
        let (tree, problems) = ActivityTree::run_as(version, found);
        let mut items = found.all_items();
        let contents = tree.ids().map(|id| {
            // The root is the organization, which launches nothing.
            let item = if id == ActivityId::ROOT {
                None
            } else {
                items.next()
            };
            item.and_then(|item| content(manifest, &tree, id, item))
        });
        let contents = contents.collect();
        Ok(Self {
            manifest: manifest.identifier.clone(),
            organization: found.identifier.clone(),
            version: runtime_version(version),
            tree: Arc::new(tree),
            problems,
            shared_data_global_to_system: found.shared_data_global_to_system,
            contents,
        })
    }

    /// The name under which a learner's record keeps this course.
    pub fn key(&self) -> String {
        format!("{}/{}", self.manifest, self.organization)
    }

    /// What an activity launches.
    pub fn content(&self, activity: ActivityId) -> Option<&Content> {
        self.contents.get(activity.0 as usize)?.as_ref()
    }

    /// `cmi.scaled_passing_score` of an activity, if the manifest gives it one.
    pub fn scaled_passing_score(&self, activity: ActivityId) -> Option<f64> {
        let definition = &self.tree.activity(activity).definition;
        let primary = definition.objectives.iter().next()?;
        let decides = primary.satisfied_by_measure;
        decides.then_some(primary.min_normalized_measure)
    }

    /// `cmi.completion_threshold` of an activity, if the manifest gives it one.
    pub fn completion_threshold(&self, activity: ActivityId) -> Option<f64> {
        self.tree.activity(activity).definition.run_time_threshold
    }

    /// The objectives of an activity that have an id, the primary one first.
    pub fn objectives(&self, activity: ActivityId) -> Vec<String> {
        let objectives = self.tree.activity(activity).definition.objectives.iter();
        objectives
            .filter_map(|objective| objective.id.clone())
            .collect()
    }

    /// Identifier of an activity.
    pub fn identifier(&self, activity: ActivityId) -> &str {
        &self.tree.activity(activity).identifier
    }
}

fn readable<'m>(
    manifest: Option<&'m Manifest>,
    problems: &[Problem],
) -> Result<&'m Manifest, CourseFault> {
    manifest.ok_or_else(|| {
        let first = problems.first().map(|problem| problem.message.clone());
        CourseFault::Unreadable(first.unwrap_or_else(|| "this is not a manifest".to_owned()))
    })
}

/// The rules that a package runs by. One that declares no edition of SCORM 2004 runs as 4th: only
/// what a package says of itself takes anything away from it.
fn run_as(manifest: &Manifest, edition: Option<Edition>) -> ScormVersion {
    if !manifest.version.is_2004() {
        return manifest.version;
    }
    let chosen = edition.map(|edition| match edition {
        Edition::Second => PackageEdition::Second,
        Edition::Third => PackageEdition::Third,
        Edition::Fourth => PackageEdition::Fourth,
    });
    let declared = || manifest.version_evidence.declared_edition();
    let edition = chosen.or_else(declared);
    ScormVersion::Scorm2004(edition.unwrap_or(PackageEdition::Fourth))
}

fn runtime_version(version: ScormVersion) -> Version {
    match version {
        ScormVersion::Scorm12 => Version::Scorm12,
        ScormVersion::Scorm2004(edition) => Version::Scorm2004(match edition {
            PackageEdition::Second => Edition::Second,
            PackageEdition::Third => Edition::Third,
            PackageEdition::Fourth => Edition::Fourth,
        }),
    }
}

fn content(
    manifest: &Manifest,
    tree: &ActivityTree,
    activity: ActivityId,
    item: &Item,
) -> Option<Content> {
    let resource = manifest.resource_of(item)?;
    let definition = &tree.activity(activity).definition;
    Some(Content {
        resource: resource.identifier.clone(),
        scorm_type: match resource.scorm_type {
            Some(manifest::ScormType::Sco) => ScormType::Sco,
            Some(manifest::ScormType::Asset) | None => ScormType::Asset,
        },
        url: manifest.launch_url(item)?,
        launch_data: item.data_from_lms.clone(),
        max_time_allowed: item
            .max_time_allowed
            .clone()
            .or_else(|| definition.attempt_absolute_duration_limit.clone()),
        time_limit_action: item
            .time_limit_action
            .map(|action| action.as_str().to_owned()),
        mastery_score: item.mastery_score.clone(),
    })
}
