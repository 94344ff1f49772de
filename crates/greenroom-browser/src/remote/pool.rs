//! The pool: which address the next context gets its browser from.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, Weak};
use std::time::Instant;

use greenroom_stdx::IgnorePoison as _;
use tokio::sync::{Notify, OnceCell};

use super::address::{Address, own_address_towards};
use super::named::{Named, RemoteOptions};
use super::orphans::{self, Owner};
use super::place::{Failure, Place, PlaceHealth, Reached, Seat};
use super::{Elsewhere, devtools, grid};
use crate::cdp::{Transport, websocket};
use crate::error::{BrowserError, Result};
use crate::proxy::Gate;

/// Browsers elsewhere, of one process.
#[derive(Debug)]
pub(crate) struct Pool {
    options: RemoteOptions,
    places: Vec<Arc<Place>>,
    freed: Arc<Notify>,
    /// The proxies for these browsers, by the address that they listen on.
    gates: tokio::sync::Mutex<HashMap<SocketAddr, Arc<Gate>>>,
    owner: OnceCell<Owner>,
}

/// The pools of this process. Who names the same browsers shares their limits and their proxy.
static POOLS: Mutex<Vec<Weak<Pool>>> = Mutex::new(Vec::new());

impl Pool {
    /// The pool of these options; nothing is connected to.
    pub(crate) fn of(options: &RemoteOptions) -> Arc<Self> {
        let mut pools = POOLS.lock().ignore_poison();
        pools.retain(|pool| pool.strong_count() > 0);
        let same = pools.iter().filter_map(Weak::upgrade);
        let mut same = same.filter(|pool| pool.options == *options);
        if let Some(pool) = same.next() {
            return pool;
        }
        let freed = Arc::new(Notify::new());
        let places = options.places.iter().cloned();
        let places = places.map(|named| {
            let place = Place::new(named, options.per_address, Arc::clone(&freed));
            Arc::new(place)
        });
        let pool = Arc::new(Self {
            options: options.clone(),
            places: places.collect(),
            freed,
            gates: tokio::sync::Mutex::default(),
            owner: OnceCell::new(),
        });
        pools.push(Arc::downgrade(&pool));
        pool
    }

    /// How each address is.
    pub(crate) fn health(&self) -> Vec<PlaceHealth> {
        self.places.iter().map(|place| place.health()).collect()
    }

    /// Begin to look for a browser; `arguments` is its command line, where it is started for us.
    pub(crate) fn search(self: &Arc<Self>, arguments: Vec<String>) -> Search {
        Search {
            pool: Arc::clone(self),
            arguments,
            began: Instant::now(),
            failures: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// The proxy that a browser at `peer` reaches, and the address under which it does.
    pub(super) async fn gate(&self, peer: IpAddr) -> Result<(Arc<Gate>, String)> {
        let proxy = &self.options.proxy;
        let own = || own_address_towards(peer).map_err(|error| no_proxy("this machine", &error));
        let listen = match proxy.listen {
            Some(listen) => listen,
            None => SocketAddr::new(own()?, 0),
        };
        let gate = {
            let mut gates = self.gates.lock().await;
            if let Some(gate) = gates.get(&listen) {
                Arc::clone(gate)
            } else {
                let gate = Gate::listen(listen).await;
                let gate = Arc::new(gate.map_err(|error| no_proxy(&listen.to_string(), &error))?);
                gates.insert(listen, Arc::clone(&gate));
                gate
            }
        };
        let reached = match &proxy.reached {
            Some(reached) => reached.clone(),
            None if listen.ip().is_unspecified() => {
                SocketAddr::new(own()?, gate.port()).to_string()
            }
            None => SocketAddr::new(listen.ip(), gate.port()).to_string(),
        };
        Ok((gate, reached))
    }

    /// The name of our sessions in a Grid. What dead servers of this machine left there is ended.
    async fn owner(&self) -> String {
        let grids = || {
            let each = self.options.places.iter().filter_map(|named| match named {
                Named::Grid(address) => Some(address.clone()),
                Named::DevTools(_) => None,
            });
            each.collect::<Vec<Address>>()
        };
        let create = async || {
            let (folder, grids) = (std::env::temp_dir(), grids());
            let owner = Owner::create(&folder, &grids.iter().collect::<Vec<_>>())?;
            tokio::spawn(async move {
                orphans::reap(&folder, &grids.iter().collect::<Vec<_>>()).await;
            });
            Ok::<_, std::io::Error>(owner)
        };
        match self.owner.get_or_try_init(create).await {
            Ok(owner) => owner.name(),
            Err(error) => {
                tracing::warn!(%error, "sessions that this server leaves will not be found");
                "greenroom".into()
            }
        }
    }
}

fn no_proxy(listen: &str, error: &std::io::Error) -> BrowserError {
    BrowserError::Elsewhere {
        address: listen.into(),
        reason: format!("the proxy for browsers elsewhere cannot listen there: {error}"),
        next: "name another address with --browser-proxy or browser.proxy_address".into(),
    }
}

/// The way from one address to the next until one gives a browser.
#[derive(Debug)]
pub(crate) struct Search {
    pool: Arc<Pool>,
    arguments: Vec<String>,
    began: Instant,
    failures: Vec<(String, BrowserError)>,
    tried: Vec<Arc<Place>>,
}

impl Search {
    /// The next browser to try, with the way to drive it.
    pub(crate) async fn next(&mut self) -> Result<(Elsewhere, Transport)> {
        loop {
            let (place, seat) = self.choose().await?;
            self.tried.push(Arc::clone(&place));
            match self.open(&place, seat).await {
                Ok(opened) => return Ok(opened),
                Err(Failure::Full) => {}
                Err(Failure::Broken { reason, next }) => {
                    let address = place.address();
                    self.failed(&BrowserError::Elsewhere {
                        address,
                        reason,
                        next,
                    });
                }
            }
        }
    }

    /// The browser that was found last is of no use.
    pub(crate) fn failed(&mut self, error: &BrowserError) {
        let Some(place) = self.tried.last() else {
            return;
        };
        let address = place.address();
        tracing::warn!(address, %error, "no browser");
        place.has_failed(&error.to_string(), Instant::now());
        self.failures.push((address, error.clone()));
    }

    /// The browser that was found last works.
    pub(crate) fn succeeded(&self) {
        if let Some(place) = self.tried.last() {
            place.is_well();
        }
    }

    /// An address that was not tried: a well one before one that rests, an idle one before a busy
    /// one. Waits for a seat if all are taken.
    async fn choose(&self) -> Result<(Arc<Place>, Seat)> {
        let pool = Arc::clone(&self.pool);
        loop {
            let mut freed = std::pin::pin!(pool.freed.notified());
            freed.as_mut().enable();
            let now = Instant::now();
            let mut left: Vec<&Arc<Place>> = pool
                .places
                .iter()
                .filter(|place| !self.tried.iter().any(|tried| Arc::ptr_eq(tried, place)))
                .collect();
            if left.is_empty() {
                return Err(self.given_up());
            }
            left.sort_by_key(|place| (place.rests_until(now), usize::MAX - place.free_seats()));
            if let Some(found) = left
                .iter()
                .find_map(|place| Some((Arc::clone(place), place.seat()?)))
            {
                return Ok(found);
            }
            let rest = pool.options.wait.saturating_sub(self.began.elapsed());
            if tokio::time::timeout(rest, freed).await.is_err() {
                return Err(self.given_up());
            }
        }
    }

    async fn open(
        &self,
        place: &Arc<Place>,
        seat: Seat,
    ) -> std::result::Result<(Elsewhere, Transport), Failure> {
        let reached = match &place.named {
            Named::DevTools(address) => devtools::find(address).await?,
            Named::Grid(address) => {
                let wanted = &self.pool.options.capabilities;
                let name = self.pool.owner().await;
                let capabilities = grid::capabilities(&name, &self.arguments, wanted);
                let rest = self.pool.options.wait.saturating_sub(self.began.elapsed());
                grid::begin(address, capabilities, rest).await?
            }
        };
        let Reached {
            endpoints,
            peer,
            session,
        } = reached;
        let pool = Arc::clone(&self.pool);
        let elsewhere = Elsewhere::new(place.address(), peer, pool, seat, session);
        let mut reasons = Vec::new();
        for endpoint in endpoints {
            match websocket::transport(&endpoint).await {
                Ok(transport) => return Ok((elsewhere, transport)),
                Err(error) => reasons.push(format!("{endpoint}: {error}")),
            }
        }
        if let Some(ending) = elsewhere.let_go(None) {
            tokio::spawn(ending);
        }
        let reason = format!("its browser cannot be driven: {}", reasons.join("; "));
        let next = "check that WebSockets reach that address through what stands between";
        Err(Failure::broken(reason, next))
    }

    /// Why there is no browser.
    fn given_up(&self) -> BrowserError {
        match self.failures.as_slice() {
            [] => {
                let all = self.pool.places.iter().map(|place| place.address());
                BrowserError::AllTaken {
                    addresses: all.collect::<Vec<_>>().join(", "),
                    after: self.pool.options.wait,
                }
            }
            [(_, one)] => one.clone(),
            several => {
                let each = several.iter().map(|(_, error)| error.to_string());
                let addresses = several.iter().map(|(address, _)| address.clone());
                BrowserError::Elsewhere {
                    address: addresses.collect::<Vec<_>>().join(", "),
                    reason: each.collect::<Vec<_>>().join("; "),
                    next: "check the first of them".into(),
                }
            }
        }
    }
}
