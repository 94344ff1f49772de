//! Two sides of the channel, with something that plays in between.

use super::reachable::{Played, Reachable};
use super::{Announcement, Neighbors, PATH, PROTOCOL, Seated};
use crate::workbench::courses::{Driver, NotDone, OutOfReach};
use crate::workbench::driving::{
    ActBy, ActLine, DriveWish, Driving, Frame, Frames, Hold, Holder, LookingOn, MouseButton,
    MouseMove, Pace, PersonInput, Seat, Visitor,
};
use futures::FutureExt as _;
use futures::future::BoxFuture;
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
    fn until(&self, what: &str) -> Box<Until> {
        Box::new(Until(self.told.clone(), what.to_owned()))
    }
}

impl Driving for Toy {
    fn frames(&self, session_id: &str, pace: Pace) -> Option<Frames> {
        (session_id == "s").then(|| {
            self.tell(format!("films {pace:?}"));
            Frames {
                newest: self.newest.subscribe(),
                watcher: self.until("films no more"),
            }
        })
    }

    fn seat(&self, session_id: &str) -> Option<watch::Receiver<Seat>> {
        (session_id == "s").then(|| self.seat.subscribe())
    }

    fn look_on(&self, session_id: &str, visitor: &Visitor) -> Option<LookingOn> {
        (session_id == "s").then(|| {
            self.tell(format!("{} looks", visitor.name));
            self.until("looks no more") as LookingOn
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
    toy.told
        .subscribe()
        .wait_for(|told| told.last().is_some_and(|last| last == "films no more"))
        .await
        .unwrap();
    let films = toy.newest.receiver_count();
    assert_eq!(films, 0);
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
async fn versions_that_do_not_understand_each_other_say_so() {
    let (_toy, reachable) = playing().await;
    let mut other: Announcement = serde_json::from_slice(&reachable.announcement()).unwrap();
    other.protocol = PROTOCOL + 1;
    let other = serde_json::to_vec(&other).unwrap();
    for announced in [other, b"nonsense".to_vec(), Vec::new()] {
        let bench = looking_at(announced).await;
        assert_eq!(bench.seated("s"), Err(OutOfReach::OtherVersion));
        assert!(bench.frames("s", Pace::Live).is_none());
        let done = bench.drive("s", &anna(), DriveWish::TakeOver).await;
        assert!(done.unwrap_err().message.contains("does not answer"));
    }
}

/// How a connection with these headers is answered.
async fn status(reachable: &Reachable, path: &str, headers: &[(&str, String)]) -> u16 {
    let announcement: Announcement = serde_json::from_slice(&reachable.announcement()).unwrap();
    let address = format!("ws://127.0.0.1:{}{path}", announcement.port);
    let mut request = address.into_client_request().unwrap();
    for (name, value) in headers {
        let name: axum::http::HeaderName = name.parse().unwrap();
        request.headers_mut().insert(name, value.parse().unwrap());
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
    let announcement: Announcement = serde_json::from_slice(&reachable.announcement()).unwrap();
    let good = ("authorization", format!("Bearer {}", announcement.secret));
    let own = format!("http://127.0.0.1:{}", announcement.port);
    let path = format!("{PATH}?protocol={PROTOCOL}");
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
            status(&reachable, &path, &headers).await,
            want,
            "{headers:?}"
        );
    }
    let other = format!("{PATH}?protocol={}", PROTOCOL + 1);
    assert_eq!(status(&reachable, &other, &[good.clone()]).await, 409);
    let elsewhere = status(&reachable, "/human", &[good]).await;
    assert_eq!(elsewhere, 404);
}

#[tokio::test]
async fn what_no_workbench_sends_ends_its_connection_and_harms_nobody() {
    use futures::{SinkExt as _, StreamExt as _};
    let (toy, reachable) = playing().await;
    let announcement: Announcement = serde_json::from_slice(&reachable.announcement()).unwrap();
    let input = |page: &str, input: PersonInput| {
        let question = super::wire::Question::Input {
            session_id: "s".to_owned(),
            page: page.to_owned(),
            input,
        };
        let asked = super::wire::ToPlayer::Ask {
            number: 1,
            question,
        };
        serde_json::to_string(&asked).unwrap()
    };
    let outside = PersonInput::Mouse {
        moved: MouseMove::Pressed,
        button: MouseButton::Left,
        x: 2.0,
        y: 0.5,
        clicks: 1,
        modifiers: 0,
    };
    let refused = [input("page_of_another", text("x")), input("page", outside)];
    let ending = [
        "{".to_owned(),
        r#"{"type":"answer_question"}"#.to_owned(),
        "x".repeat(300 << 10),
    ];
    let connect = async || {
        let path = format!(
            "ws://127.0.0.1:{}{PATH}?protocol={PROTOCOL}",
            announcement.port
        );
        let mut request = path.into_client_request().unwrap();
        let bearer = format!("Bearer {}", announcement.secret).parse().unwrap();
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
    let good = ("authorization", format!("Bearer {}", announcement.secret));
    let path = format!("{PATH}?protocol={PROTOCOL}");
    assert_eq!(status(&reachable, &path, &[good]).await, 503);
}
