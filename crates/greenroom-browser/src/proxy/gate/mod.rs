//! The proxy for browsers of other hosts: one port, and a secret for each context.
//!
//! Others on that network reach the port too. Without the secret of a context they learn nothing
//! but that it is wanted; with it they reach what that context reaches. For a browser elsewhere
//! `<session>.localhost` would be its own machine, so it sends that here as well.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use greenroom_stdx::IgnorePoison as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;

use super::home::Home;
use super::request::{self, Request};
use super::{CONNECTIONS, HEAD_LIMIT, Reach, Report, Rules, answer, answer_with, serve};

/// Connections that have not said yet which context they are of.
const STRANGERS: usize = 256;
/// A host that only the proxy answers for: a browser asks for it to show that it reaches us.
const HELLO_HOST: &str = "hello.greenroom.invalid:80";
/// Where a new context introduces itself.
pub(crate) const HELLO: &str = "http://hello.greenroom.invalid/";
const CHALLENGE: &str = "Proxy-Authenticate: Basic realm=\"greenroom\"\r\n";

/// A proxy that is listened on for browsers elsewhere. It ends when dropped.
#[derive(Debug)]
pub(crate) struct Gate {
    port: u16,
    doors: Arc<Doors>,
    task: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Doors {
    by_user: Mutex<HashMap<String, Arc<Door>>>,
}

/// What one context may do.
#[derive(Debug)]
struct Door {
    /// What follows `Basic`.
    credentials: String,
    rules: Rules,
    seats: Arc<Semaphore>,
    /// Fails when the context is gone.
    open: watch::Receiver<()>,
    greeted: Arc<AtomicBool>,
}

/// The right of one context to use the gate. Dropping it ends its connections.
#[derive(Debug)]
pub(crate) struct Pass {
    gate: Arc<Gate>,
    pub(crate) user: String,
    pub(crate) password: String,
    greeted: Arc<AtomicBool>,
    _open: watch::Sender<()>,
}

impl Gate {
    pub(crate) async fn listen(address: SocketAddr) -> std::io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let port = listener.local_addr()?.port();
        let doors = Arc::new(Doors::default());
        let task = tokio::spawn(accept(listener, Arc::clone(&doors)));
        Ok(Self { port, doors, task })
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Let one more context in: to its home, and as far as `reach` says.
    pub(crate) fn admit(
        self: &Arc<Self>,
        home: Home,
        reach: Reach,
        report: Report,
    ) -> std::io::Result<Pass> {
        let (user, password) = (drawn()?, drawn()?);
        let (sender, open) = watch::channel(());
        let greeted = Arc::new(AtomicBool::new(false));
        let door = Door {
            credentials: BASE64_STANDARD.encode(format!("{user}:{password}")),
            rules: Rules {
                home: Some(home),
                reach,
                report,
            },
            seats: Arc::new(Semaphore::new(CONNECTIONS)),
            open,
            greeted: Arc::clone(&greeted),
        };
        let mut doors = self.doors.by_user.lock().ignore_poison();
        doors.insert(user.clone(), Arc::new(door));
        drop(doors);
        Ok(Pass {
            gate: Arc::clone(self),
            user,
            password,
            greeted,
            _open: sender,
        })
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Pass {
    /// Whether the context has introduced itself here.
    pub(crate) fn was_greeted(&self) -> bool {
        self.greeted.load(Ordering::SeqCst)
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.gate
            .doors
            .by_user
            .lock()
            .ignore_poison()
            .remove(&self.user);
    }
}

impl Doors {
    /// The door that this request may go through.
    fn find(&self, request: &Request) -> Option<Arc<Door>> {
        let (scheme, given) = request.authorization.as_deref()?.split_once(' ')?;
        if !scheme.eq_ignore_ascii_case("basic") {
            return None;
        }
        let decoded = BASE64_STANDARD.decode(given.trim()).ok()?;
        let user = std::str::from_utf8(&decoded).ok()?.split_once(':')?.0;
        let door = self.by_user.lock().ignore_poison().get(user).cloned()?;
        is_same(given.trim().as_bytes(), door.credentials.as_bytes()).then_some(door)
    }
}

async fn accept(listener: TcpListener, doors: Arc<Doors>) {
    let strangers = Arc::new(Semaphore::new(STRANGERS));
    // The semaphore is never closed.
    while let Ok(stranger) = Arc::clone(&strangers).acquire_owned().await {
        match listener.accept().await {
            Ok((client, _)) => {
                let doors = Arc::clone(&doors);
                tokio::spawn(async move {
                    let known = recognize(client, &doors).await;
                    drop(stranger);
                    if let Some((client, request, door)) = known {
                        pass(client, request, &door).await;
                    }
                });
            }
            // Out of file descriptors, for example: let others come to their end.
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// What the client wants and through which door; none if it may not, and was told so.
async fn recognize(
    mut client: TcpStream,
    doors: &Doors,
) -> Option<(TcpStream, Request, Arc<Door>)> {
    let head = tokio::time::timeout(HEAD_LIMIT, request::read(&mut client)).await;
    let request = head.ok()??;
    let Some(door) = doors.find(&request) else {
        let text = "this proxy is for the pages of one browser context";
        let status = "407 Proxy Authentication Required";
        let say = answer_with(&mut client, status, CHALLENGE, text);
        drop(tokio::time::timeout(HEAD_LIMIT, say).await);
        return None;
    };
    Some((client, request, door))
}

async fn pass(mut client: TcpStream, request: Request, door: &Door) {
    if request.authority == HELLO_HOST && request.method == "GET" {
        door.greeted.store(true, Ordering::SeqCst);
        answer(&mut client, "200 OK", "hello").await;
        return;
    }
    let Ok(_seat) = Arc::clone(&door.seats).acquire_owned().await else {
        return;
    };
    let mut open = door.open.clone();
    tokio::select! {
        () = serve(client, request, &door.rules) => {}
        // Nothing is ever sent.
        _ = open.changed() => {}
    }
}

fn drawn() -> std::io::Result<String> {
    let mut random = [0_u8; 16];
    getrandom::fill(&mut random).map_err(std::io::Error::other)?;
    Ok(format!("{:032x}", u128::from_be_bytes(random)))
}

/// Takes the same time wherever they differ.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differ = one.iter().zip(other).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differ == 0
}

#[cfg(test)]
mod tests;
