//! Who drives, in virtual time.

use super::*;
use greenroom_store::{DataDir, EventQuery, SessionStore, StoreLimits};

struct Scene {
    wheel: Arc<Wheel>,
    session: Arc<Session>,
    _home: tempfile::TempDir,
}

fn scene() -> Scene {
    let home = tempfile::tempdir().unwrap();
    let data = DataDir::new(home.path().to_owned());
    let store = SessionStore::new(data, StoreLimits::default());
    let session = store.one_shot().unwrap();
    let idle = Duration::from_mins(1);
    let wheel = Wheel::new(Arc::clone(&session), idle, &watch::Sender::new(0));
    Scene {
        wheel,
        session,
        _home: home,
    }
}

fn person(name: &str) -> Visitor {
    Visitor {
        page: format!("page_{name}"),
        name: name.to_owned(),
    }
}

async fn until_free(wheel: &Wheel) -> EndCause {
    let mut seat = wheel.seat();
    let free = seat.wait_for(|seat| seat.holder.is_none()).await.unwrap();
    free.ended.clone().unwrap().cause
}

#[tokio::test(start_paused = true)]
async fn a_tool_waits_for_a_person_and_is_told_who_it_is() {
    let Scene {
        wheel,
        session,
        _home,
    } = scene();
    assert!(wheel.free("tool", Duration::ZERO).await.is_ok());
    let (anna, ben) = (person("Anna"), person("Ben"));
    wheel.wish(&anna, &DriveWish::TakeOver).unwrap();
    let holder = wheel
        .free("tool", Duration::from_secs(5))
        .await
        .unwrap_err();
    assert_eq!((holder.name.as_str(), holder.hold), ("Anna", Hold::Drives));
    assert!(wheel.seat().borrow().waiting.is_empty());
    let waits = {
        let wheel = Arc::clone(&wheel);
        tokio::spawn(async move { wheel.free("tool", Duration::from_secs(30)).await })
    };
    let mut seat = wheel.seat();
    let waiting = seat.wait_for(|seat| !seat.waiting.is_empty()).await;
    assert_eq!(waiting.unwrap().waiting[0].tool, "tool");
    assert!(wheel.wish(&ben, &DriveWish::GiveBack).is_err());
    assert!(wheel.drives(&ben.page).is_err());
    assert!(wheel.drives(&anna.page).is_ok());
    wheel.wish(&anna, &DriveWish::GiveBack).unwrap();
    assert!(waits.await.unwrap().is_ok());
    let query = EventQuery {
        since: 0,
        max: 10,
        types: vec!["driver:changed".to_owned()],
        without: &[],
    };
    let told = session.events().page(&query).unwrap().events;
    let of = |index: usize, key: &str| told[index].payload.as_ref().unwrap()[key].clone();
    assert_eq!(
        (of(0, "driver"), of(0, "person")),
        (json!("person"), json!("Anna"))
    );
    assert_eq!(
        (of(1, "driver"), of(1, "cause")),
        (json!("agent"), json!("gave_back"))
    );
}

#[tokio::test(start_paused = true)]
async fn who_pauses_does_not_drive_and_another_may_take_over() {
    let Scene { wheel, _home, .. } = scene();
    let (anna, ben) = (person("Anna"), person("Ben"));
    wheel.wish(&anna, &DriveWish::Pause).unwrap();
    assert!(wheel.drives(&anna.page).unwrap_err().contains("paused"));
    wheel.wish(&ben, &DriveWish::TakeOver).unwrap();
    assert!(wheel.drives(&anna.page).unwrap_err().contains("Ben"));
    let since = wheel.drives(&ben.page).unwrap().since;
    wheel.wish(&ben, &DriveWish::TakeOver).unwrap();
    assert_eq!(
        wheel.drives(&ben.page).unwrap().since,
        since,
        "the same hold"
    );
    let ended = wheel.seat().borrow().ended.clone().unwrap();
    assert_eq!(
        (ended.name.as_str(), ended.cause),
        ("Anna", EndCause::TakenOver)
    );
}

#[tokio::test(start_paused = true)]
async fn who_does_nothing_gives_back() {
    let Scene { wheel, _home, .. } = scene();
    let anna = person("Anna");
    wheel.wish(&anna, &DriveWish::TakeOver).unwrap();
    let began = Instant::now();
    for _ in 0..5 {
        tokio::time::sleep(Duration::from_secs(40)).await;
        assert!(wheel.drives(&anna.page).is_ok());
    }
    assert_eq!(until_free(&wheel).await, EndCause::Idle);
    assert_eq!(began.elapsed().as_secs(), 5 * 40 + 60);
}

#[tokio::test(start_paused = true)]
async fn a_page_that_is_gone_gives_back_unless_it_returns() {
    let Scene { wheel, _home, .. } = scene();
    let (anna, again) = (person("Anna"), person("again"));
    wheel.wish(&anna, &DriveWish::TakeOver).unwrap();
    wheel.page_left("page_another");
    wheel.page_left(&anna.page);
    tokio::time::sleep(GRACE / 2).await;
    let keep = DriveWish::Keep {
        was: anna.page.clone(),
    };
    wheel.wish(&again, &keep).unwrap();
    tokio::time::sleep(2 * GRACE).await;
    assert!(wheel.drives(&again.page).is_ok());
    wheel.page_left(&again.page);
    assert_eq!(until_free(&wheel).await, EndCause::PageGone);
    assert!(wheel.wish(&again, &keep).is_err());
    wheel.wish(&anna, &DriveWish::TakeOver).unwrap();
    wheel.close();
    assert_eq!(until_free(&wheel).await, EndCause::Closed);
}
