"""What a page or a stranger sends: answered with a sentence, forgotten, and never a traceback."""

import asyncio
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.live.viewer.test_server import run
from tests.robustness.live_session import exchange, make_session, strict_json

LARGE = "1" + 400 * "0"
NUMBERS = ("NaN", "Infinity", "-Infinity", LARGE, f"-{LARGE}", "1e999", '"2"', "null", "true", "[1]")


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    return make_session(tmp_path_factory.mktemp("recordings"))


@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: text[:9])
def test_a_speed_that_is_no_number_is_refused_and_forgotten(session, number):
    answers = exchange(session, f'{{"kind": "command", "name": "speed", "value": {number}}}')
    told = [strict_json(text) for text in answers]
    assert told[0]["kind"] == "error"
    assert "speed" in told[0]["message"]
    assert 0.1 <= told[1]["speed"] <= 10.0


@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: text[:9])
@pytest.mark.parametrize("name", ["steer", "throttle", "gear"])
def test_controls_that_are_no_numbers_are_refused(session, number, name):
    (answer, *_) = exchange(session, f'{{"kind": "controls", "{name}": {number}}}')
    assert strict_json(answer)["kind"] == "error"


@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: text[:9])
def test_parameters_that_are_no_numbers_are_refused(session, number):
    (answer, *_) = exchange(session, f'{{"kind": "choose", "parameters": {{"friction": {number}}}}}')
    assert strict_json(answer)["kind"] == "error"


def test_a_speed_is_taken(session):
    told = [strict_json(text) for text in exchange(session, '{"kind": "command", "name": "speed", "value": 2}')]
    assert told[-2]["speed"] == 2.0


async def spoken(place, request):
    """First line of the answer to a request, written by hand."""
    host, _, port = place.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request.encode())
    await writer.drain()
    line = (await asyncio.wait_for(reader.readline(), 5.0)).decode()
    writer.close()
    return line


@pytest.mark.parametrize("path", ["//[", "//[::1", "http://[", "/?token=%ff%00", "//x]"])
def test_no_path_breaks_the_server(path):
    async def test(hub, access, place):
        line = await spoken(place, f"GET {path} HTTP/1.1\r\nHost: {place}\r\n\r\n")
        assert line.split()[1] in ("400", "403", "404")

    run(test)


def test_requests_under_a_foreign_name_are_refused():
    """A page of another site may resolve its own name to this machine; its browser still says that name."""

    async def test(hub, access, place):
        target = f"/?token={access.token}"
        for host in ("evil.example", f"evil.example:{place.partition(':')[2]}", "", "127.0.0.1:1"):
            line = await spoken(place, f"GET {target} HTTP/1.1\r\nHost: {host}\r\n\r\n")
            assert line.split()[1] == "403"
        for twice in ("", f"Host: {place}\r\nHost: {place}\r\n", f"Host: {place}\r\nOrigin: a\r\nOrigin: b\r\n"):
            assert (await spoken(place, f"GET {target} HTTP/1.1\r\n{twice}\r\n")).split()[1] == "403"
        assert (await spoken(place, f"GET {target} HTTP/1.1\r\nHost: {place}\r\n\r\n")).split()[1] == "200"
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"ws://{place}/socket?token={access.token}", additional_headers={"Host": "evil.example"})
        assert refused.value.response.status_code in (400, 403)
        async with connect(f"ws://{place}/socket?token={access.token}") as socket:
            assert json.loads(await socket.recv()) == {"kind": "hello"}

    run(test)
