//! Serving from start to end.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use greenroom_os::endings::Endings;
use greenroom_os::hang_ups::HangUps;
use greenroom_stdx::private_files;
use greenroom_web::gate::Listeners;
use tokio_util::sync::CancellationToken;

use super::gate::Gate;
use super::health::Health;
use super::house::{Houses, Plan};
use super::oauth;
use super::options::ServeOptions;
use super::routes::{self, Door};
use super::scraping;
use super::tokens::Tokens;
use crate::logging;
use crate::mcp::RequestStates;
use crate::start::{self, StartError, StartOptions};

/// How long running calls may still answer when the server is told to end.
const LAST_ANSWERS: Duration = Duration::from_secs(10);
/// How long connections may take to close after that.
const LAST_CONNECTIONS: Duration = Duration::from_secs(2);

/// Serves until SIGTERM or SIGINT. `say` tells the operator.
pub(crate) fn serve(
    options: &ServeOptions,
    start: &StartOptions,
    say: fn(&str),
) -> Result<ExitCode, StartError> {
    let (address, metrics) = (options.address()?, options.metrics_address()?);
    let app = start::app(start)?;
    let config = app.config().clone();
    if start.opens_lua() {
        let text = "--lua-full-access would open this machine to every caller; it cannot stand beside --http";
        return Err(StartError::Unusable(text.to_owned()));
    }
    if config.dialogs.parent.is_some() {
        let text = "--parent would show the questions of all callers in one place; it cannot stand beside --http";
        return Err(StartError::Unusable(text.to_owned()));
    }
    let data_directory = start::data_directory()?;
    private_files::create_dir(&data_directory)?;
    let data_directory = data_directory.canonicalize()?;
    let known = match &options.tokens {
        Some(file) => Known::File(file.clone()),
        None if options.oauth.is_some() => Known::Nobody,
        None if address.ip().is_loopback() => Known::Local,
        None => {
            let text = format!(
                "--http {address} is reached from other machines; say with --tokens who may call (`greenroom token NAME` makes an entry), or with --oauth whose tokens count"
            );
            return Err(StartError::Unusable(text));
        }
    };
    let roots = opened(&options.roots, &data_directory)?;
    let tokens = known.read(&data_directory)?;
    let issuer = options.oauth.as_deref().map(oauth::read).transpose()?;
    if let Some(issuer) = &issuer {
        opened(&issuer.roots(), &data_directory)?;
    }
    let states = RequestStates::kept_in(&data_directory.join("http").join("request-state-key"))?;
    let counts = metrics.map(|_| scraping::install()).transpose()?;
    logging::start_server(&app);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let mut signals = Signals::listen()?;
        let listeners = Listeners::bind_at(address).await.map_err(|error| {
            StartError::Unusable(format!("--http {address} cannot be listened on: {error}"))
        })?;
        let address = std::net::SocketAddr::new(address.ip(), listeners.port());
        let draining = CancellationToken::new();
        let (ending, stop) = (CancellationToken::new(), CancellationToken::new());
        #[cfg(feature = "cluster")]
        let member = crate::cluster::Member::join(&options.cluster).await?;
        let houses = Houses::new(Plan {
            config,
            sets: start.sets().to_vec(),
            data_directory: data_directory.clone(),
            roots,
            states,
            stop: stop.clone(),
            #[cfg(feature = "cluster")]
            company: super::company::of(member.as_ref()),
            #[cfg(not(feature = "cluster"))]
            company: None,
        });
        let door = Door::new(tokens, issuer, houses, ending.clone());
        #[cfg(feature = "cluster")]
        if let Some(member) = &member {
            member.open(Box::new(door.clone()));
            say(&format!("This is {}", member.told()));
        }
        let gate = Gate::new(address, &options.hosts, &options.origins);
        let health = Health::new(data_directory.clone(), draining.clone());
        if let (Some(address), Some(counts)) = (metrics, counts) {
            let end = stop.clone().cancelled_owned();
            let address = scraping::serve(address, counts, &door, &health, end).await?;
            say(&format!("Metrics are on http://{address}/metrics"));
        }
        let router = routes::router(&door, gate, &health);
        let serving = listeners.serve_until(&router, ending.clone().cancelled_owned());
        let serving = tokio::spawn(serving);
        say(&format!("Greenroom serves MCP on http://{address}/mcp"));
        if let Known::Local = known {
            let path = data_directory.join("http").join("token");
            say(&format!("The token is in {}", path.display()));
        }
        let why = signals.until_end(&door, &known, &data_directory).await;
        tracing::info!(target: "http", why, "HTTP_END");
        #[cfg(feature = "cluster")]
        if let Some(member) = &member {
            member.drain();
        }
        draining.cancel();
        signals.drain(Duration::from_secs(options.drain)).await;
        ending.cancel();
        let idle = tokio::time::timeout(LAST_ANSWERS, async {
            door.until_answered().await;
            door.houses().until_idle().await;
        })
        .await;
        if idle.is_err() {
            tracing::warn!(target: "http", "calls that did not end in time are ended");
        }
        stop.cancel();
        door.houses().close().await;
        #[cfg(feature = "cluster")]
        if let Some(member) = &member {
            member.leave().await;
        }
        let _open_streams = tokio::time::timeout(LAST_CONNECTIONS, serving).await;
        Ok(ExitCode::SUCCESS)
    })
}

/// Where the tokens are.
#[derive(Debug)]
enum Known {
    File(PathBuf),
    /// One token, for callers of this machine.
    Local,
    /// All callers come with tokens of an issuer.
    Nobody,
}

impl Known {
    fn read(&self, data_directory: &Path) -> Result<Option<Tokens>, StartError> {
        let tokens = match self {
            Self::File(path) => Tokens::read(path)?,
            Self::Local => Tokens::local(data_directory)?.0,
            Self::Nobody => return Ok(None),
        };
        for grant in tokens.grants() {
            opened(&grant.roots, data_directory)?;
        }
        Ok(Some(tokens))
    }
}

struct Signals {
    endings: Endings,
    hang_ups: HangUps,
}

impl Signals {
    fn listen() -> std::io::Result<Self> {
        Ok(Self {
            endings: Endings::listen()?,
            hang_ups: HangUps::listen()?,
        })
    }

    /// Waits until balancers have seen that no more should come; asked again, no longer.
    async fn drain(&mut self, long: Duration) {
        if !long.is_zero() {
            let _asked_again = tokio::time::timeout(long, self.endings.next()).await;
        }
    }

    /// Reads the tokens again at every SIGHUP, until the end is asked for.
    async fn until_end(&mut self, door: &Door, known: &Known, data: &Path) -> &'static str {
        loop {
            tokio::select! {
                why = self.endings.next() => return why,
                () = self.hang_ups.next() => match known.read(data) {
                    Ok(tokens) => {
                        door.exchange(tokens);
                        tracing::info!(target: "http", "TOKENS_READ");
                    }
                    // Who could come in still can, and the operator is told.
                    Err(error) => tracing::error!(target: "http", %error, "TOKENS_UNREADABLE"),
                },
            }
        }
    }
}

/// Folders that callers may name, without links. None may hold what is Greenroom's own: the data of
/// all callers lies there.
fn opened(roots: &[PathBuf], data_directory: &Path) -> Result<Vec<PathBuf>, StartError> {
    let open = |root: &PathBuf| {
        let real = root
            .canonicalize()
            .map_err(|error| StartError::Unreadable {
                path: root.clone(),
                error,
            })?;
        let shown = root.display();
        if !real.is_dir() {
            return Err(StartError::Unusable(format!("--root {shown} is no folder")));
        }
        if data_directory.starts_with(&real) || real.starts_with(data_directory) {
            let text = format!(
                "--root {shown} would open the data directory {} with what is every caller's own",
                data_directory.display()
            );
            return Err(StartError::Unusable(text));
        }
        Ok(real)
    };
    roots.iter().map(open).collect()
}
