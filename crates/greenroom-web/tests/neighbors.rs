//! One process that plays and one that looks, and what goes on between them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use futures::future::BoxFuture;
use futures::{FutureExt as _, SinkExt as _, StreamExt as _};
use greenroom_web::neighbors::{Neighbors, Played, Reachable, Seated};
use greenroom_web::workbench::courses::{Driver, NotDone, OutOfReach};
use greenroom_web::workbench::driving::{
    ActBy, ActLine, DriveWish, Driving, Frame, Frames, Hold, Holder, LookingOn, Pace, PersonInput,
    Seat, Visitor,
};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{self, Message};

/// One session, `s`, that does as it is told and notes it.
#[derive(Debug, Default)]
struct Toy {
    told: watch::Sender<Vec<String>>,
    newest: watch::Sender<Option<Arc<Frame>>>,
    seat: watch::Sender<Seat>,
    moves: watch::Sender<u64>,
    changed: watch::Sender<u64>,
}

impl Toy {
    fn tell(&self, what: impl Into<String>) {
        self.told.send_modify(|told| told.push(what.into()));
    }

    async fn was_told(&self, what: &str) {
        let mut told = self.told.subscribe();
        let said = told.wait_for(|told| told.iter().any(|one| one == what));
        drop(said.await.unwrap());
    }
}

/// Says that it is over.
#[derive(Debug)]
struct Until(watch::Sender<Vec<String>>, String);

impl Drop for Until {
    fn drop(&mut self) {
        let what = self.1.clone();
        self.0.send_modify(|told| told.push(what));
    }
}

impl Toy {
    fn until(&self, what: &str) -> Until {
        Until(self.told.clone(), what.to_owned())
    }
}

impl Driving for Toy {
    fn frames(&self, session_id: &str, pace: Pace) -> Option<Frames> {
        (session_id == "s").then(|| {
            self.tell(format!("films {pace:?}"));
            Frames {
                newest: self.newest.subscribe(),
                watcher: Box::new(self.until("films no more")),
            }
        })
    }

    fn seat(&self, session_id: &str) -> Option<watch::Receiver<Seat>> {
        (session_id == "s").then(|| self.seat.subscribe())
    }

    fn look_on(&self, session_id: &str, visitor: &Visitor) -> Option<LookingOn> {
        (session_id == "s").then(|| {
            self.tell(format!("{} looks", visitor.name));
            Box::new(self.until("looks no more")) as LookingOn
        })
    }

    fn acts<'a>(
        &'a self,
        _: &'a str,
        since: Option<u64>,
    ) -> BoxFuture<'a, Result<(u64, Vec<ActLine>), NotDone>> {
        let Some(since) = since else {
            return std::future::ready(Ok((7, Vec::new()))).boxed();
        };
        let line = ActLine {
            number: since + 1,
            at: 1,
            by: ActBy::Agent,
            name: None,
            kind: "dom:click".to_owned(),
            on: Some("Next".to_owned()),
            place: None,
        };
        std::future::ready(Ok((since + 1, vec![line]))).boxed()
    }

    fn drive<'a>(
        &'a self,
        session_id: &'a str,
        visitor: &'a Visitor,
        wish: DriveWish,
    ) -> BoxFuture<'a, Result<(), NotDone>> {
        let done = if session_id == "s" {
            self.tell(format!("{} wishes {wish:?}", visitor.page));
            self.seat.send_modify(|seat| {
                seat.holder = Some(Holder {
                    page: visitor.page.clone(),
                    name: visitor.name.clone(),
                    hold: Hold::Drives,
                    since: 1,
                    is_away: false,
                });
            });
            self.changed.send_modify(|count| *count += 1);
            Ok(())
        } else {
            Err(NotDone {
                message: "there is no such session".to_owned(),
                hint: "Look again.".to_owned(),
            })
        };
        std::future::ready(done).boxed()
    }

    fn input(
        &self,
        _: &str,
        page: &str,
        input: PersonInput,
    ) -> BoxFuture<'static, Result<(), NotDone>> {
        self.tell(match input {
            PersonInput::Text { text } => format!("{page} writes {text}"),
            _ => format!("{page} does something"),
        });
        std::future::ready(Ok(())).boxed()
    }

    fn page_left(&self, page: &str) {
        self.tell(format!("{page} left"));
    }
}

impl Played for Toy {
    fn seated(&self) -> Vec<Seated> {
        vec![Seated {
            session_id: "s".to_owned(),
            driver: Driver::Agent,
            agent: Some("claude-code".to_owned()),
            holder: self.seat.borrow().holder.clone(),
        }]
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    fn moves(&self, _: &str) -> Option<watch::Receiver<u64>> {
        Some(self.moves.subscribe())
    }
}

fn anna() -> Visitor {
    Visitor {
        page: "page_anna".to_owned(),
        name: "Anna".to_owned(),
    }
}

fn text(text: &str) -> PersonInput {
    PersonInput::Text {
        text: text.to_owned(),
    }
}

/// A process that plays.
async fn playing() -> (Arc<Toy>, Reachable) {
    let toy = Arc::new(Toy::default());
    let reachable = Reachable::serve(Arc::clone(&toy) as Arc<dyn Played>).await;
    (toy, reachable.unwrap())
}

/// A workbench that knows what was announced.
async fn looking_at(announced: Vec<u8>) -> Neighbors {
    let neighbors = Neighbors::new(watch::Sender::default());
    neighbors.meet([("s", "server")].into_iter(), |_| Some(announced.clone()));
    neighbors.settle().await;
    neighbors
}

#[tokio::test]
async fn what_another_process_plays_is_seen_and_driven() {
    let (toy, reachable) = playing().await;
    let bench = looking_at(reachable.announcement()).await;
    let seated = bench.seated("s").unwrap();
    assert_eq!(seated.agent.as_deref(), Some("claude-code"));
    assert!(bench.frames("other", Pace::Live).is_none());

    let mut seat = bench.seat("s").unwrap();
    assert_eq!(seat.borrow().agent.as_deref(), Some("claude-code"));
    let _here = bench.look_on("s", &anna()).unwrap();
    toy.was_told("Anna looks").await;
    let done = bench.drive("s", &anna(), DriveWish::TakeOver).await;
    done.unwrap();
    let held = seat.wait_for(|seat| seat.holder.is_some()).await.unwrap();
    assert_eq!(held.holder.as_ref().unwrap().page, "page_anna");
    drop(held);
    // In the order in which they were given, whoever waits for the answers.
    let inputs: Vec<_> = ["one", "two", "three"]
        .map(|one| bench.input("s", "page_anna", text(one)))
        .into();
    toy.was_told("page_anna writes three").await;
    for done in inputs {
        done.await.unwrap();
    }
    let told = toy.told.borrow().clone();
    let written: Vec<_> = told.iter().filter(|one| one.contains("writes")).collect();
    assert_eq!(
        written,
        [
            "page_anna writes one",
            "page_anna writes two",
            "page_anna writes three"
        ]
    );
    assert_eq!(bench.acts("s", None).await.unwrap().0, 7);
    let (newest, acts) = bench.acts("s", Some(7)).await.unwrap();
    assert_eq!((newest, acts[0].on.as_deref()), (8, Some("Next")));
    bench.page_left("page_anna");
    toy.was_told("page_anna left").await;
}

#[tokio::test]
async fn frames_come_while_somebody_watches_and_at_the_fastest_pace() {
    let (toy, reachable) = playing().await;
    let bench = looking_at(reachable.announcement()).await;
    let mut calm = bench.frames("s", Pace::Calm).unwrap();
    toy.was_told("films Calm").await;
    let live = bench.frames("s", Pace::Live).unwrap();
    toy.was_told("films Live").await;
    let frame = Frame {
        number: 3,
        jpeg: vec![0xFF, 0xD8, 1],
        width: 1024.0,
        height: 768.0,
    };
    toy.newest.send_replace(Some(Arc::new(frame.clone())));
    let seen = calm.newest.wait_for(Option::is_some).await.unwrap().clone();
    assert_eq!(*seen.unwrap(), frame);
    drop((live, calm));
    // Whatever was begun has ended.
    let all_ended = |told: &Vec<String>| {
        let films = told.iter().filter(|one| one.starts_with("films"));
        let (ended, begun): (Vec<_>, Vec<_>) = films.partition(|one| one.ends_with("no more"));
        ended.len() == begun.len()
    };
    let mut told = toy.told.subscribe();
    drop(told.wait_for(all_ended).await.unwrap());
    assert_eq!(toy.newest.receiver_count(), 0);
}

#[tokio::test]
async fn a_workbench_that_is_gone_takes_its_pages_with_it() {
    let (toy, reachable) = playing().await;
    let bench = looking_at(reachable.announcement()).await;
    bench
        .drive("s", &anna(), DriveWish::TakeOver)
        .await
        .unwrap();
    drop(bench);
    toy.was_told("page_anna left").await;
    // The next one goes on for the same person.
    let next = looking_at(reachable.announcement()).await;
    let was = "page_anna".to_owned();
    let again = Visitor {
        page: "page_anna_again".to_owned(),
        ..anna()
    };
    let kept = next.drive("s", &again, DriveWish::Keep { was }).await;
    kept.unwrap();
    toy.was_told(r#"page_anna_again wishes Keep { was: "page_anna" }"#)
        .await;
}

#[tokio::test]
async fn a_process_that_is_gone_keeps_nobody_waiting() {
    let (_toy, reachable) = playing().await;
    let bench = looking_at(reachable.announcement()).await;
    let mut frames = bench.frames("s", Pace::Live).unwrap();
    let mut moves = bench.moves("s").unwrap();
    drop(reachable);
    // The server is ended, its connections are not yet: they end with what they serve.
    bench.meet([].into_iter(), |_| None);
    while frames.newest.changed().await.is_ok() {}
    while moves.changed().await.is_ok() {}
    let done = bench.drive("s", &anna(), DriveWish::Pause).await;
    assert!(done.unwrap_err().message.contains("no session"));
    assert_eq!(bench.seated("s"), Err(OutOfReach::NotServed));
}

#[tokio::test]
async fn what_was_asked_of_a_process_that_stood_still_is_taken_back() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let announcement = json!({"protocol": 1, "version": "1", "port": port, "secret": "secret"});
    // It tells of its session, hears everything, and answers nothing.
    let standing_still = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
        let sessions = json!({"type": "sessions", "sessions": Toy::default().seated()});
        let sessions = Message::Text(sessions.to_string().into());
        socket.send(sessions).await.unwrap();
        let mut heard = Vec::new();
        while heard.len() < 2 {
            let message = socket.next().await.unwrap().unwrap();
            let message = message.into_text().unwrap();
            heard.extend(message.contains("drive").then(|| message.to_string()));
        }
        heard
    });
    let bench = looking_at(announcement.to_string().into_bytes()).await;
    tokio::time::pause();
    let done = bench.drive("s", &anna(), DriveWish::TakeOver).await;
    assert!(done.unwrap_err().message.contains("does not answer"));
    tokio::time::resume();
    let heard = standing_still.await.unwrap();
    assert!(
        heard[0].contains("take_over") && heard[1].contains("give_back"),
        "{heard:?}"
    );
}

#[tokio::test]
async fn versions_that_do_not_understand_each_other_say_so() {
    let (_toy, reachable) = playing().await;
    let mut other = announced(&reachable);
    other["protocol"] = json!(2);
    let other = other.to_string().into_bytes();
    for announced in [other, b"nonsense".to_vec(), Vec::new()] {
        let bench = looking_at(announced).await;
        assert_eq!(bench.seated("s"), Err(OutOfReach::OtherVersion));
        assert!(bench.frames("s", Pace::Live).is_none());
        let done = bench.drive("s", &anna(), DriveWish::TakeOver).await;
        assert!(done.unwrap_err().message.contains("does not answer"));
    }
}

fn announced(reachable: &Reachable) -> Value {
    serde_json::from_slice(&reachable.announcement()).unwrap()
}

fn bearer(announced: &Value) -> String {
    format!("Bearer {}", announced["secret"].as_str().unwrap())
}

/// How a connection with these headers is answered.
async fn status(reachable: &Reachable, path: &str, headers: &[(&'static str, String)]) -> u16 {
    let address = format!("ws://127.0.0.1:{}{path}", announced(reachable)["port"]);
    let mut request = address.into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    match tokio_tungstenite::connect_async(request).await {
        Ok((_, reply)) => reply.status().as_u16(),
        Err(tungstenite::Error::Http(reply)) => reply.status().as_u16(),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn only_who_has_the_secret_and_is_no_page_comes_in() {
    let (_toy, reachable) = playing().await;
    let announced = announced(&reachable);
    let good = ("authorization", bearer(&announced));
    let own = format!("http://127.0.0.1:{}", announced["port"]);
    let path = "/neighbor?protocol=1";
    let header = |name: &'static str, value: &str| (name, value.to_owned());
    for (headers, want) in [
        (vec![good.clone()], 101),
        (vec![], 401),
        (vec![header("authorization", "Bearer ")], 401),
        (vec![header("authorization", "Bearer 0123")], 401),
        (vec![good.clone(), header("origin", &own)], 403),
        (
            vec![good.clone(), header("origin", "http://evil.example")],
            403,
        ),
        (vec![good.clone(), header("origin", "null")], 403),
        (vec![good.clone(), header("host", "evil.example")], 403),
    ] {
        assert_eq!(
            status(&reachable, path, &headers).await,
            want,
            "{headers:?}"
        );
    }
    let other = "/neighbor?protocol=2";
    assert_eq!(
        status(&reachable, other, std::slice::from_ref(&good)).await,
        409
    );
    let elsewhere = status(&reachable, "/human", &[good]).await;
    assert_eq!(elsewhere, 404);
}

#[tokio::test]
async fn what_no_workbench_sends_ends_its_connection_and_harms_nobody() {
    let (toy, reachable) = playing().await;
    let announced = announced(&reachable);
    let input = |page: &str, input: Value| {
        let question = json!({"ask": "input", "session_id": "s", "page": page, "input": input});
        json!({"type": "ask", "number": 1, "question": question}).to_string()
    };
    let outside = json!({"did": "mouse", "moved": "pressed", "button": "left", "x": 2.0, "y": 0.5,
        "clicks": 1, "modifiers": 0});
    let written = json!({"did": "text", "text": "x"});
    let refused = [input("page_of_another", written), input("page", outside)];
    let ending = [
        "{".to_owned(),
        r#"{"type":"answer_question"}"#.to_owned(),
        "x".repeat(300 << 10),
    ];
    let connect = async || {
        let path = format!("ws://127.0.0.1:{}/neighbor?protocol=1", announced["port"]);
        let mut request = path.into_client_request().unwrap();
        let bearer = bearer(&announced).parse().unwrap();
        request.headers_mut().insert("authorization", bearer);
        let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        // The list of sessions comes first.
        socket.next().await.unwrap().unwrap();
        socket
    };
    let mut socket = connect().await;
    for message in refused {
        socket.send(Message::Text(message.into())).await.unwrap();
        let answer = socket.next().await.unwrap().unwrap().into_text().unwrap();
        assert!(answer.contains("refused"), "{answer}");
    }
    for message in ending {
        let mut socket = connect().await;
        // It may be gone before all was sent.
        drop(socket.send(Message::Text(message.into())).await);
        let over = async {
            while let Some(Ok(message)) = socket.next().await {
                if message.is_close() {
                    return;
                }
            }
        };
        let over = tokio::time::timeout(Duration::from_secs(10), over).await;
        over.expect("the connection ends");
    }
    assert!(!toy.told.borrow().iter().any(|one| one.contains("writes")));
    // Nine of them are one too many.
    let mut sockets = Vec::new();
    for _ in 0..7 {
        sockets.push(connect().await);
    }
    let good = ("authorization", bearer(&announced));
    let refused = status(&reachable, "/neighbor?protocol=1", &[good]).await;
    assert_eq!(refused, 503);
}
