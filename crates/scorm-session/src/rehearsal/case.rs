//! A rehearsal together with the courses that it plays.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::format::Rehearsal;
use crate::course::Course;
use crate::course_fault::CourseFault;

/// A rehearsal with the courses it needs, by package name.
#[derive(Debug, Clone)]
pub struct Case {
    /// What is played.
    pub rehearsal: Rehearsal,
    /// The courses by name; the only one of a rehearsal without `manifests` is called "".
    pub courses: BTreeMap<String, CaseCourse>,
}

/// A course of a case.
#[derive(Debug, Clone)]
pub struct CaseCourse {
    /// Its manifest, as it was read.
    pub manifest: Vec<u8>,
    /// Identifier of the organization; the default one when absent.
    pub organization: Option<String>,
    /// The course itself.
    pub course: Arc<Course>,
}

/// Why the courses of a rehearsal cannot be had.
#[derive(Debug)]
pub enum CaseFault<E> {
    /// Whoever has the manifests could not give one.
    Manifest(E),
    /// The manifest has no course that can be played.
    Course {
        /// Path of the manifest, as the rehearsal names it.
        path: String,
        /// What is wrong with it.
        fault: CourseFault,
    },
}

impl<E: fmt::Display> fmt::Display for CaseFault<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Manifest(fault) => fault.fmt(f),
            Self::Course { path, fault } => write!(f, "{path}: {fault}"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> std::error::Error for CaseFault<E> {}

impl Case {
    /// Reads the courses of a rehearsal from the bytes of its manifests, by path.
    pub fn new<E>(
        rehearsal: Rehearsal,
        bytes_of: impl Fn(&str) -> Result<Vec<u8>, E>,
    ) -> Result<Self, CaseFault<E>> {
        let mut paths = rehearsal.manifests.clone();
        if paths.is_empty() {
            paths.insert(String::new(), rehearsal.manifest.clone());
        }
        let mut courses = BTreeMap::new();
        for (name, path) in paths {
            // Where several courses are taken, `organization` is that of the first.
            let is_first = path == rehearsal.manifest;
            let organization = rehearsal.organization.clone().filter(|_| is_first);
            let manifest = bytes_of(&path).map_err(CaseFault::Manifest)?;
            let course = Course::from_manifest_bytes(&manifest, organization.as_deref())
                .map_err(|fault| CaseFault::Course { path, fault })?;
            let course = CaseCourse {
                manifest,
                organization,
                course: Arc::new(course),
            };
            courses.insert(name, course);
        }
        Ok(Self { rehearsal, courses })
    }

    /// The course of a package, or the first one.
    pub(super) fn course(&self, package: Option<&str>) -> Option<&CaseCourse> {
        let first = || {
            let path = &self.rehearsal.manifest;
            let named = self
                .rehearsal
                .manifests
                .iter()
                .find(|(_, candidate)| *candidate == path);
            named
                .and_then(|(name, _)| self.courses.get(name))
                .or(self.courses.values().next())
        };
        package
            .and_then(|name| self.courses.get(name))
            .or_else(first)
    }
}
