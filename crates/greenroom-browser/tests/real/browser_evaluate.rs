//! Script in pages: values, errors, time limits, worlds, arguments as data.

use std::time::{Duration, Instant};

use greenroom_browser::{BrowserError, EvaluateOptions, Evaluated, World};
use serde_json::{Value, json};

use crate::site::{LIMIT, Stage};

fn by_value() -> EvaluateOptions {
    EvaluateOptions::default()
}

#[tokio::test]
async fn values_come_back_as_json_with_their_type() {
    let stage = Stage::open("<p id=p>hello</p>").await;
    let frame = stage.page.main_frame();
    for (expression, kind, value) in [
        ("1 + 1", "number", json!(2)),
        ("undefined", "undefined", Value::Null),
        ("null", "null", Value::Null),
        ("({a: [1, 'x']})", "object", json!({"a": [1, "x"]})),
        ("[1, 2]", "array", json!([1, 2])),
        ("Promise.resolve('later')", "string", json!("later")),
        (
            "await new Promise(r => setTimeout(() => r(7), 5))",
            "number",
            json!(7),
        ),
        ("const a = 1; a + 1", "number", json!(2)),
        ("const a = 2; a + 1", "number", json!(3)),
    ] {
        let got = frame.evaluate(expression, &by_value()).await.unwrap();
        assert_eq!(
            (got.kind.as_str(), &got.value),
            (kind, &value),
            "{expression}"
        );
    }
    let preview = EvaluateOptions {
        by_value: false,
        ..by_value()
    };
    let got = frame.evaluate("({a: 1, b: 'x'})", &preview).await.unwrap();
    let want = Evaluated {
        value: Value::Null,
        kind: "object".into(),
        description: "{a: 1, b: \"x\"}".into(),
    };
    assert_eq!(got, want);
}

#[tokio::test]
async fn exceptions_tell_class_message_and_place() {
    let stage = Stage::open("<p>x</p>").await;
    let frame = stage.page.main_frame();
    let error = frame
        .evaluate("\n  nothing.here()", &by_value())
        .await
        .unwrap_err();
    let BrowserError::Thrown(exception) = error else {
        panic!("{error:?}")
    };
    assert_eq!(exception.class, "ReferenceError");
    assert_eq!(exception.message, "nothing is not defined");
    assert_eq!((exception.line, exception.column), (2, 3));
    let error = frame
        .evaluate("Promise.reject(new TypeError('no'))", &by_value())
        .await;
    let Err(BrowserError::Thrown(exception)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(
        (exception.class.as_str(), exception.message.as_str()),
        ("TypeError", "no")
    );
}

#[tokio::test]
async fn an_endless_script_is_ended_and_the_page_lives_on() {
    let stage = Stage::open("<p>x</p>").await;
    let frame = stage.page.main_frame();
    let options = EvaluateOptions {
        limit: Duration::from_millis(300),
        ..by_value()
    };
    let began = Instant::now();
    for script in ["while (true) {}", "new Promise(() => {})"] {
        let answer = frame.evaluate(script, &options).await;
        assert!(
            matches!(answer, Err(BrowserError::Timeout { .. })),
            "{script}: {answer:?}"
        );
        let alive = frame.evaluate("40 + 2", &by_value()).await.unwrap();
        assert_eq!(alive.value, 42, "{script}");
    }
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn our_world_is_unseen_by_the_page() {
    let stage = Stage::open("<script>var mine = 1</script>").await;
    let frame = stage.page.main_frame();
    let isolated = EvaluateOptions {
        world: World::Isolated,
        ..by_value()
    };
    let got = frame
        .evaluate("globalThis.ours = 5; typeof mine", &isolated)
        .await
        .unwrap();
    assert_eq!(got.value, "undefined");
    let got = frame.evaluate("typeof ours", &by_value()).await.unwrap();
    assert_eq!(got.value, "undefined");
    // It is the same world until the document goes.
    assert_eq!(frame.evaluate("ours", &isolated).await.unwrap().value, 5);
    stage
        .page
        .navigate(&stage.site.url("/?again"), LIMIT)
        .await
        .unwrap();
    assert_eq!(
        frame
            .evaluate("typeof ours", &isolated)
            .await
            .unwrap()
            .value,
        "undefined"
    );
}

#[tokio::test]
async fn arguments_arrive_as_they_are() {
    let stage = Stage::open("<p>x</p>").await;
    let frame = stage.page.main_frame();
    for text in [
        "'\"`\\",
        "</script><b>",
        "\u{2028}\u{2029}",
        "${1}",
        "\u{1F600}\0",
        "\r\n",
    ] {
        let args = [json!(text), json!({"k": [text]})];
        let got: (String, Value) = frame
            .call_function(World::Main, "(a, b) => [a, b]", &args, LIMIT)
            .await
            .unwrap();
        assert_eq!(got, (text.to_owned(), json!({"k": [text]})));
    }
}
