//! A server that the network cuts off from the database while its callers still reach it.

use std::time::{Duration, Instant};

use greenroom_testkit::{HttpServer, Postgres};
use serde_json::{Value, json};

use crate::network::{Cable, NetworkOfItsOwn};
use crate::{
    Company, GREENROOM, data, error_code, has_journal_with, location, play, set_location, until,
};

/// For so long something may take that has no bound of its own.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server that can be cut off, another one, and a session of the first with what was acknowledged.
struct Scene {
    // In the order in which they end.
    a: HttpServer,
    b: HttpServer,
    company: Company,
    network: NetworkOfItsOwn,
    session: String,
    /// The name of the first server in the database.
    server: String,
    acknowledged: Vec<String>,
}

impl Scene {
    /// None, and loudly, where PostgreSQL or the rights are missing.
    fn set() -> Option<Self> {
        let network = NetworkOfItsOwn::make()?;
        let ours = network.ours(Cable::ToDatabase);
        let postgres = Postgres::start_for(ours, network.theirs(Cable::ToDatabase))?;
        let database = postgres.url_at(ours);
        let company = Company::on(postgres);
        let there = format!("{}:0", network.theirs(Cable::ToCallers));
        let here = format!("{}:0", network.ours(Cable::ToCallers));
        let a = HttpServer::start_by(network.command(GREENROOM), &there, |command, _| {
            company.prepare(command, &database, &there);
        });
        let b = HttpServer::start(GREENROOM, |command, _| {
            company.prepare(command, &company.postgres.url(), &here);
        });
        let session = play(&a, &company.anna);
        let mut acknowledged = Vec::new();
        for number in 0..20 {
            let through = if number % 2 == 0 { &a } else { &b };
            let value = format!("page-{number}");
            let set = set_location(through, &company.anna, &session, &value);
            assert_eq!(data(&set)["result"], "true");
            acknowledged.push(value);
        }
        let server = format!("SELECT server FROM session WHERE id = '{session}'");
        let server = company.postgres.ask(&server);
        Some(Self {
            a,
            b,
            company,
            network,
            session,
            server,
            acknowledged,
        })
    }

    fn set_location(&self, through: &HttpServer, value: &str) -> Result<Value, Value> {
        set_location(through, &self.company.anna, &self.session, value)
    }

    fn location(&self, through: &HttpServer) -> Result<Value, Value> {
        location(through, &self.company.anna, &self.session)
    }

    /// For how many seconds the first server is still taken to be alive.
    fn lease(&self) -> f64 {
        let sql = format!(
            "SELECT extract(epoch FROM lease_until - clock_timestamp()) FROM server WHERE id = '{}'",
            self.server
        );
        self.company.postgres.ask(&sql).parse().expect("a number")
    }

    /// How many lines the first server has in the database, and the last of each kind.
    fn lines_of_first(&self) -> String {
        self.company.postgres.ask(&format!(
            "SELECT count(*), max(seq) FILTER (WHERE stream = 0), max(seq) FILTER (WHERE stream = 1) \
             FROM line WHERE session = '{}' AND epoch = 1",
            self.session
        ))
    }

    fn epoch(&self) -> String {
        let sql = format!("SELECT epoch FROM session WHERE id = '{}'", self.session);
        self.company.postgres.ask(&sql)
    }

    /// Where the course said that it is, in the order of the events, as a caller of `through` sees it.
    fn told(&self, through: &HttpServer) -> Vec<String> {
        let call =
            json!({"session_id": self.session, "types": ["debug:api_call"], "max_events": 500});
        let events = through.call(&self.company.anna, "scorm_session_events", call);
        let events = data(&events)["events"].as_array().expect("events");
        let payloads = events.iter().map(|event| &event["payload"]);
        let said = payloads.filter(|payload| payload["method"] == "LMSSetValue");
        said.map(|payload| payload["args"][1].as_str().expect("a value").to_owned())
            .collect()
    }

    /// Nothing of the first server came after the takeover, and everything that was acknowledged is
    /// there, whichever server is asked.
    fn assert_whole(&self, lines_before: &str, last: &str) {
        until(PATIENCE, || (self.lease() > 0.0).then_some(()));
        assert_eq!(self.lines_of_first(), lines_before, "0 rows were added");
        assert_eq!(self.epoch(), "2");
        let late = format!(
            "SELECT count(*) FROM line WHERE session = '{}' AND encode(text, 'escape') LIKE '%late%'",
            self.session
        );
        assert_eq!(self.company.postgres.ask(&late), "0");
        let want = [&self.acknowledged[..], &[last.to_owned()]].concat();
        for server in [&self.a, &self.b] {
            // The first one may still be closing what it had.
            let there = until(PATIENCE, || {
                let there = self.location(server);
                (!is_failure(&there, "SESSION_MOVED")).then_some(there)
            });
            assert_eq!(data(&there)["result"], last, "{there:?}");
            assert_eq!(self.told(server), want);
        }
    }
}

fn is_failure(result: &Result<Value, Value>, code: &str) -> bool {
    result
        .as_ref()
        .is_err_and(|error| error_code(error) == code)
}

#[test]
fn browser_an_owner_without_its_database_is_followed_by_another_and_appends_nothing() {
    let Some(scene) = Scene::set() else {
        return;
    };
    let (a, b) = (&scene.a, &scene.b);
    scene.network.pull(Cable::ToDatabase);
    let cut = Instant::now();
    let lease = scene.lease();
    let (there, took, late) = std::thread::scope(|scope| {
        // The owner lives, is reached, and does not know.
        let late = scope.spawn(|| scene.set_location(a, "late"));
        // What is called for through the other one is with the owner until its lease runs out.
        let there = until(PATIENCE, || {
            let there = scene.location(b);
            (!is_failure(&there, "SESSION_OWNER_LOST")).then_some(there)
        });
        (there, cut.elapsed(), late.join().expect("it is answered"))
    });
    println!("the lease ran {lease:.1} s on; takeover from an owner without database: {took:?}");
    assert_eq!(data(&there)["result"], "page-19", "{there:?}");
    assert!(took <= Duration::from_secs(10), "{took:?}");
    let lines = scene.lines_of_first();
    let late = late.expect_err("nothing was appended");
    let known = ["CLUSTER_UNAVAILABLE", "SESSION_MOVED"];
    assert!(known.contains(&error_code(&late)), "{late}");
    scene.set_location(b, "elsewhere").unwrap();
    // However often it is asked.
    let later = scene.set_location(a, "later").unwrap_err();
    assert!(known.contains(&error_code(&later)), "{later}");
    println!(
        "answered meanwhile: {} and {}",
        error_code(&late),
        error_code(&later)
    );
    scene.network.plug_in(Cable::ToDatabase);
    scene.assert_whole(&lines, "elsewhere");
}

#[test]
fn browser_what_an_owner_had_on_its_way_when_the_network_came_back_changes_no_row() {
    let Some(scene) = Scene::set() else {
        return;
    };
    let (a, b) = (&scene.a, &scene.b);
    scene.network.pull(Cable::ToDatabase);
    until(PATIENCE, || (scene.lease() < 0.0).then_some(()));
    // Nobody has called the owner: it takes the session for its own.
    let there = scene.location(b);
    assert_eq!(data(&there)["result"], "page-19", "{there:?}");
    scene.set_location(b, "elsewhere").unwrap();
    let lines = scene.lines_of_first();
    let late = std::thread::scope(|scope| {
        let late = scope.spawn(|| scene.set_location(a, "late"));
        // It is on the owner's disk, and waits for the database.
        until(PATIENCE, || {
            has_journal_with(&a.home(), "late").then_some(())
        });
        scene.network.plug_in(Cable::ToDatabase);
        late.join().expect("it is answered")
    });
    let late = late.expect_err("another server has the session");
    assert_eq!(error_code(&late), "SESSION_MOVED", "{late}");
    scene.assert_whole(&lines, "elsewhere");
}
