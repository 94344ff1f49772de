//! `TYPE.NAMESPACE`, the key of a view definition.

use std::fmt;

/// Which objects a definition shows, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ViewdefKey {
    /// The presenter type; it may hold dots.
    pub type_name: String,
    pub namespace: String,
}

/// What is wrong with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidKey {
    #[error("type must be letters, digits, `_` and `-`, parts joined by dots")]
    Type,
    #[error("namespace must be 1 to 64 letters, digits, `_` or `-`")]
    Namespace,
}

impl ViewdefKey {
    /// Checks both parts.
    pub fn new(type_name: &str, namespace: &str) -> Result<Self, InvalidKey> {
        const LONGEST_TYPE: usize = 200;
        let type_fits = !type_name.is_empty()
            && type_name.len() <= LONGEST_TYPE
            && type_name.split('.').all(|part| {
                let mut bytes = part.bytes();
                bytes
                    .next()
                    .is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                    && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
            });
        if !type_fits {
            return Err(InvalidKey::Type);
        }
        let namespace_fits = (1..=64).contains(&namespace.len())
            && namespace
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
        if !namespace_fits {
            return Err(InvalidKey::Namespace);
        }
        Ok(Self {
            type_name: type_name.to_owned(),
            namespace: namespace.to_owned(),
        })
    }

    /// Splits `TYPE.NAMESPACE` at the last dot.
    pub fn parse(text: &str) -> Option<Self> {
        let (type_name, namespace) = text.rsplit_once('.')?;
        Self::new(type_name, namespace).ok()
    }

    /// The key of a file `TYPE.NAMESPACE.html`.
    pub fn of_file_name(name: &str) -> Option<Self> {
        Self::parse(name.strip_suffix(".html")?)
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        format!("{self}.html")
    }
}

impl fmt::Display for ViewdefKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.type_name, self.namespace)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_split_at_the_last_dot() {
        let key = ViewdefKey::of_file_name("lua.ViewListItem.list-item.html").unwrap();
        assert_eq!(
            (key.type_name.as_str(), key.namespace.as_str()),
            ("lua.ViewListItem", "list-item")
        );
        assert_eq!(key.file_name(), "lua.ViewListItem.list-item.html");
        for bad in [
            "Contact",
            "Contact.",
            ".DEFAULT",
            "../x.DEFAULT",
            "a/b.DEFAULT",
            "A.b c",
        ] {
            assert_eq!(ViewdefKey::parse(bad), None, "{bad}");
        }
    }
}
