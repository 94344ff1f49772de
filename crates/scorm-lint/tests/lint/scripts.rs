//! Scripts beyond the literate cases: wrappers, minified code, vendors, hostile input, reports.

use scorm_lint::{
    Category, Level, MemoryFiles, Obstacle, ScanDepth, ScriptReport, Settings, lint_scripts,
};

fn page(script: &str) -> String {
    format!(
        "<!DOCTYPE html><html lang=\"en\"><title>T</title><h1>T</h1>\n<script>{script}</script></html>"
    )
}

/// The API usage of files without a manifest; `index.html` holds the script.
fn api_usage(script: &str, others: &[(&str, &str)]) -> ScriptReport {
    let mut files: MemoryFiles = [("index.html", page(script))].into_iter().collect();
    for (name, text) in others {
        files.0.insert((*name).to_owned(), text.as_bytes().to_vec());
    }
    scan(&files, Category::ApiUsage, ScanDepth::Deep)
}

fn scan(files: &MemoryFiles, category: Category, depth: ScanDepth) -> ScriptReport {
    lint_scripts(files, &[], &Settings::at(Level::Standard), category, depth)
}

fn names(report: &ScriptReport) -> Vec<&'static str> {
    report.findings.iter().map(|finding| finding.name).collect()
}

const FIND: &str = "
function find(w) { while (!w.API_1484_11 && w.parent != w) w = w.parent; return w.API_1484_11; }
var api = find(window);
var ok = api.Initialize('') === 'true';
addEventListener('pagehide', function () { api.Commit(''); api.Terminate(''); });
";

#[test]
fn a_set_without_initialize_is_found_at_its_line() {
    let report = api_usage(
        "\nvar a = parent.API_1484_11;\na.SetValue('cmi.exit', 'suspend');\na.Terminate('');",
        &[],
    );
    let missing = report
        .findings
        .iter()
        .find(|f| f.name == "initialize-missing");
    assert_eq!(missing.unwrap().line, Some(4));
}

#[test]
fn words_in_comments_texts_and_other_objects_are_no_calls() {
    let report = api_usage(
        "// api.SetValue('cmi.x', 'y')\nvar text = \"api.LMSSetValue('cmi.x', 1)\";\n\
         var store = { SetValue: function (k, v) { this[k] = v; } };\nstore.SetValue('cmi.nothing', 1);",
        &[],
    );
    assert_eq!(names(&report), ["sco-without-api-calls"]);
}

#[test]
fn elements_are_followed_through_wrappers_constants_and_modules() {
    for script in [
        "function set(e, v) { return api.SetValue(e, v); } set('cmi.complete', 'x');",
        "var course = { set: function (e, v) { api.SetValue('cmi.' + e, v); } }; course.set('complete', 'x');",
        "class Course { put(e, v) { this.api = api; this.api.SetValue(e, v); } } new Course().put('cmi.complete', 'x');",
        "const NAME = 'cmi.complete'; const put = (e, v) => api.SetValue(e, v); put(NAME, 'x');",
        "(function(a){function s(e,t){a.SetValue(e,t)}s('cmi.complete','x')})(api);",
        "with_retry(function () { api.SetValue('cmi.complete', 'x'); }); function with_retry(f) { f(); }",
    ] {
        let report = api_usage(&format!("{FIND}{script}"), &[]);
        assert!(
            names(&report).contains(&"misspelt-element"),
            "{script}: {:?}",
            names(&report)
        );
    }
    let module = "export function put(api, e, v) { api.SetValue(e, v); }";
    let files: MemoryFiles = [
        ("index.html", page(FIND).replace("</script>", "</script><script type=\"module\">import { put } from './m.js'; put(api, 'cmi.complete', 'x');</script>")),
        ("m.js", module.to_owned()),
    ]
    .into_iter()
    .collect();
    let report = scan(&files, Category::ApiUsage, ScanDepth::Deep);
    assert!(
        names(&report).contains(&"misspelt-element"),
        "{:?}",
        names(&report)
    );
}

#[test]
fn good_scripts_are_silent() {
    for script in [
        "api.SetValue('cmi.completion_status', done ? 'completed' : 'incomplete'); var done;",
        "function q(i, id) { api.SetValue('cmi.interactions.' + i + '.id', id); api.SetValue('cmi.interactions.' + i + '.type', 'choice'); api.SetValue('cmi.completion_status', 'completed'); } q(0, 'a');",
        "var status = ''; status = compute(); function compute() { return document.title; } api.SetValue('cmi.completion_status', status);",
    ] {
        let report = api_usage(&format!("{FIND}{script}"), &[]);
        let errors: Vec<_> = report
            .findings
            .iter()
            .filter(|f| f.severity > scorm_lint::Severity::Warning)
            .collect();
        assert!(errors.is_empty(), "{script}: {errors:#?}");
    }
}

#[test]
fn vendor_drivers_are_named_and_their_findings_marked() {
    let driver = "var p = {}; p.getHandle = function () { return parent.API; };
        p.StringToBoolean = function (v) { return v === 'true'; };
        p.isAvailable = function () { return true; };
        p.bad = function () { p.getHandle().LMSSetValue('cmi.core.nothing', ''); };";
    let report = api_usage(FIND, &[("wrapper.js", driver)]);
    assert_eq!(
        report.scan.drivers,
        [("wrapper.js".to_owned(), "pipwerks SCORM API wrapper".into())]
    );
    let inside = report
        .findings
        .iter()
        .filter(|f| f.file.as_deref() == Some("wrapper.js"));
    assert!(inside.clone().count() > 0 && inside.clone().all(|finding| finding.vendor));
}

#[test]
fn surface_looks_at_launched_pages_and_their_scripts_only() {
    let files: MemoryFiles = [
        ("index.html", page(FIND)),
        (
            "unused.js",
            "parent.API.LMSSetValue('cmi.nothing', '');".to_owned(),
        ),
    ]
    .into_iter()
    .collect();
    let surface = scan(&files, Category::ApiUsage, ScanDepth::Surface);
    assert_eq!(surface.scan.scanned_files, ["index.html"]);
    assert!(!names(&surface).contains(&"misspelt-element"));
    let deep = scan(&files, Category::ApiUsage, ScanDepth::Deep);
    assert_eq!(deep.scan.scanned_files, ["index.html", "unused.js"]);
    assert!(names(&deep).contains(&"misspelt-element"));
}

#[test]
fn one_reach_into_the_parent_is_one_violation() {
    let script = "// parent.document\nvar t = 'parent.document';\nvar api = parent.API_1484_11 || top.API;\n\
        parent.document.getElementById('x').style.color = 'red';\n\
        var up = window.parent; up.document.title = 'Mine';";
    let files: MemoryFiles = [("index.html", page(script))].into_iter().collect();
    let report = scan(&files, Category::ParentDom, ScanDepth::Deep);
    assert_eq!(
        names(&report),
        ["parent-document-access", "parent-document-access"]
    );
}

/// While the calls of a name are joined, the name itself may be found to hold too many functions.
#[test]
fn a_name_may_come_to_hold_too_many_functions_in_its_own_calls() {
    let functions: Vec<String> = (0..11)
        .map(|n| format!("function f{n}() {{}} start(f{n});"))
        .collect();
    let functions = functions.join("\n");
    let script = format!(
        "function last() {{}}\nfunction start(step) {{ step(last); }}\nstart(start);\n{functions}"
    );
    let report = api_usage(&format!("{FIND}{script}"), &[]);
    assert_eq!(report.scan.scanned_files, ["index.html"]);
    assert_eq!(report.scan.skipped_files, []);
}

#[test]
fn hostile_code_is_survived() {
    let deep = "(".repeat(100_000);
    let sum = format!("x = {};", vec!["a"; 50_000].join("+"));
    let chain = "if (a) {} else ".repeat(50_000);
    let nested = format!("{}{}", "function f(){".repeat(350), "}".repeat(350));
    let operators = format!("x = {}1;", "!".repeat(1000));
    for code in [
        deep.as_str(),
        &sum,
        &chain,
        &nested,
        &operators,
        "\u{0}\u{0}<",
        "`${",
        "/*",
    ] {
        let report = api_usage(FIND, &[("hostile.js", code)]);
        assert!(report.scan.scanned_files.contains(&"index.html".to_owned()));
    }
    let report = api_usage(FIND, &[("hostile.js", &deep)]);
    assert_eq!(
        report.scan.skipped_files,
        [("hostile.js".to_owned(), Obstacle::TooDeep)]
    );
}

/// Old pages are written in the encoding of their country, where quotes and backslashes may be parts
/// of other characters.
#[test]
fn files_are_read_in_their_encoding() {
    let code = "var name = \"\u{8868}\"; parent.document.title = name;";
    let shift_jis = |text: &str| -> Vec<u8> {
        let (before, after) = text.split_once('\u{8868}').unwrap();
        [before.as_bytes(), b"\x95\x5C", after.as_bytes()].concat()
    };
    let utf16 = |text: &str| -> Vec<u8> {
        let units = std::iter::once('\u{feff}')
            .chain(text.chars())
            .collect::<String>();
        units.encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    let western = |text: &str| -> Vec<u8> { text.chars().map(|c| c as u8).collect() };
    let declared = page(code).replace("<title>", "<meta charset=\"Shift_JIS\"><title>");
    for (name, pages) in [
        (
            "UTF-16",
            vec![("index.html", utf16(&page(code))), ("more.js", utf16(code))],
        ),
        (
            "Shift_JIS",
            vec![
                ("a.js", shift_jis(code)),
                ("index.html", shift_jis(&declared)),
            ],
        ),
        (
            "Windows-1252",
            vec![(
                "index.html",
                western(&page("parent.document.title = 'café';")),
            )],
        ),
    ] {
        let files: MemoryFiles = pages.into_iter().collect();
        let settings = Settings::at(Level::Standard);
        let report = scorm_lint::lint(&files, &[], &settings);
        let found: Vec<&str> = report.findings.iter().map(|finding| finding.name).collect();
        assert!(!found.contains(&"script-syntax-error"), "{name}: {found:?}");
        assert!(
            found.contains(&"parent-document-access"),
            "{name}: {found:?}"
        );
    }
}
