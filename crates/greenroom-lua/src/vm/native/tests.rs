//! The functions that are written anew do what Lua's own do.

use mlua::{Lua, MultiValue, Table};
use proptest::prelude::*;

use super::install;

/// A machine with Lua's own libraries, and one with ours.
fn machines() -> (Lua, Lua) {
    let (plain, own) = (Lua::new(), Lua::new());
    let host = own.create_table().unwrap();
    install(&own, &host).unwrap();
    own.globals()
        .set("load", host.get::<mlua::Function>("load").unwrap())
        .unwrap();
    for lua in [&plain, &own] {
        let code = "
            function show(...)
              local out = table.pack(...)
              for i = 1, out.n do
                local v = out[i]
                if type(v) == 'table' then
                  local keys = {}
                  for k, x in next, v do keys[#keys + 1] = tostring(k) .. '=' .. tostring(x) end
                  -- Not with the functions under test.
                  for i = 1, #keys do for j = i + 1, #keys do
                    if keys[j] < keys[i] then keys[i], keys[j] = keys[j], keys[i] end end end
                  local text = '{' for i = 1, #keys do text = text .. keys[i] .. ' ' end
                  out[i] = text .. '}'
                else out[i] = math.type(v) and v or type(v) == 'function' and 'function' or tostring(v) end
              end
              local text = ''
              for i = 1, out.n do text = text .. tostring(out[i]) .. '|' end
              return text
            end";
        lua.load(code).exec().unwrap();
    }
    (plain, own)
}

/// What code gives: values, or the error.
fn outcome(lua: &Lua, code: &str, arguments: &[&[u8]]) -> String {
    let texts: MultiValue = arguments
        .iter()
        .map(|text| mlua::Value::String(lua.create_string(text).unwrap()))
        .collect();
    let wrapped = format!("local a, b, c, d = ... return show(pcall(function() {code} end))");
    let text: mlua::LuaString = lua.load(wrapped).set_name("=x").call(texts).unwrap();
    text.to_string_lossy()
}

fn compare(machines: &(Lua, Lua), code: &str, arguments: &[&[u8]]) {
    let (plain, own) = (
        outcome(&machines.0, code, arguments),
        outcome(&machines.1, code, arguments),
    );
    assert_eq!(own, plain, "{code} {arguments:?}");
}

const ORDINARY: &[&str] = &[
    "return ('hello world'):find('o w')",
    "return ('hello'):find('l', 1, true), ('hello'):find('', 10), ('hello'):find('', 6), ('hello'):find('xyz')",
    "return ('a.b'):find('.', 1, true), ('a.b'):find('.', 2), ('a.b'):find('%.', -1), ('abc'):find('b', -1)",
    "return ('key = value'):match('^(%w+)%s*=%s*(%w+)$')",
    "return ('  trim  '):match('^%s*(.-)%s*$'), ('x'):match('()'), ('abc'):match('()b()')",
    "return ('2024-01-02'):match('(%d+)-(%d+)-(%d+)')",
    "return ('f(a(b)c)d'):match('%b()'), ('THE (quick) fox'):find('%((%a+)%)')",
    "return ('THE (quick) fox'):gsub('%f[%a]%a+', string.lower)",
    "return ('hello world'):gsub('o', '0'), ('hello'):gsub('', '-'), ('hello'):gsub('l', {l = 'L'})",
    "return ('hello'):gsub('.', function(c) if c == 'l' then return nil end return c:upper() end)",
    "return ('abc'):gsub('%w', '%0%0'), ('abc def'):gsub('(%w+) (%w+)', '%2 %1'), ('a'):gsub('a', '%%')",
    "return ('abc'):gsub('b', false)", "return ('abc'):gsub('b', {b = false})", "return ('abc'):gsub('b', {b = {}})",
    "return ('abc'):gsub('b', '%2')", "return ('abc'):gsub('b', '%a')", "return ('abc'):gsub('b', 'x%')",
    "return ('abc'):gsub('b', 5), ('aaa'):gsub('a', 'b', 2), ('aaa'):gsub('^a', 'b'), ('aaa'):gsub('a', 'b', -1)",
    "return ('abc'):gsub('(a)(b)(c)', '%3%2%1'), ('abc'):gsub('()', '%1')",
    "local t = {} for k, v in ('a=1, b=2'):gmatch('(%w+)=(%w+)') do t[k] = v end return t",
    "local n = 0 for w in ('one two'):gmatch('%a*') do n = n + 1 end return n",
    "local out = '' for p in ('abc'):gmatch('()', 2) do out = out .. p end return out",
    "return ('abc'):gmatch('b', 3)(), ('abc'):gmatch('c', -1)(), ('abc'):gmatch('', 9)()",
    "return ('x'):find('[')", "return ('x'):find('%')", "return ('x'):find('(')", "return ('x'):find(')')",
    "return ('x'):find('%b')", "return ('x'):find('%f')", "return ('x'):find('%1')", "return ('x'):find('(%1)')",
    "return ('x'):find('[a-')", "return ('x]'):find('[]]'), ('x'):find('[^]]'), ('-'):find('[a-]'), ('^'):find('[x^]')",
    "return ('x'):find(('('):rep(33) .. 'x')", "return ('x'):rep(300):find(('x?'):rep(300))",
    "return ('x'):find(('a?'):rep(300)), ('x'):find(('a*'):rep(300)), ('x'):find(('a-'):rep(300) .. 'x')",
    "return ('a\\0b'):find('\\0'), ('a\\0b'):find('%z'), ('a\\0b'):match('[\\0-a]+')",
    "return ('aXb'):match('%u'), ('a_b'):match('%p'), ('\\v'):match('%s'), ('é'):match('[\\xc3][\\xa9]')",
    "return ('abcabc'):match('^(abc)%1$'), ('abab'):match('(a)(b)%1%2')",
    "return string.find()", "return string.find('a')", "return string.gsub('a', 'b')", "return string.gsub('a', 'b', nil)",
    "return string.gmatch('a')", "return string.match({}, 'a')", "return (5):x()", "return string.find(123, 2)",
    "return string.gsub('a', 'a', print and {a = 1.5})", "return ('a'):gsub('a', error)",
    "return select(2, pcall(string.gsub, 'a', 'a', function() error({}) end)) ~= nil",
    "return ('x'):rep(3), ('x'):rep(0), ('x'):rep(-1), ('x'):rep(3, ', '), (''):rep(3), (''):rep(3, '-'), ('x'):rep('2')",
    "return string.rep()", "return ('x'):rep({})", "return ('x'):rep(1.5)",
    "return table.concat({1, 2, 'x'}, ', '), table.concat({}), table.concat({1, 2, 3}, '-', 2), table.concat({1, 2, 3}, '', 3, 2)",
    "return table.concat({1, {}, 3})", "return table.concat({1, 2}, '', 1, 3)", "return table.concat(5)", "return table.concat()",
    "return table.concat({1}, {})", "return table.concat({[math.maxinteger] = 'x'}, '', math.maxinteger, math.maxinteger)",
    "local t = {1, 2, 3} table.insert(t, 4) table.insert(t, 1, 0) table.insert(t, #t + 1, 9) return t",
    "table.insert({}, 5, 1)", "table.insert({}, 0, 1)", "table.insert({})", "table.insert({}, 1, 2, 3)", "table.insert(nil, 1)",
    "table.insert({1, 2}, 'x', 1)", "table.insert({}, 'x')",
    "local t = {1, 2, 3} return table.remove(t), table.remove(t, 1), t, table.remove({}), table.remove({}, 0), table.remove({n = 1})",
    "return table.remove({1, 2}, 5)", "return table.remove({1, 2}, 3)", "local t = {[0] = 'z'} return table.remove(t, 0), t",
    "return table.move({1, 2, 3}, 1, 3, 2)", "return table.move({1, 2, 3}, 2, 3, 1)", "return table.move({1, 2, 3}, 1, 3, 1, {9})",
    "return table.move({}, 1, math.maxinteger, 2)", "return table.move({}, -1, math.maxinteger, 2)", "return table.move({1}, 1, 0, 5)",
    "return table.move({1, 2}, 1, 2, math.maxinteger)", "return table.move(5, 1, 2, 3)", "return table.move({}, 1, 2, 3, 'x')",
    "return table.unpack({1, 2, 3})", "return table.unpack({1, 2, 3}, 2)", "return table.unpack({1, 2}, 1, 4)",
    "return table.unpack({}, 1, 1e8)", "return table.unpack({1}, 2, 1)", "return table.unpack('abc', 1, 2)",
    "return table.unpack({}, math.mininteger, math.maxinteger)",
    "local t = {5, 2, 8, 1, 9, 3} table.sort(t) return table.concat(t, ' ')",
    "local t = {5, 2, 8, 1} table.sort(t, function(a, b) return a > b end) return table.concat(t, ' ')",
    "local t = {'b', 'a', 'c', 'B'} table.sort(t) return table.concat(t, ' ')", "table.sort({1, 'x'})", "table.sort({1, 2, 3, nil, 5})",
    "table.sort({3, 2, 1}, 5)", "table.sort({2, 1}, function() error('mine') end)", "table.sort({{}, {}})", "table.sort()",
    "local log = '' local p = setmetatable({}, {__index = function(_, k) log = log .. 'r' .. k return k end,
       __newindex = function(_, k, v) log = log .. 'w' .. k .. v end, __len = function() return 3 end})
     table.insert(p, 'x') table.remove(p, 1) table.move(p, 1, 2, 2) log = log .. table.concat(p, ',') return log",
    "return load('return 1 + 1')(), load('x ='), load('return ...', 'n')(7), load(function() return nil end)",
    "local parts = {'return ', '4', '2'} local i = 0 return load(function() i = i + 1 return parts[i] end)()",
    "return load('return x', '=n', 't', {x = 5})(), load('error(1)', '@file.lua')", "return load(5)", "return load({})", "return load(function() return {} end)",
    "return load('\\27Lua') == nil, pcall(load('error(\"e\")', '=name'))", "return load('return 1', nil, nil, nil)()",
    "local n = 0 for k, v in pairs({1, 2, x = 3}) do n = n + 1 end return n",
    "local t = setmetatable({}, {__pairs = function(t) return function(_, k) if not k then return 1, 2 end end, t, nil end}) local n = 0 for k, v in pairs(t) do n = n + v end return n",
    "return pairs()", "return pairs(nil)", "return next({}), next({5})", "return ipairs()", "return tostring(nil), tostring(1.0), tonumber('0x10'), tonumber('z', 36), tonumber('')",
    "return '10' + 5, '3' * '4', 10 .. '', -'2', '7' // 2", "return 'a' + 1", "return {} + '1'",
    "return utf8.char(228, 8364), utf8.len('äx'), utf8.codepoint('€', 1), utf8.offset('aä', 3)",
    "local n = 0 for p, c in utf8.codes('aä€') do n = n + p * c end return n", "for _ in utf8.codes('\\xff') do end",
    "return math.floor(2.7), math.max(1, 5, 3), math.type(1), math.tointeger('8'), math.floor('3')", "return math.floor({})",
    "return string.format('%5.2f|%q|%s|%-5d|', 3.14159, 'a\\nb', {} ~= nil, 42)", "return ('%d'):format('x')", "return ('x'):bad()",
    "return math.random(0) ~= nil, math.random(1, 1), math.random('1')", "return math.random(2, 1)", "return math.random({})",
    "math.randomseed(42) return math.random(1000), math.random(1000)",
    "return select('#', 1, nil), select(-1, 1, 2)", "return select(0)", "return rawlen({1, 2}), rawget({5}, 1), rawequal('a', 'a')",
];

#[test]
fn ordinary_calls_give_what_luas_own_give() {
    let machines = machines();
    for code in ORDINARY {
        compare(&machines, code, &[]);
    }
}

#[test]
fn long_lists_are_sorted() {
    let machines = machines();
    for code in [
        "local t, seed = {}, 42 for i = 1, 5000 do seed = (seed * 1103515245 + 12345) % 2147483648 t[i] = seed end
         table.sort(t) for i = 2, #t do assert(t[i - 1] <= t[i]) end local sum = 0 for i = 1, #t do sum = sum + i * t[i] end return sum",
        "local t = {} for i = 1, 3000 do t[i] = 3000 - i end table.sort(t, function(a, b) return a < b end) return t[1], t[1500], t[3000]",
    ] {
        compare(&machines, code, &[]);
    }
}

/// Pieces of which patterns are made.
fn pattern() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "a", "b", ".", "%a", "%d", "%s", "%W", "[ab]", "[^a]", "[a-c]", "[]]", "[%w_]", "*", "+",
        "-", "?", "(", ")", "()", "^", "$", "%1", "%2", "%b()", "%f[a]", "%f[%W]", "%", "[", "]",
        "%.", "%-", "\u{0}", "-b",
    ]);
    prop::collection::vec(piece, 0..7).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn patterns_match_as_luas_own(text in "[abc1 ().%_\u{0}-]{0,12}", pattern in pattern(), repl in "[a%012]{0,4}", init in -4i32..8) {
        let machines = MACHINES.with(std::rc::Rc::clone);
        let arguments: [&[u8]; 3] = [text.as_bytes(), pattern.as_bytes(), repl.as_bytes()];
        for code in [
            format!("return a:find(b, {init})"),
            format!("return a:match(b, {init})"),
            "return a:gsub(b, c)".to_owned(),
            "return a:gsub(b, c, 2)".to_owned(),
            "return a:gsub(b, function(...) return '<' .. select('#', ...) .. '>' end)".to_owned(),
            format!("local out = '' for x, y in a:gmatch(b, {init}) do out = out .. tostring(x) .. ',' .. tostring(y) .. ';' end return out"),
            "return a:find(b, 1, true)".to_owned(),
        ] {
            compare(&machines, &code, &arguments);
        }
    }
}

thread_local! {
    static MACHINES: std::rc::Rc<(Lua, Lua)> = std::rc::Rc::new(machines());
}

#[test]
fn every_function_that_can_take_long_passes_the_gate() {
    let (_, own) = machines();
    let raw: Vec<String> = ["string", "table", "utf8", "os", "math"]
        .iter()
        .flat_map(|library| {
            let table: Table = own.globals().get(*library).unwrap();
            table
                .pairs::<String, mlua::Value>()
                .filter_map(Result::ok)
                .filter(
                    |(_, value)| matches!(value, mlua::Value::Function(f) if f.info().what == "C"),
                )
                .filter(|(name, value)| {
                    let mlua::Value::Function(function) = value else {
                        return false;
                    };
                    let light = !is_closure(&own, function);
                    let anew = super::ANEW
                        .iter()
                        .any(|(l, n, _)| l == library && n == name);
                    light && !anew
                })
                .map(|(name, _)| format!("{library}.{name}"))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(raw.is_empty(), "{raw:?}");
}

fn is_closure(lua: &Lua, function: &mlua::Function) -> bool {
    let mut closure = false;
    // SAFETY: the stack is left as it was, apart from the argument.
    unsafe {
        lua.exec_raw::<()>(function, |state| {
            closure = !mlua::ffi::lua_getupvalue(state, -1, 1).is_null();
        })
        .unwrap();
    }
    closure
}
