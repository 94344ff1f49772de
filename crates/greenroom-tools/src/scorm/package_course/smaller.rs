//! What optimizing and converting came to, as the answer tells it.

use std::collections::BTreeMap;

use greenroom_pack::Optimized;
use schemars::JsonSchema;
use scorm_pack::Merge;
use scorm_pack::convert::Converted;
use serde::Serialize;

/// Files and groups that an answer names.
const NAMED: usize = 5;

/// Bytes before and after, by kind of file
#[derive(Serialize, JsonSchema)]
pub(super) struct Smaller {
    kinds: BTreeMap<&'static str, KindSaved>,
    before: u64,
    after: u64,
    /// Fonts that would be smaller as WOFF2
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fonts: Vec<String>,
    /// Files left out, since another one holds the same and pages use that now
    #[serde(skip_serializing_if = "Option::is_none")]
    merged: Option<Merged>,
    /// Files with the same bytes that stay, since something else than pages may name either
    #[serde(skip_serializing_if = "Vec::is_empty")]
    duplicates: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct Merged {
    files: usize,
    /// Some of them: gone = kept
    named: Vec<String>,
}

impl Merged {
    fn of(merges: &[Merge]) -> Option<Self> {
        let named = merges.iter().take(NAMED);
        let named = named.map(|one| format!("{} = {}", one.gone, one.kept));
        (!merges.is_empty()).then(|| Self {
            files: merges.len(),
            named: named.collect(),
        })
    }
}

#[derive(Serialize, JsonSchema)]
struct KindSaved {
    files: usize,
    smaller: usize,
    before: u64,
    after: u64,
}

impl Smaller {
    pub(super) fn of(optimized: &Optimized) -> Self {
        let kinds: BTreeMap<&'static str, KindSaved> = optimized
            .saved
            .iter()
            .map(|(kind, saved)| {
                let saved = KindSaved {
                    files: saved.files,
                    smaller: saved.smaller,
                    before: saved.before,
                    after: saved.after,
                };
                (kind.as_str(), saved)
            })
            .collect();
        let mut fonts = optimized.fonts.clone();
        fonts.sort_by_key(|font| std::cmp::Reverse(font.1));
        let fonts = fonts.into_iter().take(NAMED);
        let duplicates = optimized.duplicates.iter().take(NAMED);
        Self {
            before: kinds.values().map(|kind| kind.before).sum(),
            after: kinds.values().map(|kind| kind.after).sum(),
            kinds,
            fonts: fonts
                .map(|(path, bytes)| format!("{path} ({bytes} bytes)"))
                .collect(),
            merged: Merged::of(&optimized.merged),
            duplicates: duplicates
                .map(|same| format!("{} ({} bytes each)", same.paths.join(" = "), same.bytes))
                .collect(),
        }
    }
}

/// What converting came to
#[derive(Serialize, JsonSchema)]
pub(super) struct ConvertedTo {
    version: &'static str,
    /// What the new version cannot say
    lost: Vec<String>,
    /// What asks something else of the content
    notes: Vec<String>,
}

impl ConvertedTo {
    pub(super) fn of(version: &'static str, converted: Converted) -> Self {
        Self {
            version,
            lost: converted.lost,
            notes: converted.notes,
        }
    }
}
