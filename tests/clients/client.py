"""Drives a Greenroom server with the official Python client, in both eras of the protocol.

Usage: client.py PLAN SERVER [ARG...], or client.py PLAN http://ADDRESS TOKEN
PLAN is JSON with two calls {"name", "arguments"}: `open` opens a session, and `slow` takes long on it.
Ends with code 0 when everything held.
"""

import json
import os
import sys

import anyio
from mcp import ClientSession, MCPError, StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

PLAN = json.loads(sys.argv[1])


def connected():
    """The streams to the server: a process of ours, or one that is there."""
    if sys.argv[2].startswith("http://"):
        http = create_mcp_http_client(headers={"Authorization": f"Bearer {sys.argv[3]}"})
        return streamable_http_client(sys.argv[2], http_client=http)
    return stdio_client(StdioServerParameters(command=sys.argv[2], args=sys.argv[3:], env=dict(os.environ)))


async def main() -> None:
    for handshake in ("initialize", "discover"):
        async with connected() as (read, write, *_), ClientSession(read, write) as session:
            await getattr(session, handshake)()
            assert session.server_info.name == "greenroom", session.server_info
            assert "scorm_session_open" in session.instructions, session.instructions
            await drive(session)
        print(f"{handshake}: ok")


async def drive(session: ClientSession) -> None:
    listed = [tool.name for tool in (await session.list_tools()).tools]
    assert "scorm_echo" in listed and listed == sorted(listed), listed

    result = await session.call_tool("scorm_echo", {"text": "é漢🎭"})
    envelope = result.structured_content
    assert envelope["success"] is True and envelope["data"]["echoed"] == {"text": "é漢🎭"}, result
    assert json.loads(result.content[0].text) == envelope, result

    try:
        await session.call_tool("scorm_compare_data_model_snapshots", {"befor": {}})
        raise AssertionError("a call with wrong parameters succeeded")
    except MCPError as error:
        assert error.code == -32602, error
        assert error.message.startswith("MCP_INVALID_PARAMS: "), error
        assert error.data["error_code"] == "MCP_INVALID_PARAMS", error
        assert {fault["path"] for fault in error.data["details"]["faults"]} == {"before", "after", "befor"}, error

    await cancel_slow_call(session)


async def cancel_slow_call(session: ClientSession) -> None:
    opened = await session.call_tool(PLAN["open"]["name"], PLAN["open"]["arguments"])
    slow = PLAN["slow"]
    slow["arguments"]["session_id"] = opened.structured_content["data"]["session_id"]
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(session.call_tool, slow["name"], slow["arguments"])
        await logged(session, slow["name"], "MCP_TOOLS_CALL")
        tasks.cancel_scope.cancel()
    await logged(session, slow["name"], "MCP_TOOLS_ERROR", "cancelled by the caller")


async def logged(session: ClientSession, tool: str, message: str, text: str = "") -> None:
    """Asks for the log until the entry is there."""
    with anyio.fail_after(20):
        while True:
            result = await session.call_tool("system_get_logs", {"component": "mcp", "tail": 1000})
            entries = result.structured_content["data"]["logs"]
            if any(e.get("tool") == tool and e["msg"] == message and text in json.dumps(e) for e in entries):
                return


anyio.run(main)
