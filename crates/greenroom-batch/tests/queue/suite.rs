//! What every queue promises.

use greenroom_batch::{JobQueue as _, Outcome, Progress};

use super::script::{self, Act, Script, Subject, Worker};

/// Makes a test of each promise.
macro_rules! suite {
    ($subject:ident) => {
        $crate::suite::suite!(@ $subject,
            every_job_is_taken_once_and_its_result_is_kept,
            what_fails_is_tried_again_up_to_the_bound,
            what_a_dead_worker_had_taken_is_taken_again,
            what_kills_its_workers_is_given_up,
            one_result_is_kept_per_key,
            progress_is_there_after_a_reconnect_and_nothing_is_done_twice,
            of_a_batch_that_has_ended_only_what_may_have_changed_is_done_again,
            who_is_told_to_stop_takes_no_further_job,
            a_batch_that_nobody_enqueued_is_an_error,
        );
    };
    (@ $subject:ident, $($name:ident,)+) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                if let Some((subject, _home)) = $subject() {
                    let limit = std::time::Duration::from_mins(1);
                    let shown = $crate::suite::$name(subject);
                    tokio::time::timeout(limit, shown).await.unwrap();
                }
            }
        )+
    };
}
pub(crate) use suite;

pub(crate) async fn every_job_is_taken_once_and_its_result_is_kept(subject: impl Subject) {
    let queue = subject.connect().await;
    let batch = script::batch(2);
    queue.enqueue(&batch, script::jobs(20)).await.unwrap();
    let waiting = Progress {
        total: 20,
        running: 0,
        ended: 0,
    };
    assert_eq!(queue.progress(&batch.id).await.unwrap(), waiting);
    let script = Script::new(|_, _| Act::Done);
    let workers = [
        Worker::start(&subject, 2, &script),
        Worker::start(&subject, 2, &script),
    ];
    let ended = script::until_done(&queue, &batch).await;
    let numbers: Vec<u64> = ended.iter().map(|ended| ended.number).collect();
    assert_eq!(numbers, (0..20).collect::<Vec<_>>());
    assert!(ended.iter().all(|ended| ended.attempts == 1));
    assert_eq!(ended[3].shown, "./3.zip");
    let begun = script.begun();
    assert!(
        begun.len() == 20 && begun.values().all(|times| *times == 1),
        "{begun:?}"
    );
    for ended in &ended {
        let key = ended.key.as_deref().unwrap();
        let kept = queue.kept(key).await.unwrap().unwrap();
        assert_eq!(kept.judged.title.as_deref(), Some("title"));
    }
    assert_eq!(queue.kept(&"0".repeat(64)).await.unwrap(), None);
    workers.into_iter().for_each(Worker::stop);
}

pub(crate) async fn what_fails_is_tried_again_up_to_the_bound(subject: impl Subject) {
    let queue = subject.connect().await;
    let batch = script::batch(2);
    let jobs = vec![script::job(0, "flaky.zip"), script::job(1, "hopeless.zip")];
    queue.enqueue(&batch, jobs).await.unwrap();
    let script = Script::new(|location, nth| match (location, nth) {
        ("flaky.zip", 2) => Act::Done,
        _ => Act::Fail,
    });
    let worker = Worker::start(&subject, 1, &script);
    let ended = script::until_done(&queue, &batch).await;
    assert_eq!((ended[0].outcome, ended[0].attempts), (Outcome::Passed, 2));
    assert_eq!(
        (ended[1].outcome, ended[1].attempts),
        (Outcome::NotJudged, 2)
    );
    assert_eq!(ended[1].reason.as_deref(), Some("broke at try 2"));
    assert_eq!(ended[1].key, None);
    assert!(
        script.begun().values().all(|times| *times == 2),
        "{:?}",
        script.begun()
    );
    worker.stop();
}

pub(crate) async fn what_a_dead_worker_had_taken_is_taken_again(subject: impl Subject) {
    let queue = subject.connect().await;
    let batch = script::batch(2);
    queue.enqueue(&batch, script::jobs(3)).await.unwrap();
    let deadly = Script::new(|_, _| Act::Hang);
    let first = Worker::start(&subject, 2, &deadly);
    deadly.until_begun(2).await;
    assert_eq!(queue.progress(&batch.id).await.unwrap().running, 2);
    first.kill().await;
    let script = Script::new(|_, _| Act::Done);
    let second = Worker::start(&subject, 2, &script);
    let ended = script::until_done(&queue, &batch).await;
    assert!(ended.iter().all(|ended| ended.outcome == Outcome::Passed));
    let attempts: u32 = ended.iter().map(|ended| ended.attempts).sum();
    assert_eq!(attempts, 2 + 2 + 1);
    assert!(script.begun().values().all(|times| *times == 1));
    second.stop();
}

pub(crate) async fn what_kills_its_workers_is_given_up(subject: impl Subject) {
    let queue = subject.connect().await;
    let batch = script::batch(2);
    let jobs = vec![script::job(0, "deadly.zip"), script::job(1, "good.zip")];
    queue.enqueue(&batch, jobs).await.unwrap();
    let script = Script::new(|location, _| match location {
        "deadly.zip" => Act::Hang,
        _ => Act::Done,
    });
    for times in 1..=2 {
        let worker = Worker::start(&subject, 2, &script);
        // The good one is begun once.
        script.until_begun(times + 1).await;
        while queue.progress(&batch.id).await.unwrap().ended == 0 {
            queue.changed().await;
        }
        worker.kill().await;
    }
    let last = Worker::start(&subject, 1, &script);
    let ended = script::until_done(&queue, &batch).await;
    assert_eq!(ended[0].outcome, Outcome::NotJudged);
    assert_eq!(ended[0].attempts, 2);
    let reason = ended[0].reason.as_deref().unwrap();
    assert!(
        reason.contains("its worker ended") && reason.contains("2 times"),
        "{reason}"
    );
    assert_eq!(ended[1].outcome, Outcome::Passed);
    assert_eq!(script.begun()["deadly.zip"], 2);
    last.stop();
}

pub(crate) async fn one_result_is_kept_per_key(subject: impl Subject) {
    let queue = subject.connect().await;
    let batch = script::batch(2);
    let jobs = vec![script::job(0, "same-1.zip"), script::job(1, "same-2.zip")];
    queue.enqueue(&batch, jobs).await.unwrap();
    let script = Script::new(|_, _| Act::Done);
    let worker = Worker::start(&subject, 2, &script);
    let ended = script::until_done(&queue, &batch).await;
    assert_eq!(ended[0].key, ended[1].key);
    let key = ended[0].key.as_deref().unwrap();
    let kept = queue.kept(key).await.unwrap().unwrap();
    assert_eq!((kept.key.as_str(), kept.kind.as_str()), (key, "check"));
    worker.stop();
}

pub(crate) async fn progress_is_there_after_a_reconnect_and_nothing_is_done_twice(
    subject: impl Subject,
) {
    let queue = subject.connect().await;
    let batch = script::batch(3);
    queue.enqueue(&batch, script::jobs(6)).await.unwrap();
    // Two are done, and the worker dies over the others.
    let script = Script::new(|location, nth| match location {
        "0.zip" | "1.zip" => Act::Done,
        _ if nth == 1 => Act::Hang,
        _ => Act::Done,
    });
    let worker = Worker::start(&subject, 6, &script);
    script.until_begun(6).await;
    while queue.progress(&batch.id).await.unwrap().ended < 2 {
        queue.changed().await;
    }
    worker.kill().await;
    drop(queue);
    let queue = subject.connect().await;
    let progress = queue.progress(&batch.id).await.unwrap();
    assert_eq!((progress.total, progress.ended), (6, 2));
    // The same command is given again.
    queue.enqueue(&batch, script::jobs(6)).await.unwrap();
    let progress = queue.progress(&batch.id).await.unwrap();
    assert_eq!((progress.total, progress.ended), (6, 2));
    let worker = Worker::start(&subject, 2, &script);
    let ended = script::until_done(&queue, &batch).await;
    assert_eq!(ended.len(), 6);
    let times: Vec<usize> = script.begun().into_values().collect();
    assert_eq!(times, [1, 1, 2, 2, 2, 2]);
    worker.stop();
}

pub(crate) async fn of_a_batch_that_has_ended_only_what_may_have_changed_is_done_again(
    subject: impl Subject,
) {
    let queue = subject.connect().await;
    let mut batch = script::batch(1);
    let mut jobs = script::jobs(4);
    jobs[3].stamp = None;
    queue.enqueue(&batch, jobs.clone()).await.unwrap();
    let script = Script::new(|location, nth| match (location, nth) {
        ("2.zip", 1) => Act::Fail,
        _ => Act::Done,
    });
    let worker = Worker::start(&subject, 1, &script);
    script::until_done(&queue, &batch).await;
    // 0 is as it was, 1 was changed, 2 was not judged, of 3 nobody knows.
    jobs[1].stamp = Some("2".to_owned());
    queue.enqueue(&batch, jobs.clone()).await.unwrap();
    let ended = script::until_done(&queue, &batch).await;
    let times: Vec<usize> = script.begun().into_values().collect();
    assert_eq!(times, [1, 2, 2, 2]);
    assert!(ended.iter().all(|ended| ended.outcome == Outcome::Passed));
    batch.again = true;
    queue.enqueue(&batch, jobs).await.unwrap();
    script::until_done(&queue, &batch).await;
    let times: Vec<usize> = script.begun().into_values().collect();
    assert_eq!(times, [2, 3, 3, 3]);
    worker.stop();
}

pub(crate) async fn who_is_told_to_stop_takes_no_further_job(subject: impl Subject) {
    let queue = subject.connect().await;
    let batch = script::batch(2);
    let script = Script::new(|_, _| Act::Done);
    let worker = Worker::start(&subject, 1, &script);
    queue.enqueue(&batch, script::jobs(1)).await.unwrap();
    script::until_done(&queue, &batch).await;
    worker.stop_and_wait().await;
    let mut more = script::jobs(2);
    more.remove(0);
    queue.enqueue(&batch, more).await.unwrap();
    let progress = queue.progress(&batch.id).await.unwrap();
    assert_eq!(
        (progress.total, progress.running, progress.ended),
        (2, 0, 1)
    );
    assert_eq!(script.begun().len(), 1);
}

pub(crate) async fn a_batch_that_nobody_enqueued_is_an_error(subject: impl Subject) {
    let queue = subject.connect().await;
    let error = queue.progress("no-such-batch").await.unwrap_err();
    assert!(error.to_string().contains("no-such-batch"), "{error}");
}
