"""A headless Chromium, and pages in it that fail their test when they complain.

Keep the tests of this folder in few modules: every module that asks for `browser` starts one, in about two seconds. It
does not outlive its module, because Playwright marks an event loop as running in its thread for as long as it lives,
and a later test of the same worker could not use `asyncio.run`.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tools import chromium

PATIENCE = 120_000
"""Time [ms] that a page has for anything: software draws it, on a machine that does other things as well."""
SIZE = {"width": 800, "height": 600}
"""Size of a page [px]."""

FLAGS = (
    "--no-sandbox",  # containers have none
    "--use-gl=angle",
    "--use-angle=swiftshader",  # WebGL on the processor
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-background-networking",  # it asks nobody for anything
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium with WebGL, for all tests of a module."""
    found = chromium.find()
    if found is None:
        pytest.fail("no Chromium on this machine. Run `make browser`, or name one in JOUNCE_CHROMIUM.")
    environment = {**os.environ, **found.environment}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.executable, args=[*FLAGS], env=environment)
        yield browser
        browser.close()


@contextlib.contextmanager
def opened(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """An empty page of 800 × 600 pixels, and what it has complained about: errors on its console and in its scripts."""
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(f"console: {message.text} ({message.location.get('url', '')})")

    context = browser.new_context(viewport=SIZE, device_scale_factor=1)  # type: ignore[arg-type]
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(f"script: {error}"))
    yield page, complaints
    context.close()
    assert not complaints, "the page complained:\n" + "\n".join(complaints)


@pytest.fixture
def own(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    with opened(browser) as pair:
        yield pair


@pytest.fixture
def page(own: tuple[Page, list[str]]) -> Page:
    """A page of this test alone; errors fail the test."""
    return own[0]


@pytest.fixture
def complaints(own: tuple[Page, list[str]]) -> list[str]:
    """What the page of this test complained about; a test that provokes a complaint looks at it and clears the list."""
    return own[1]


@pytest.fixture(scope="module")
def shared(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """One page for all tests of a module, because loading takes seconds, and its complaints; errors fail the last."""
    with opened(browser) as pair:
        yield pair
