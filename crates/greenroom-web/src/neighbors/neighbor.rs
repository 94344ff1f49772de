//! The side that looks: one process that plays, and the connection to it.

use super::mirror::Mirror;
use super::wire::{Answer, FromPlayer, Question, Seated, ToPlayer};
use super::{Announcement, PATH, PROTOCOL};
use crate::task::AbortOnDrop;
use crate::workbench::courses::{NotDone, OutOfReach};
use crate::workbench::driving::{FrameHeader, Frames, LookingOn, Pace, Seat, Visitor};
use futures::{SinkExt as _, StreamExt as _};
use greenroom_human::pulse::{Gone, Pulse};
use greenroom_stdx::IgnorePoison as _;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What may wait to be sent.
const WAITING: usize = 512;
/// Questions without an answer.
const QUESTIONS: usize = 1024;
/// The largest message that is read: a frame, or a list of sessions.
const LARGEST: usize = 8 << 20;
/// A connection that cannot be made in this time is none.
const CONNECT_WITHIN: Duration = Duration::from_secs(5);
/// A process that cannot be reached is tried again after this.
const AGAIN: Duration = Duration::from_secs(1);
/// A process that takes no message for this long is gone.
const TAKES_WITHIN: Duration = Duration::from_secs(10);

/// A process that plays. It is left alone when this is dropped.
#[derive(Debug)]
pub(super) struct Neighbor {
    known: Arc<Known>,
    _connection: Option<AbortOnDrop>,
}

/// What is known of it.
#[derive(Debug)]
struct Known {
    state: Mutex<State>,
    reach: watch::Sender<Reach>,
    /// Told when the list of its sessions is another.
    changed: watch::Sender<u64>,
}

/// Whether a process can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// It is tried for the first time.
    Trying,
    Reached,
    Not(OutOfReach),
}

#[derive(Debug, Default)]
struct State {
    /// What is sent, while there is a connection.
    line: Option<mpsc::Sender<ToPlayer>>,
    seated: BTreeMap<String, Seated>,
    mirrors: BTreeMap<String, Mirror>,
    answers: BTreeMap<u64, oneshot::Sender<Answer>>,
    /// Counts questions and those who watch.
    count: u64,
}

impl Neighbor {
    /// Gets to know a process by what it announces.
    pub(super) fn meet(announced: &[u8], changed: &watch::Sender<u64>) -> Self {
        let announcement = serde_json::from_slice::<Announcement>(announced).ok();
        let understood = announcement.filter(|it| it.protocol == PROTOCOL);
        let reach = match understood {
            Some(_) => Reach::Trying,
            None => Reach::Not(OutOfReach::OtherVersion),
        };
        let known = Arc::new(Known {
            state: Mutex::default(),
            reach: watch::Sender::new(reach),
            changed: changed.clone(),
        });
        let connection = understood.map(|announcement| {
            let known = Arc::clone(&known);
            AbortOnDrop::new(async move { keep_connected(&known, &announcement).await })
        });
        Self {
            known,
            _connection: connection,
        }
    }

    /// Whether it can be reached, now and whenever it changes.
    pub(super) fn reach(&self) -> watch::Receiver<Reach> {
        self.known.reach.subscribe()
    }

    /// Who is at a session of it.
    pub(super) fn seated(&self, session_id: &str) -> Option<Seated> {
        let state = self.known.state.lock().ignore_poison();
        state.seated.get(session_id).cloned()
    }

    pub(super) fn seat(&self, session_id: &str) -> Option<watch::Receiver<Seat>> {
        self.known
            .followed(session_id, |mirror| mirror.seat.subscribe())
    }

    pub(super) fn moves(&self, session_id: &str) -> Option<watch::Receiver<u64>> {
        self.known
            .followed(session_id, |mirror| mirror.moves.subscribe())
    }

    pub(super) fn frames(&self, session_id: &str, pace: Pace) -> Option<Frames> {
        let mut state = self.known.state.lock().ignore_poison();
        let number = state.next_number();
        let mirror = state.mirror(session_id)?;
        let newest = mirror.newest.subscribe();
        let wish = mirror.watch(session_id, number, pace);
        state.send(wish);
        Some(Frames {
            newest,
            watcher: Box::new(self.there(session_id, number)),
        })
    }

    pub(super) fn look_on(&self, session_id: &str, visitor: &Visitor) -> Option<LookingOn> {
        let mut state = self.known.state.lock().ignore_poison();
        let number = state.next_number();
        let mirror = state.mirror(session_id)?;
        let wish = mirror.look(session_id, number, visitor.clone());
        state.send(Some(wish));
        Some(Box::new(self.there(session_id, number)))
    }

    fn there(&self, session_id: &str, number: u64) -> There {
        There {
            known: Arc::clone(&self.known),
            session_id: session_id.to_owned(),
            number,
        }
    }

    pub(super) fn page_left(&self, page: &str) {
        let page = page.to_owned();
        let state = self.known.state.lock().ignore_poison();
        state.send(Some(ToPlayer::PageLeft { page }));
    }

    /// Asks something. It is on its way when this returns; the future waits for the answer.
    pub(super) fn ask(
        &self,
        question: Question,
        patience: Duration,
    ) -> impl Future<Output = Result<Answer, NotDone>> + Send + use<> {
        let known = Arc::clone(&self.known);
        let asked = known.state.lock().ignore_poison().ask(question);
        async move {
            let (number, answer) = asked.ok_or_else(out_of_reach)?;
            let Ok(answer) = tokio::time::timeout(patience, answer).await else {
                known.state.lock().ignore_poison().answers.remove(&number);
                return Err(out_of_reach());
            };
            match answer {
                Ok(Answer::Refused { message, hint }) => Err(NotDone { message, hint }),
                Ok(answer) => Ok(answer),
                Err(_lost) => Err(out_of_reach()),
            }
        }
    }
}

impl Drop for Neighbor {
    fn drop(&mut self) {
        // Who still watches is told by the end of the mirrors.
        let mut state = self.known.state.lock().ignore_poison();
        state.mirrors.clear();
        state.answers.clear();
        state.line = None;
    }
}

/// Somebody who watches or looks on, until this is dropped.
struct There {
    known: Arc<Known>,
    session_id: String,
    number: u64,
}

impl Drop for There {
    fn drop(&mut self) {
        let mut state = self.known.state.lock().ignore_poison();
        let Some(mirror) = state.mirrors.get_mut(&self.session_id) else {
            return;
        };
        let watched = mirror.unwatch(&self.session_id, self.number);
        let looked = mirror.look_away(&self.session_id, self.number);
        state.send(watched);
        state.send(looked);
    }
}

impl State {
    fn next_number(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// The mirror of a session that is open there.
    fn mirror(&mut self, session_id: &str) -> Option<&mut Mirror> {
        let seated = self.seated.get(session_id)?;
        let mirror = self.mirrors.entry(session_id.to_owned());
        Some(mirror.or_insert_with(|| Mirror::new(seated)))
    }

    /// Without a connection it is told when there is one again. Whether it is on its way.
    fn send(&self, message: Option<ToPlayer>) -> bool {
        let (Some(message), Some(line)) = (message, &self.line) else {
            return false;
        };
        line.try_send(message).is_ok()
    }

    fn ask(&mut self, question: Question) -> Option<(u64, oneshot::Receiver<Answer>)> {
        if self.answers.len() >= QUESTIONS {
            return None;
        }
        let number = self.next_number();
        if !self.send(Some(ToPlayer::Ask { number, question })) {
            return None;
        }
        let (answered, answer) = oneshot::channel();
        self.answers.insert(number, answered);
        Some((number, answer))
    }
}

impl Known {
    fn followed<T>(&self, session_id: &str, of: impl Fn(&Mirror) -> T) -> Option<T> {
        let mut state = self.state.lock().ignore_poison();
        let mirror = state.mirror(session_id)?;
        let followed = of(mirror);
        let wish = mirror.follow(session_id);
        state.send(wish);
        Some(followed)
    }

    /// There is a connection: what is wanted is asked for.
    fn connected(&self) -> mpsc::Receiver<ToPlayer> {
        let (line, messages) = mpsc::channel(WAITING);
        let mut state = self.state.lock().ignore_poison();
        state.line = Some(line);
        for (session_id, mirror) in &state.mirrors {
            for wish in mirror.wishes(session_id) {
                state.send(Some(wish));
            }
        }
        messages
    }

    /// The connection is lost: nobody waits for an answer any more.
    fn lost(&self, why: OutOfReach) {
        let mut state = self.state.lock().ignore_poison();
        state.line = None;
        state.answers.clear();
        drop(state);
        self.reached(Reach::Not(why));
    }

    fn reached(&self, reach: Reach) {
        let is_new = self.reach.send_if_modified(|now| {
            let is_new = *now != reach;
            *now = reach;
            is_new
        });
        if is_new {
            self.changed.send_modify(|count| *count += 1);
        }
    }

    fn take(&self, message: FromPlayer) {
        let mut state = self.state.lock().ignore_poison();
        match message {
            FromPlayer::Sessions { sessions } => {
                let named = sessions
                    .into_iter()
                    .map(|one| (one.session_id.clone(), one));
                state.seated = named.collect();
                let State {
                    seated, mirrors, ..
                } = &mut *state;
                // Who watches one that is over is told by the end of its mirror.
                mirrors.retain(|id, _| seated.contains_key(id));
                drop(state);
                self.reached(Reach::Reached);
                self.changed.send_modify(|count| *count += 1);
            }
            FromPlayer::Seat { session_id, seat } => {
                let Some(mirror) = state.mirrors.get_mut(&session_id) else {
                    return;
                };
                mirror.seat.send_replace(*seat);
                let unwanted = mirror.unfollow_if_unwanted(&session_id);
                state.send(unwanted);
            }
            FromPlayer::Moved { session_id } => {
                let Some(mirror) = state.mirrors.get_mut(&session_id) else {
                    return;
                };
                mirror.moves.send_modify(|count| *count += 1);
                let unwanted = mirror.unfollow_if_unwanted(&session_id);
                state.send(unwanted);
            }
            FromPlayer::Answer { number, answer } => {
                if let Some(answered) = state.answers.remove(&number) {
                    // Whoever asked may not wait any more.
                    let _not_wanted = answered.send(answer);
                }
            }
        }
    }

    fn take_frame(&self, bytes: &[u8]) {
        let Some((session_id, frame)) = FrameHeader::read(bytes) else {
            return;
        };
        let state = self.state.lock().ignore_poison();
        if let Some(mirror) = state.mirrors.get(&session_id) {
            mirror.newest.send_replace(Some(Arc::new(frame)));
        }
    }
}

fn out_of_reach() -> NotDone {
    NotDone {
        message: "the process that plays this session does not answer".to_owned(),
        hint: "It may be busy or have ended; try again in a moment.".to_owned(),
    }
}

/// Connects, and again whenever the connection is lost.
async fn keep_connected(known: &Known, announcement: &Announcement) {
    loop {
        let why = match connect(announcement).await {
            Ok(socket) => {
                let messages = known.connected();
                carry(socket, messages, known).await;
                OutOfReach::NoAnswer
            }
            Err(tungstenite::Error::Http(reply)) if reply.status() == 409 => {
                OutOfReach::OtherVersion
            }
            Err(error) => {
                tracing::debug!(%error, "a process that plays was not reached");
                OutOfReach::NoAnswer
            }
        };
        known.lost(why);
        tokio::time::sleep(AGAIN).await;
    }
}

async fn connect(announcement: &Announcement) -> Result<Socket, tungstenite::Error> {
    let Announcement { port, secret, .. } = announcement;
    let address = format!("ws://127.0.0.1:{port}{PATH}?protocol={PROTOCOL}");
    let mut request = address.into_client_request()?;
    let bearer = format!("Bearer {secret}").parse()?;
    request.headers_mut().insert("Authorization", bearer);
    let limits = WebSocketConfig::default()
        .max_message_size(Some(LARGEST))
        .max_frame_size(Some(LARGEST));
    let connecting = tokio_tungstenite::connect_async_with_config(request, Some(limits), true);
    match tokio::time::timeout(CONNECT_WITHIN, connecting).await {
        Ok(connected) => Ok(connected?.0),
        Err(_) => Err(tungstenite::Error::ConnectionClosed),
    }
}

/// Carries messages until the connection is over.
async fn carry(mut socket: Socket, mut messages: mpsc::Receiver<ToPlayer>, known: &Known) {
    let mut pulse = Pulse::start();
    loop {
        let message = tokio::select! {
            message = messages.recv() => match message {
                Some(message) => Message::Text(serde_json::json!(message).to_string().into()),
                None => return,
            },
            message = socket.next() => {
                pulse.heard();
                match message {
                    Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                        Ok(message) => known.take(message),
                        Err(error) => {
                            tracing::debug!(%error, "a message of another process is not understood");
                            return;
                        }
                    },
                    Some(Ok(Message::Binary(bytes))) => known.take_frame(&bytes),
                    Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                }
                continue;
            }
            beat = pulse.beat() => match beat {
                Ok(()) => Message::Ping(Vec::new().into()),
                Err(Gone) => return,
            },
        };
        let sent = tokio::time::timeout(TAKES_WITHIN, socket.send(message)).await;
        if !matches!(sent, Ok(Ok(()))) {
            return;
        }
    }
}
