//! What a server holds after many validations, its workers included.

use std::fs;
use std::path::PathBuf;

use greenroom_testkit::McpClient;
use serde_json::json;

use super::Course;
use super::hostile::children;
use crate::client;

/// Bytes of the server and its workers, at rest.
const MOST: u64 = 150 << 20;
/// How many packages are validated; `bench/lint/memory.rs` goes on to a thousand.
const ROUNDS: usize = 60;

/// Small courses, one with much code, and one with thousands of faults.
fn courses() -> Vec<Course> {
    let mut courses = vec![Course::tea_tasting(), Course::hand_washing()];
    let much_code = Course::tea_tasting();
    let function = "function step(value) { var total = value + 1; return step(total); }\n";
    for number in 0..4 {
        let file = much_code.path().join(format!("long{number}.js"));
        fs::write(file, function.repeat(3000)).unwrap();
    }
    courses.push(much_code);
    let faulty = Course::tea_tasting();
    let items = "<item identifier=\"x\" identifierref=\"none\" bogus=\"1\"/>".repeat(2000);
    faulty.manifest("</organization>", &format!("{items}</organization>"));
    courses.push(faulty);
    courses
}

fn resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or_default() * 1024
}

/// The server with everything that it has started.
fn all_resident(client: &McpClient) -> u64 {
    let workers = children(client.pid());
    let workers = workers.iter().filter_map(|worker| worker.parse().ok());
    workers.map(resident).sum::<u64>() + resident(client.pid())
}

#[test]
fn many_validations_leave_little_memory_behind() {
    let courses = courses();
    let mut client = client();
    let mut most = 0;
    for round in 0..ROUNDS {
        let course = &courses[round % courses.len()];
        // What has changed is examined anew.
        let changed: PathBuf = course.path().join("changed.js");
        fs::write(changed, format!("var round = {round};")).unwrap();
        let tool = ["scorm_validate_workspace", "scorm_validate_compliance"][round / 4 % 2];
        client.data(tool, json!({ "workspace_path": course.path() }));
        most = most.max(all_resident(&client));
    }
    assert!(most <= MOST, "{} MB", most >> 20);
}

#[test]
fn a_manifest_of_faults_is_answered_in_little_memory() {
    let course = Course::tea_tasting();
    let items = "<item identifier=\"x\" identifierref=\"none\" bogus=\"1\"/>".repeat(8000);
    course.manifest("</organization>", &format!("{items}</organization>"));
    let mut client = client();
    let arguments = json!({ "workspace_path": course.path() });
    let data = client.data("scorm_validate_workspace", arguments);
    let costs = data["score_breakdown"].as_array().unwrap();
    let dangling = costs
        .iter()
        .find(|cost| cost["rule"] == "dangling-identifierref");
    assert_eq!(dangling.unwrap()["count"], 2000, "{costs:#?}");
    let most = all_resident(&client);
    assert!(most <= MOST, "{} MB", most >> 20);
}
