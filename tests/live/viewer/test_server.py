"""The server: tokens, origins, newest frame wins, bad messages are answered and stop nothing."""

import asyncio
import contextlib
import json
import urllib.error
import urllib.request

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from jounce.live.viewer import server
from jounce.live.viewer.server import MAX_MESSAGE_SIZE, MAX_PAGES, Hub, serve_pages

PAGE = "<!doctype html><title>a page</title>"


class Notebook:
    """A listener that writes down what it hears."""

    def __init__(self):
        self.messages = []

    def initial_messages(self):
        yield json.dumps({"kind": "hello"})
        yield b"\x02\x00\x00\x00"

    def receive(self, message):
        if message.get("kind") == "nonsense":
            raise ValueError("that makes no sense")
        self.messages.append(message)


@contextlib.asynccontextmanager
async def session():
    hub = Hub(Notebook())
    async with serve_pages(hub, PAGE, "127.0.0.1", 0, ("127.0.0.1", "localhost")) as (_, access, port):
        yield hub, access, f"127.0.0.1:{port}"


def run(test):
    """Run a coroutine function with a session of its own."""

    async def main():
        async with session() as (hub, access, place):
            await asyncio.wait_for(test(hub, access, place), 20.0)

    asyncio.run(main())


async def drained(socket):
    """Take messages until there are no more."""
    while True:
        await socket.recv()


def fetched(address, **headers):
    """Status, headers and text of a page."""
    request = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def test_the_page_is_served_to_those_who_know_the_token():
    async def test(hub, access, place):
        status, headers, text = await asyncio.to_thread(fetched, f"http://{place}/?token={access.token}")
        assert (status, text) == (200, PAGE)
        assert headers["Content-Type"] == "text/html; charset=utf-8"
        assert "default-src 'none'" in headers["Content-Security-Policy"]

    run(test)


@pytest.mark.parametrize("query", ["", "?token=", "?token=wrong", "?token=%00", "?other=1"])
def test_others_are_refused_with_a_sentence(query):
    async def test(hub, access, place):
        status, _, text = await asyncio.to_thread(fetched, f"http://{place}/{query}")
        assert status == 403
        assert "printed in the terminal" in text
        assert PAGE not in text
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://{place}/socket{query}")
        assert refused.value.response.status_code == 403
        assert access.refused == 2
        assert not hub.clients

    run(test)


def test_there_is_nothing_else_to_get():
    async def test(hub, access, place):
        for path in ("/../pyproject.toml", "/static/viewer.js", "/socket/x", "/favicon.ico"):
            status, _, _ = await asyncio.to_thread(fetched, f"http://{place}{path}?token={access.token}")
            assert status == 404

    run(test)


def test_pages_of_other_addresses_may_not_open_a_socket():
    async def test(hub, access, place):
        address = f"ws://{place}/socket?token={access.token}"
        for origin in ("http://evil.example", "https://" + place, "null", f"http://{place}.evil.example"):
            with pytest.raises(InvalidStatus) as refused:
                await connect(address, origin=origin)
            assert refused.value.response.status_code == 403
        async with connect(address, origin=f"http://{place}") as socket:
            assert json.loads(await socket.recv()) == {"kind": "hello"}

    run(test)


def test_tokens_differ():
    from jounce.live.viewer.server import AccessControl

    tokens = {AccessControl("").token for _ in range(50)}
    assert len(tokens) == 50
    assert all(len(token) >= 32 for token in tokens)


def test_a_new_page_is_greeted_and_heard():
    async def test(hub, access, place):
        async with connect(f"ws://{place}/socket?token={access.token}") as socket:
            assert json.loads(await socket.recv())["kind"] == "hello"
            assert await socket.recv() == b"\x02\x00\x00\x00"
            await socket.send('{"kind": "controls", "steer": 0.5}')
            await socket.send('{"kind": "nonsense"}')
            assert json.loads(await socket.recv()) == {"kind": "error", "message": "that makes no sense"}
            assert hub.listener.messages == [{"kind": "controls", "steer": 0.5}]

    run(test)


@pytest.mark.parametrize("bad", ["", "x", "[]", "3", '{"kind":', b"\xff\xfe", "[" * 5000, '{"kind": NaN'])
def test_a_bad_message_is_answered_and_stops_nothing(bad):
    async def test(hub, access, place):
        async with connect(f"ws://{place}/socket?token={access.token}") as socket:
            await socket.recv()
            await socket.recv()
            await socket.send(bad)
            assert json.loads(await socket.recv())["kind"] == "error"
            await socket.send('{"kind": "controls"}')
            await socket.send('{"kind": "nonsense"}')
            await socket.recv()
            assert hub.listener.messages == [{"kind": "controls"}]
            assert hub.bad_messages == 2

    run(test)


def test_a_message_that_is_too_large_closes_only_its_own_page():
    async def test(hub, access, place):
        address = f"ws://{place}/socket?token={access.token}"
        async with connect(address) as other, connect(address) as socket:
            await socket.send("x" * (MAX_MESSAGE_SIZE + 1))
            with pytest.raises(ConnectionClosed):
                await drained(socket)
            await other.recv()
            await other.recv()
            await other.send('{"kind": "nonsense"}')
            assert json.loads(await other.recv())["kind"] == "error"

    run(test)


def test_more_pages_than_fit_are_told_so():
    async def test(hub, access, place):
        address = f"ws://{place}/socket?token={access.token}"
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(MAX_PAGES):
                socket = await stack.enter_async_context(connect(address))
                await socket.recv()
            late = await stack.enter_async_context(connect(address))
            with pytest.raises(ConnectionClosed) as closed:
                await late.recv()
            assert "close one" in closed.value.rcvd.reason

    run(test)


class SlowSocket:
    """A socket whose messages take as long as the test wants."""

    def __init__(self):
        self.sent, self.free = [], asyncio.Event()

    async def send(self, message):
        await self.free.wait()
        self.sent.append(message)


def test_a_slow_page_gets_the_newest_frame_and_no_queue():
    async def main():
        socket = SlowSocket()
        client = server.Client(socket)
        sending = asyncio.create_task(client.send())
        client.show(b"0")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for i in range(1, 100):
            client.show(str(i).encode())
        client.queue("a message")
        socket.free.set()
        await asyncio.sleep(0.01)
        sending.cancel()
        assert socket.sent == [b"0", "a message", b"99"]
        assert client.skipped == 98

    asyncio.run(main())
