//! Routes, security of the socket, static files, sessions by navigation.

use serde_json::{Value, json};

use crate::bench::{APP, Bench, Page, get, send, token_of};

const HTML: (&str, &str) = ("Accept", "text/html");

#[test]
fn the_routes_answer_as_told() {
    let mut bench = Bench::running(APP);
    bench.write("html/app.css", "b{}");
    bench.write("html/sub/data.txt", "text");
    let root = bench.get("/?x=1", &[HTML]);
    assert_eq!(root.status, 307);
    assert!(
        root.headers.contains("location: /1/?x=1"),
        "{}",
        root.headers
    );
    assert!(
        bench
            .get("/two", &[HTML])
            .headers
            .contains("location: /two/")
    );
    let page = bench.get("/1/any/path", &[HTML]);
    assert_eq!(page.status, 200);
    assert!(
        page.body.contains("/1/app.css") && page.body.contains("data-session=\"1\""),
        "{}",
        page.body
    );
    let script = page
        .body
        .split("src=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .to_owned();
    let script = bench.get(&script, &[]);
    assert_eq!(script.status, 200);
    assert!(script.headers.contains("immutable"), "{}", script.headers);
    assert_eq!(
        bench.get("/1/any/path", &[("Accept", "image/png")]).status,
        404
    );
    assert_eq!(bench.get("/1/sub/data.txt", &[]).body, "text");
    assert_eq!(bench.get("/-/nothing", &[HTML]).status, 404);
    assert_eq!(bench.get("/-/", &[HTML]).status, 404);
    assert_eq!(
        bench.get("/-/api/sessions/1/tabs?tab=x", &[]).body,
        "{\"others\":0}"
    );
    let (_page, _) = bench.page("p");
    assert_eq!(
        bench.get("/-/api/sessions/1/tabs?tab=x", &[]).body,
        "{\"others\":1}"
    );
    assert_eq!(
        bench.get("/-/api/sessions/1/tabs?tab=t_p", &[]).body,
        "{\"others\":0}"
    );
    let rows: Value =
        serde_json::from_str(&bench.get("/-/api/sessions/1/variables", &[]).body).unwrap();
    assert_eq!(
        (&rows[0]["id"], &rows[0]["type"]),
        (&json!(1), &json!("App"))
    );
    for key in [
        "tab",
        "parent",
        "path",
        "access",
        "value",
        "wrapper",
        "properties",
        "active",
        "error",
        "diags",
        "compute_us",
        "max_compute_us",
        "changes",
        "depth",
    ] {
        assert!(rows[0].get(key).is_some(), "{key}: {}", rows[0]);
    }
}

#[test]
fn only_the_own_host_and_origin_come_in() {
    let mut bench = Bench::running(APP);
    let port = bench.port();
    for host in ["evil.example", "0.0.0.0:1", "127.0.0.1:1"] {
        assert_eq!(
            get(port, "/1/", &[("Host", host), HTML]).status,
            403,
            "{host}"
        );
    }
    let alias = format!("localhost:{port}");
    let moved = get(port, "/1/?x=1", &[("Host", &alias), HTML]);
    assert_eq!(moved.status, 308);
    assert!(
        moved
            .headers
            .contains(&format!("location: http://127.0.0.1:{port}/1/?x=1"))
    );
    assert_eq!(get(port, "/1/", &[("Host", ""), HTML]).status, 400);
    for origin in [
        None,
        Some("null"),
        Some("http://evil.example"),
        Some("http://localhost:1"),
    ] {
        let refused = Page::connect_from(port, "1", origin).err();
        assert_eq!(refused, Some(403), "{origin:?}");
    }
    let own = format!("http://127.0.0.1:{port}");
    assert_eq!(
        Page::connect_from(port, "none", Some(&own)).err(),
        Some(404)
    );
    let page = get(port, "/1/", &[HTML]);
    for header in [
        "content-security-policy: default-src 'self'",
        "nosniff",
        "no-referrer",
        "no-store",
        "same-origin",
    ] {
        assert!(page.headers.contains(header), "{header}: {}", page.headers);
    }
}

#[test]
fn nothing_outside_of_html_is_served() {
    let mut bench = Bench::running(APP);
    bench.write("secret.txt", "secret");
    bench.write("html/.hidden", "secret");
    let outside = bench.base_dir().join("secret.txt");
    std::os::unix::fs::symlink(outside, bench.base_dir().join("html/link.txt")).unwrap();
    for path in [
        "/1/../secret.txt",
        "/1/..%2fsecret.txt",
        "/1/%2e%2e/secret.txt",
        "/1/%2e%2e%2fsecret.txt",
        "/1/.hidden",
        "/1/link.txt",
        "/1//etc/passwd",
        "/1/%5c..%5csecret.txt",
        "/1/%252e%252e/secret.txt",
    ] {
        let answer = bench.get(path, &[("Accept", "text/plain")]);
        assert_eq!(answer.status, 404, "{path}: {}", answer.body);
    }
}

#[test]
fn a_navigation_makes_a_session_and_a_foreign_one_does_not() {
    let mut bench =
        Bench::running("main_ran = true if session.id == 'bad' then error('not <here>') end");
    assert_eq!(
        bench
            .get("/new/", &[HTML, ("Sec-Fetch-Site", "cross-site")])
            .status,
        404
    );
    assert_eq!(
        bench
            .get("/new/", &[HTML, ("Sec-Fetch-Dest", "iframe")])
            .status,
        404
    );
    let failure = bench
        .client
        .failure("ui_run", json!({"code": "return 1", "sessionId": "new"}));
    assert_eq!(failure["error_code"], "UI_SESSION_UNKNOWN");
    assert_eq!(
        bench
            .get("/new/", &[HTML, ("Sec-Fetch-Site", "none")])
            .status,
        200
    );
    assert_eq!(bench.run_in("new", "return main_ran"), true);
    let bad = bench.get("/bad/", &[HTML]);
    assert_eq!(bad.status, 500);
    assert!(bad.body.contains("not &lt;here>"), "{}", bad.body);
    let failure = bench
        .client
        .failure("ui_run", json!({"code": "return 1", "sessionId": "bad"}));
    assert_eq!(failure["details"]["known"], json!(["1", "new"]));
}

#[test]
fn other_users_of_the_machine_stay_outside() {
    let mut bench = Bench::running(APP);
    bench.write("html/private.txt", "private");
    let port = bench.port();
    let own = format!("http://127.0.0.1:{port}");
    let nobody = ("Authorization", "");
    let wrong = format!("Bearer {}", "0".repeat(64));
    for path in [
        "/1/",
        "/1/private.txt",
        "/2/",
        "/-/api/sessions/1/tabs",
        "/-/api/sessions/1/variables",
        "/",
    ] {
        let answer = get(port, path, &[HTML, nobody]);
        assert_eq!(answer.status, 401, "{path}");
        assert!(
            answer.body.contains("greenroom url"),
            "{path}: it says how to get in"
        );
        assert!(!answer.body.contains("private.txt"), "{path}");
        let answer = get(port, path, &[HTML, ("Authorization", &wrong)]);
        assert_eq!(answer.status, 401, "{path}");
        let cookie = format!("greenroom-ui-{port}={}", "0".repeat(64));
        let answer = get(port, path, &[HTML, nobody, ("Cookie", &cookie)]);
        assert_eq!(answer.status, 401, "{path}");
    }
    let sessions = bench.client.data("ui_status", json!({}))["sessions"].clone();
    assert_eq!(
        sessions.as_array().unwrap().len(),
        1,
        "nobody made session 2"
    );
    for token in ["", "0", &"0".repeat(64)] {
        let refused = Page::connect_with(port, "1", Some(&own), token).err();
        assert_eq!(refused, Some(401), "{token}");
    }
    // What the cookie opens is views: it may reach every port of this host.
    let token = token_of(port).unwrap();
    let entered = send(port, "POST", "/-/enter", &[("Origin", &own)]);
    assert_eq!(entered.status, 204);
    let cookie = entered.headers.split("set-cookie: ").nth(1).unwrap();
    assert!(
        cookie.contains("httponly") && cookie.contains("samesite=lax"),
        "{cookie}"
    );
    let cookie = cookie.split(';').next().unwrap();
    assert!(!cookie.contains(&token));
    let answer = get(port, "/1/private.txt", &[nobody, ("Cookie", cookie)]);
    assert_eq!((answer.status, answer.body.as_str()), (200, "private"));
    let view = cookie.split_once('=').unwrap().1;
    assert_eq!(
        Page::connect_with(port, "1", Some(&own), view).err(),
        Some(401)
    );
    assert!(Page::connect_with(port, "1", Some(&own), &token).is_ok());
    let refused = send(
        port,
        "POST",
        "/-/enter",
        &[("Origin", "http://evil.example")],
    );
    assert_eq!(refused.status, 403);
}

#[test]
fn whoever_takes_text_gets_the_page_and_people_are_told_what_is_wrong() {
    let mut bench = Bench::running(APP);
    for headers in [
        &[][..],
        &[("Accept", "text/*")],
        &[("Accept", "text/*;q=0.5, image/png")],
        &[("Accept", "*/*")],
    ] {
        assert_eq!(bench.get("/1/", headers).status, 200, "{headers:?}");
    }
    for headers in [
        &[("Accept", "text/html;q=0, image/png")][..],
        &[("Accept", "*/*"), ("Sec-Fetch-Dest", "script")],
    ] {
        assert_eq!(bench.get("/1/none.js", headers).status, 404, "{headers:?}");
    }
    for address in ["/-/nothing", "/.hidden/", "/a b/", "/1/%2e%2e/secret"] {
        let page = bench.get(&address.replace(' ', "%20"), &[HTML]);
        assert_eq!(page.status, 404, "{address}");
        assert!(
            page.body.contains("<h1>There is no page here</h1>"),
            "{address}: {}",
            page.body
        );
        let bare = bench.get(&address.replace(' ', "%20"), &[("Accept", "image/png")]);
        assert_eq!((bare.status, bare.body.as_str()), (404, ""), "{address}");
    }
    bench.write("lua/main.lua", "error('<b>no {details}</b>')");
    let broken = bench.get("/fresh/", &[HTML]);
    assert_eq!(broken.status, 500);
    for words in [
        "does not run",
        "main.lua:1",
        "&lt;b>no {details}",
        "Try again",
    ] {
        assert!(broken.body.contains(words), "{words}: {}", broken.body);
    }
}
