//! CDP over two pipes: JSON texts that end with a NUL byte.

use std::os::fd::OwnedFd;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::unix::pipe;
use tokio::sync::mpsc;

use super::{INCOMING_QUEUE, Transport};

/// Serve the browser's pipes: we write to `commands` and read from `answers`.
pub(crate) fn transport(commands: OwnedFd, answers: OwnedFd) -> std::io::Result<Transport> {
    let writer = pipe::Sender::from_owned_fd(commands)?;
    let reader = pipe::Receiver::from_owned_fd(answers)?;
    let (outgoing, to_write) = mpsc::unbounded_channel();
    let (read, incoming) = mpsc::channel(INCOMING_QUEUE);
    tokio::spawn(write(writer, to_write));
    tokio::spawn(self::read(reader, read));
    Ok(Transport { outgoing, incoming })
}

async fn write(mut pipe: pipe::Sender, mut texts: mpsc::UnboundedReceiver<String>) {
    while let Some(text) = texts.recv().await {
        let mut bytes = text.into_bytes();
        bytes.push(0);
        if pipe.write_all(&bytes).await.is_err() {
            return;
        }
    }
}

async fn read(pipe: pipe::Receiver, texts: mpsc::Sender<Vec<u8>>) {
    let mut reader = BufReader::with_capacity(1 << 16, pipe);
    loop {
        let mut text = Vec::new();
        match reader.read_until(0, &mut text).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if text.last() != Some(&0) {
            // The browser ended in the middle of a message.
            return;
        }
        text.pop();
        if texts.send(text).await.is_err() {
            return;
        }
    }
}
