//! The file that names the identity provider and says what its tokens give.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use jsonwebtoken::Algorithm;
use percent_encoding::percent_decode_str;
use serde::Deserialize;

use super::discovery::{Address, Source};
use super::metadata::Metadata;
use super::tokens::{ResourceServer, Rules};
use crate::http::grant::Share;
use crate::start::StartError;

/// Signatures with a public key. Those with a shared secret would let whoever checks tokens make them.
const ASYMMETRIC: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the words of the file")]
struct File {
    /// The address of `/mcp` as clients know it.
    resource: String,
    issuer: String,
    jwks_file: Option<PathBuf>,
    jwks_uri: Option<String>,
    #[serde(default)]
    audience: Vec<String>,
    #[serde(default)]
    algorithms: Vec<String>,
    claim: Option<String>,
    /// A token without all of these does not come in.
    #[serde(default)]
    scopes: Vec<String>,
    /// What every caller is given.
    #[serde(default)]
    caller: Share,
    /// What a scope gives beyond that.
    #[serde(default)]
    scope: BTreeMap<String, Share>,
}

/// Reads the file. Nothing is fetched yet.
pub(in crate::http) fn read(path: &Path) -> Result<ResourceServer, StartError> {
    let text = std::fs::read_to_string(path).map_err(|error| StartError::Unreadable {
        path: path.to_owned(),
        error,
    })?;
    let wrong = |why: String| StartError::Unusable(format!("{}: {why}", path.display()));
    let file: File = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    server(file, path).map_err(wrong)
}

fn server(file: File, path: &Path) -> Result<ResourceServer, String> {
    let resource = Address::parse("resource", &file.resource)?;
    let issuer = Address::parse("issuer", &file.issuer)?;
    let source = match (file.jwks_file, &file.jwks_uri) {
        (Some(_), Some(_)) => return Err("jwks_file and jwks_uri exclude each other".to_owned()),
        (Some(keys), None) => {
            // Beside the file that names it, wherever the server was started.
            let keys = path.parent().unwrap_or(Path::new("")).join(keys);
            if !keys.is_file() {
                return Err(format!("jwks_file: {} is no file", keys.display()));
            }
            Source::File(keys)
        }
        (None, Some(uri)) => Source::Keys(Address::parse("jwks_uri", uri)?),
        (None, None) => Source::Issuer(issuer),
    };
    for scope in file.scopes.iter().chain(file.scope.keys()) {
        if !is_scope(scope) {
            return Err(format!(
                "`{scope}` is no scope: no spaces, quotes or backslashes"
            ));
        }
    }
    let mut supported = file.scopes.clone();
    for scope in file.scope.keys() {
        if !supported.contains(scope) {
            supported.push(scope.clone());
        }
    }
    let audience = if file.audience.is_empty() {
        vec![file.resource.clone()]
    } else {
        file.audience
    };
    let rules = Rules {
        algorithms: algorithms(&file.algorithms)?,
        audience,
        claim: file.claim.unwrap_or_else(|| "sub".to_owned()),
        scopes: file.scopes,
        caller: file.caller,
        scope: file.scope,
        issuer: file.issuer.clone(),
    };
    let metadata = Metadata::new(&resource, &file.issuer, &supported);
    Ok(ResourceServer::new(rules, source, metadata))
}

fn algorithms(names: &[String]) -> Result<Vec<Algorithm>, String> {
    if names.is_empty() {
        return Ok(ASYMMETRIC.to_vec());
    }
    let known = |name: &String| {
        let found = Algorithm::from_str(name).ok();
        found
            .filter(|algorithm| ASYMMETRIC.contains(algorithm))
            .ok_or_else(|| {
                let known: Vec<String> = ASYMMETRIC.iter().map(|it| format!("{it:?}")).collect();
                format!("algorithms: `{name}` is none of {}", known.join(", "))
            })
    };
    names.iter().map(known).collect()
}

/// RFC 6749, 3.3.
fn is_scope(scope: &str) -> bool {
    let is_part = |byte: u8| (0x21..=0x7e).contains(&byte) && !b"\"\\".contains(&byte);
    !scope.is_empty() && scope.bytes().all(is_part)
}

/// The path of an address, as a request names it.
pub(super) fn decoded(path: &str) -> String {
    percent_decode_str(path).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        let file = match toml::from_str::<File>(text) {
            Ok(file) => file,
            Err(error) => return error.to_string(),
        };
        server(file, Path::new("/etc/greenroom/oauth.toml"))
            .map_or_else(|why| why, |_| String::new())
    }

    #[test]
    fn a_wrong_file_is_told() {
        let good = "resource = \"https://a.example/mcp\"\nissuer = \"https://b.example\"\n";
        for (more, want) in [
            ("", ""),
            ("scopes = [\"greenroom:use\"]\n", ""),
            ("[scope.large]\nruntimes = 20\n", ""),
            ("algorithms = [\"ES256\", \"EdDSA\"]\n", ""),
            ("algorithms = [\"HS256\"]\n", "`HS256` is none of RS256"),
            ("algorithms = [\"none\"]\n", "`none` is none of"),
            ("scopes = [\"a b\"]\n", "no scope"),
            ("jwks_file = \"none.json\"\n", "/etc/greenroom/none.json"),
            ("jwks_uri = \"http://b.example/keys\"\n", "https"),
            ("jwks_uri = \"file:///etc/passwd\"\n", "jwks_uri"),
            ("secret = \"x\"\n", "secret"),
            ("[caller]\nrequest = 1\n", "request"),
        ] {
            let said = fault(&format!("{good}{more}"));
            let is_right = if want.is_empty() {
                said.is_empty()
            } else {
                said.contains(want)
            };
            assert!(is_right, "{more}: {said}");
        }
        for (text, want) in [
            ("issuer = \"https://b.example\"\n", "resource"),
            ("resource = \"https://a.example/mcp\"\n", "issuer"),
            (
                "resource = \"/mcp\"\nissuer = \"https://b.example\"\n",
                "resource",
            ),
            (
                "resource = \"https://a.example/mcp\"\nissuer = \"http://b.example\"\n",
                "issuer",
            ),
            (
                "resource = \"https://a.example/mcp#x\"\nissuer = \"https://b.example\"\n",
                "resource",
            ),
        ] {
            assert!(fault(text).contains(want), "{text}: {}", fault(text));
        }
    }
}
