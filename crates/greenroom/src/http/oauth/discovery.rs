//! Where the issuer's keys are, and how they are fetched.
//!
//! Nothing that a caller sends is ever fetched: the addresses are those of the operator's file, and
//! the one that the issuer itself names, if it is the issuer's own.

use std::path::PathBuf;
use std::time::Duration;

use axum::http::Uri;
use serde::Deserialize;
use ureq::tls::{RootCerts, TlsConfig};

/// How long one request may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of a document. Sets of keys have a few thousand.
const LARGEST: u64 = 1 << 20;

/// An address that may be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    text: String,
    /// Scheme, host and port, in small letters.
    origin: String,
    path: String,
}

/// Where the keys come from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    File(PathBuf),
    /// The issuer tells where they are.
    Issuer(Address),
    Keys(Address),
}

impl Address {
    /// Reads an address of the operator's file. Only within this machine may it be without TLS:
    /// whoever answers in the issuer's place makes tokens.
    pub(super) fn parse(what: &str, text: &str) -> Result<Self, String> {
        let address = Self::read(text).ok_or_else(|| {
            format!("{what}: `{text}` is no address such as https://login.example.com")
        })?;
        if what != "jwks_uri" && text.contains('?') {
            return Err(format!(
                "{what}: `{text}` has a query, which none of these has"
            ));
        }
        let is_safe = address.origin.starts_with("https://") || address.is_local();
        if is_safe || what == "resource" {
            return Ok(address);
        }
        Err(format!(
            "{what}: `{text}` must begin with https://, since it is on another machine"
        ))
    }

    fn read(text: &str) -> Option<Self> {
        let uri: Uri = text.parse().ok()?;
        let scheme = uri
            .scheme_str()
            .filter(|it| ["http", "https"].contains(it))?;
        let authority = uri.authority()?.as_str();
        if text.contains('#') || authority.contains('@') {
            return None;
        }
        Some(Self {
            text: text.to_owned(),
            origin: format!("{scheme}://{authority}").to_ascii_lowercase(),
            path: uri.path().trim_end_matches('/').to_owned(),
        })
    }

    fn is_local(&self) -> bool {
        let host = self.text.parse::<Uri>().ok();
        let host = host.as_ref().and_then(Uri::host);
        host.is_some_and(|host| ["127.0.0.1", "[::1]", "localhost"].contains(&host))
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    /// Without a slash at its end; so of the root it is empty.
    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

#[derive(Deserialize)]
struct Provider {
    issuer: String,
    jwks_uri: String,
}

impl Source {
    /// The set of keys as a text. Blocks.
    pub(super) fn fetch(&self) -> Result<String, String> {
        match self {
            Self::File(path) => std::fs::read_to_string(path)
                .map_err(|error| format!("{}: {error}", path.display())),
            Self::Keys(address) => get(address.text()),
            Self::Issuer(issuer) => get(&keys_of(issuer)?),
        }
    }
}

/// OpenID Connect Discovery, else RFC 8414.
fn keys_of(issuer: &Address) -> Result<String, String> {
    let (origin, path) = (issuer.origin(), issuer.path());
    let openid = format!("{origin}{path}/.well-known/openid-configuration");
    let oauth = format!("{origin}/.well-known/oauth-authorization-server{path}");
    let told = get(&openid).or_else(|first| {
        get(&oauth).map_err(|second| format!("{openid}: {first}; {oauth}: {second}"))
    })?;
    own_keys(issuer, &told)
}

fn own_keys(issuer: &Address, told: &str) -> Result<String, String> {
    let told: Provider = serde_json::from_str(told)
        .map_err(|error| format!("the issuer's discovery document: {error}"))?;
    if told.issuer != issuer.text() {
        return Err(format!(
            "the discovery document is of `{}`, the file names `{}`: they must be the same, letter by letter",
            told.issuer,
            issuer.text()
        ));
    }
    let keys = Address::read(&told.jwks_uri);
    match keys.filter(|keys| keys.origin() == issuer.origin()) {
        Some(keys) => Ok(keys.text),
        None => Err(format!(
            "the issuer's keys are elsewhere, at {}; if that is right, name it as jwks_uri in the file",
            told.jwks_uri
        )),
    }
}

fn get(address: &str) -> Result<String, String> {
    let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier);
    let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    let tls = tls.unversioned_rustls_crypto_provider(provider).build();
    let agent = ureq::Agent::config_builder()
        .tls_config(tls)
        .timeout_global(Some(PATIENCE))
        // Where a redirect leads nobody has allowed.
        .max_redirects(0)
        .max_redirects_will_error(false)
        .http_status_as_error(false)
        .build()
        .new_agent();
    let mut answer = agent
        .get(address)
        .header("Accept", "application/json")
        .call()
        .map_err(|error| error.to_string())?;
    if answer.status() != 200 {
        return Err(format!("it answered with status {}", answer.status()));
    }
    let body = answer.body_mut().with_config().limit(LARGEST);
    body.read_to_string().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tls_or_this_machine() {
        for (text, want) in [
            ("https://login.example.com", true),
            ("https://login.example.com:8443/realms/x/", true),
            ("http://127.0.0.1:4000", true),
            ("http://localhost:4000/x", true),
            ("http://[::1]:4000", true),
            ("http://login.example.com", false),
            ("http://127.0.0.1.example.com", false),
            ("http://localhost@example.com", false),
            ("https://user:secret@example.com", false),
            ("https://example.com/?a=b", false),
            ("https://example.com/#a", false),
            ("file:///etc/passwd", false),
            ("ftp://example.com", false),
            ("login.example.com", false),
            ("/x", false),
            ("", false),
        ] {
            assert_eq!(Address::parse("issuer", text).is_ok(), want, "{text}");
        }
        let address = Address::parse("issuer", "https://Login.Example.com/realms/x/").unwrap();
        assert_eq!(address.origin(), "https://login.example.com");
        assert_eq!(address.path(), "/realms/x");
    }

    #[test]
    fn the_issuer_names_only_itself() {
        let issuer = Address::parse("issuer", "https://a.example/x").unwrap();
        for (told_issuer, keys, want) in [
            ("https://a.example/x", "https://a.example/x/keys?v=1", true),
            ("https://a.example/x", "https://a.example/x/keys", true),
            ("https://a.example/x", "https://A.example/keys", true),
            ("https://a.example/x/", "https://a.example/x/keys", false),
            ("https://b.example/x", "https://a.example/x/keys", false),
            ("https://a.example/x", "https://b.example/keys", false),
            ("https://a.example/x", "http://a.example/keys", false),
            ("https://a.example/x", "https://a.example:444/keys", false),
            (
                "https://a.example/x",
                "http://169.254.169.254/latest",
                false,
            ),
            ("https://a.example/x", "file:///etc/passwd", false),
        ] {
            let told = serde_json::json!({"issuer": told_issuer, "jwks_uri": keys});
            let found = own_keys(&issuer, &told.to_string());
            assert_eq!(found.is_ok(), want, "{told}");
        }
    }
}
