//! Packages written as text: each `//- name` line starts a file.

/// Splits a fixture into its files, in order of appearance.
///
/// ```
/// let files = greenroom_testkit::files("//- imsmanifest.xml\n<manifest/>\n//- a.html\nhello\n");
/// assert_eq!(files[1], ("a.html".to_owned(), "hello\n".to_owned()));
/// ```
pub fn files(text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        if let Some(name) = line.strip_prefix("//- ") {
            files.push((name.trim().to_owned(), String::new()));
        } else if let Some((_, content)) = files.last_mut() {
            content.push_str(line);
        }
    }
    files
}
