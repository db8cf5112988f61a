"""Targets that listen: packets of UDP, messages of WebSockets, requests of HTTP."""

from __future__ import annotations

import asyncio
import functools
import json
import math
import socket
import tempfile
import threading
from pathlib import Path
from random import Random

from jounce.live.realtime.packets import pack_input, parse_input, parse_output
from jounce.live.viewer.server import serve_pages
from tests.robustness.live_session import exchange, make_session, strict_json
from tests.robustness.mutation import damage_bytes, damage_data, damage_text
from tests.robustness.target import Target

MESSAGES = (
    {"kind": "controls", "steer": 0.1, "throttle": 0.2, "brake": 0.0, "handbrake": 0.0, "gear": "auto"},
    {"kind": "command", "name": "speed", "value": 2.0},
    {"kind": "command", "name": "reset"},
    {"kind": "choose", "vehicle": "sedan", "ground": "flat", "engine": "chord", "parameters": {"friction": 0.8}},
)
REQUEST = "GET /{path} HTTP/1.1\r\nHost: {place}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
REQUEST += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nOrigin: http://{place}\r\n\r\n"


def _packet(random: Random) -> bytes:
    made = pack_input(random.randrange(2**32), steer=random.uniform(-2, 2), throttle=random.random())
    return random.randbytes(random.randrange(64)) if random.random() < 0.2 else damage_bytes(random, made)


def _use_packet(packet: bytes, folder: Path) -> None:
    found = parse_input(packet)
    if found is not None:
        assert all(math.isfinite(x) for x in (found.steer, found.throttle, found.brake, found.handbrake))
        assert abs(found.steer) <= 1.0
    parse_output(b"JNCO" + packet[4:] * 3)


@functools.cache
def _session():
    return make_session(Path(tempfile.gettempdir()))


def _message(random: Random) -> str:
    text = json.dumps(damage_data(random, random.choice(MESSAGES), random.randrange(1, 4)))
    if random.random() < 0.03:
        return "[" * 50_000
    return damage_text(random, text) if random.random() < 0.3 else text


def _use_message(text: str, folder: Path) -> None:
    for answer in exchange(_session(), text):
        if isinstance(answer, str):
            strict_json(answer)


@functools.cache
def _server() -> tuple[str, int]:
    """A server of pages in a thread of its own, for as long as the process lives."""
    found: list[int] = []
    ready = threading.Event()

    async def serve() -> None:
        async with serve_pages(_session().hub, "<p>page</p>", "127.0.0.1", 0, ("127.0.0.1",)) as (_, access, port):
            access.token = "token"
            found.append(port)
            ready.set()
            await asyncio.Event().wait()

    threading.Thread(target=lambda: asyncio.run(serve()), daemon=True).start()
    assert ready.wait(30.0)
    return "127.0.0.1", found[0]


def _request(random: Random) -> str:
    path = random.choice(("?token=token", "socket?token=token", "", "/[", "?token=%ff", "socket"))
    return damage_text(random, REQUEST.replace("{path}", path)) if random.random() < 0.9 else REQUEST


def _use_request(request: str, folder: Path) -> None:
    host, port = _server()
    with socket.create_connection((host, port), timeout=30.0) as opened:
        opened.sendall(request.replace("{place}", f"{host}:{port}").encode("utf-8", "surrogatepass"))
        opened.shutdown(socket.SHUT_WR)
        answer = opened.recv(64)
    assert not answer.startswith(b"HTTP/1.1 5"), answer


TARGETS = (
    Target("udp", _packet, _use_packet),
    Target("websocket", _message, _use_message),
    Target("http", _request, _use_request),
)
