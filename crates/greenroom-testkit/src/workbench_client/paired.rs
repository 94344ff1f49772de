//! What the human's browser keeps: the token of a page, and the secret that brings it back.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;

use greenroom_stdx::IgnorePoison as _;
use serde_json::{Value, json};

use super::bench::Bench;

/// One browser for each data directory, as long as the test runs.
static PAIRED: Mutex<BTreeMap<PathBuf, Paired>> = Mutex::new(BTreeMap::new());

struct Paired {
    token: String,
    resume: String,
}

/// A token that the workbench takes now; nothing when it is not there.
pub(super) fn token(bench: &Bench) -> Option<String> {
    let mut paired = PAIRED.lock().ignore_poison();
    if let Some(known) = paired.get_mut(&bench.home) {
        let bearer = format!("Bearer {}", known.token);
        let headers = [("Authorization", bearer.as_str())];
        let (status, _) = bench.try_http("GET", "/status", &headers, b"")?;
        if status == 200 {
            return Some(known.token.clone());
        }
        // Another host, with other tokens. One that was killed while it answered has used the
        // secret up; then this is a new browser, which the next host lets in after a while.
        let again = exchange(bench, &json!({"resume": known.resume}));
        match again {
            Some(again) => *known = again,
            None if bench.try_http("GET", "/status", &[], b"").is_some() => {
                paired.remove(&bench.home);
                return None;
            }
            None => return None,
        }
        return Some(known.token.clone());
    }
    let bearer = format!("Bearer {}", bench.try_agent_token()?);
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Content-Type", "application/json"),
    ];
    let (_, reply) = bench.try_http("POST", "/human/code", &headers, b"{}")?;
    let reply: Value = serde_json::from_slice(&reply).ok()?;
    let (_, code) = reply["url"].as_str()?.split_once("#k=")?;
    let first = exchange(bench, &json!({"code": code}))?;
    let token = first.token.clone();
    paired.insert(bench.home.clone(), first);
    Some(token)
}

fn exchange(bench: &Bench, pairing: &Value) -> Option<Paired> {
    let headers = [("Content-Type", "application/json")];
    let body = pairing.to_string();
    let (_, reply) = bench.try_http("POST", "/human/pair", &headers, body.as_bytes())?;
    let reply: Value = serde_json::from_slice(&reply).ok()?;
    Some(Paired {
        token: reply["token"].as_str()?.to_owned(),
        resume: reply["resume"].as_str()?.to_owned(),
    })
}
