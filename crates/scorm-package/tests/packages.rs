//! Real courses, good and bad: what is read, and which problems are reported.
#![cfg(feature = "archive")]
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "tests read the shared test data"
)]

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;

use greenroom_testkit::test_data;
use scorm_package::archive::read_entry;
use scorm_package::files::{Collector, EntryKind, file_path};
use scorm_package::{Edition, Limits, MANIFEST, Package, Problem, ProblemKind, ScormVersion};

fn open(path: &Path) -> (Package, Vec<Problem>) {
    let limits = Limits::default();
    if path.is_file() {
        return Package::from_zip(&mut File::open(path).unwrap(), &limits);
    }
    let mut collector = Collector::new(limits);
    walk(path, "", &mut collector);
    let (files, mut problems) = collector.finish();
    let manifest = fs::read(path.join(MANIFEST)).ok();
    let (package, more) = Package::new(files, manifest.as_deref(), &limits);
    problems.extend(more);
    (package, problems)
}

fn walk(folder: &Path, prefix: &str, collector: &mut Collector) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(Result::unwrap).collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        let metadata = entry.metadata().unwrap();
        if metadata.is_dir() {
            collector.add(&name, 0, EntryKind::Folder);
            walk(&entry.path(), &format!("{name}/"), collector);
        } else {
            collector.add(&name, metadata.len(), EntryKind::File);
        }
    }
}

#[test]
fn real_courses_read() {
    let Some(folder) = test_data("packages") else {
        return;
    };
    let mut versions = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name == "bad" || name == "README.md" {
            continue;
        }
        let (package, problems) = open(&path);
        let Some(manifest) = &package.manifest_file.manifest else {
            panic!("{name}: {problems:?}")
        };
        versions.insert(manifest.version);
        // One real course has an empty boolean; the others have nothing to tell.
        let odd = problems
            .iter()
            .find(|problem| problem.kind != ProblemKind::InvalidBoolean);
        assert_eq!(odd, None, "{name}");

        let organization = manifest.default_organization().unwrap();
        let url = organization
            .all_items()
            .find_map(|item| manifest.launch_url(item))
            .unwrap();
        let file = file_path(&url).unwrap();
        assert!(
            package.files.get(&file).is_some(),
            "{name}: {file} of {url}"
        );
        if path.is_file() {
            let zip = File::open(&path).unwrap();
            let entry = package.files.get(&file).unwrap();
            assert_eq!(
                read_entry(zip, entry, u64::MAX).unwrap().len() as u64,
                entry.size
            );
        }
    }
    let all = [
        ScormVersion::Scorm12,
        ScormVersion::Scorm2004(Edition::Second),
        ScormVersion::Scorm2004(Edition::Third),
        ScormVersion::Scorm2004(Edition::Fourth),
    ];
    assert_eq!(versions, BTreeSet::from(all));
}

/// Packages whose fault is not one of reading (files that do not exist) are left to lint.
#[test]
fn bad_packages_are_told() {
    use ProblemKind as Kind;
    let Some(folder) = test_data("packages/bad") else {
        return;
    };
    let expected: &[(&str, &[Kind])] = &[
        ("bridge-non-working.zip", &[Kind::ManifestMissing]),
        (
            "jcp-2004-missing-org-id",
            &[Kind::DefaultOrganizationUnknown, Kind::MissingAttribute],
        ),
        ("jcp-invalid-file-refs", &[]),
        ("jcp-missing-launch-url", &[]),
        ("lh-adv-malformed-manifest.zip", &[Kind::XmlNotWellFormed]),
        ("lh-adv-not-a-zip.zip", &[Kind::ZipUnreadable]),
        ("lh-adv-xxe.zip", &[Kind::XmlDoctype]),
        ("moodle-badscorm.zip", &[Kind::ManifestNested]),
        ("moodle-validaicc.zip", &[Kind::NotScorm]),
        ("moodle-zip-password.zip", &[Kind::ZipEncrypted]),
        ("olat-invalid-scorm.zip", &[Kind::ManifestNested]),
        ("olat-scorm-in-directory.zip", &[Kind::ManifestNested]),
        (
            "psy-masteryscore-200",
            &[Kind::InvalidNumber, Kind::SchemaversionMissing],
        ),
        ("psy-metadatascheme-1.21", &[Kind::SchemaversionMissing]),
        ("psy-not-well-formed", &[Kind::XmlNotWellFormed]),
        ("psy-schemaversion-1.21", &[Kind::SchemaversionUnknown]),
        ("real-lesson-sco-6-missing", &[]),
        ("real-placeholder-resource", &[]),
        ("real-spoor-template-2004", &[]),
        ("real-unescaped-amp", &[Kind::XmlNotWellFormed]),
        (
            "snyk-zip-slip-win.zip",
            &[Kind::ManifestMissing, Kind::NameTraversal],
        ),
        ("yauzl-01", &[Kind::ZipUnreadable]),
        ("yauzl-04", &[Kind::ManifestMissing, Kind::NameAbsolute]),
        ("yauzl-07", &[Kind::ManifestMissing, Kind::ZipTruncated]),
        // The damage is in the data of an entry, which is seen when it is read.
        ("yauzl-10", &[Kind::ManifestMissing]),
        ("yauzl-13", &[Kind::ZipTruncated]),
        ("yauzl-16", &[Kind::ZipEncrypted]),
        ("yauzl-19", &[Kind::ZipTruncated]),
        ("yauzl-22", &[Kind::ZipTruncated]),
    ];
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let Some((_, want)) = expected.iter().find(|(start, _)| name.starts_with(start)) else {
            continue;
        };
        let (_, problems) = open(&path);
        let kinds: BTreeSet<Kind> = problems.iter().map(|problem| problem.kind).collect();
        assert_eq!(
            kinds,
            want.iter().copied().collect(),
            "{name}: {problems:?}"
        );
        seen += 1;
    }
    assert_eq!(seen, expected.len());
}
