"""Reports in a browser: they print whole, one cursor joins plots and replay, and an address names an instant."""

import dataclasses

import numpy as np
import pypdfium2
import pytest

import jounce
from jounce.lab.results import Result
from tests.live.browser.screen import wait

BLUE, ORANGE = (0x00, 0x72, 0xB2), (0xE6, 0x9F, 0x00)


@pytest.fixture(scope="module")
def run() -> Result:
    """dw18 through lanes whose cones stand 6 m away from where the driver thinks: some are hit."""
    run = jounce.run("double-lane-change", vehicle="dw18", hold_speed=False, attempts=1, course="ISO 3888-2")
    start = {**run.metadata.options, "course_start": run.metadata.options["course_start"] + 6.0}
    return dataclasses.replace(run, metadata=dataclasses.replace(run.metadata, options=start))


@pytest.fixture(scope="module")
def report(shared, run, tmp_path_factory):
    """Its report, with the cursor where the address says."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    run.report(path)
    assert path.stat().st_size < 2.5e6
    page, _ = shared
    page.goto(f"{path.as_uri()}#t=1.280")
    wait(page, "p => p.pictures > 0 && document.documentElement.dataset.ready === 'yes'")
    return page


def test_an_address_names_an_instant(report):
    wait(report, "p => Math.abs(p.replayTime - 1.28) < 1e-6 && Math.abs(window.jouncePage.cursor - 1.28) < 1e-6")


def test_cones_stand_in_the_replay_and_its_instruments_live(report, run):
    assert report.evaluate("window.jounce.probe().scene.shapes.cone") == 18
    angle = float(np.interp(1.28, run.time, run["steering_wheel.angle"].values))
    assert report.evaluate("window.jounce.probe().gauges['steering_wheel.angle']") == pytest.approx(angle, abs=1e-4)


def test_one_cursor_for_plots_and_replay(report, run):
    plot = report.locator("#plot-answer-rollover")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    report.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 60)
    wait(report, "p => window.jouncePage.cursor > 1.5 && Math.abs(p.replayTime - window.jouncePage.cursor) < 1e-6")
    here = report.evaluate("window.jouncePage.cursor")
    plot.press("ArrowRight")
    wait(report, f"p => window.jouncePage.cursor > {here} && p.replayTime === window.jouncePage.cursor")
    slider = "s => { s.value = 2; s.dispatchEvent(new Event('input')); }"
    report.locator("#replay input[type=range]").evaluate(slider)
    wait(report, "p => Math.abs(window.jouncePage.cursor - 2) < 1e-6")
    plot.scroll_into_view_if_needed()
    report.wait_for_function("document.querySelector('#plot-answer-rollover .cursor circle') !== null")
    shown = report.evaluate(
        "document.querySelector('#plot-answer-rollover').parentElement.querySelector('.readout').textContent"
    )
    assert shown.startswith("2.00 s")
    wait(report, "p => location.hash === '#t=2.000'")


def test_folded_sections_open_and_draw(report):
    assert report.locator("#plot-tire_loads svg").count() == 0
    report.locator("nav a[href='#tires']").click()
    report.wait_for_function("document.querySelector('#plot-tire_loads .curve path') !== null")


def test_it_prints_whole(report):
    """Figures reach across the paper without being cut, on ten pages at most."""
    data = report.pdf(format="A4", print_background=True)
    document = pypdfium2.PdfDocument(data)
    assert 2 <= len(document) <= 10
    pages = [document[i].render(scale=1.5).to_numpy()[:, :, :3][:, :, ::-1].astype(int) for i in range(len(document))]
    first = pages[0]
    wide = first.shape[1]
    for colour in (BLUE, ORANGE):
        columns = np.flatnonzero((np.abs(first - colour).sum(axis=2) < 60).any(axis=0))
        assert columns[0] < 0.2 * wide, colour
        assert 0.8 * wide < columns[-1] < 0.96 * wide, colour
    for page in pages:  # nothing is cut at the edge of the paper
        assert page[:, -20:].min() > 200
    drawn = sum(np.count_nonzero(np.abs(page - BLUE).sum(axis=2) < 60) > 200 for page in pages)
    assert drawn >= len(pages) - 2


def test_the_linkage_moves_with_the_curves(page, tmp_path):
    """A suspension page: pointing at a curve moves the linkage, and its slider the cursor."""
    from jounce.output.reports.kc import write_kc_page

    write_kc_page(jounce.kc("dw18", axle="front", travel="40 mm"), tmp_path / "kc.html")
    assert (tmp_path / "kc.html").stat().st_size < 1.5e6
    page.goto((tmp_path / "kc.html").as_uri())
    page.locator("[data-linkage]").scroll_into_view_if_needed()
    wait(page, "p => p.pictures > 0")
    height = "window.jounce.probe().body('contact fl').z"
    page.locator("#plot-front-camber").scroll_into_view_if_needed()
    box = page.locator("#plot-front-camber").bounding_box()
    page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + 60)
    wait(page, "p => p.body('contact fl').z > 0.02")
    moved = page.evaluate("window.jouncePage.cursors['front-bump']")
    assert 1e3 * page.evaluate(height) == pytest.approx(moved, abs=0.01)
    page.locator("[data-way=roll]").click()
    page.locator("[data-linkage] input[type=range]").evaluate(
        "s => { s.value = 0.03; s.dispatchEvent(new Event('input')); }"
    )
    wait(page, "p => Math.abs(p.body('contact fl').z - 0.03) < 1e-4 && Math.abs(p.body('contact fr').z + 0.03) < 1e-4")
    assert page.evaluate("window.jouncePage.cursors['front-roll']") == pytest.approx(30.0)


def test_a_study_draws_bars_contours_and_categories(page, tmp_path):
    """Without Plotly: lying bars by name, a field with its lines, means over words, a matrix; one metric at a time."""
    from jounce.lab.studies.sweeping import sweep
    from jounce.output.reports.study import write_study_page
    from tests.lab.studies import examples
    from tests.lab.studies.test_command import CHEAP

    parameters = {
        "maneuver.speed": {"values": [12, 15, 18]},
        "settings.integrator": {"values": ["chord", "rosenbrock"]},
        "ground.friction": {"values": [0.5, 0.6, 0.9]},
    }
    study = examples.study(design="grid", parameters=parameters)
    write_study_page(sweep(study, evaluate=f"{CHEAP}:rows"), tmp_path / "study.html")
    page.goto((tmp_path / "study.html").as_uri())
    page.wait_for_function("document.documentElement.dataset.ready === 'yes'")
    page.wait_for_function("document.querySelector('#plot-0-matrix circle') !== null")
    texts = "(key) => [...document.querySelectorAll(`#plot-${key} text`)].map((one) => one.textContent)"
    assert {"speed", "ground friction"} <= set(page.evaluate(texts, "0-influence"))
    assert {"chord", "rosenbrock"} <= set(page.evaluate(texts, "0-effect-2"))
    widths = page.evaluate(
        "[...document.querySelectorAll('#plot-0-influence g rect')].map((r) => r.width.baseVal.value)"
    )
    assert max(widths) > 50.0
    assert page.locator("#plot-0-surface image").count() == 1
    assert page.evaluate("document.querySelectorAll('#plot-0-surface path').length") > 3
    assert page.locator("#plot-1-influence svg").count() == 0  # hidden until it is chosen
    page.locator("#metric").select_option(index=1)
    page.wait_for_function("document.querySelector('#plot-1-influence svg') !== null")
    assert page.locator("#plot-0-influence").is_visible() is False
    document = pypdfium2.PdfDocument(page.pdf(format="A4", print_background=True))
    assert 1 <= len(document) <= 6
