//! The namespaces of manifests, by what they mean rather than by their many spellings.

/// Which standard an element or attribute name belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vocabulary {
    /// No namespace. Elements of manifests without any namespace count as IMS packaging.
    None,
    /// IMS content packaging.
    Imscp,
    /// ADL content packaging.
    Adlcp,
    /// ADL sequencing.
    Adlseq,
    /// ADL navigation.
    Adlnav,
    /// IMS simple sequencing.
    Imsss,
    /// IMS or IEEE learning object metadata.
    Lom,
    /// `xml:base`, `xml:lang`, `xml:space`.
    Xml,
    /// `xsi:schemaLocation` and the like.
    Xsi,
    /// Anything else.
    Other,
}

impl Vocabulary {
    /// Classifies a namespace name. Real manifests spell them with old hosts and versions, so the
    /// last path segment decides.
    pub fn of(namespace: &str) -> Self {
        match namespace {
            "" => return Self::None,
            "http://www.w3.org/XML/1998/namespace" => return Self::Xml,
            "http://www.w3.org/2001/XMLSchema-instance" => return Self::Xsi,
            _ => {}
        }
        let last = namespace
            .trim_end_matches('/')
            .rsplit('/')
            .next()
            .unwrap_or_default();
        let last = last.to_ascii_lowercase();
        let families = [
            ("imscp", Self::Imscp),
            ("adlcp", Self::Adlcp),
            ("adlseq", Self::Adlseq),
            ("adlnav", Self::Adlnav),
            ("imsss", Self::Imsss),
            ("imsmd", Self::Lom),
            ("lom", Self::Lom),
        ];
        families
            .into_iter()
            .find(|(prefix, _)| last.starts_with(prefix))
            .map_or(Self::Other, |(_, vocabulary)| vocabulary)
    }
}

#[cfg(test)]
mod tests {
    use super::Vocabulary;

    #[test]
    fn namespaces_of_real_manifests_are_known() {
        for (namespace, want) in [
            ("http://www.imsglobal.org/xsd/imscp_v1p1", Vocabulary::Imscp),
            (
                "http://www.imsproject.org/xsd/imscp_rootv1p1p2",
                Vocabulary::Imscp,
            ),
            (
                "http://www.imsproject.org/xsd/imscp_v1p1",
                Vocabulary::Imscp,
            ),
            (
                "http://www.adlnet.org/xsd/adlcp_rootv1p2",
                Vocabulary::Adlcp,
            ),
            ("http://www.adlnet.org/xsd/adlcp_v1p3", Vocabulary::Adlcp),
            ("http://www.imsglobal.org/xsd/imsss", Vocabulary::Imsss),
            (
                "http://www.imsglobal.org/xsd/imsmd_rootv1p2p1",
                Vocabulary::Lom,
            ),
            ("http://ltsc.ieee.org/xsd/LOM", Vocabulary::Lom),
            ("http://desire2learn.com/xsd/d2lcp_v1p0", Vocabulary::Other),
            ("", Vocabulary::None),
        ] {
            assert_eq!(Vocabulary::of(namespace), want, "{namespace}");
        }
    }
}
