//! An issuer of tokens, with keys that are made here, and its forgers.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use rustls::pki_types::PrivateKeyDer;
use serde_json::{Value, json};

/// A key of an issuer.
pub(crate) struct SigningKey {
    id: String,
    pair: EcdsaKeyPair,
}

impl SigningKey {
    pub(crate) fn new(id: &str) -> Self {
        let (random, kind) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
        let made = EcdsaKeyPair::generate_pkcs8(kind, &random).expect("a key");
        let pair = EcdsaKeyPair::from_pkcs8(kind, made.as_ref(), &random).expect("a key");
        Self {
            id: id.to_owned(),
            pair,
        }
    }

    /// The public key: a point, with a mark before it.
    pub(crate) fn point(&self) -> &[u8] {
        self.pair.public_key().as_ref()
    }

    pub(crate) fn jwk(&self) -> Value {
        let (x, y) = self.point()[1..].split_at(32);
        json!({"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": self.id,
            "x": URL_SAFE_NO_PAD.encode(x), "y": URL_SAFE_NO_PAD.encode(y)})
    }

    /// A token with the header that belongs to it.
    pub(crate) fn token(&self, claims: &Value) -> String {
        self.signed(
            &json!({"alg": "ES256", "typ": "at+jwt", "kid": self.id}),
            claims,
        )
    }

    /// A token with any header, signed with this key all the same.
    pub(crate) fn signed(&self, header: &Value, claims: &Value) -> String {
        let message = unsigned(header, claims);
        let signature = self.pair.sign(&SystemRandom::new(), message.as_bytes());
        let signature = signature.expect("a signature");
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature.as_ref()))
    }
}

/// The first two parts of a token.
pub(crate) fn unsigned(header: &Value, claims: &Value) -> String {
    let encoded = |part: &Value| URL_SAFE_NO_PAD.encode(part.to_string());
    format!("{}.{}", encoded(header), encoded(claims))
}

/// The set of keys that an issuer publishes.
pub(crate) fn key_set(keys: &[&SigningKey]) -> String {
    let keys: Vec<Value> = keys.iter().map(|key| key.jwk()).collect();
    json!({"keys": keys}).to_string()
}

pub(crate) fn now() -> u64 {
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed();
    since.expect("a clock").as_secs()
}

/// An issuer that answers over HTTP, and counts how often.
pub(crate) struct Provider {
    issuer: String,
    shown: Arc<Mutex<Shown>>,
}

#[derive(Default)]
struct Shown {
    /// Path → head of the answer and its body.
    answers: BTreeMap<String, (String, String)>,
    asked: Vec<String>,
}

impl Provider {
    pub(crate) fn start() -> Self {
        Self::serve(None)
    }

    /// With TLS, and a certificate that nobody knows; its text is for those who are to know it.
    pub(crate) fn start_with_tls() -> (Self, String) {
        let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]);
        let made = made.expect("a certificate");
        let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .expect("a certificate");
        (Self::serve(Some(Arc::new(config))), made.cert.pem())
    }

    fn serve(tls: Option<Arc<rustls::ServerConfig>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let issuer = match &tls {
            None => format!("http://{address}"),
            Some(_) => format!("https://localhost:{}", address.port()),
        };
        let shown = Arc::new(Mutex::new(Shown::default()));
        let answering = Arc::clone(&shown);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                match &tls {
                    None => answer(stream, &answering),
                    Some(config) => {
                        let session = rustls::ServerConnection::new(Arc::clone(config));
                        let session = session.expect("a session");
                        answer(rustls::StreamOwned::new(session, stream), &answering);
                    }
                }
            }
        });
        let provider = Self { issuer, shown };
        provider.describe(&provider.issuer(), &format!("{}/keys", provider.issuer()));
        provider
    }

    pub(crate) fn issuer(&self) -> String {
        self.issuer.clone()
    }

    pub(crate) fn show(&self, path: &str, head: &str, body: &str) {
        let answer = (head.to_owned(), body.to_owned());
        let mut shown = self.shown.lock().expect("as the test made it");
        shown.answers.insert(path.to_owned(), answer);
    }

    pub(crate) fn describe(&self, issuer: &str, keys: &str) {
        let told = json!({"issuer": issuer, "jwks_uri": keys}).to_string();
        self.show("/.well-known/openid-configuration", "200 OK", &told);
    }

    pub(crate) fn publish(&self, keys: &[&SigningKey]) {
        self.show("/keys", "200 OK", &key_set(keys));
    }

    /// How often a path was asked for.
    pub(crate) fn asked(&self, path: &str) -> usize {
        let shown = self.shown.lock().expect("as the test made it");
        shown.asked.iter().filter(|asked| *asked == path).count()
    }
}

/// Answers one request, if it comes.
fn answer(mut stream: impl Read + Write, shown: &Mutex<Shown>) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        // Who does not trust the certificate goes.
        if !stream.read(&mut byte).is_ok_and(|read| read > 0) {
            return;
        }
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut shown = shown.lock().expect("as the test made it");
    let known = shown.answers.get(&path).cloned();
    shown.asked.push(path);
    let (head, body) = known.unwrap_or(("404 Not Found".to_owned(), String::new()));
    let answer = format!(
        "HTTP/1.1 {head}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let _gone = stream.write_all(answer.as_bytes());
    let _gone = stream.flush();
}
