//! `scorm_package_course` and `greenroom pack`: what the zip holds, and that everybody can read it.

use std::fs;
use std::path::Path;
use std::process::Command;

use greenroom_testkit::{copy_folder, test_data, test_files};
use serde_json::{Value, json};

use crate::{GREENROOM, client};

const WASHING: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/courses/hand-washing"
);
const TEA: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/courses/tea-tasting"
);

/// The names in a zip, by Python's reader, which also checks every entry.
pub(crate) fn names(zip: &Path) -> Vec<String> {
    let script = "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nfor i in z.infolist():\n    assert i.date_time == (1980, 1, 1, 0, 0, 0), i\n    assert i.external_attr >> 16 == 0o100644, i\n    print(i.filename)";
    let output = Command::new("python3")
        .args(["-X", "utf8", "-c", script])
        .arg(zip)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(ToOwned::to_owned).collect()
}

/// `unzip` reads it to its end.
pub(crate) fn is_whole(zip: &Path) {
    let tested = Command::new("unzip").args(["-t", "-qq"]).arg(zip).output();
    let tested = tested.unwrap();
    assert!(tested.status.success(), "{tested:?}");
}

fn course() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy_folder(Path::new(WASHING), folder.path());
    folder
}

#[test]
fn the_same_files_give_the_same_zip_with_what_the_course_uses() {
    let mut client = client();
    let out = tempfile::tempdir().unwrap();
    let (first, second) = (out.path().join("a.zip"), out.path().join("b.zip"));
    let folder = course();
    for (name, text) in [
        (".DS_Store", "junk"),
        ("notes/todo.txt", "nobody mentions it"),
        ("node_modules/x/index.js", "junk"),
        ("rehearsals/one.yaml", "id: one"),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    // A name beyond ASCII, which a page mentions.
    fs::write(folder.path().join("blätter.txt"), "leaves").unwrap();
    let page = folder.path().join("index.html");
    let text = fs::read_to_string(&page).unwrap();
    fs::write(
        &page,
        text.replace("</body>", "<a href=\"bl%C3%A4tter.txt\">More</a></body>"),
    )
    .unwrap();
    let packed = client.data(
        "scorm_package_course",
        json!({"package_path": folder.path(), "output_path": first, "override_errors": true}),
    );
    let want = ["imsmanifest.xml", "blätter.txt", "index.html", "lesson.js"];
    assert_eq!(names(&first), want, "{packed:#}");
    is_whole(&first);
    assert_eq!(packed["files"], 4);
    assert_eq!(packed["left_out"]["files"], 4, "{packed:#}");
    assert_eq!(packed["lists"]["applied"], false);
    assert!(
        packed["lists"]["patch"].as_str().unwrap().contains('+'),
        "{packed:#}"
    );
    // Another folder, other times, another order of writing.
    let copy = tempfile::tempdir().unwrap();
    for name in want.iter().rev() {
        fs::copy(folder.path().join(name), copy.path().join(name)).unwrap();
    }
    let again = client.data(
        "scorm_package_course",
        json!({"package_path": copy.path(), "output_path": second, "override_errors": true}),
    );
    assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap());
    assert_eq!(packed["sha256"], again["sha256"]);
    // A zip packs to itself.
    let third = out.path().join("c.zip");
    client.data(
        "scorm_package_course",
        json!({"package_path": first, "output_path": third, "override_errors": true}),
    );
    assert_eq!(fs::read(&first).unwrap(), fs::read(&third).unwrap());
    // With everything that may be content.
    let all = client.data(
        "scorm_package_course",
        json!({"package_path": folder.path(), "include_all": true, "override_errors": true}),
    );
    let path = Path::new(all["output_path"].as_str().unwrap()).to_owned();
    assert!(names(&path).contains(&"notes/todo.txt".to_owned()));
    assert!(
        !names(&path)
            .iter()
            .any(|name| name.contains("node_modules"))
    );
}

#[test]
fn errors_keep_a_package_from_being_made_unless_it_is_wanted() {
    let mut client = client();
    let folder = course();
    fs::remove_file(folder.path().join("index.html")).unwrap();
    let out = tempfile::tempdir().unwrap();
    let zip = out.path().join("course.zip");
    let arguments = json!({"package_path": folder.path(), "output_path": zip});
    let refused = client.failure("scorm_package_course", arguments.clone());
    assert_eq!(refused["error_code"], "PACKAGE_HAS_ERRORS", "{refused:#}");
    assert!(refused["details"]["errors"][0].is_string(), "{refused:#}");
    assert!(!zip.exists());
    let mut wanted = arguments;
    wanted["override_errors"] = json!(true);
    let packed = client.data("scorm_package_course", wanted);
    assert!(packed["findings"]["errors"].as_u64().unwrap() > 0);
    // Nothing else is replaced, and the source least of all.
    let other = out.path().join("letter.txt");
    fs::write(&other, "dear").unwrap();
    for (source, output) in [
        (folder.path(), other.as_path()),
        (zip.as_path(), zip.as_path()),
    ] {
        let arguments =
            json!({"package_path": source, "output_path": output, "override_errors": true});
        let refused = client.failure("scorm_package_course", arguments);
        assert_eq!(
            refused["error_code"], "MCP_ARTIFACT_WRITE_FAILED",
            "{refused:#}"
        );
    }
    assert_eq!(fs::read_to_string(&other).unwrap(), "dear");
}

#[cfg(unix)]
#[test]
fn links_and_names_that_no_zip_can_hold_stay_out_and_are_told() {
    use std::os::unix::ffi::OsStrExt as _;
    let mut client = client();
    let folder = course();
    let secret = tempfile::NamedTempFile::new().unwrap();
    std::os::unix::fs::symlink(secret.path(), folder.path().join("secret.txt")).unwrap();
    fs::write(folder.path().join("a\\b.html"), "x").unwrap();
    let raw = std::ffi::OsStr::from_bytes(b"caf\xe9.png");
    fs::write(folder.path().join(raw), "x").unwrap();
    let arguments = json!({"package_path": folder.path(), "override_errors": true});
    let packed = client.data("scorm_package_course", arguments.clone());
    let left_out = packed["left_out"]["named"].to_string();
    assert!(
        left_out.contains("secret.txt") && left_out.contains("a\\\\b.html"),
        "{packed:#}"
    );
    // Asked for, a name that cannot be kept is an error, not another name.
    let mut all = arguments;
    all["include_all"] = json!(true);
    let refused = client.failure("scorm_package_course", all);
    assert!(
        refused["message"].as_str().unwrap().contains("not UTF-8"),
        "{refused:#}"
    );
}

#[test]
fn the_lists_of_the_manifest_are_patched_as_proposed() {
    let mut client = client();
    let folder = tempfile::tempdir().unwrap();
    copy_folder(Path::new(TEA), folder.path());
    let manifest = folder.path().join("imsmanifest.xml");
    let text = fs::read_to_string(&manifest).unwrap();
    let shorter: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains("<file href=\"shared"))
        .collect();
    let shorter = shorter.join("\n") + "\n";
    fs::write(&manifest, &shorter).unwrap();
    let zip = folder.path().join("own.zip");
    let packed = client.data(
        "scorm_package_course",
        json!({"package_path": folder.path(), "output_path": zip, "update_file_lists": true,
            "include_all": true, "override_errors": true}),
    );
    assert_eq!(packed["lists"]["applied"], true, "{packed:#}");
    // The zip does not hold itself, and the source is as it was.
    assert!(!names(&zip).contains(&"own.zip".to_owned()));
    assert_eq!(fs::read_to_string(&manifest).unwrap(), shorter);
    let patch = packed["lists"]["patch_path"].as_str().unwrap();
    let patched = Command::new("patch")
        .args(["-p1", "-s", "-i", patch])
        .current_dir(folder.path())
        .status();
    assert!(patched.unwrap().success());
    let inside = Command::new("unzip")
        .arg("-p")
        .arg(&zip)
        .arg("imsmanifest.xml")
        .output();
    assert_eq!(inside.unwrap().stdout, fs::read(&manifest).unwrap());
}

#[test]
fn smaller_files_and_other_versions_are_made_without_loss() {
    let mut client = client();
    let folder = course();
    fs::write(
        folder.path().join("style.css"),
        "/* c */\nbody {\n  color : red ;\n  background: url(\"two.jpg\") ;\n}\n",
    )
    .unwrap();
    for picture in ["one.jpg", "two.jpg"] {
        fs::write(folder.path().join(picture), [7; 2000]).unwrap();
    }
    fs::write(folder.path().join("data.json"), "{ \"a\" : [ 1 , 2 ] }\n").unwrap();
    let page = folder.path().join("index.html");
    let text = fs::read_to_string(&page).unwrap();
    let linked = text.replace(
        "</head>",
        "<link rel=stylesheet href=style.css><link href=data.json><link rel='icon' href='one.jpg'></head>",
    );
    fs::write(&page, linked).unwrap();
    let arguments =
        json!({"package_path": folder.path(), "optimize": true, "override_errors": true});
    let packed = client.data("scorm_package_course", arguments);
    let kinds = &packed["optimized"]["kinds"];
    assert_eq!(kinds["css"]["smaller"], 1, "{packed:#}");
    assert_eq!(kinds["json"]["after"], 11, "{packed:#}");
    let zip = packed["output_path"].as_str().unwrap();
    let css = Command::new("unzip")
        .args(["-p", zip, "style.css"])
        .output();
    let css = String::from_utf8(css.unwrap().stdout).unwrap();
    assert_eq!(css, "body{color : red;background: url(\"one.jpg\");}");
    // The two pictures are one.
    assert_eq!(packed["optimized"]["merged"]["files"], 1, "{packed:#}");
    let listed = Command::new("unzip").args(["-l", zip]).output();
    let listed = String::from_utf8(listed.unwrap().stdout).unwrap();
    assert!(
        listed.contains("one.jpg") && !listed.contains("two.jpg"),
        "{listed}"
    );
    // The course speaks the API of its version only.
    let version = client.data(
        "scorm_validate_workspace",
        json!({"workspace_path": folder.path()}),
    );
    let other = match version["scorm_version"].as_str() {
        Some("1.2") => "2004",
        _ => "1.2",
    };
    let arguments = json!({"package_path": WASHING, "convert": other});
    let refused = client.failure("scorm_package_course", arguments);
    assert_eq!(refused["error_code"], "PACKAGE_HAS_ERRORS", "{refused:#}");
    let arguments = json!({"package_path": WASHING, "convert": other, "override_errors": true});
    let packed = client.data("scorm_package_course", arguments);
    assert!(
        packed["converted"]["version"]
            .as_str()
            .unwrap()
            .starts_with(other),
        "{packed:#}"
    );
    if other == "2004" {
        validates(Path::new(packed["output_path"].as_str().unwrap()));
    }
}

/// The manifest in the zip is valid by the schemas of 2004.
#[expect(clippy::print_stderr, reason = "what is skipped is said loudly")]
pub(crate) fn validates(zip: &Path) {
    let Some(schemas) = test_data("conformance/xsd") else {
        return;
    };
    if Command::new("xmllint").arg("--version").output().is_err() {
        eprintln!("SKIPPED: xmllint is not installed, so the manifest was not validated");
        return;
    }
    let imports = [
        ("http://www.w3.org/XML/1998/namespace", "xml.xsd"),
        ("http://www.imsglobal.org/xsd/imscp_v1p1", "imscp_v1p1.xsd"),
        ("http://www.adlnet.org/xsd/adlcp_v1p3", "adlcp_v1p3.xsd"),
        ("http://www.imsglobal.org/xsd/imsss", "imsss_v1p0.xsd"),
        ("http://www.adlnet.org/xsd/adlseq_v1p3", "adlseq_v1p3.xsd"),
        ("http://ltsc.ieee.org/xsd/LOM", "lom.xsd"),
    ]
    .map(|(namespace, file)| {
        let file = schemas.join(file);
        format!(
            "<xs:import namespace=\"{namespace}\" schemaLocation=\"{}\"/>",
            file.display()
        )
    })
    .concat();
    let folder = tempfile::tempdir().unwrap();
    let schema = folder.path().join("all.xsd");
    let text =
        format!("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">{imports}</xs:schema>");
    fs::write(&schema, text).unwrap();
    let manifest = Command::new("unzip")
        .arg("-p")
        .arg(zip)
        .arg("imsmanifest.xml")
        .output();
    let file = folder.path().join("imsmanifest.xml");
    fs::write(&file, manifest.unwrap().stdout).unwrap();
    let checked = Command::new("xmllint")
        .args(["--noout", "--nonet", "--schema"])
        .arg(schema)
        .arg(&file)
        .output()
        .unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        checked.status.success(),
        "{}\n{text}",
        String::from_utf8_lossy(&checked.stderr)
    );
}

#[test]
fn real_packages_are_packed_and_read_again() {
    let Some(packages) = test_files("packages") else {
        return;
    };
    let mut client = client();
    for package in packages
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "zip"))
    {
        let arguments = json!({"package_path": package, "override_errors": true});
        let packed = client.data("scorm_package_course", arguments);
        let zip = Path::new(packed["output_path"].as_str().unwrap());
        is_whole(zip);
        assert_eq!(
            names(zip).first().map(String::as_str),
            Some("imsmanifest.xml")
        );
        // Our own reader agrees, and has nothing to say against it.
        let again = json!({"package_path": zip, "override_errors": true});
        let again: Value = client.data("scorm_package_course", again);
        assert_eq!(packed["sha256"], again["sha256"], "{}", package.display());
    }
}

#[test]
fn the_shell_packs_and_says_where() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("home");
    let run = |arguments: &[&str]| {
        Command::new(GREENROOM)
            .args(arguments)
            .current_dir(folder.path())
            .env("GREENROOM_HOME", &home)
            .output()
            .unwrap()
    };
    let packed = run(&["pack", WASHING]);
    let text = String::from_utf8(packed.stdout).unwrap();
    assert_eq!(
        packed.status.code(),
        Some(0),
        "{text}{:?}",
        String::from_utf8(packed.stderr)
    );
    assert!(
        text.contains("hand-washing.zip") && text.contains("sha256"),
        "{text}"
    );
    is_whole(&folder.path().join("hand-washing.zip"));
    let broken = folder.path().join("broken");
    fs::create_dir(&broken).unwrap();
    fs::write(broken.join("imsmanifest.xml"), "<manifest/>").unwrap();
    let refused = run(&["pack", "broken"]);
    assert_eq!(refused.status.code(), Some(4));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(
        told.contains("PACKAGE_HAS_ERRORS") && told.contains("--force"),
        "{told}"
    );
}

#[test]
fn browser_a_rehearsal_is_played_on_source_and_package() {
    let mut client = client();
    let folder = tempfile::tempdir().unwrap();
    let rehearsal = folder.path().join("first.yaml");
    fs::write(
        &rehearsal,
        "id: first\nmanifest: imsmanifest.xml\nsteps:\n  - expect_activity: lesson\n    acts:\n      - {action: screenshot}\n    then: {kind: ui, action: exit_all, session_after: ended}\n",
    )
    .unwrap();
    let packed = client.data_of_long_call(
        "scorm_package_course",
        json!({"package_path": WASHING, "optimize": true, "rehearsal": rehearsal}),
    );
    assert_eq!(packed["rehearsed"]["rehearsals"], 1, "{packed:#}");
    assert!(
        packed["rehearsed"]["pictures"].as_u64().unwrap() >= 1,
        "{packed:#}"
    );
}
