//! `adl.data`: buckets with the access of their maps.

use scorm_runtime::{LmsData, Profile, SharedData};

use crate::{V2004, play, running_with};

fn bucket(id: &str, store: Option<&str>, read: bool, write: bool) -> SharedData {
    SharedData {
        id: id.to_owned(),
        store: store.map(str::to_owned),
        read,
        write,
    }
}

#[test]
fn access_by_map() {
    let launch = LmsData {
        shared_data: vec![
            bucket("both", None, true, true),
            bucket("read", Some("r"), true, false),
            bucket("write", Some("w"), false, true),
            bucket("none", Some("n"), false, false),
        ],
        ..LmsData::default()
    };
    let mut api = running_with(V2004, Profile::default(), &launch);
    play(
        &mut api,
        r#"
        GetValue("adl.data._count") -> "4" 0
        GetValue("adl.data.0.id") -> "both" 0
        SetValue("adl.data.0.id", "x") -> "false" 404
        GetValue("adl.data.0.store") -> "" 403
        SetValue("adl.data.0.store", "a") -> "true" 0
        GetValue("adl.data.0.store") -> "a" 0
        SetValue("adl.data.0.store", "") -> "true" 0
        GetValue("adl.data.0.store") -> "" 403
        GetValue("adl.data.1.store") -> "r" 0
        SetValue("adl.data.1.store", "x") -> "false" 404
        GetValue("adl.data.2.store") -> "" 405
        SetValue("adl.data.2.store", "x") -> "true" 0
        GetValue("adl.data.3.store") -> "" 405
        SetValue("adl.data.3.store", "x") -> "false" 404
        SetValue("adl.data.4.store", "x") -> "false" 351
        SetValue("adl.data.4.id", "x") -> "false" 351
        GetValue("adl.data.4.id") -> "" 301
        GetValue("adl.data._count") -> "4" 0
        "#,
    );
    let stores: Vec<Option<String>> = api
        .shared_data()
        .into_iter()
        .map(|bucket| bucket.store)
        .collect();
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(stores, [None, text("r"), text("x"), text("n")]);
}
