//! Code that hides in the libraries, where no instruction is counted: it ends in its time too.

use std::time::Duration;

use greenroom_lua::frame::{CloseCode, NoticeKind};
use greenroom_lua::{FailureKind, RunError};

use crate::project::Project;

/// Each of these would take minutes to ages inside one call, or inside a few.
const SLOW: &[&str] = &[
    // Patterns.
    "string.find(string.rep('a', 28), string.rep('a?', 28) .. string.rep('a', 28) .. 'b')",
    "string.rep('a', 1 << 20):find(string.rep('.-', 20) .. 'b')",
    "string.rep('a', 1 << 20):match('(.*)(.*)(.*)b')",
    "string.rep('a', 1 << 20):gsub(string.rep('a*', 8) .. 'b', '')",
    "for _ in string.rep('a', 1 << 20):gmatch('.*.*b') do end",
    "string.rep('(', 1 << 20):find('%b()')",
    "string.rep('ab', 1 << 19):match('^(.*)%1%1%1b?%1c')",
    "string.rep('a', 8 << 20):find(string.rep('a', 4 << 20) .. 'b', 1, true)",
    "string.rep('a', 1 << 20):find('[' .. string.rep('b', 1 << 20) .. ']')",
    "string.rep('a', 1 << 20):find(string.rep('%f[b]', 1000) .. '.*.*c')",
    // Nothing, very often.
    "(''):rep(1 << 60)",
    "(''):rep(math.maxinteger, '')",
    // Ranges.
    "table.move({}, 1, math.maxinteger - 1, 2)",
    "table.move({}, 1, math.maxinteger - 1, 1, {})",
    "table.insert(setmetatable({}, {__len = function() return 1 << 60 end}), 1, 'x')",
    "table.remove(setmetatable({}, {__len = function() return 1 << 60 end}), 1)",
    "table.concat(setmetatable({}, {__index = table.concat}), '', 1, 1 << 60)",
    "local t = {} for i = 1, 1000000 do t[i] = 1 end
     for i = 1, 1900 do t = setmetatable({}, {__index = t}) end
     table.concat(t, '', 1, 1000000)",
    "local t = {} for i = 1, 1000000 do t[i] = 1 end
     for i = 1, 1900 do t = setmetatable({}, {__index = t}) end
     while true do table.unpack(t, 1, 200000) end",
    "local s, t = string.rep('a', 8 << 20), {} for i = 1, 100000 do t[i] = s end table.sort(t)",
    "table.sort(setmetatable({}, {__len = function() return 1 << 30 end, __index = rawlen, __newindex = rawlen}))",
    // Calls that take long, in loops that count few instructions.
    "local s = string.rep('a', 20 << 20) while true do s:upper() end",
    "local s = string.rep('a', 20 << 20) while true do s:reverse() end",
    "local s = string.rep('a', 20 << 20) while true do s:byte(1, 200000) end",
    "local s = string.rep('a', 10 << 20) while true do string.format('%q', s) end",
    "local s = string.rep('1', 20 << 20) while true do math.type(s) tonumber(s) math.abs(s) end",
    "local s = string.rep('1', 20 << 20) while true do local x = s + 1 end",
    "local s = string.rep('1', 20 << 20) while true do pcall(math.random, s) end",
    "local s = string.rep('a', 20 << 20) while true do utf8.len(s) end",
    "local s = 'a' .. string.rep('\\x80', 20 << 20) local f = utf8.codes(s) while true do f(s, 1) end",
    "local s = string.rep('a', 20 << 20) local t = s .. 'b' s = s .. 'c' while true do local x = s == t or s < t end",
    "local s = string.rep('a', 10 << 20) while true do local x = s .. 'b' end",
    "local t = {} for i = 1, 1 << 20 do t[i .. ''] = 1 end for k in pairs(t) do t[k] = nil end
     while true do next(t) end",
    "os.date(string.rep('%%', 15 << 20))",
    "while true do os.date(string.rep('%c', 1 << 18)) end",
    "local s = string.rep('<', 20 << 20) while true do string.pack(s) string.packsize(s) end",
    "local s = 'a' .. string.rep('\\x80', 20 << 20) while true do utf8.offset(s, -1) end",
    "local s = string.rep('%%', 10 << 20) while true do string.format(s) end",
    "string.rep('a', 1 << 20):gsub('', string.rep('b', 1 << 10))",
    // The collector.
    "while true do collectgarbage() end",
    "local t = {} for i = 1, 300000 do t[i] = {} end while true do collectgarbage() end",
    "collectgarbage('incremental', 1, 10000, 1) collectgarbage('setpause', 0) collectgarbage('setstepmul', 10000)
     local t = {} for i = 1, 300000 do t[i] = {} end while true do t[1] = {} end",
    "local t = {} pcall(function() while true do t[#t + 1] = {} end end)
     while true do pcall(string.rep, 'x', 8 << 20) end",
    "local t = {} pcall(function() while true do t[#t + 1] = {} end end)
     for i = 1, 50 do t[#t] = nil end while true do local x = {} end",
    // The compiler.
    "local s = {} for i = 1, 150 do local names = {} for j = 1, 150 do names[j] = 'v' .. i .. '_' .. j end
       s[i] = 'local ' .. table.concat(names, ',') .. ' local function f() ' end
     load(table.concat(s) .. string.rep('x=x ', 1 << 20) .. string.rep(' end', 150))",
    "load(string.rep('\\n', 8 << 20):gmatch('\\n'))",
    // JSON.
    "local text = '[' .. string.rep('{},', 1 << 20) .. '1]' while true do pcall(ui.json_decode, text) end",
    "local t = {[1.5] = 1} for i = 1, 500000 do t['k' .. i] = i end local l = {} for i = 1, 1000 do l[i] = t end
     while true do pcall(ui.json_encode, l) pcall(mcp.pushState, l) end",
    // Coroutines, each of which stays below what is counted.
    "local s, t = string.rep('a', 20 << 20) .. 'b', string.rep('a', 20 << 20) .. 'c'
     local function deep(n)
       for i = 1, 50 do local x = s < t if n > 0 then coroutine.wrap(deep)(n - 1) end end
     end
     while true do coroutine.wrap(deep)(3) end",
];

/// How long the slowest single step may last that cannot be left on the way.
const ONE_STEP: Duration = Duration::from_secs(5);

/// For so long a session that is not free yet is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

#[tokio::test]
async fn no_function_of_the_libraries_outlasts_its_time() {
    let project = Project::new();
    let mut late = Vec::new();
    for code in SLOW {
        let session = project.session().await;
        let limit = project.limits.run;
        // Of the processor, not on the clock: others may be busy with it.
        let started = processor_time();
        let (outcome, _) = session.run((*code).to_owned(), limit).await;
        let ended_by_itself = match &outcome {
            Err(RunError::Lua(failure)) => {
                failure.kind == FailureKind::Timeout || failure.kind == FailureKind::Memory
            }
            Err(RunError::StillRunning) | Ok(_) => true,
            Err(_) => false,
        };
        assert!(ended_by_itself, "{code}: {outcome:?}");
        // The session is free again.
        let (after, _) = session.run("return 1".to_owned(), PATIENCE).await;
        let used = processor_time().saturating_sub(started);
        if after.is_err() || used > limit + ONE_STEP {
            late.push(format!("{code}: {used:?} {after:?}"));
        }
        session.end(NoticeKind::Stopping, "", CloseCode::Stopping);
    }
    assert!(late.is_empty(), "{late:#?}");
}

#[tokio::test]
async fn after_a_stop_nothing_burns() {
    let mut project = Project::new();
    project.limits.run = Duration::from_mins(10);
    for code in [
        "while true do end",
        "string.find(string.rep('a', 40), string.rep('a?', 40) .. string.rep('a', 40) .. 'b')",
        "table.move({}, 1, math.maxinteger - 1, 2)",
    ] {
        let session = project.session().await;
        let running = {
            let session = session.clone();
            tokio::spawn(async move { session.run(code.to_owned(), Duration::from_mins(10)).await })
        };
        while session.status().busy.is_none() {
            tokio::task::yield_now().await;
        }
        session.end(NoticeKind::Stopping, "", CloseCode::Stopping);
        let ended = tokio::time::timeout(Duration::from_secs(5), running).await;
        assert!(ended.is_ok(), "{code}: the thread goes on");
        drop(session);
        let before = processor_time();
        tokio::time::sleep(Duration::from_millis(300)).await;
        let burnt = processor_time().saturating_sub(before);
        assert!(burnt < Duration::from_millis(100), "{code}: {burnt:?}");
    }
}

/// What this process has used of its processors.
fn processor_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
