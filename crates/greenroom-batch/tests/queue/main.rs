//! One suite over every queue: what a queue promises, whatever it is made of.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod script;
mod suite;

mod embedded {
    //! The queue inside this process.

    use greenroom_batch::EmbeddedQueue;

    use super::script::Subject;

    #[derive(Clone)]
    struct Embedded(EmbeddedQueue);

    impl Subject for Embedded {
        type Queue = EmbeddedQueue;

        async fn connect(&self) -> EmbeddedQueue {
            self.0.clone()
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "other queues may not be there")]
    fn subject() -> Option<(Embedded, tempfile::TempDir)> {
        let home = tempfile::tempdir().unwrap();
        let queue = EmbeddedQueue::new(home.path().join("results"));
        Some((Embedded(queue), home))
    }

    super::suite::suite!(subject);
}

#[cfg(feature = "cluster")]
mod postgres;
