//! What an attempt needs before its page: manifest, decision on resuming, journal.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use greenroom_store::saved_state::SavedState;
use greenroom_store::{Namespace, SavedStates, Session, SessionStore};
use scorm_package::Manifest;
use scorm_session::{Course, CourseFault, Launch, Learner, Opening, Options};
use serde_json::json;

use super::keeping::Keeping;
use super::launch_options::{CreditParam, LaunchOptions};
use super::live_course::LiveCourse;
use super::lms::{self, Imported, LaunchFacts, LmsCourse, LmsProfiles, RecordFiles};
use super::opening::Prelude;
use super::player_messages::{ApiObject, Boot};
use super::project;
use super::recovery;
use super::resume::{self, Beginning, Wish};
use super::source;
use crate::{Fault, StageError};

/// What is ready before the browser is needed.
pub(super) struct Prepared {
    pub(super) root: PathBuf,
    pub(super) boot: serde_json::Value,
    pub(super) live: Arc<LiveCourse>,
    pub(super) launch: Launch,
    pub(super) resume: resume::Resume,
    /// What would go wrong in the LMS before anything plays.
    pub(super) lms_notices: Vec<String>,
    /// `unload` is forbidden by a permissions policy there.
    pub(super) unload_denied: bool,
    /// Files are found by their names there.
    pub(super) by_name: Option<greenroom_web::stage::FirstOfName>,
}

/// Which attempt is begun.
pub(super) struct Attempt {
    pub(super) new: bool,
    pub(super) keep: bool,
    pub(super) trace: bool,
    pub(super) namespace: Namespace,
    pub(super) prelude: Option<Prelude>,
}

/// Reads the manifest, decides on resuming, begins the journal. Blocks on the disk.
/// `without_location` is what the settings say of resuming.
pub(super) fn prepare(
    store: &SessionStore,
    session: &Arc<Session>,
    options: &LaunchOptions,
    profiles: &LmsProfiles,
    attempt: Attempt,
    without_location: bool,
) -> Result<Prepared, StageError> {
    let lms = profiles.find(&options.lms_profile)?;
    let behaves_as = profiles.played_as(&options.lms_profile);
    let Attempt {
        new: new_attempt,
        keep,
        trace,
        namespace,
        prelude,
    } = attempt;
    let package = session
        .package()
        .ok_or_else(|| StageError::new(Fault::UnknownSession, "this session has no package"))?;
    let source = source::read(package)?;
    let version = source.manifest.version;
    let organization = prelude.as_ref().and_then(|it| it.organization.clone());
    let behaves = prelude.as_ref().and_then(|it| it.options.clone());
    let edition = match &behaves {
        Some(behaves) => behaves.profile.treat_as_edition,
        None => options.treat_as_edition.map(Into::into),
    };
    let course_of = |manifest: &Manifest| {
        Course::from_manifest_as(manifest, organization.as_deref(), edition)
            .map(Arc::new)
            .map_err(|why| unplayable(&why))
    };
    let declared = course_of(&source.manifest)?;
    let followed = behaves_as.and_then(|profile| lms::followed(profile, &source.text));
    let (course, text) = match followed {
        Some(text) => match scorm_package::parse(&text).0 {
            Some(manifest) => (course_of(&manifest)?, text),
            None => (Arc::clone(&declared), source.text),
        },
        None => (Arc::clone(&declared), source.text),
    };
    let mut opening = Opening {
        manifest: text,
        organization,
        learner: learner(options),
        options: behaves.unwrap_or_else(|| Options {
            mode: options.launch_mode.into(),
            for_credit: options.credit == CreditParam::Credit,
            profile: scorm_runtime::Profile {
                treat_as_edition: edition,
                ..lms::behaviour(lms, version)
            },
            trace,
            unheard_requests: behaves_as.map_or(0, lms::unheard_requests),
            ..Options::default()
        }),
    };
    let fingerprint = if keep { package.fingerprint()? } else { None };
    let keeping = keep.then(|| Keeping {
        states: SavedStates::new(store.data_dir()),
        namespace,
        course_id: package.course().course_id,
        package_path: package.path().to_path_buf(),
        scorm_version: package
            .course()
            .scorm_version
            .unwrap_or_default()
            .to_owned(),
        session_id: session.id().as_str().to_owned(),
        fingerprint,
        structure: package.structure(),
        revision: Arc::default(),
    });
    let mut recovered = false;
    let mut of_another_course = false;
    let mut file_exists = false;
    let mut saved: Option<SavedState> = None;
    if let Some(keeping) = &keeping {
        recovered = recovery::recover(store.data_dir(), keeping, session)?;
        of_another_course = keeping.states.is_taken(keeping.namespace, keeping.owner());
        match keeping.read() {
            Ok(found) => {
                file_exists = found.is_some();
                saved = found.filter(|_| !new_attempt);
            }
            // A new attempt needs nothing of it, and keeps it aside.
            Err(_) if new_attempt || options.saved_state.is_some() => file_exists = true,
            Err(error) => return Err(error.into()),
        }
    }
    // A private attempt has no past of its own, and may be given one.
    if let Some(path) = options.saved_state.as_deref().filter(|_| !new_attempt) {
        saved = Some(SavedStates::read_at(path)?);
    }
    let without_location = match options.allow_resume_without_location {
        Some(said) => said,
        None => project::resume_without_location(package.path())?.unwrap_or(without_location),
    };
    let fallback = options.activity_unless_resumed;
    let wish = Wish {
        new_attempt,
        without_location,
        file_exists,
        of_another_course,
        activity: options.activity.as_deref().filter(|_| !fallback),
    };
    let Beginning { resume, mut launch } =
        resume::decide(saved.as_ref(), &mut opening, &course, wish, recovered);
    if let Some(target) = &options.activity
        && (!fallback || matches!(launch, Launch::Start))
    {
        launch = Launch::Choice {
            target: target.clone(),
        };
    }
    let has_past = prelude
        .as_ref()
        .map(|prelude| prelude.learner.courses.contains_key(&course.key()));
    if let Some(prelude) = prelude {
        opening.learner = prelude.learner;
        launch = prelude.launch;
    }
    let scos = course.tree.ids().filter(|id| course.content(*id).is_some());
    if behaves_as.is_some_and(lms::launches_first_only) && scos.count() > 1 {
        // Wherever the learner was left, this LMS knows one way in.
        launch = Launch::Start;
    }
    let lms_version = lms::version_of(version);
    let imported = behaves_as.map(|profile| lms::import(profile, lms, &source.manifest, package));
    let lms_version = imported.as_ref().map_or(lms_version, |it| it.version);
    let lms_boot = behaves_as.and_then(|profile| lms::boot(profile, lms_version));
    let frame = behaves_as.and_then(|profile| lms::frame(profile, options.viewport.is_some()));
    let in_frame = behaves_as.is_some_and(lms::plays_in_frame);
    // Of an LMS that is known in part the engine answers for what is not known.
    let has_server = lms_boot.is_some() || behaves_as.is_some_and(|profile| profile.partial);
    let server = behaves_as.filter(|_| has_server).map(|profile| {
        let state = keeping
            .as_ref()
            .map(|keeping| keeping.states.path(keeping.namespace, keeping.owner()));
        let files = RecordFiles::new(session.directory(), state.as_deref(), profile);
        let records = match has_past {
            // A learner who was handed in, as in rehearsals, comes back to this session.
            Some(true) => files.read_of_session(),
            None if !new_attempt => files.read(),
            _ => BTreeMap::default(),
        };
        let facts = LaunchFacts::new(options);
        Arc::new(LmsCourse::new(
            profile.clone(),
            lms_version,
            declared,
            facts,
            files,
            records,
        ))
    });
    let boot = json!(Boot {
        opening: &opening,
        api: if version == scorm_package::ScormVersion::Scorm12 {
            ApiObject::Scorm12
        } else {
            ApiObject::Scorm2004
        },
        no_api: behaves_as.is_some_and(|profile| lms::has_no_api(profile, lms_version)),
        popup: options.popup && !in_frame,
        lms: lms_boot,
        frame,
    });
    let suspend_data = lms::suspend_data_limit(lms, version);
    let journal_bytes = store.limits().journal_bytes;
    let live = LiveCourse::begin(
        Arc::clone(session),
        opening,
        course,
        keeping,
        suspend_data,
        journal_bytes,
        server,
    )?;
    Ok(Prepared {
        root: package.root().to_path_buf(),
        boot,
        live: Arc::new(live),
        launch,
        resume,
        lms_notices: imported.map(Imported::notices).unwrap_or_default(),
        unload_denied: behaves_as.is_some_and(lms::unload_denied),
        by_name: behaves_as.and_then(|profile| lms::files_by_name(profile, package)),
    })
}

fn unplayable(why: &CourseFault) -> StageError {
    StageError::new(
        Fault::ManifestValidationError,
        format!("the course cannot be played: {why}"),
    )
}

fn learner(options: &LaunchOptions) -> Learner {
    match &options.learner {
        Some(learner) => Learner::new(&learner.id, &learner.name),
        None => Learner::new("learner-1", "Learner, Greenroom"),
    }
}
