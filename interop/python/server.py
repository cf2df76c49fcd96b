"""A server made with the Python SDK's SseServerTransport (through FastMCP), with the tools of the conversation."""

import socket

import anyio
import uvicorn
from mcp.server.fastmcp import Context, FastMCP
from mcp.types import SamplingMessage, TextContent

server = FastMCP("python-server")


@server.tool()
def add(a: int, b: int) -> str:
    return f"{a} + {b} = {a + b}"


@server.tool()
async def count(to: int, ctx: Context) -> str:
    for n in range(1, to + 1):
        await ctx.report_progress(n, to)
    return f"counted to {to}"


@server.tool()
async def ask(ctx: Context) -> str:
    question = SamplingMessage(role="user", content=TextContent(type="text", text="What is the answer?"))
    result = await ctx.session.create_message(messages=[question], max_tokens=16)
    return f"the client said: {result.content.text}"


@server.tool()
def big() -> str:
    return "0123456789abcdef" * (1 << 16)


@server.tool()
async def wait(ctx: Context) -> str:
    await ctx.report_progress(1, 1)
    await anyio.sleep_forever()
    return "never"


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen()
print(f"http://127.0.0.1:{listener.getsockname()[1]}/sse", flush=True)
uvicorn.Server(uvicorn.Config(server.sse_app(), log_level="error")).run(sockets=[listener])
