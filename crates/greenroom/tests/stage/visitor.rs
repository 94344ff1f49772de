//! The second loopback server of hostile courses: it counts whoever comes.

use std::io::Read as _;
use std::net::{TcpListener, UdpSocket};
use std::sync::{Arc, Mutex};

/// A port that nobody may reach.
pub(crate) struct Forbidden {
    pub(crate) port: u16,
    visits: Arc<Mutex<Vec<String>>>,
}

impl Forbidden {
    /// Listens for connections and datagrams until the test ends.
    pub(crate) fn listen() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let datagrams = UdpSocket::bind(("127.0.0.1", port)).unwrap();
        let visits = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&visits);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut first = [0; 200];
                let length = stream.and_then(|mut stream| stream.read(&mut first));
                let text = String::from_utf8_lossy(&first[..length.unwrap_or(0)]).into_owned();
                seen.lock().unwrap().push(text);
            }
        });
        let seen = Arc::clone(&visits);
        std::thread::spawn(move || {
            let mut datagram = [0; 200];
            while datagrams.recv(&mut datagram).is_ok() {
                seen.lock().unwrap().push("a datagram".to_owned());
            }
        });
        Self { port, visits }
    }

    /// What came, with the first bytes of each connection.
    pub(crate) fn visits(&self) -> Vec<String> {
        self.visits.lock().unwrap().clone()
    }
}
