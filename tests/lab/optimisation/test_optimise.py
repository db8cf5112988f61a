"""Optimisations of cars, and of closed forms in their place, whose fronts are known."""

import dataclasses
import json

import numpy as np
import pytest

import jounce
from jounce.errors import InputError, ModelError
from jounce.lab.optimisation import optimise as module
from jounce.lab.optimisation.problem import OptimisationProblem, Outcome, prepare_optimisation
from jounce.lab.optimisation.read import read_problem

KEYS = {
    "vehicle": "dw18",
    "cases": {"turn": {"maneuver": "j-turn", "options": {"duration": "1.5 s", "start": "0.2 s"}}},
    "parameters": {
        "front": {"paths": ["vehicle.axles.front.suspension.spring.stiffness"], "factor": True, "from": 0.5, "to": 2.0},
        "mass": {"paths": ["vehicle.chassis.mass"], "factor": True, "from": 0.5, "to": 2.0},
    },
    "objectives": {"turn.peak_side_slip": "least", "turn.load_transfer_ratio": "least"},
    "population": 16,
    "generations": 12,
    "seed": 3,
}


class ClosedForm(OptimisationProblem):
    """Two parabolas instead of runs: x² + z² and (x − 1)² + z², with x and z from the two factors; cars are counted."""

    made: list

    def evaluate(self, points):
        self.made.extend(points)
        found = []
        for front, mass in points:
            x, z = front - 0.75, mass - 1.3
            values = x**2 + z**2, (x - 1.0) ** 2 + z**2
            found.append(Outcome(dict(zip(self.goals, values, strict=True))))
        return found


@pytest.fixture
def closed_form(monkeypatch):
    made = []

    def prepare(study, threads=None):
        real = prepare_optimisation(study, threads)
        problem = ClosedForm(**{f.name: getattr(real, f.name) for f in dataclasses.fields(real)})
        object.__setattr__(problem, "made", made)
        return problem

    monkeypatch.setattr(module, "prepare_optimisation", prepare)
    return made


def test_the_front_of_two_parabolas_is_found(closed_form):
    """Nothing beats z = 0 with x between 0 and 1: there the roots of both goals sum to 1."""
    found = jounce.optimise(**KEYS)
    assert found.status == "done"
    assert len(found.trials) == 16 * 12
    assert found.trials[0].values == {"front": 1.0, "mass": 1.0}  # the vehicle as it is
    goals = np.array([trial.goals for trial in found.front])
    assert len(goals) > 20
    assert np.sqrt(goals).sum(axis=1).mean() == pytest.approx(1.0, abs=0.03)
    assert np.sqrt(goals).sum(axis=1).min() > 1.0 - 1e-12  # nobody is better than the truth
    assert goals[:, 0].min() < 0.05
    assert goals[:, 1].min() < 0.05
    assert found.best.goals == pytest.approx([0.25, 0.25], abs=0.1)


def test_conditions_cut_the_front_and_targets_are_met(closed_form):
    found = jounce.optimise(**KEYS, constraints=["turn.peak_side_slip > 0.25"])
    assert all(trial.metrics["turn.peak_side_slip"] > 0.25 for trial in found.front)
    goals = {"turn.peak_side_slip": {"target": 0.5}, "turn.load_transfer_ratio": "least"}
    near = jounce.optimise(**{**KEYS, "objectives": goals})
    assert near.front[0].metrics["turn.peak_side_slip"] == pytest.approx(0.5, abs=0.02)
    none = jounce.optimise(**KEYS, constraints=["turn.peak_side_slip < 0"])
    assert none.front == ()
    assert none.best is None


def test_a_stopped_optimisation_goes_on_to_the_same_end(closed_form, tmp_path):
    whole = jounce.optimise(**KEYS)
    closed_form.clear()

    def stop(progress):
        if progress.generation == 4:
            raise KeyboardInterrupt

    first = jounce.optimise(**KEYS, out=tmp_path, progress=stop)
    assert first.status == "interrupted"
    assert len(first.trials) == 4 * 16
    assert first.front
    before = list(closed_form)
    again = jounce.optimise(**KEYS, out=tmp_path)
    assert again.trials == whole.trials
    assert not set(before) & set(closed_form[len(before) :])  # no car twice
    with pytest.raises(InputError, match="another study"):
        jounce.optimise(**{**KEYS, "vehicle": "sedan"}, out=tmp_path)


def test_all_that_is_wrong_is_said_at_once_with_its_line(tmp_path):
    path = tmp_path / "study.yaml"
    path.write_text(
        "vehicle: dw18\n"
        "cases: {turn: {maneuver: j-turn}}\n"
        "parameters:\n"
        "  vehicle.chassis.mas: {}\n"
        "objectives:\n"
        "  turn.peak_side_slp: least\n"
        "  circle.roll_gradient: least\n"
    )
    with pytest.raises(ModelError) as caught:
        read_problem(path)
    text = str(caught.value)
    assert "study.yaml:4: parameters.vehicle.chassis.mas" in text
    assert "did you mean 'mass'" in text
    assert "study.yaml:6" in text
    assert "did you mean 'peak_side_slip'" in text
    assert "no such case" in text


def test_cars_are_run_and_described(tmp_path):
    found = jounce.optimise(**{**KEYS, "population": 4, "generations": 1}, threads=1)
    assert not any(trial.failure for trial in found.trials)
    assert {trial.metrics["turn.peak_side_slip"] for trial in found.trials} != {None}
    assert found.runs == 4
    data = json.loads(json.dumps(found.data(), allow_nan=False))
    assert data["cars"] == 4
    found.report(tmp_path / "page.html")
    assert "Pareto front" in (tmp_path / "page.html").read_text(encoding="utf-8")
    found.save_vehicle(tmp_path / "car.yaml")
    factor = found.best.values["mass"]
    mass = jounce.load_vehicle("dw18").chassis.mass
    assert jounce.load_vehicle(tmp_path / "car.yaml").chassis.mass == pytest.approx(factor * mass)
