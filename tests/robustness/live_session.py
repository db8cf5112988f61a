"""A session of `jounce drive` without its loop: for messages of pages, which reach no further."""

import json

from jounce.live.realtime.loop_config import LoopConfig
from jounce.live.viewer.choices import Choice, available_choices
from jounce.live.viewer.server import Hub
from jounce.live.viewer.session import Session


class SilentProcess:
    """Takes what a session sends to its loop, and remembers it."""

    alive, stage, ending, layout = True, "ready", None, None

    def __init__(self):
        self.sent = []

    def send(self, *command):
        self.sent.append(command)

    def controls(self, controls):
        self.sent.append(controls.numbers)

    def status(self):
        return {"late_ticks": 0, "ticks": 1}

    def drain(self):
        return ()


class Mailbox:
    """Stands for a page: keeps what would be sent to it."""

    def __init__(self):
        self.messages = []

    def queue(self, message):
        self.messages.append(message)


def make_session(folder):
    """A session that runs as far as its pages can tell."""
    session = Session(available_choices("dw18", "flat"), Choice("dw18", "flat"), config=LoopConfig(), folder=folder)
    session._process, session._encoder = SilentProcess(), object()
    session._record = session._stop_recording = lambda: None
    return session


def exchange(session, text):
    """Answers of a session to the text of one message, and what every page is told afterwards."""
    page = Mailbox()
    hub: Hub = session.hub
    hub.clients = {page}
    hub._handle(page, text)
    return [*page.messages, session._status(), session._hello()]


def strict_json(text):
    """What a browser reads: JSON without NaN and Infinity."""
    return json.loads(text, parse_constant=lambda word: (_ for _ in ()).throw(ValueError(f"{word} is no JSON")))
