"""The Python SDK's client over its sse_client: holds the conversation with the server at the given URL and
prints each step as a line of JSON. Cancelling is left out: the SDK has no call for it."""

import json
import sys

import anyio
from mcp import ClientSession
from mcp.client.sse import sse_client
from mcp.types import CreateMessageResult, TextContent

SAMPLE = "forty-two, says the client"


async def sample(context, params):
    return CreateMessageResult(role="assistant", model="python", content=TextContent(type="text", text=SAMPLE))


async def step(name, run):
    outcome = {"name": name}
    try:
        with anyio.fail_after(20):
            await run()
    except Exception as error:
        outcome["error"] = repr(error)
    print(json.dumps(outcome), flush=True)


async def main(url):
    async with sse_client(url) as streams, ClientSession(*streams, sampling_callback=sample) as session:

        async def call(tool, **args):
            result = await session.call_tool(tool, args)
            assert not result.isError
            return result.content[0].text

        async def list_tools():
            assert len((await session.list_tools()).tools) >= 5

        async def parallel():
            async def one(n):
                assert await call("add", a=n, b=1000 * n) == f"{n} + {1000 * n} = {1001 * n}"

            async with anyio.create_task_group() as group:
                for n in range(32):
                    group.start_soon(one, n)

        async def progress():
            seen = []

            async def on_progress(done, total, message):
                seen.append(done)

            await session.call_tool("count", {"to": 5}, progress_callback=on_progress)
            assert seen == [1, 2, 3, 4, 5], seen

        async def ask():
            assert SAMPLE in await call("ask")

        async def big():
            assert await call("big") == "0123456789abcdef" * (1 << 16)

        await step("initialize", session.initialize)
        await step("list", list_tools)
        await step("parallel calls", parallel)
        await step("progress", progress)
        await step("ask back", ask)
        await step("1 MiB", big)
    print(json.dumps({"name": "close"}), flush=True)


anyio.run(main, sys.argv[1])
