"""Asks the human with the official Python client and its default timeout, and follows the ladder.

Usage: ladder.py PLAN SERVER [ARG...]
PLAN is JSON {"name", "arguments", "answer"}: the question, and the answer that must arrive.
Ends with code 0 when it arrived after at least one pending result.
"""

import json
import os
import sys

import anyio
from mcp import ClientSession, StdioServerParameters, stdio_client

PLAN = json.loads(sys.argv[1])
SERVER = StdioServerParameters(command=sys.argv[2], args=sys.argv[3:], env=dict(os.environ))


async def main() -> None:
    async with stdio_client(SERVER) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        call, pending = {"tool": PLAN["name"], "arguments": PLAN["arguments"]}, 0
        while True:
            result = await session.call_tool(call["tool"], call["arguments"])
            data = result.structured_content["data"]
            if data["status"] != "pending":
                break
            assert data["answered"] is False and data["answer"] is None, data
            call, pending = data["next"], pending + 1
        assert pending > 0, "the question was answered within one call"
        assert data["answer"] == PLAN["answer"], data
        print(f"answered after {pending} pending results and {data['waited_ms']} ms")


anyio.run(main)
