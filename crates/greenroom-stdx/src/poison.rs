//! Locks that are used on after a thread panicked while it had them.

use std::sync::{LockResult, PoisonError};

/// Goes on with what a lock guards, whether or not a thread panicked while it had it.
///
/// A panic is the fault of one call, and that call is answered with an error. To panic in every
/// later one that needs the lock would make the fault of one call the end of all.
pub trait IgnorePoison<T> {
    fn ignore_poison(self) -> T;
}

impl<T> IgnorePoison<T> for LockResult<T> {
    fn ignore_poison(self) -> T {
        self.unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn a_lock_outlives_a_panic() {
        let lock = Arc::new(Mutex::new(1));
        let held = Arc::clone(&lock);
        let panicked = std::thread::spawn(move || {
            let _guard = held.lock().unwrap();
            panic!("while the lock is held");
        });
        assert!(panicked.join().is_err() && lock.is_poisoned());
        assert_eq!(*lock.lock().ignore_poison(), 1);
    }
}
