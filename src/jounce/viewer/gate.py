"""Who may come in: a random token in the address, and pages of our own address only."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import parse_qs, urlsplit

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

SOCKET = "/socket"
_REFUSED = "This address is not complete: use the one that `jounce drive` printed, with its token.\n"
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


@dataclass
class Gate:
    """Answers requests for the page, and lets sockets pass or not."""

    page: str
    """HTML."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    origins: frozenset[str] = frozenset()
    """Addresses whose pages may open a socket, once the port is known."""
    refused: int = 0
    """Requests that were turned away."""

    def __call__(self, connection: ServerConnection, request: Request) -> Response | None:
        """The answer to a request; None lets a socket open."""
        place = urlsplit(request.path)
        if place.path not in ("/", SOCKET):
            return self._answer(connection, HTTPStatus.NOT_FOUND, "There is only one page here.\n")
        given = parse_qs(place.query).get("token", [""])[0]
        origin = request.headers.get("Origin")
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            self.refused += 1
            return self._answer(connection, HTTPStatus.FORBIDDEN, _REFUSED)
        if origin is not None and origin not in self.origins:
            self.refused += 1
            return self._answer(connection, HTTPStatus.FORBIDDEN, "Pages of other addresses may not come in here.\n")
        if place.path == SOCKET:
            return None
        return self._answer(connection, HTTPStatus.OK, self.page, "text/html; charset=utf-8")

    @staticmethod
    def _answer(connection: ServerConnection, status: HTTPStatus, body: str, kind: str | None = None) -> Response:
        response = connection.respond(status, body)
        if kind is not None:
            del response.headers["Content-Type"]
            response.headers["Content-Type"] = kind
        for name, value in _HEADERS.items():
            response.headers[name] = value
        return response
