//! Serving connections with limits: of their number, of the time a request takes to come, and of
//! the time in which nothing comes.

use super::slots::{ConnectionLimits, Slot, Slots, Work};
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderValue, Request, Response, StatusCode, header};
use axum::response::IntoResponse as _;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt as _;
use tower_http::timeout::TimeoutBody;

/// The head of a request must have come in this time, counted from the end of the one before: so
/// it is also how long a connection may be idle.
const HEAD_WITHIN: Duration = Duration::from_secs(20);
/// The body of a request may pause this long.
const BODY_PAUSE: Duration = Duration::from_secs(20);
/// The largest head.
const LARGEST_HEAD: usize = 64 << 10;
/// When no descriptor is left: others must come to their end first.
const OUT_OF_DESCRIPTORS: Duration = Duration::from_millis(50);

/// Serves until `ending`, then lets the requests under way come to their end. Dropping the future
/// stops accepting and leaves them alone.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Router,
    limits: ConnectionLimits,
    ending: impl Future<Output = ()>,
) {
    let slots = Slots::new(limits);
    let (end, ended) = watch::channel(());
    tokio::pin!(ending);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut ending => break,
        };
        match accepted {
            Ok((stream, _)) => match slots.take() {
                Some(slot) => begin(stream, slot, app.clone(), ended.clone()),
                None => refuse(&stream),
            },
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                slots.make_room();
                tokio::time::sleep(OUT_OF_DESCRIPTORS).await;
            }
        }
    }
    drop((listener, ended));
    end.send_replace(());
    end.closed().await;
}

fn begin(stream: TcpStream, slot: Arc<Slot>, app: Router, mut ended: watch::Receiver<()>) {
    // Answers are written whole; waiting for more would only delay them.
    let _slower_then = stream.set_nodelay(true);
    let io = TokioIo::new(HeldConnection {
        stream,
        _slot: Arc::clone(&slot),
    });
    let slot_of_requests = Arc::clone(&slot);
    let service = service_fn(move |request| answer(app.clone(), request, slot_of_requests.clone()));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(io, service)
        .with_upgrades();
    tokio::spawn(async move {
        tokio::pin!(connection);
        let mut goes_on = true;
        loop {
            tokio::select! {
                // A client may do anything to a connection; that is not a fault of ours.
                served = connection.as_mut() => return drop(served),
                () = slot.sent_away() => return,
                end = ended.changed(), if goes_on => {
                    goes_on = false;
                    if end.is_ok() {
                        connection.as_mut().graceful_shutdown();
                    }
                }
            }
        }
    });
}

async fn answer(
    app: Router,
    request: Request<Incoming>,
    slot: Arc<Slot>,
) -> Result<Response<Body>, Infallible> {
    let host = super::only_one(request.headers(), &header::HOST);
    let Some(work) = slot.work(host) else {
        let mut full = StatusCode::SERVICE_UNAVAILABLE.into_response();
        full.headers_mut()
            .insert(header::CONNECTION, HeaderValue::from_static("close"));
        return Ok(full);
    };
    let request = request.map(|body| Body::new(TimeoutBody::new(BODY_PAUSE, Body::new(body))));
    let response = app.oneshot(request).await?;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS {
        slot.becomes_socket();
    }
    Ok(response.map(|body| Body::new(AtWork { body, _work: work })))
}

/// Every slot is at work. Whoever does not read this learns it from the closed connection.
fn refuse(stream: &TcpStream) {
    let answer =
        b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    let _not_read = stream.try_write(answer);
}

/// The body of an answer. Its connection is at work until it is sent.
struct AtWork {
    body: Body,
    _work: Work,
}

impl HttpBody for AtWork {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A connection that holds its slot, which is free when the socket closes, also that of a WebSocket.
struct HeldConnection {
    stream: TcpStream,
    _slot: Arc<Slot>,
}

impl AsyncRead for HeldConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for HeldConnection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests;
