#!/usr/bin/env python3
"""What a cluster on one machine can do: bench/cluster/measure.py GREENROOM [FOLDER OF PACKAGES]

Calls a second, of one server and of two behind HAProxy; packages a minute and processor seconds per package with
1, 2 and 4 workers on PostgreSQL; 10,000 small packages in one batch, with the memory of the workers while it runs.
GREENROOM is built with `--features cluster`; `wrk` makes the calls.
"""

import importlib.machinery
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.realpath(__file__))
SMALL = 10_000
TIMES = 20


def the_demo():
    """Starts what a cluster consists of; the demonstration knows how."""
    path = os.path.join(HERE, "../../scripts/cluster-demo")
    loader = importlib.machinery.SourceFileLoader("cluster_demo", path)
    spec = importlib.util.spec_from_loader("cluster_demo", loader)
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


demo = the_demo()


def main():
    folder = tempfile.mkdtemp(prefix="greenroom-bench-")
    os.chmod(folder, 0o755)
    try:
        database = demo.postgres(folder)
        calls(folder, database)
        packages(folder, database)
        many(folder, database)
    finally:
        for child in reversed(demo.started):
            demo.end(child)
        shutil.rmtree(folder, ignore_errors=True)


def memory(pid):
    with open(f"/proc/{pid}/status") as status:
        line = next(line for line in status if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def processor(pid):
    """Seconds of a process and of its children that have ended."""
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def calls(folder, database):
    keys, token = demo.s3(folder), demo.tokens(folder)
    servers = [demo.server(folder, number, database, keys, "http://127.0.0.1:9") for number in (1, 2)]
    balancer = demo.haproxy(folder, servers)
    print(f"a server at rest: {memory(servers[0]['child'].pid):.0f} MB")
    script = os.path.join(folder, "call.lua")
    meta = {
        "io.modelcontextprotocol/protocolVersion": demo.VERSION,
        "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": "scorm_echo", "arguments": {"message": "hello"}, "_meta": meta}
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    with open(script, "w") as file:
        file.write(
            f'wrk.method = "POST"\nwrk.body = [[{body}]]\n'
            f'wrk.headers["Authorization"] = "Bearer {token}"\nwrk.headers["Content-Type"] = "application/json"\n'
            'wrk.headers["Accept"] = "application/json, text/event-stream"\n'
            f'wrk.headers["MCP-Protocol-Version"] = "{demo.VERSION}"\nwrk.headers["Mcp-Method"] = "tools/call"\n'
            'wrk.headers["Mcp-Name"] = "scorm_echo"\n'
        )
    for name, address in (("one server", servers[0]["address"]), ("two behind HAProxy", balancer)):
        command = ["wrk", "-t1", "-c16", "-d10s", "--latency", "-s", script, address + "/mcp"]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        wanted = ("Requests/sec", "99%", "Non-2xx")
        told = [line.strip() for line in said.splitlines() if any(word in line for word in wanted)]
        print(f"calls, {name}: {'; '.join(told)}")
    for one in servers:
        demo.end(one["child"])
        demo.started.remove(one["child"])


def batch(folder, database, source, workers, watch=False):
    """Judges all packages below a folder with so many workers; rows, seconds, processor seconds, memory."""
    out = os.path.join(folder, "out.jsonl")
    hands = [demo.worker(folder, number, database) for number in range(workers)]
    pids = [hand.pid for hand in hands]
    seen, done = [], threading.Event()

    def look():
        while not done.wait(1):
            seen.append(max(memory(pid) for pid in pids))

    watching = threading.Thread(target=look)
    if watch:
        watching.start()
    begun = time.monotonic()
    demo.greenroom("batch", "check", source, "--again", "--quiet", "--database", database, "-o", out, may_find=True)
    took = time.monotonic() - begun
    done.set()
    used = sum(processor(pid) for pid in pids)
    for hand in hands:
        demo.end(hand)
        demo.started.remove(hand)
    with open(out) as file:
        rows = sum(1 for _ in file)
    return rows, took, used, seen


def packages(folder, database):
    data = os.environ.get("GREENROOM_TEST_DATA")
    real = sys.argv[2] if len(sys.argv) > 2 else data and os.path.join(data, "packages")
    if not real:
        print("SKIPPED: no folder of packages was named, and GREENROOM_TEST_DATA is not set")
        return
    source = os.path.join(folder, "real")
    os.mkdir(source)
    zips = [name for name in sorted(os.listdir(real)) if name.endswith(".zip")]
    for number in range(TIMES):
        for name in zips:
            shutil.copy(os.path.join(real, name), os.path.join(source, f"{number:03}-{name}"))
    for workers in (1, 2, 4):
        rows, took, used, _ = batch(folder, database, source, workers)
        print(f"real packages, {workers} workers: {rows} in {took:.1f} s, {rows / took * 60:.0f} a minute, "
              f"{used / rows * 1000:.0f} ms of processors each")


def many(folder, database):
    course, source = os.path.join(folder, "course"), os.path.join(folder, "small")
    demo.greenroom("new", course, "--template", "blank", "--title", "Small")
    with open(os.path.join(course, "imsmanifest.xml")) as file:
        text = file.read()
    for number in range(SMALL):
        other = os.path.join(source, f"{number:05}")
        shutil.copytree(course, other)
        with open(os.path.join(other, "imsmanifest.xml"), "w") as file:
            file.write(text.replace("Small", f"Small {number}"))
    rows, took, used, seen = batch(folder, database, source, 2, watch=True)
    quarter = max(len(seen) // 4, 1)
    print(f"small packages, 2 workers: {rows} in {took:.1f} s, {rows / took * 60:.0f} a minute, "
          f"{used / rows * 1000:.0f} ms of processors each; memory of a worker in the first quarter "
          f"{max(seen[:quarter], default=0):.0f} MB, in the last {max(seen[-quarter:], default=0):.0f} MB")


if __name__ == "__main__":
    main()
