//! The issuer's keys, kept for a while.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use greenroom_stdx::IgnorePoison as _;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde::Deserialize;
use serde_json::Value;

use super::discovery::Source;
use crate::http::meters;

/// After so long they are fetched again.
const FRESH: Duration = Duration::from_hours(1);
/// While they cannot be fetched, the old ones count for so long.
const USABLE: Duration = Duration::from_hours(24);
/// Fetches in [`WITHIN`]: whoever sends tokens of unknown keys causes no more.
const MOST_FETCHES: usize = 4;
const WITHIN: Duration = Duration::from_mins(1);
/// Keys of a set that are looked at.
const MOST_KEYS: usize = 64;

/// A key that tokens may be signed with.
#[derive(Clone, Debug)]
pub(super) struct Key {
    id: Option<String>,
    /// With which algorithms.
    algorithms: Vec<Algorithm>,
    pub(super) decoding: DecodingKey,
}

/// The keys cannot be had, so nothing can be said of a token.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unavailable;

/// The keys of the issuer.
#[derive(Debug)]
pub(super) struct Keys {
    source: Source,
    kept: Mutex<Kept>,
    /// One fetch at a time; who waits for it uses what it brought.
    fetching: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Kept {
    keys: Arc<Vec<Key>>,
    since: Option<Instant>,
    fetches: VecDeque<Instant>,
}

impl Keys {
    pub(super) fn new(source: Source) -> Self {
        Self {
            source,
            kept: Mutex::default(),
            fetching: tokio::sync::Mutex::default(),
        }
    }

    /// From now on they are looked for anew.
    pub(super) fn forget(&self) {
        let mut kept = self.kept.lock().ignore_poison();
        kept.fetches.clear();
        kept.keys = Arc::default();
        kept.since = None;
    }

    /// The keys that a token can have been signed with; fetches them where that may help.
    pub(super) async fn find(
        &self,
        algorithm: Algorithm,
        id: Option<&str>,
    ) -> Result<Vec<Key>, Unavailable> {
        if let Some(found) = self.kept(FRESH, algorithm, id) {
            return Ok(found);
        }
        let _alone = self.fetching.lock().await;
        if let Some(found) = self.kept(FRESH, algorithm, id) {
            return Ok(found);
        }
        if self.may_fetch(Instant::now()) {
            self.fetch().await;
        }
        match self.kept(USABLE, algorithm, id) {
            Some(found) => Ok(found),
            None if self.has_any() => Ok(Vec::new()),
            None => Err(Unavailable),
        }
    }

    fn kept(&self, no_older: Duration, algorithm: Algorithm, id: Option<&str>) -> Option<Vec<Key>> {
        let kept = self.kept.lock().ignore_poison();
        kept.since.filter(|since| since.elapsed() < no_older)?;
        let fits = |key: &&Key| {
            key.algorithms.contains(&algorithm)
                && (id.is_none() || key.id.is_none() || key.id.as_deref() == id)
        };
        let found: Vec<Key> = kept.keys.iter().filter(fits).cloned().collect();
        (!found.is_empty()).then_some(found)
    }

    fn has_any(&self) -> bool {
        let kept = self.kept.lock().ignore_poison();
        kept.since.is_some_and(|since| since.elapsed() < USABLE)
    }

    fn may_fetch(&self, now: Instant) -> bool {
        let mut kept = self.kept.lock().ignore_poison();
        while kept
            .fetches
            .front()
            .is_some_and(|when| now.duration_since(*when) >= WITHIN)
        {
            kept.fetches.pop_front();
        }
        let may = kept.fetches.len() < MOST_FETCHES;
        if may {
            kept.fetches.push_back(now);
        }
        may
    }

    async fn fetch(&self) {
        let source = self.source.clone();
        let fetched = tokio::task::spawn_blocking(move || source.fetch()).await;
        let fetched = fetched.unwrap_or_else(|error| Err(error.to_string()));
        match fetched.and_then(|text| read(&text)) {
            Ok(keys) => {
                meters::asked_for_keys("ok");
                tracing::info!(target: "http", keys = keys.len(), "OAUTH_KEYS");
                let mut kept = self.kept.lock().ignore_poison();
                kept.keys = Arc::new(keys);
                kept.since = Some(Instant::now());
            }
            Err(error) => {
                meters::asked_for_keys("failed");
                tracing::error!(target: "http", error, "OAUTH_KEYS_UNAVAILABLE");
            }
        }
    }
}

#[derive(Deserialize)]
struct Set {
    keys: Vec<Value>,
}

/// The keys of a set that can be used; others may be for other things.
fn read(text: &str) -> Result<Vec<Key>, String> {
    let set: Set =
        serde_json::from_str(text).map_err(|error| format!("the set of keys: {error}"))?;
    let keys = set.keys.into_iter().take(MOST_KEYS).filter_map(|key| {
        let jwk: Jwk = serde_json::from_value(key).ok()?;
        let is_for_signing = matches!(
            jwk.common.public_key_use,
            None | Some(PublicKeyUse::Signature)
        );
        let mut algorithms = algorithms_of(&jwk);
        if let Some(only) = jwk.common.key_algorithm {
            let only = only.to_string().parse::<Algorithm>().ok()?;
            algorithms.retain(|algorithm| *algorithm == only);
        }
        if algorithms.is_empty() || !is_for_signing {
            return None;
        }
        Some(Key {
            decoding: DecodingKey::from_jwk(&jwk).ok()?,
            id: jwk.common.key_id,
            algorithms,
        })
    });
    let keys: Vec<Key> = keys.collect();
    if keys.is_empty() {
        return Err("the set of keys has none that tokens can be signed with".to_owned());
    }
    Ok(keys)
}

fn algorithms_of(jwk: &Jwk) -> Vec<Algorithm> {
    match &jwk.algorithm {
        AlgorithmParameters::RSA(_) => vec![
            Algorithm::RS256,
            Algorithm::RS384,
            Algorithm::RS512,
            Algorithm::PS256,
            Algorithm::PS384,
            Algorithm::PS512,
        ],
        AlgorithmParameters::EllipticCurve(point) => match point.curve {
            EllipticCurve::P256 => vec![Algorithm::ES256],
            EllipticCurve::P384 => vec![Algorithm::ES384],
            _ => Vec::new(),
        },
        AlgorithmParameters::OctetKeyPair(pair) if pair.curve == EllipticCurve::Ed25519 => {
            vec![Algorithm::EdDSA]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_public_keys_for_signing_count() {
        let point = json!({"kty": "EC", "crv": "P-256", "kid": "good", "x": "AA", "y": "AA"});
        let with = |name: &str, value: &str| {
            let mut key = point.clone();
            key[name] = json!(value);
            key
        };
        let set = json!({"keys": [
            point,
            with("use", "enc"),
            with("crv", "P-521"),
            with("crv", "secp256k1"),
            with("alg", "ES384"),
            with("alg", "ECDH-ES"),
            with("x", "!"),
            {"kty": "oct", "kid": "secret", "k": "c2VjcmV0", "alg": "HS256"},
            {"kty": "OKP", "crv": "X25519", "x": "AA"},
            {"kty": "LMS", "kid": "new"},
            7,
        ]});
        let keys = read(&set.to_string()).unwrap();
        let ids: Vec<_> = keys.iter().map(|key| key.id.as_deref()).collect();
        assert_eq!(ids, [Some("good")]);
        assert_eq!(keys[0].algorithms, [Algorithm::ES256]);
        for none in [
            "",
            "{}",
            r#"{"keys": []}"#,
            r#"{"keys": [{"kty": "oct", "k": "c2Vj"}]}"#,
        ] {
            assert!(read(none).is_err(), "{none}");
        }
    }

    #[test]
    fn unknown_keys_cause_few_fetches() {
        let keys = Keys::new(Source::File("none".into()));
        let start = Instant::now();
        let allowed = (0..100).filter(|_| keys.may_fetch(start)).count();
        assert_eq!(allowed, MOST_FETCHES);
        assert!(keys.may_fetch(start + WITHIN));
    }
}
