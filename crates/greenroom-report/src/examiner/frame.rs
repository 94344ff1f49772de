//! What travels between server and worker: a kind, a length, bytes.

use std::io::{self, Read, Write};

/// More than a report on the largest package takes; who sends more is broken.
const MOST_BYTES: u32 = 1 << 30;

/// What a frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// To the worker: a request as JSON.
    Lint,
    /// To the worker: a file; length of its name, name, bytes.
    File,
    /// To the worker: the file of this name cannot be read.
    NoFile,
    /// From the worker: the name of a file that it needs.
    Read,
    /// From the worker: the answer as JSON.
    Done,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Lint, Self::File, Self::NoFile, Self::Read, Self::Done];

    fn of(byte: u8) -> io::Result<Self> {
        let kind = Self::ALL.get(usize::from(byte)).copied();
        kind.ok_or_else(|| io::Error::other(format!("{byte} is not a kind of frame")))
    }
}

/// One message.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) kind: Kind,
    pub(crate) body: Vec<u8>,
}

impl Frame {
    /// The name and the bytes of a file.
    pub(crate) fn file(&self) -> Option<(&str, &[u8])> {
        let (length, rest) = self.body.split_first_chunk()?;
        let (name, bytes) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        Some((std::str::from_utf8(name).ok()?, bytes))
    }

    /// The name that is all of it.
    pub(crate) fn name(&self) -> Option<&str> {
        std::str::from_utf8(&self.body).ok()
    }

    /// The next message; none at the end of the stream.
    pub(crate) fn read(from: &mut impl Read) -> io::Result<Option<Self>> {
        let mut kind = [0];
        match from.read_exact(&mut kind) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        let mut length = [0; 4];
        from.read_exact(&mut length)?;
        let [kind] = kind;
        let length = u32::from_le_bytes(length);
        if length > MOST_BYTES {
            return Err(io::Error::other(format!("a frame of {length} bytes")));
        }
        // A length is only a promise.
        let mut body = Vec::with_capacity((length as usize).min(1 << 20));
        let read = from.take(u64::from(length)).read_to_end(&mut body)?;
        if read != length as usize {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Some(Self {
            kind: Kind::of(kind)?,
            body,
        }))
    }
}

/// Writes a message that is made of several pieces.
pub(crate) fn write(to: &mut impl Write, kind: Kind, pieces: &[&[u8]]) -> io::Result<()> {
    let length: usize = pieces.iter().map(|piece| piece.len()).sum();
    let length = u32::try_from(length)
        .ok()
        .filter(|length| *length <= MOST_BYTES)
        .ok_or_else(|| io::Error::other(format!("a frame of {length} bytes")))?;
    to.write_all(&[kind as u8])?;
    to.write_all(&length.to_le_bytes())?;
    for piece in pieces {
        to.write_all(piece)?;
    }
    Ok(())
}

/// Writes a file.
pub(crate) fn write_file(to: &mut impl Write, name: &str, bytes: &[u8]) -> io::Result<()> {
    let length = (name.len() as u32).to_le_bytes();
    write(to, Kind::File, &[&length, name.as_bytes(), bytes])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_arrive_as_they_were_sent() {
        let mut pipe = Vec::new();
        write(&mut pipe, Kind::Read, &[b"index", b".html"]).unwrap();
        write_file(&mut pipe, "index.html", b"<p>").unwrap();
        let mut from = pipe.as_slice();
        let read = Frame::read(&mut from).unwrap().unwrap();
        assert_eq!((read.kind, read.name()), (Kind::Read, Some("index.html")));
        let file = Frame::read(&mut from).unwrap().unwrap();
        assert_eq!(file.file(), Some(("index.html", &b"<p>"[..])));
        assert!(Frame::read(&mut from).unwrap().is_none());
    }

    #[test]
    fn broken_streams_are_errors() {
        for bytes in [
            &[9, 0, 0, 0, 0][..],
            &[0, 255, 255, 255, 255],
            &[0, 5, 0, 0, 0, 1],
            &[0, 1],
        ] {
            assert!(Frame::read(&mut &*bytes).is_err(), "{bytes:?}");
        }
    }
}
