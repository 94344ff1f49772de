//! Lua code reaches regular files of its project, and nothing else.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::os::unix::fs::symlink;
use std::sync::Arc;
use std::time::{Duration, Instant};

use greenroom_lua::Disk;
use serde_json::json;

use crate::project::Project;

/// A project whose folder is full of ways out.
fn surrounded() -> (Project, tempfile::TempDir) {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret"), "secret").unwrap();
    std::fs::write(outside.path().join("code.lua"), "return 'ran'").unwrap();
    let project = Project::new();
    let base = project.folder.path();
    symlink(outside.path().join("secret"), base.join("link")).unwrap();
    symlink(outside.path().join("new"), base.join("dead")).unwrap();
    symlink(outside.path(), base.join("door")).unwrap();
    symlink(outside.path().join("code.lua"), base.join("lua/code.lua")).unwrap();
    symlink("link", base.join("chain")).unwrap();
    symlink(base.join("inside.txt"), base.join("absolute")).unwrap();
    symlink("lua/../inside.txt", base.join("relative")).unwrap();
    project.write("inside.txt", "inside");
    let fifo = std::ffi::CString::new(base.join("fifo").to_str().unwrap()).unwrap();
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &fifo,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        0,
    )
    .unwrap();
    (project, outside)
}

#[tokio::test]
async fn no_spelling_of_a_path_leads_out() {
    let (project, outside) = surrounded();
    let session = project.session().await;
    let names = [
        "link",
        "link\\0",
        "link\\0.txt",
        "chain",
        "chain\\0",
        "dead",
        "dead\\0x",
        "door/secret",
        "door\\0/x",
        "door/secret\\0",
        "../x",
        "/etc/passwd",
        "/etc/passwd\\0",
        "fifo",
        "fifo\\0",
        "/dev/tty",
        "/dev/null",
        "/proc/self/mem",
        "door/../link",
        "inside.txt\\0",
        "lua/../../x",
        "inside.txt/../link",
        "",
    ];
    for name in names {
        for call in [
            "io.open(N)",
            "io.open(N, 'w')",
            "io.open(N, 'a')",
            "io.open(N, 'r+')",
            "io.open(N, 'w+')",
            "loadfile(N)",
            "os.remove(N .. '/secret')",
            "os.rename('inside.txt', N .. '/secret')",
            "os.rename(N .. '/secret', 'taken')",
            "select(2, pcall(io.lines, N)) == nil",
            "pcall(dofile, N)",
            "pcall(io.output, N)",
            "pcall(io.input, N)",
        ] {
            let code = format!("return not ({})", call.replace('N', &format!("'{name}'")));
            let started = Instant::now();
            assert_eq!(project.eval(&session, &code).await, json!(true), "{code}");
            assert!(started.elapsed() < Duration::from_secs(1), "{code}");
        }
    }
    for code in [
        "require('code')",
        "dofile('lua/code.lua')",
        "os.remove('inside\\0')",
    ] {
        let code = format!("return pcall(function() assert({code}) end)");
        assert_eq!(project.eval(&session, &code).await, json!(false), "{code}");
    }
    let left: Vec<_> = std::fs::read_dir(outside.path()).unwrap().collect();
    assert_eq!(left.len(), 2, "{left:?}");
    assert_eq!(
        std::fs::read_to_string(outside.path().join("secret")).unwrap(),
        "secret"
    );
    assert_eq!(project.read("inside.txt"), "inside");
}

#[tokio::test]
async fn links_that_stay_inside_are_followed_and_removed_as_links() {
    let (project, outside) = surrounded();
    let session = project.session().await;
    let base = project.folder.path().to_str().unwrap();
    for name in [
        "inside.txt",
        "relative",
        "absolute",
        "./lua/../inside.txt",
        &format!("{base}/inside.txt"),
    ] {
        let code = format!(
            "local f = assert(io.open('{name}')) local text = f:read('a') f:close() return text"
        );
        assert_eq!(project.eval(&session, &code).await, "inside", "{name}");
    }
    assert_eq!(
        project.eval(&session, "return os.remove('link')").await,
        json!(true)
    );
    assert!(outside.path().join("secret").exists());
    assert_eq!(
        project.eval(&session, "return {io.open('missing')}").await,
        json!({"2": "missing: No such file or directory", "3": 2})
    );
    assert_eq!(
        project
            .eval(&session, "return os.rename('inside.txt', 'other.txt')")
            .await,
        json!(true)
    );
    assert_eq!(project.read("other.txt"), "inside");
    let failure = project.fail(&session, "io.open('x', 'q')").await;
    assert!(
        failure
            .message
            .contains("bad argument #2 to 'open' (invalid mode)"),
        "{failure:?}"
    );
}

#[tokio::test]
async fn a_session_keeps_few_files_open() {
    let project = Project::new();
    let session = project.session().await;
    let code = "local all = {} for i = 1, 5000 do local f, problem = io.open('f', 'w')
                  if not f then return {i, problem} end all[i] = f end";
    let refused = project.eval(&session, code).await;
    assert_eq!(refused[0], 65, "{refused}");
    assert!(
        refused[1].as_str().unwrap().contains("too many open files"),
        "{refused}"
    );
    // Files that nobody holds are closed when others are wanted.
    let code = "for i = 1, 1000 do assert(io.open('f', 'w')) end return 'all'";
    assert_eq!(project.eval(&session, code).await, "all");
}

#[tokio::test]
async fn the_project_grows_only_so_far() {
    let mut project = Project::new();
    project.disk = Arc::new(Disk::new(1 << 20));
    project.limits.run = Duration::from_secs(20);
    let session = project.session().await;
    let full = "local f = assert(io.open(NAME, 'w'))
                for i = 1, 1000 do local ok, problem = f:write(string.rep('x', 10000))
                  if not ok then f:close() return problem end end";
    let fill = |name: &str| full.replace("NAME", &format!("'{name}'"));
    let told = project.eval(&session, &fill("a")).await;
    assert!(
        told.as_str().unwrap().contains("limited to 1048576"),
        "{told}"
    );
    assert!(project.read("a").len() <= 1 << 20);
    // What is written anew or removed makes room.
    for _ in 0..3 {
        project.eval(&session, &fill("a")).await;
        assert!(project.read("a").len() > 1 << 19);
    }
    assert_eq!(
        project
            .eval(
                &session,
                "return (io.open('b', 'w'):write('x', ('y'):rep(1 << 20)))"
            )
            .await,
        json!(null)
    );
    project.eval(&session, "os.remove('a')").await;
    project.eval(&session, &fill("b")).await;
    assert!(project.read("b").len() > 1 << 19);
    let many = "for i = 1, 1000 do local f, problem = io.open('n' .. i, 'w') if not f then return problem end f:close() end";
    let told = project.eval(&session, many).await;
    assert!(
        told.as_str().unwrap_or_default().contains("limited to"),
        "{told}"
    );
    let other = project.start("2").await.unwrap();
    let sparse = "os.remove('b') local f = assert(io.open('s', 'w')) for i = 1, 1000000 do f:seek('set', i * 65536)
                  local ok, problem = f:write('x') if not ok then return problem end end";
    let told = project.eval(&other, sparse).await;
    assert!(
        told.as_str().unwrap_or_default().contains("limited to"),
        "{told}"
    );
}

#[tokio::test]
async fn the_logs_keep_a_bounded_past() {
    let mut project = Project::new();
    project.limits.run = Duration::from_secs(20);
    let session = project.session().await;
    project
        .eval(
            &session,
            "local s = ('x'):rep(1 << 20) for i = 1, 40 do print(s) io.stderr:write(s) end",
        )
        .await;
    let log = std::fs::read_dir(project.folder.path().join("log")).unwrap();
    let bytes: u64 = log
        .map(|entry| entry.unwrap().metadata().unwrap().len())
        .sum();
    assert!(bytes < 40 << 20, "{bytes}");
    project.eval(&session, "print('last')").await;
    assert!(project.read("log/lua.log").ends_with("last\n"));
}

#[tokio::test]
async fn the_environment_is_not_told() {
    let mut project = Project::new();
    let session = project.session().await;
    assert_eq!(
        project
            .eval(&session, "return {os.getenv('PATH'), os.getenv('HOME'), 1}")
            .await,
        json!({"3": 1})
    );
    project.full_access = true;
    let open = project.start("open").await.unwrap();
    assert!(
        project
            .eval(&open, "return os.getenv('PATH')")
            .await
            .is_string()
    );
}
