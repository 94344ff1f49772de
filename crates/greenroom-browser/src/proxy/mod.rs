//! The network policy of a context, as a proxy of ours.
//!
//! A browser context with a policy sends everything to this proxy, WebSockets and prerendering
//! included; here on loopback except what goes to its one permitted host, from elsewhere (see
//! [`gate`]) that too. CDP's own request interception lets several kinds of requests through.

mod address;
mod gate;
mod home;
mod request;
mod tunnel;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

pub(crate) use gate::{Gate, HELLO, Pass};
pub(crate) use home::Home;
pub(crate) use request::authority_of;

use crate::capture::bounded::{self, Weight};
use request::Request;

/// How long a client may take to say what it wants.
const HEAD_LIMIT: Duration = Duration::from_secs(10);
/// What is told of a method's name, which a page may choose.
const METHOD_LIMIT: usize = 64;

/// Connections of one context at once. Chromium opens at most 32 of each kind to a proxy; others
/// on this machine can reach the port too.
const CONNECTIONS: usize = 128;

/// A request that policy kept from the network.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// When, in milliseconds since the Unix epoch.
    pub timestamp: u64,
    /// HTTP method; `CONNECT` for encrypted connections and WebSockets.
    pub method: String,
    /// Address, or `host:port` where no more is known.
    pub url: String,
    /// Why.
    pub reason: RefusalReason,
    /// `host:port` that was wanted.
    #[serde(skip)]
    pub(crate) authority: String,
}

impl Weight for Refusal {
    fn weight(&self) -> usize {
        size_of::<Self>() + self.method.len() + self.url.len() + self.authority.len()
    }
}

/// Why a request was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalReason {
    /// The context has no network.
    Offline,
    /// The host is this machine or in a private network.
    PrivateAddress,
}

impl std::fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Offline => "blocked: offline",
            Self::PrivateAddress => "blocked: private address",
        })
    }
}

/// What a proxy lets through.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Reach {
    Nothing,
    /// Hosts whose addresses pass the test.
    Addresses(fn(std::net::IpAddr) -> bool),
}

impl Reach {
    /// The public web.
    pub(crate) fn web() -> Self {
        Self::Addresses(address::is_elsewhere_in_public)
    }
}

pub(crate) type Report = Arc<dyn Fn(Refusal) + Send + Sync>;

/// What a context may reach through a proxy.
#[derive(Clone)]
struct Rules {
    /// The host of this machine that is reached by it, for a browser that cannot reach it directly.
    home: Option<Home>,
    reach: Reach,
    /// Told of each refused request before the client learns of it.
    report: Report,
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rules")
            .field("home", &self.home)
            .field("reach", &self.reach)
            .finish_non_exhaustive()
    }
}

/// A running proxy. It ends when dropped.
#[derive(Debug)]
pub(crate) struct Proxy {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Proxy {
    /// Start a proxy on a free loopback port; `report` is called for each refused request before
    /// the client learns of it.
    pub(crate) async fn start(reach: Reach, report: Report) -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let seats = Arc::new(Semaphore::new(CONNECTIONS));
        let rules = Rules {
            home: None,
            reach,
            report,
        };
        let task = tokio::spawn(async move {
            // The semaphore is never closed.
            while let Ok(seat) = Arc::clone(&seats).acquire_owned().await {
                match listener.accept().await {
                    Ok((mut client, _)) => {
                        let rules = rules.clone();
                        tokio::spawn(async move {
                            let head = request::read(&mut client);
                            let head = tokio::time::timeout(HEAD_LIMIT, head).await;
                            if let Ok(Some(request)) = head {
                                serve(client, request, &rules).await;
                            }
                            drop(seat);
                        });
                    }
                    // Out of file descriptors, for example: let others come to their end.
                    Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                }
            }
        });
        Ok(Self { address, task })
    }

    /// The proxy as Chromium wants to be told.
    pub(crate) fn server(&self) -> String {
        format!("http://{}", self.address)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut client: TcpStream, request: Request, rules: &Rules) {
    if let Some(home) = &rules.home
        && home.is(&request.authority)
    {
        if let Err(error) = tunnel::forward_home(&mut client, &request, home.address).await {
            tracing::debug!(%error, url = request.url, "forwarding to the stage");
        }
        return;
    }
    let refused = match rules.reach {
        Reach::Nothing => Some(RefusalReason::Offline),
        Reach::Addresses(permitted) => match tunnel::resolve(&request, permitted).await {
            Ok(address) => {
                if let Err(error) = tunnel::forward(&mut client, &request, address).await {
                    tracing::debug!(%error, url = request.url, "forwarding");
                }
                None
            }
            Err(tunnel::NoWay::NotPermitted) => Some(RefusalReason::PrivateAddress),
            Err(tunnel::NoWay::Unknown) => {
                answer(&mut client, "502 Bad Gateway", "host not found").await;
                None
            }
        },
    };
    if let Some(reason) = refused {
        let Request {
            mut method,
            url,
            authority,
            ..
        } = request;
        bounded::cut(&mut method, METHOD_LIMIT);
        let authority = bounded::address(authority);
        let url = bounded::address(url);
        let text = format!("{url}: {reason}");
        let timestamp = greenroom_stdx::now_ms();
        (rules.report)(Refusal {
            timestamp,
            method,
            url,
            reason,
            authority,
        });
        answer(&mut client, "403 Forbidden", &text).await;
    }
}

async fn answer(client: &mut TcpStream, status: &str, text: &str) {
    answer_with(client, status, "", text).await;
}

/// As [`answer`], with header lines that each end with a line break.
async fn answer_with(client: &mut TcpStream, status: &str, headers: &str, text: &str) {
    let length = text.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \
         {length}\r\n{headers}Cache-Control: no-store\r\nConnection: close\r\n\r\n"
    );
    // The client may be gone; there is nobody else to tell.
    drop(client.write_all(head.as_bytes()).await);
    drop(client.write_all(text.as_bytes()).await);
    drop(client.shutdown().await);
}
