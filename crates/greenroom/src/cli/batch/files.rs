//! Where results go: stdout and files, as they come or at the end.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use greenroom_batch::output::{self, Tally};
use greenroom_batch::{Ended, JobQueue, Kept, Kind, QueueError};
use greenroom_report::format::SarifWriter;

use super::arguments::{BatchOptions, FormatName};
use crate::start::StartError;

/// The outputs of a batch.
pub(super) struct Outputs {
    kind: Kind,
    /// Get a line per package.
    lines: Vec<Box<dyn Write>>,
    /// Are written when all is known.
    later: Vec<(FormatName, Place)>,
    tally: Tally,
}

/// Where something is written.
enum Place {
    Stdout,
    File(PathBuf),
}

impl Outputs {
    pub(super) fn open(kind: Kind, options: &BatchOptions) -> Result<Self, StartError> {
        let mut outputs = Self {
            kind,
            lines: Vec::new(),
            later: Vec::new(),
            tally: Tally::default(),
        };
        for path in &options.output {
            let format = FormatName::of_file(path)?;
            match format {
                FormatName::Jsonl => outputs.lines.push(create(path)?),
                FormatName::Html => {
                    // What the page leaves out is beside it.
                    let rows = path.with_extension("jsonl");
                    if !options.output.contains(&rows) {
                        outputs.lines.push(create(&rows)?);
                    }
                    outputs.later.push((format, Place::File(path.clone())));
                }
                _ => outputs.later.push((format, Place::File(path.clone()))),
            }
        }
        match options.format {
            Some(FormatName::Jsonl) => outputs.lines.push(Box::new(io::stdout())),
            Some(format) => outputs.later.push((format, Place::Stdout)),
            None if !options.quiet => outputs.later.push((FormatName::Text, Place::Stdout)),
            None => {}
        }
        Ok(outputs)
    }

    /// Takes the next package.
    pub(super) fn take(&mut self, ended: &Ended, kept: Option<&Kept>) -> io::Result<()> {
        self.tally.add(ended, kept);
        if self.lines.is_empty() {
            return Ok(());
        }
        let row = output::row(self.kind, ended, kept);
        for out in &mut self.lines {
            writeln!(out, "{row}")?;
        }
        Ok(())
    }

    /// Lets those who read along see what there is.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.lines.iter_mut().try_for_each(Write::flush)
    }

    pub(super) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Writes what needs all packages.
    pub(super) async fn end(
        mut self,
        ends: &[Ended],
        queue: &impl JobQueue,
    ) -> Result<Tally, StartError> {
        self.flush()?;
        for (format, place) in &self.later {
            let mut out = place.open()?;
            match format {
                FormatName::Text => {
                    let text = output::text(self.kind, &mut self.tally);
                    out.write_all(text.as_bytes())?;
                }
                FormatName::Html => {
                    let rows = place.rows();
                    let page = output::html(self.kind, &mut self.tally, &rows);
                    out.write_all(page.as_bytes())?;
                }
                FormatName::Sarif => out = sarif(out, ends, queue).await?,
                FormatName::Jsonl => {}
            }
            out.end(place)?;
        }
        Ok(self.tally)
    }
}

async fn sarif(out: Opened, ends: &[Ended], queue: &impl JobQueue) -> Result<Opened, StartError> {
    let mut log = SarifWriter::new(out)?;
    for ended in ends {
        let kept = match &ended.key {
            Some(key) => queue.kept(key).await.map_err(unusable)?,
            None => None,
        };
        output::add_to_sarif(&mut log, ended, kept.as_ref())?;
    }
    Ok(log.end()?)
}

pub(in crate::cli) fn unusable(error: QueueError) -> StartError {
    match error {
        QueueError::Files(error) => StartError::Io(error),
        error => StartError::Unusable(error.to_string()),
    }
}

/// A file that is in its place once it is whole, or stdout.
enum Opened {
    Stdout(io::Stdout),
    File(BufWriter<tempfile::NamedTempFile<File>>),
}

impl Place {
    fn open(&self) -> Result<Opened, StartError> {
        match self {
            Self::Stdout => Ok(Opened::Stdout(io::stdout())),
            Self::File(path) => {
                let folder = path
                    .parent()
                    .filter(|folder| !folder.as_os_str().is_empty());
                let folder = folder.unwrap_or(Path::new("."));
                // As any file that a shell writes, not for this user alone.
                let made = tempfile::Builder::new().make_in(folder, |path| File::create_new(path));
                let opened = made.map(|file| Opened::File(BufWriter::new(file)));
                opened.map_err(unwritable(path))
            }
        }
    }

    /// The name of the file with all packages.
    fn rows(&self) -> String {
        match self {
            Self::Stdout => "greenroom batch … -o FILE.jsonl".to_owned(),
            Self::File(path) => {
                let rows = path.with_extension("jsonl");
                let name = rows.file_name().unwrap_or_default();
                name.to_string_lossy().into_owned()
            }
        }
    }
}

impl Opened {
    fn end(self, place: &Place) -> Result<(), StartError> {
        match (self, place) {
            (Self::Stdout(mut out), _) => Ok(out.flush()?),
            (Self::File(file), Place::File(path)) => {
                let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                let put = file.persist(path).map_err(|error| error.error);
                put.map(|_| ()).map_err(unwritable(path))
            }
            (Self::File(_), Place::Stdout) => Ok(()),
        }
    }
}

impl Write for Opened {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(out) => out.flush(),
        }
    }
}

fn create(path: &Path) -> Result<Box<dyn Write>, StartError> {
    let file = File::create(path).map_err(unwritable(path))?;
    Ok(Box::new(BufWriter::new(file)))
}

fn unwritable(path: &Path) -> impl FnOnce(io::Error) -> StartError + '_ {
    move |error| StartError::Unreadable {
        path: path.to_owned(),
        error,
    }
}
