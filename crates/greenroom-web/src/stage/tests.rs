//! The routes of the stage, called without a socket.

use super::lms::{Arrival, Condition, Lms, LmsLaunch, LmsServer};
use super::{
    Blocked, Course, Courses, EventSink, FirstOfName, JournalEntry, Order, PersonPage, Served,
    SinkError, app,
};
use crate::gate::Token;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use tower::ServiceExt;

#[derive(Default)]
struct Kept(
    Mutex<Vec<u64>>,
    Mutex<Vec<&'static str>>,
    Mutex<Vec<Blocked>>,
    Mutex<Vec<Served>>,
);

impl EventSink for Kept {
    fn append(
        &self,
        entries: Vec<JournalEntry>,
    ) -> Pin<Box<dyn Future<Output = Result<u64, SinkError>> + Send + '_>> {
        let mut kept = self.0.lock().unwrap();
        kept.extend(entries.iter().map(|entry| entry.seq));
        let last = kept.last().copied().unwrap_or(0);
        Box::pin(async move { Ok(last) })
    }

    fn intruded(&self, how: &'static str) {
        self.1.lock().unwrap().push(how);
    }

    fn blocked(&self, what: Blocked) {
        self.2.lock().unwrap().push(what);
    }

    fn served(&self, file: Served) {
        self.3.lock().unwrap().push(file);
    }
}

struct Fixture {
    folder: tempfile::TempDir,
    courses: Arc<Courses>,
    kept: Arc<Kept>,
    key: Token,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("course/media")).unwrap();
        for (name, text) in [
            ("course/index.html", "<p>hello</p>"),
            ("course/a b%.txt", "blank and percent"),
            ("course/media/clip.mp4", "0123456789"),
            ("secret.txt", "outside"),
        ] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let courses = Arc::new(Courses::default());
        let (kept, key) = (Arc::default(), Token::draw().unwrap());
        let fixture = Self {
            folder,
            courses,
            kept,
            key,
        };
        fixture.courses.put("abc", Some(fixture.course()));
        fixture
    }

    fn course(&self) -> Course {
        Course {
            root: self.folder.path().join("course"),
            boot: serde_json::json!({"api": "API"}),
            events: Arc::clone(&self.kept) as Arc<dyn EventSink>,
            key: self.key.clone(),
            person: None,
            lms: None,
            unload_denied: false,
            by_name: None,
        }
    }

    async fn get(
        &self,
        path: &str,
        headers: &[(header::HeaderName, &str)],
    ) -> (StatusCode, String, String) {
        let mut request = Request::get(path);
        if !headers.iter().any(|(name, _)| name == header::HOST) {
            request = request.header(header::HOST, "abc.localhost:8000");
        }
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        let response = app(Arc::clone(&self.courses), 8000)
            .oneshot(request.body(Body::empty()).unwrap())
            .await
            .unwrap();
        let status = response.status();
        let mime = response
            .headers()
            .get(header::CONTENT_TYPE)
            .map(|value| value.to_str().unwrap().to_owned())
            .unwrap_or_default();
        let body = axum::body::to_bytes(response.into_body(), usize::MAX)
            .await
            .unwrap();
        (status, mime, String::from_utf8_lossy(&body).into_owned())
    }
}

#[tokio::test]
async fn a_page_that_comes_before_its_course_waits_for_it() {
    let stage = Fixture::new();
    stage.courses.put("abc", None);
    assert_eq!(stage.get("/player/", &[]).await.0, StatusCode::OK);
    let boot = stage.get("/player/boot.json", &[]);
    let arrives = async { stage.courses.put("abc", Some(stage.course())) };
    let ((status, _, body), ()) = tokio::join!(boot, arrives);
    assert_eq!(
        (status, body.as_str()),
        (StatusCode::OK, r#"{"api":"API"}"#)
    );

    stage.courses.put("abc", None);
    let boot = stage.get("/player/boot.json", &[]);
    let is_called_off = async { drop(stage.courses.playing.write().unwrap().remove("abc")) };
    let ((status, _, _), ()) = tokio::join!(boot, is_called_off);
    assert_eq!(status, StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn files_of_the_package_are_served_with_their_type() {
    let stage = Fixture::new();
    let (status, mime, body) = stage.get("/content/index.html?from=launch", &[]).await;
    assert_eq!((status, body.as_str()), (StatusCode::OK, "<p>hello</p>"));
    assert!(mime.starts_with("text/html"), "{mime}");
    let (status, _, body) = stage.get("/content/a%20b%25.txt", &[]).await;
    assert_eq!(
        (status, body.as_str()),
        (StatusCode::OK, "blank and percent")
    );
}

#[tokio::test]
async fn media_can_be_sought_in() {
    let stage = Fixture::new();
    let (status, mime, body) = stage
        .get("/content/media/clip.mp4", &[(header::RANGE, "bytes=2-4")])
        .await;
    assert_eq!(
        (status, body.as_str()),
        (StatusCode::PARTIAL_CONTENT, "234")
    );
    assert_eq!(mime, "video/mp4");
}

#[tokio::test]
async fn another_letter_case_is_forgiven_where_one_file_can_be_meant() {
    let stage = Fixture::new();
    let (status, mime, _) = stage.get("/content/Media/CLIP.mp4", &[]).await;
    assert_eq!((status, mime.as_str()), (StatusCode::OK, "video/mp4"));
    let other = stage.folder.path().join("course/Index.html");
    std::fs::write(other, "<p>another</p>").unwrap();
    let (status, _, body) = stage.get("/content/Index.html", &[]).await;
    assert_eq!((status, body.as_str()), (StatusCode::OK, "<p>another</p>"));
    let (status, _, _) = stage.get("/content/INDEX.HTML", &[]).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn nothing_outside_the_package_is_served() {
    let stage = Fixture::new();
    let link = stage.folder.path().join("course/link.txt");
    std::os::unix::fs::symlink(stage.folder.path().join("secret.txt"), link).unwrap();
    for path in [
        "/content/../secret.txt",
        "/content/%2e%2e/secret.txt",
        "/content/%2e%2e%2fsecret.txt",
        "/content/..%5csecret.txt",
        "/content//etc/passwd",
        "/content/link.txt",
        "/content/LINK.TXT",
        "/content/index.html%00",
        "/content/media",
    ] {
        let (status, _, body) = stage.get(path, &[]).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert!(!body.contains("outside"), "{path}");
    }
}

#[tokio::test]
async fn only_the_own_host_and_origin_are_answered() {
    let stage = Fixture::new();
    for host in [
        "127.0.0.1:8000",
        "localhost:8000",
        "other.localhost:8000",
        "abc.localhost:81",
        "abc.localhost",
    ] {
        let (status, ..) = stage
            .get("/content/index.html", &[(header::HOST, host)])
            .await;
        assert_eq!(status, StatusCode::MISDIRECTED_REQUEST, "{host}");
    }
    let foreign = [(header::ORIGIN, "http://def.localhost:8000")];
    assert_eq!(
        stage.get("/content/index.html", &foreign).await.0,
        StatusCode::FORBIDDEN
    );
    let own = [(header::ORIGIN, "http://abc.localhost:8000")];
    assert_eq!(
        stage.get("/content/index.html", &own).await.0,
        StatusCode::OK
    );
}

#[tokio::test]
async fn above_the_player_is_one_page_of_another_origin_and_nothing_else() {
    let stage = Fixture::new();
    let at = |host: &'static str| [(header::HOST, host)];
    let (status, _, page) = stage.get("/", &at("above.abc.localhost:8000")).await;
    assert_eq!(status, StatusCode::OK);
    assert!(
        page.contains(r#"src="http://abc.localhost:8000/player/""#),
        "{page}"
    );
    for path in ["/player/", "/player/boot.json", "/content/index.html"] {
        let (status, ..) = stage.get(path, &at("above.abc.localhost:8000")).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
    for host in ["above.def.localhost:8000", "above.above.abc.localhost:8000"] {
        let (status, ..) = stage.get("/", &at(host)).await;
        assert_eq!(status, StatusCode::MISDIRECTED_REQUEST, "{host}");
    }
}

#[tokio::test]
async fn files_are_found_by_their_names_where_the_lms_does_so() {
    let stage = Fixture::new();
    let files = FirstOfName::new(["index.html", "media/clip.mp4"]);
    let course = Course {
        by_name: Some(files),
        ..stage.course()
    };
    stage.courses.put("abc", Some(course));
    for (path, found) in [
        ("/content/any/folder/clip.mp4", "0123456789"),
        ("/content/media/index.html", "<p>hello</p>"),
    ] {
        assert_eq!(stage.get(path, &[]).await.2, found, "{path}");
    }
    let (status, ..) = stage.get("/content/secret.txt", &[]).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_player_page_and_its_start_are_there() {
    let stage = Fixture::new();
    assert!(stage.get("/player/", &[]).await.2.contains("<iframe"));
    assert_eq!(
        stage.get("/player/boot.json", &[]).await.2,
        r#"{"api":"API"}"#
    );
    assert_eq!(
        stage.get("/player/engine.wasm", &[]).await.1,
        "application/wasm"
    );
    assert_eq!(
        stage.get("/player/other.js", &[]).await.0,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn only_who_has_the_key_speaks_for_the_page() {
    let stage = Fixture::new();
    let post = async |key: Option<&str>| {
        let mut request =
            Request::post("/player/events").header(header::HOST, "abc.localhost:8000");
        if let Some(key) = key {
            request = request.header("x-greenroom-key", key);
        }
        let body = Body::from(r#"[{"seq":1,"event":{}},{"seq":2,"ticket":7}]"#);
        let app = app(Arc::clone(&stage.courses), 8000);
        let answer = app.oneshot(request.body(body).unwrap()).await.unwrap();
        answer.status()
    };
    let key = stage.key.reveal();
    for wrong in [None, Some(""), Some(&key[1..]), Some("null")] {
        assert_eq!(post(wrong).await, StatusCode::FORBIDDEN, "{wrong:?}");
    }
    assert_eq!(stage.kept.1.lock().unwrap().len(), 4);
    assert!(stage.kept.0.lock().unwrap().is_empty());
    assert_eq!(post(Some(key)).await, StatusCode::OK);
    assert_eq!(*stage.kept.0.lock().unwrap(), [1, 2]);
}

#[tokio::test]
async fn a_host_that_is_named_twice_or_otherwise_is_not_answered() {
    let stage = Fixture::new();
    let own = "abc.localhost:8000";
    for (line, hosts) in [
        ("/player/", vec![own, own]),
        ("/player/", vec![own, "def.localhost:8000"]),
        ("/player/", vec!["def.localhost:8000", own]),
        ("http://def.localhost:8000/player/", vec![own]),
        ("http://evil.example/player/", vec![own]),
        ("http://abc.localhost:8000/player/", vec![own, own]),
    ] {
        let headers: Vec<_> = hosts.iter().map(|host| (header::HOST, *host)).collect();
        let (status, ..) = stage.get(line, &headers).await;
        assert_eq!(status, StatusCode::MISDIRECTED_REQUEST, "{line} {hosts:?}");
    }
    let absolute = "http://abc.localhost:8000/player/";
    assert_eq!(stage.get(absolute, &[]).await.0, StatusCode::OK);
    let origins = [
        (header::ORIGIN, "http://abc.localhost:8000"),
        (header::ORIGIN, "http://def.localhost:8000"),
    ];
    assert_eq!(
        stage.get("/player/", &origins).await.0,
        StatusCode::FORBIDDEN
    );
}

#[tokio::test]
async fn hundreds_of_sockets_of_one_course_do_not_stop_another() {
    let fixture = Fixture::new();
    let stage = super::Stage::bind().await.unwrap();
    for session in ["abc", "def"] {
        stage.open(session, fixture.course());
    }
    let connect = async |session: &str| {
        let stream = tokio::net::TcpStream::connect(stage.address).await.unwrap();
        let address = format!("ws://{}/player/events", stage.host(session));
        let opened = tokio_tungstenite::client_async(address, stream).await;
        opened.map(|(socket, _)| socket)
    };
    let mut sockets = Vec::new();
    for _ in 0..300 {
        sockets.extend(connect("abc").await);
    }
    assert!(sockets.len() <= super::CONNECTIONS.per_host);
    assert!(connect("def").await.is_ok(), "another course is served");
    // What it closes it may open again.
    drop(sockets);
    let again = async { while connect("abc").await.is_err() {} };
    tokio::time::timeout(std::time::Duration::from_secs(10), again)
        .await
        .unwrap();
}

fn person_page() -> Arc<PersonPage> {
    let launch = Order {
        ticket: 1,
        event: "{}".to_owned(),
    };
    let framed_by = ["http://127.0.0.1:3000".to_owned()];
    let page = PersonPage::new(launch, &framed_by, "abc.localhost:8000", false);
    Arc::new(page.unwrap())
}

#[tokio::test]
async fn a_persons_page_is_let_in_once_and_held_by_a_policy() {
    let stage = Fixture::new();
    assert_eq!(
        stage.get("/player/person", &[]).await.0,
        StatusCode::NOT_FOUND
    );
    let page = person_page();
    let course = Course {
        person: Some(Arc::clone(&page)),
        ..stage.course()
    };
    stage.courses.put("abc", Some(course));
    for path in ["/player/person", "/content/index.html"] {
        let request = Request::get(path).header(header::HOST, "abc.localhost:8000");
        let response = app(Arc::clone(&stage.courses), 8000)
            .oneshot(request.body(Body::empty()).unwrap())
            .await
            .unwrap();
        let policy = &response.headers()[header::CONTENT_SECURITY_POLICY];
        let policy = policy.to_str().unwrap();
        assert!(policy.contains("frame-ancestors 'self' http://127.0.0.1:3000;"));
        assert!(!policy.contains("https:"), "{policy}");
        // What the player needs comes with its page, not one file after the other.
        let early = response.headers().get(header::LINK);
        let early = early.map(|early| early.to_str().unwrap());
        let needed = ["person.js", "player.js", "boot.json", "engine.wasm"];
        let named = |name: &&str| early.is_some_and(|early| early.contains(*name));
        let is_player = path == "/player/person";
        assert!(
            needed.iter().all(|name| named(name) == is_player),
            "{early:?}"
        );
    }
    let post = async |path: &str, body: &str| {
        let request = Request::post(path)
            .header(header::HOST, "abc.localhost:8000")
            .body(Body::from(body.to_owned()));
        let response = app(Arc::clone(&stage.courses), 8000).oneshot(request.unwrap());
        response.await.unwrap().status()
    };
    let ticket = page.ticket().reveal();
    assert_eq!(post("/player/begin", "guess").await, StatusCode::FORBIDDEN);
    assert_eq!(post("/player/begin", ticket).await, StatusCode::OK);
    assert_eq!(post("/player/begin", ticket).await, StatusCode::FORBIDDEN);
    let report = r#"{"csp-report": {"blocked-uri": "https://a.example/", "effective-directive": "img-src"}}"#;
    assert_eq!(
        post("/player/blocked", report).await,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        post("/player/blocked", "no report").await,
        StatusCode::BAD_REQUEST
    );
    {
        let kept = stage.kept.2.lock().unwrap();
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].url, "https://a.example/");
    }
    assert!(page.order(page_order()).is_err(), "nobody is there");

    // What the browser was given is told.
    let served = stage.kept.3.lock().unwrap();
    let told: Vec<_> = served.iter().map(|it| (&*it.path, it.status)).collect();
    assert_eq!(told, [("index.html", 200)]);
}

fn page_order() -> Order {
    Order {
        ticket: 2,
        event: "{}".to_owned(),
    }
}

/// The server of an LMS that keeps connections open or not.
struct Server {
    closes: bool,
}

impl LmsServer for Server {
    fn launch(&self, _activity: &str) -> Option<LmsLaunch> {
        None
    }

    fn closes_connections(&self) -> bool {
        self.closes
    }

    fn arrived(&self, _arrival: Arrival) -> (Condition, std::time::Duration) {
        (Condition::Ok, std::time::Duration::ZERO)
    }
}

#[tokio::test]
async fn an_lms_whose_late_saves_race_keeps_no_connection_open() {
    let fixture = Fixture::new();
    for closes in [false, true] {
        let lms = Lms {
            key: fixture.key.clone(),
            server: Arc::new(Server { closes }),
        };
        let course = Course {
            lms: Some(lms),
            ..fixture.course()
        };
        fixture.courses.put("abc", Some(course));
        let request = Request::get("/content/index.html")
            .header(header::HOST, "abc.localhost:8000")
            .body(Body::empty())
            .unwrap();
        let app = app(Arc::clone(&fixture.courses), 8000);
        let response = app.oneshot(request).await.unwrap();
        let close = response.headers().get(header::CONNECTION);
        assert_eq!(close.is_some_and(|it| it == "close"), closes);
    }
}
