//! Whether a token of the issuer counts, and what it gives.

use std::collections::BTreeMap;
use std::path::PathBuf;

use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};
use serde_json::Value;

use super::discovery::Source;
use super::house_name::house_name;
use super::keys::{Keys, Unavailable};
use super::metadata::Metadata;
use super::signatures;
use crate::http::denial::Denial;
use crate::http::grant::{Grant, Share};

/// Bytes of a token. Those of providers have one or two thousand.
const LONGEST: usize = 8 << 10;
/// Seconds that clocks may differ by.
const LEEWAY: u64 = 30;

/// What the operator's file says.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) issuer: String,
    pub(super) audience: Vec<String>,
    pub(super) algorithms: Vec<Algorithm>,
    /// The claim that names the house.
    pub(super) claim: String,
    /// Every token needs all of these.
    pub(super) scopes: Vec<String>,
    pub(super) caller: Share,
    pub(super) scope: BTreeMap<String, Share>,
}

/// This server, in the eyes of the issuer.
#[derive(Debug)]
pub(in crate::http) struct ResourceServer {
    rules: Rules,
    validation: Validation,
    keys: Keys,
    metadata: Metadata,
}

impl ResourceServer {
    pub(super) fn new(rules: Rules, source: Source, metadata: Metadata) -> Self {
        signatures::install();
        let mut validation = Validation::new(Algorithm::ES256);
        validation.set_audience(&rules.audience);
        validation.set_issuer(&[&rules.issuer]);
        validation.set_required_spec_claims(&["exp", "iss", "aud"]);
        validation.validate_nbf = true;
        validation.leeway = LEEWAY;
        Self {
            rules,
            validation,
            keys: Keys::new(source),
            metadata,
        }
    }

    pub(super) fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// What a refusal tells a client that could log in.
    pub(in crate::http) fn challenge(&self) -> String {
        let mut told = format!("resource_metadata=\"{}\"", self.metadata.address);
        if !self.rules.scopes.is_empty() {
            told.extend([", scope=\"", &self.rules.scopes.join(" "), "\""]);
        }
        told
    }

    /// All folders that tokens may open.
    pub(in crate::http) fn roots(&self) -> Vec<PathBuf> {
        let shares = self.rules.scope.values().chain([&self.rules.caller]);
        shares.flat_map(|share| share.roots.clone()).collect()
    }

    /// Looks for the issuer's keys anew.
    pub(in crate::http) fn forget_keys(&self) {
        self.keys.forget();
    }

    /// Whether a text can be a token of an issuer. Those of the file of tokens have no points.
    pub(in crate::http) fn is_one(token: &str) -> bool {
        token.contains('.')
    }

    /// What a token gives.
    pub(in crate::http) async fn grant(&self, token: &str) -> Result<Grant, Denial> {
        let claims = self.claims(token).await?;
        let scopes = scopes_of(&claims);
        let has = |scope: &&String| scopes.contains(&scope.as_str());
        if let Some(missing) = self.rules.scopes.iter().find(|scope| !has(scope)) {
            return Err(Denial::InsufficientScope(format!(
                "the token lacks the scope {missing}"
            )));
        }
        let caller = claims[&self.rules.claim].as_str().unwrap_or_default();
        if caller.is_empty() {
            return Err(invalid(&format!(
                "the token has no text in the claim {}, which names its house",
                self.rules.claim
            )));
        }
        let given = self.rules.scope.iter();
        let given = given.filter(|(scope, _)| has(scope));
        let share = given.fold(self.rules.caller.clone(), |all, (_, more)| all.and(more));
        Ok(share.grant(house_name(&self.rules.issuer, caller)))
    }

    async fn claims(&self, token: &str) -> Result<Value, Denial> {
        if token.len() > LONGEST {
            return Err(invalid(&format!("the token has more than {LONGEST} bytes")));
        }
        let header = decode_header(token).map_err(|_| {
            invalid("the token is no JWT that is signed with an algorithm of public keys")
        })?;
        if !self.rules.algorithms.contains(&header.alg) {
            return Err(invalid(&format!(
                "tokens that are signed with {:?} do not count",
                header.alg
            )));
        }
        // RFC 7515, 4.1.11: who does not understand what is critical must refuse.
        if header.crit.is_some() {
            return Err(invalid("the token has critical headers that are not known"));
        }
        let keys = self.keys.find(header.alg, header.kid.as_deref()).await;
        let keys = keys.map_err(|Unavailable| Denial::IssuerUnavailable)?;
        if keys.is_empty() {
            return Err(invalid("the issuer has no such key"));
        }
        let mut validation = self.validation.clone();
        // It was found to be allowed; the library takes only algorithms of one kind of key.
        validation.algorithms = vec![header.alg];
        for key in keys {
            match decode::<Value>(token, &key.decoding, &validation) {
                // The library takes lists of issuers too, which no specification knows.
                Ok(known) if known.claims["iss"] == self.rules.issuer.as_str() => {
                    return Ok(known.claims);
                }
                Ok(_) => return Err(invalid("the token is of another issuer")),
                Err(error) if *error.kind() == ErrorKind::InvalidSignature => {}
                Err(error) => return Err(invalid(&reason(&error))),
            }
        }
        Err(invalid("the signature is not of the issuer's key"))
    }
}

fn invalid(why: &str) -> Denial {
    Denial::InvalidToken(why.to_owned())
}

fn reason(error: &Error) -> String {
    match error.kind() {
        ErrorKind::ExpiredSignature => "the token has expired".to_owned(),
        ErrorKind::ImmatureSignature => "the token is not valid yet".to_owned(),
        ErrorKind::InvalidIssuer => "the token is of another issuer".to_owned(),
        ErrorKind::InvalidAudience => "the token is for another audience".to_owned(),
        ErrorKind::MissingRequiredClaim(claim) => format!("the token has no claim {claim}"),
        other => format!("the token does not count: {other:?}")
            .chars()
            .take(200)
            .collect(),
    }
}

/// `scope` of RFC 9068, or `scp` as some providers have it: words, or a list of them.
fn scopes_of(claims: &Value) -> Vec<&str> {
    let mut scopes = Vec::new();
    for name in ["scope", "scp"] {
        match &claims[name] {
            Value::String(words) => scopes.extend(words.split_ascii_whitespace()),
            Value::Array(list) => scopes.extend(list.iter().filter_map(Value::as_str)),
            _ => {}
        }
    }
    scopes
}
