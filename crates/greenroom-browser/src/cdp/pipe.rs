//! CDP over two pipes: JSON texts that end with a NUL byte.

use greenroom_os::group::{Reader, Writer};
use memchr::memchr;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::sync::mpsc;

use super::cut::{Cutter, Message};
use super::{INCOMING_QUEUE, Transport};

/// Serve the browser's pipes: we write to `commands` and read from `answers`.
pub(crate) fn transport(commands: Writer, answers: Reader) -> Transport {
    let (outgoing, to_write) = mpsc::unbounded_channel();
    let (read, incoming) = mpsc::channel(INCOMING_QUEUE);
    tokio::spawn(write(commands, to_write));
    tokio::spawn(self::read(answers, read));
    Transport { outgoing, incoming }
}

async fn write(mut pipe: Writer, mut texts: mpsc::UnboundedReceiver<String>) {
    while let Some(text) = texts.recv().await {
        let mut bytes = text.into_bytes();
        bytes.push(0);
        if pipe.write_all(&bytes).await.is_err() {
            return;
        }
    }
}

async fn read(pipe: Reader, messages: mpsc::Sender<Message>) {
    let mut reader = BufReader::with_capacity(1 << 16, pipe);
    let mut cutter = Cutter::default();
    loop {
        // A browser that ends in the middle of a message has not said it.
        let Ok(bytes @ [_, ..]) = reader.fill_buf().await else {
            return;
        };
        let end = memchr(0, bytes);
        cutter.take(&bytes[..end.unwrap_or(bytes.len())]);
        let read = end.map_or(bytes.len(), |end| end + 1);
        reader.consume(read);
        if end.is_some() && messages.send(cutter.finish()).await.is_err() {
            return;
        }
    }
}
