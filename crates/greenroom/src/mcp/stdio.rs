//! The two streams of the protocol, kept from everyone else.
//!
//! The protocol takes private, close-on-exec duplicates of descriptors 0 and 1; then 0 becomes the
//! null device and 1 a copy of 2. So no print, child process or panic can reach the client.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use greenroom_os::streams::{self, Streams};
use tokio::sync::{Notify, mpsc, oneshot};

/// The longest line that is read.
pub(crate) const LONGEST_LINE: usize = 16 << 20;

/// Lines read ahead.
const READ_AHEAD: usize = 8;

/// At the end, a client that takes no message for this long has stopped reading.
const LAST_WRITES: Duration = Duration::from_millis(500);

/// The protected streams.
#[derive(Debug)]
pub struct Stdio(Streams);

/// One line of input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum InputLine {
    Bytes(Vec<u8>),
    /// More than [`LONGEST_LINE`]; the rest was thrown away while it was read.
    TooLong,
}

/// What comes in.
#[derive(Debug)]
pub(crate) struct Input {
    lines: mpsc::Receiver<InputLine>,
    stream: File,
}

/// The thread that writes whole lines, in the order in which they were queued.
#[derive(Debug)]
pub(crate) struct Writer {
    outbox: Outbox,
    written: Arc<AtomicUsize>,
    done: oneshot::Receiver<()>,
}

/// Lines on their way to the client.
///
/// The queue itself has no limit, since an answer that is there must not wait for the client to
/// read another: a client may write many requests before it reads the first answer. Who reads the
/// requests looks at [`Outbox::unread`] and stops; so memory is bounded by not asking for more.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    lines: mpsc::UnboundedSender<Vec<u8>>,
    unread: Arc<Unread>,
}

/// Bytes that were queued and that the client has not taken.
#[derive(Debug, Default)]
struct Unread {
    bytes: AtomicUsize,
    taken: Notify,
}

impl Stdio {
    /// Takes the streams. Must run first in `main`, before any thread and any print.
    pub fn take() -> std::io::Result<Self> {
        streams::take().map(Self)
    }

    /// Starts to read and write. Both threads may outlive the runtime: a blocked read must not
    /// hold up the end of the process.
    pub(crate) fn start(self) -> std::io::Result<(Input, Writer)> {
        let (line_sender, lines) = mpsc::channel(READ_AHEAD);
        let Self(Streams {
            input: stream,
            output,
        }) = self;
        let input = stream.try_clone()?;
        thread::Builder::new()
            .name("mcp-in".to_owned())
            .spawn(move || {
                if let Err(error) =
                    read_lines(input, |line| line_sender.blocking_send(line).is_ok())
                {
                    tracing::error!(target: "mcp", %error, "input failed");
                }
            })?;
        let (sender, messages) = mpsc::unbounded_channel();
        let outbox = Outbox {
            lines: sender,
            unread: Arc::default(),
        };
        let (finished, done) = oneshot::channel();
        let written = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&written);
        let unread = Arc::clone(&outbox.unread);
        thread::Builder::new()
            .name("mcp-out".to_owned())
            .spawn(move || {
                if let Err(error) = write_lines(output, messages, &count, &unread) {
                    tracing::error!(target: "mcp", %error, "output failed");
                }
                let _receiver_gone = finished.send(());
            })?;
        let writer = Writer {
            outbox,
            written,
            done,
        };
        Ok((Input { lines, stream }, writer))
    }
}

impl Input {
    /// The next line; nothing at the end. Nothing is lost when this future is dropped.
    pub(crate) async fn next(&mut self) -> Option<InputLine> {
        self.lines.recv().await
    }

    /// Whether the client has closed its side, even if lines are left that nobody has read.
    pub(crate) fn is_hung_up(&self) -> bool {
        streams::is_hung_up(&self.stream)
    }
}

impl Outbox {
    /// Queues a line. No: the output is closed.
    pub(crate) fn push(&self, line: Vec<u8>) -> bool {
        self.unread.bytes.fetch_add(line.len(), Ordering::Relaxed);
        self.lines.send(line).is_ok()
    }

    /// Bytes that wait for the client to read; none when it never will.
    pub(crate) fn unread(&self) -> usize {
        if self.lines.is_closed() {
            return 0;
        }
        self.unread.bytes.load(Ordering::Relaxed)
    }

    /// Waits until the client has taken a line since the last look, or has closed its side.
    pub(crate) async fn taken(&self) {
        self.unread.taken.notified().await;
    }
}

impl Writer {
    pub(crate) fn outbox(&self) -> Outbox {
        self.outbox.clone()
    }

    /// Waits until everything that was queued has left, as far as the client reads.
    pub(crate) async fn finish(mut self) {
        drop(self.outbox);
        loop {
            let before = self.written.load(Ordering::Relaxed);
            let done = tokio::time::timeout(LAST_WRITES, &mut self.done)
                .await
                .is_ok();
            if done || self.written.load(Ordering::Relaxed) == before {
                return;
            }
        }
    }
}

/// Reads lines until the end of input or until `take` says that nobody wants more.
fn read_lines(
    input: impl std::io::Read,
    mut take: impl FnMut(InputLine) -> bool,
) -> std::io::Result<()> {
    let mut input = BufReader::with_capacity(64 << 10, input);
    let mut line = Vec::new();
    let mut skipping = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            if !line.is_empty() {
                take(InputLine::Bytes(line));
            }
            return Ok(());
        }
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        if !skipping && line.len() + part.len() > LONGEST_LINE {
            line = Vec::new();
            skipping = true;
            if !take(InputLine::TooLong) {
                return Ok(());
            }
        }
        if !skipping {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            if !skipping && !take(InputLine::Bytes(std::mem::take(&mut line))) {
                return Ok(());
            }
            skipping = false;
        }
    }
}

fn write_lines(
    mut output: File,
    mut messages: mpsc::UnboundedReceiver<Vec<u8>>,
    written: &AtomicUsize,
    unread: &Unread,
) -> std::io::Result<()> {
    let mut outcome = Ok(());
    while let Some(message) = messages.blocking_recv() {
        outcome = output.write_all(&message);
        if outcome.is_err() {
            break;
        }
        written.fetch_add(1, Ordering::Relaxed);
        unread.bytes.fetch_sub(message.len(), Ordering::Relaxed);
        unread.taken.notify_one();
    }
    // Whoever waits for room finds the queue closed.
    drop(messages);
    unread.taken.notify_one();
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<InputLine> {
        let mut lines = Vec::new();
        read_lines(input, |line| {
            lines.push(line);
            true
        })
        .unwrap();
        lines
    }

    #[test]
    fn the_last_line_needs_no_newline() {
        let bytes = |text: &str| InputLine::Bytes(text.as_bytes().to_vec());
        assert_eq!(lines(b"a\n\nbc"), [bytes("a"), bytes(""), bytes("bc")]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_reported_once_and_skipped() {
        let mut input = vec![b'x'; LONGEST_LINE];
        input.extend_from_slice(b"\n");
        input.extend(vec![b'y'; LONGEST_LINE + 1]);
        input.extend_from_slice(b"\nz\n");
        let lines = lines(&input);
        assert!(matches!(&lines[0], InputLine::Bytes(line) if line.len() == LONGEST_LINE));
        assert_eq!(
            lines[1..],
            [InputLine::TooLong, InputLine::Bytes(b"z".to_vec())]
        );
    }
}
