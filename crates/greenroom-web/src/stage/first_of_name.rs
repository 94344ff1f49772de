//! The files of a package by their names alone, as an LMS finds them that throws folders away: of
//! several files of one name the first is served for all.

use std::cmp::Ordering;
use std::collections::HashMap;

/// The first file of each name.
#[derive(Clone, Debug, Default)]
pub struct FirstOfName(HashMap<String, String>);

impl FirstOfName {
    /// `paths` are those of the package, with `/` between their parts.
    pub fn new<'p>(paths: impl IntoIterator<Item = &'p str>) -> Self {
        let mut first: HashMap<String, String> = HashMap::new();
        for path in paths {
            let known = first.entry(name_of(path).to_owned());
            let known = known.or_insert_with(|| path.to_owned());
            if comes_first(path, known) == Ordering::Less {
                path.clone_into(known);
            }
        }
        Self(first)
    }

    /// The file that is served for a path.
    pub fn find(&self, path: &str) -> Option<&str> {
        self.0.get(name_of(path)).map(String::as_str)
    }
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The order in which a folder is searched: its files, then its folders one after the other.
fn comes_first(one: &str, other: &str) -> Ordering {
    let (mut ones, mut others) = (one.split('/').peekable(), other.split('/').peekable());
    while let (Some(a), Some(b)) = (ones.next(), others.next()) {
        let is_folder = (ones.peek().is_some(), others.peek().is_some());
        if a != b || is_folder.0 != is_folder.1 {
            return is_folder.0.cmp(&is_folder.1).then(a.cmp(b));
        }
    }
    Ordering::Equal
}

#[cfg(test)]
mod tests {
    use super::FirstOfName;

    #[test]
    fn files_of_a_folder_come_before_those_of_its_folders() {
        let files = FirstOfName::new([
            "z/data.js",
            "a/deep/data.js",
            "b/data.js",
            "index.html",
            "a/index.html",
        ]);
        for (asked, served) in [
            ("z/data.js", Some("a/deep/data.js")),
            ("data.js", Some("a/deep/data.js")),
            ("a/index.html", Some("index.html")),
            ("a/missing.js", None),
            ("", None),
        ] {
            assert_eq!(files.find(asked), served, "{asked}");
        }
    }
}
