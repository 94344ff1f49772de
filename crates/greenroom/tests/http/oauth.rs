//! Callers with tokens of an identity provider, and those who forge them.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use greenroom_testkit::{HttpAnswer, HttpServer};
use serde_json::{Value, json};

use super::issuer::{Provider, SigningKey, key_set, now, unsigned};
use super::{GREENROOM, small_zip, token};

const ISSUER: &str = "https://login.example.com";
const RESOURCE: &str = "https://courses.example.com/mcp";

/// A server that takes tokens of an issuer whose keys lie in a file.
fn server_with(keys: &str, more: &str) -> HttpServer {
    server_of(ISSUER, &format!("jwks_file = \"keys.json\"\n{more}"), keys)
}

fn server_of(issuer: &str, more: &str, keys: &str) -> HttpServer {
    server_that_trusts(None, issuer, more, keys)
}

fn server_that_trusts(
    certificate: Option<&str>,
    issuer: &str,
    more: &str,
    keys: &str,
) -> HttpServer {
    HttpServer::start(GREENROOM, |command, home| {
        if let Some(certificate) = certificate {
            std::fs::write(home.join("trusted.pem"), certificate).expect("as the test made it");
            command.env("SSL_CERT_FILE", home.join("trusted.pem"));
            command.env_remove("SSL_CERT_DIR");
        }
        std::fs::create_dir_all(home.join("root")).expect("as the test made it");
        std::fs::write(home.join("root/a.zip"), small_zip()).expect("as the test made it");
        std::fs::write(home.join("keys.json"), keys).expect("as the test made it");
        let root = home
            .join("root")
            .canonicalize()
            .expect("as the test made it");
        let more = more.replace("ROOT", &root.display().to_string());
        let file = format!("resource = \"{RESOURCE}\"\nissuer = \"{issuer}\"\n{more}");
        std::fs::write(home.join("oauth.toml"), file).expect("as the test made it");
        command.arg("--oauth").arg(home.join("oauth.toml"));
        command.args(["--hold", "0.2"]);
    })
}

fn claims(who: &str) -> Value {
    json!({"iss": ISSUER, "aud": RESOURCE, "sub": who, "exp": now() + 300, "iat": now()})
}

fn with(mut claims: Value, name: &str, value: Value) -> Value {
    claims[name] = value;
    claims
}

fn without(mut claims: Value, name: &str) -> Value {
    claims
        .as_object_mut()
        .expect("as the test made it")
        .remove(name);
    claims
}

fn ask(server: &HttpServer, token: &str) -> HttpAnswer {
    let bearer = format!("Bearer {token}");
    server.request("GET", "/uploads", &[("Authorization", &bearer)], b"")
}

#[test]
fn every_caller_of_an_issuer_has_a_house_of_their_own() {
    let key = SigningKey::new("one");
    let (anna_of_the_file, entry) = token("anna");
    let server = HttpServer::start(GREENROOM, |command, home| {
        std::fs::write(home.join("keys.json"), key_set(&[&key])).unwrap();
        std::fs::write(home.join("tokens.toml"), &entry).unwrap();
        let file = format!(
            "resource = \"{RESOURCE}\"\nissuer = \"{ISSUER}\"\njwks_file = \"keys.json\"\n"
        );
        std::fs::write(home.join("oauth.toml"), file).unwrap();
        command.arg("--oauth").arg(home.join("oauth.toml"));
        command.arg("--tokens").arg(home.join("tokens.toml"));
    });
    let callers = ["anna", "Anna", "../anna", "auth0|5f7c8ec7c33c6c004bbafe82"];
    for who in callers {
        let bearer = format!("Bearer {}", key.token(&claims(who)));
        let headers = [("Authorization", bearer.as_str())];
        let name = format!("/uploads/of-{}.zip", who.len());
        let kept = server.request("PUT", &name, &headers, who.as_bytes());
        assert_eq!(kept.status, 201, "{who}: nobody else has it");
    }
    let whose = |token: &str| {
        let answer = ask(&server, token);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["uploads"].as_array().unwrap().len()
    };
    for who in callers {
        // Another token of the same caller opens the same house.
        let again = with(claims(who), "jti", json!("other"));
        assert_eq!(whose(&key.token(&again)), 1, "{who}");
    }
    assert_eq!(whose(&anna_of_the_file), 0, "the file's anna is another");
    let houses = std::fs::read_dir(server.home().join("data/houses")).unwrap();
    assert_eq!(houses.count(), callers.len() + 1);
    let echoed = server.call(&key.token(&claims("anna")), "scorm_echo", json!({"a": 1}));
    assert_eq!(
        echoed.unwrap()["structuredContent"]["data"]["echoed"]["a"],
        1
    );
}

#[test]
fn clients_are_told_where_to_log_in() {
    let key = SigningKey::new("one");
    let server = server_with(
        &key_set(&[&key]),
        "scopes = [\"greenroom\"]\n[scope.large]\nruntimes = 9\n",
    );
    for path in [
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
    ] {
        let told = server.request("GET", path, &[], b"");
        assert_eq!(told.status, 200, "{path}");
        let told = told.json();
        assert_eq!(told["resource"], RESOURCE);
        assert_eq!(told["authorization_servers"], json!([ISSUER]));
        assert_eq!(told["scopes_supported"], json!(["greenroom", "large"]));
    }
    for path in [
        "/.well-known/oauth-protected-resource/other",
        "/.well-known/x",
    ] {
        assert_eq!(server.request("GET", path, &[], b"").status, 404, "{path}");
    }
    let answer = server.request("POST", "/mcp", &[], b"{}");
    assert_eq!(
        (answer.status, answer.error_code().as_str()),
        (401, "UNAUTHORIZED")
    );
    let challenge = answer.header("www-authenticate").unwrap();
    let metadata = "resource_metadata=\"https://courses.example.com/.well-known/oauth-protected-resource/mcp\"";
    assert!(
        challenge.starts_with("Bearer ") && challenge.contains(metadata),
        "{challenge}"
    );
    assert!(challenge.contains("scope=\"greenroom\""), "{challenge}");
    assert!(
        !challenge.contains("error="),
        "nothing was sent: {challenge}"
    );
    // Nobody else comes in, and no token lies about.
    assert!(!server.home().join("data/http/token").exists());
    // Without an issuer there is nothing to tell.
    let plain = HttpServer::start(GREENROOM, |_, _| {});
    let told = plain.request("GET", "/.well-known/oauth-protected-resource", &[], b"");
    assert_eq!(told.status, 404);
}

#[test]
fn forged_tokens_are_refused() {
    let (key, other) = (SigningKey::new("one"), SigningKey::new("two"));
    let stranger = SigningKey::new("one");
    let server = server_with(&key_set(&[&key, &other]), "");
    let good = claims("anna");
    let header = json!({"alg": "ES256", "kid": "one"});
    let right = key.token(&good);
    assert_eq!(ask(&server, &right).status, 200);
    assert_eq!(ask(&server, &other.token(&good)).status, 200);
    let several = with(good.clone(), "aud", json!(["https://x.example", RESOURCE]));
    assert_eq!(ask(&server, &key.token(&several)).status, 200);
    let late = with(good.clone(), "exp", json!(now() - 5));
    assert_eq!(ask(&server, &key.token(&late)).status, 200, "clocks differ");
    let no_kid = key.signed(&json!({"alg": "ES256"}), &good);
    assert_eq!(ask(&server, &no_kid).status, 200);

    let parts: Vec<&str> = right.split('.').collect();
    let hs256 = |secret: &[u8]| {
        let message = unsigned(&json!({"alg": "HS256", "kid": "one"}), &good);
        let secret = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
        let tag = ring::hmac::sign(&secret, message.as_bytes());
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(tag.as_ref()))
    };
    let changed = |name: &str, value: Value| key.token(&with(good.clone(), name, value));
    let headed = |header: Value| key.signed(&header, &good);
    let mut jwk = stranger.jwk();
    jwk["kid"] = json!("mine");
    let forgeries = [
        (
            "none",
            format!("{}.", unsigned(&json!({"alg": "none"}), &good)),
        ),
        (
            "None",
            format!("{}.", unsigned(&json!({"alg": "None"}), &good)),
        ),
        ("none, signed", headed(json!({"alg": "none", "kid": "one"}))),
        ("no alg", headed(json!({"kid": "one"}))),
        ("HS256 by the point", hs256(key.point())),
        (
            "HS256 by the key's text",
            hs256(key.jwk().to_string().as_bytes()),
        ),
        (
            "HS256 by x",
            hs256(key.jwk()["x"].as_str().unwrap().as_bytes()),
        ),
        ("HS256 by nothing", hs256(b"")),
        (
            "another algorithm",
            headed(json!({"alg": "RS256", "kid": "one"})),
        ),
        ("ES384", headed(json!({"alg": "ES384", "kid": "one"}))),
        ("a stranger's key", stranger.token(&good)),
        (
            "the kid of another key",
            key.signed(&json!({"alg": "ES256", "kid": "two"}), &good),
        ),
        (
            "an unknown kid",
            key.signed(&json!({"alg": "ES256", "kid": "three"}), &good),
        ),
        (
            "a path as kid",
            key.signed(&json!({"alg": "ES256", "kid": "../../keys.json"}), &good),
        ),
        (
            "its own key",
            stranger.signed(&json!({"alg": "ES256", "kid": "mine", "jwk": jwk}), &good),
        ),
        (
            "critical",
            headed(json!({"alg": "ES256", "kid": "one", "crit": ["x"], "x": 1})),
        ),
        ("no signature", format!("{}.{}.", parts[0], parts[1])),
        ("two parts", format!("{}.{}", parts[0], parts[1])),
        ("four parts", format!("{right}.x")),
        ("a cut signature", right[..right.len() - 4].to_owned()),
        (
            "other claims",
            format!("{}.{}", unsigned(&header, &claims("bob")), parts[2]),
        ),
        (
            "another audience",
            changed("aud", json!("https://other.example.com")),
        ),
        (
            "audience begins alike",
            changed("aud", json!(format!("{RESOURCE}/x"))),
        ),
        ("no audience", key.token(&without(good.clone(), "aud"))),
        ("an empty list of audiences", changed("aud", json!([]))),
        ("expired", changed("exp", json!(now() - 120))),
        ("no end", key.token(&without(good.clone(), "exp"))),
        ("an end that is no number", changed("exp", json!("never"))),
        ("not yet", changed("nbf", json!(now() + 300))),
        (
            "another issuer",
            changed("iss", json!("https://evil.example.com")),
        ),
        (
            "issuer with a slash",
            changed("iss", json!(format!("{ISSUER}/"))),
        ),
        (
            "a list of issuers",
            changed("iss", json!(["https://evil.example.com", ISSUER])),
        ),
        ("no issuer", key.token(&without(good.clone(), "iss"))),
        ("nobody", key.token(&without(good.clone(), "sub"))),
        ("an empty name", changed("sub", json!(""))),
        ("a number as name", changed("sub", json!(7))),
        ("too long", changed("x", json!("x".repeat(9000)))),
        ("no claims", format!("{}.{}.{}", parts[0], "W10", parts[2])),
        ("points", "..".to_owned()),
        ("not base64", "a.b.c".to_owned()),
    ];
    for (what, forged) in forgeries {
        let answer = ask(&server, &forged);
        assert_eq!(answer.status, 401, "{what}: {answer:?}");
        assert_eq!(answer.error_code(), "UNAUTHORIZED", "{what}");
        let challenge = answer.header("www-authenticate").unwrap();
        assert!(
            challenge.contains("error=\"invalid_token\""),
            "{what}: {challenge}"
        );
        let said = answer.json()["error"]["message"].to_string();
        assert!(!said.contains(&forged), "{what}: the token is not repeated");
    }
    let houses = std::fs::read_dir(server.home().join("data/houses")).unwrap();
    assert_eq!(houses.count(), 1, "only Anna has come in");
}

#[test]
fn scopes_open_the_door_and_folders() {
    let key = SigningKey::new("one");
    let rules = "scopes = [\"use\"]\n[scope.library]\nroots = [\"ROOT\"]\n[caller]\nsessions = 1\n";
    let server = server_with(&key_set(&[&key]), rules);
    let scoped = |who: &str, name: &str, scope: Value| key.token(&with(claims(who), name, scope));
    for (name, scope) in [
        ("scope", json!("library")),
        ("scope", json!("user reuse USE")),
        ("scp", json!(["library"])),
        ("scope", json!(7)),
        ("none", json!("use")),
    ] {
        let answer = ask(&server, &scoped("anna", name, scope.clone()));
        assert_eq!(answer.status, 403, "{scope}: {answer:?}");
        let challenge = answer.header("www-authenticate").unwrap();
        assert!(
            challenge.contains("error=\"insufficient_scope\""),
            "{challenge}"
        );
        assert!(challenge.contains("scope=\"use\""), "{challenge}");
    }
    assert_eq!(
        ask(&server, &scoped("cleo", "scp", json!(["use"]))).status,
        200
    );
    let package = server.home().join("root/a.zip");
    let open = |token: &str| {
        let arguments = json!({"package_path": package});
        server.call(token, "scorm_session_open", arguments)
    };
    let reader = scoped("anna", "scope", json!("use library"));
    open(&reader).unwrap();
    let error = open(&reader).unwrap_err();
    assert_eq!(error["data"]["error_code"], "LIMIT_EXCEEDED", "{error}");
    let error = open(&scoped("bob", "scope", json!("use"))).unwrap_err();
    assert_eq!(error["data"]["error_code"], "PATH_NOT_ALLOWED", "{error}");
    // Anna's house stands open to the library; a lesser token of hers must not come to it.
    let lesser = ask(&server, &scoped("anna", "scope", json!("use")));
    assert_eq!(lesser.status, 403, "{lesser:?}");
    assert_eq!(ask(&server, &reader).status, 200);
}

#[test]
fn keys_come_from_the_issuer_alone_and_seldom() {
    let provider = Provider::start();
    let (first, second) = (SigningKey::new("first"), SigningKey::new("second"));
    provider.publish(&[&first]);
    let server = server_of(&provider.issuer(), "", "");
    let of = |who: &str| with(claims(who), "iss", json!(provider.issuer()));
    assert_eq!(provider.asked("/keys"), 0, "not before somebody comes");
    for _ in 0..5 {
        assert_eq!(ask(&server, &first.token(&of("anna"))).status, 200);
    }
    assert_eq!(provider.asked("/keys"), 1);
    // The issuer changes its keys.
    provider.publish(&[&second]);
    assert_eq!(ask(&server, &second.token(&of("anna"))).status, 200);
    assert_eq!(
        ask(&server, &first.token(&of("anna"))).status,
        401,
        "it was withdrawn"
    );
    for number in 0..50 {
        let header = json!({"alg": "ES256", "kid": format!("k{number}"),
            "jku": format!("{}/evil", provider.issuer())});
        assert_eq!(
            ask(&server, &second.signed(&header, &of("anna"))).status,
            401
        );
    }
    assert!(provider.asked("/keys") <= 4, "{}", provider.asked("/keys"));
    assert_eq!(provider.asked("/evil"), 0);
    assert_eq!(ask(&server, &second.token(&of("anna"))).status, 200);
}

#[test]
fn without_keys_nothing_is_said_of_a_token() {
    let key = SigningKey::new("one");
    for spoil in [
        |provider: &Provider| provider.describe("https://evil.example.com", "/keys"),
        |provider: &Provider| {
            provider.describe(&provider.issuer(), "http://127.0.0.1:9/keys");
        },
        |provider: &Provider| provider.show("/keys", "302 Found\r\nLocation: /elsewhere", ""),
        |provider: &Provider| provider.show("/keys", "500 Oh", ""),
        |provider: &Provider| provider.show("/keys", "200 OK", "{\"keys\": []}"),
        |provider: &Provider| provider.show("/keys", "200 OK", &" ".repeat(2 << 20)),
        |provider: &Provider| {
            provider.show("/.well-known/openid-configuration", "200 OK", "<html>");
        },
    ] {
        let provider = Provider::start();
        provider.publish(&[&key]);
        provider.show("/elsewhere", "200 OK", &key_set(&[&key]));
        spoil(&provider);
        let server = server_of(&provider.issuer(), "", "");
        let token = key.token(&with(claims("anna"), "iss", json!(provider.issuer())));
        let answer = ask(&server, &token);
        assert_eq!(answer.status, 503, "{answer:?}");
        assert!(answer.header("retry-after").is_some());
        assert_eq!(provider.asked("/elsewhere"), 0);
        server.until_said("OAUTH_KEYS_UNAVAILABLE");
    }
    // RFC 8414, where there is no OpenID Connect.
    let provider = Provider::start();
    provider.publish(&[&key]);
    let told =
        json!({"issuer": provider.issuer(), "jwks_uri": format!("{}/keys", provider.issuer())});
    provider.show("/.well-known/openid-configuration", "404 Not Found", "");
    provider.show(
        "/.well-known/oauth-authorization-server",
        "200 OK",
        &told.to_string(),
    );
    let server = server_of(&provider.issuer(), "", "");
    let token = key.token(&with(claims("anna"), "iss", json!(provider.issuer())));
    assert_eq!(ask(&server, &token).status, 200);
}

#[test]
fn keys_come_over_tls_from_whom_the_system_trusts() {
    let key = SigningKey::new("one");
    let (provider, certificate) = Provider::start_with_tls();
    provider.publish(&[&key]);
    let issuer = provider.issuer();
    let token = key.token(&with(claims("anna"), "iss", json!(issuer)));
    let trusting = server_that_trusts(Some(&certificate), &issuer, "", "");
    assert_eq!(ask(&trusting, &token).status, 200);
    let (_, other) = Provider::start_with_tls();
    let distrusting = server_that_trusts(Some(&other), &issuer, "", "");
    assert_eq!(ask(&distrusting, &token).status, 503);
    distrusting.until_said("OAUTH_KEYS_UNAVAILABLE");
}
