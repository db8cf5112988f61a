"""Formulas of tasks: machine code against the NumPy functions that it was made from."""

import ctypes
from dataclasses import replace

import numpy as np
import pytest

from jounce.errors import ModelError
from jounce.gym import TASKS, Formula, Observation, Reward, Task, Termination, VectorEnv, load_task
from jounce.gym.formula_code import compile_formulas
from jounce.gym.task import Seen

PERIOD, CARS = 0.02, 600
LANE = load_task("lane-keeping").changed(vehicle="dw18", variants=2, episode="0.2 s")


def names_of(task: Task) -> dict[str, int]:
    own = task.course.columns if task.course is not None else {}
    return {name: i for i, name in enumerate((*task.names, *own))}


def run_code(address: int, rows: list[np.ndarray], elapsed: float) -> None:
    """One call of machine code for one car."""
    pointers = [ctypes.c_void_p(0), ctypes.c_void_p(0), np.array([elapsed]), *rows]
    given = [one.ctypes.data_as(ctypes.c_void_p) if isinstance(one, np.ndarray) else one for one in pointers]
    ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(given))(address)(*given)


def judged(task: Task, seen: Seen, observed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Terms, ends and observations of all cars, by machine code."""
    code = compile_formulas(task, names_of(task), PERIOD)
    n = len(seen.values)
    terms, met = np.zeros((n, len(task.rewards))), np.zeros((n, len(task.terminations)))
    found = np.zeros((n, observed))
    for i in range(n):
        given = [seen.values[i], seen.before[i], seen.action[i], seen.last_action[i], terms[i], met[i], found[i]]
        for address in (code.judge, code.observe):
            if address:
                run_code(address, [np.ascontiguousarray(row) for row in given[:4]] + given[4:], seen.elapsed[i])
    return terms, met, found


def random_seen(task: Task, n: int) -> Seen:
    """Cars anywhere: values from a hundredth to thirty times the scales of observations, places around 50 m."""
    random, index = np.random.default_rng(1), names_of(task)
    size = np.ones(len(index))
    for one in task.observations:
        if one.name in index:
            size[index[one.name]] = one.scale
    for name in index:
        if "position" in name:
            size[index[name]] = 50.0
    values, before = (
        size * 10.0 ** random.uniform(-2.0, 1.5, (n, 1)) * random.standard_normal((n, len(index))) for _ in range(2)
    )
    action, last = (random.uniform(-1.0, 1.0, (n, len(task.actions))) for _ in range(2))
    return Seen(values, index, before, action, last, PERIOD, random.uniform(0.0, 60.0, n))


@pytest.mark.parametrize("name", TASKS)
def test_machine_code_is_the_numpy_function(name: str) -> None:
    """All functions of all tasks are formulas. Sums and products round alike; sines, roots of squares and their kin are
    within two units of the last place in both, which a term of some operations takes to some 1e-15 of its size."""
    task = load_task(name)
    functions = [one.function for one in (*task.rewards, *task.terminations, *task.observations)]
    assert all(isinstance(function, Formula) for function in functions if function is not None)
    seen = random_seen(task, CARS)
    formulas = [one for one in task.observations if one.function is not None]
    terms, met, observed = judged(task, seen, len(formulas))
    for j, reward in enumerate(task.rewards):
        expected = reward.weight * reward.function(seen)
        np.testing.assert_allclose(terms[:, j], expected, rtol=1e-14, atol=1e-14 * np.abs(expected).max())
    for j, end in enumerate(task.terminations):
        np.testing.assert_array_equal(met[:, j] != 0.0, end.function(seen), end.name)
        assert 0 < met[:, j].sum() < CARS, end.name  # both sides were tried
    for j, one in enumerate(formulas):
        assert one.function is not None
        np.testing.assert_allclose(observed[:, j], one.function(seen) / one.scale, rtol=1e-13, atol=1e-14)


FUNCTIONS = {
    "arithmetic": lambda x, y: (2.0 - x) / (1.0 + y * y) + x**2 - -y,
    "choices": lambda x, y: np.where((x > y) | ~(y <= 0.5), np.minimum(x, y), np.maximum(x, 3.0)),
    "clip": lambda x, y: np.clip(x, -0.5, 0.5) + np.sign(y) + np.floor(y),
    "exponentials": lambda x, y: np.exp(-np.square(x)) + np.log(1.0 + np.abs(y)) + np.tanh(x) + np.abs(y) ** 1.5,
    "angles": lambda x, y: np.sin(x) * np.cos(y) + np.arctan2(y, x) + np.tan(0.3 * x) + np.arctan(y) + np.radians(x),
    "lengths": lambda x, y: np.hypot(x, y) + np.sqrt(np.abs(x)),
    "tables": lambda x, y: np.stack([x, y, x + y]).mean(axis=0) + np.column_stack([x, y]).min(axis=1),
    "truth": lambda x, y: np.where(np.logical_and(x != y, np.logical_not(x >= 0.0)), 1.0, np.full_like(x, 2.0)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_numpy_that_formulas_may_use(name: str) -> None:
    function = FUNCTIONS[name]
    term = Formula(lambda seen: function(seen["chassis.speed"], seen["chassis.yaw_rate"]))
    observations = (Observation("chassis.speed"), Observation("chassis.yaw_rate"))
    task = LANE.changed(course=None, observations=observations, rewards=(Reward("it", 1.0, term),), terminations=())
    seen = random_seen(task, 200)
    terms, _, _ = judged(task, seen, 0)
    expected = term(seen)
    np.testing.assert_allclose(terms[:, 0], expected, rtol=2e-14, atol=1e-15 * np.abs(expected).max())


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda seen: np.sort(seen["chassis.speed"]), "cannot be compiled"),
        (lambda seen: np.arcsinh(seen["chassis.speed"]), "np.arcsinh is no part of formulas"),
        (lambda seen: 1.0 if seen["chassis.speed"][0] > 3.0 else 2.0, "use where"),
        (lambda seen: seen["chassis.speed"] > 3.0, "a truth value where a number belongs"),
        (lambda seen: seen.action, "for 2 cars"),
        (lambda seen: seen["chassis.speed"] - seen["chassis.speed"].mean(), "depends on other cars"),
        (lambda seen: np.cumsum(seen["chassis.speed"]), "cannot be compiled"),
    ],
)
def test_what_is_no_formula_is_refused(function, words: str) -> None:
    task = LANE.changed(rewards=(Reward("it", 1.0, Formula(function)),))
    with pytest.raises(ModelError, match=words):
        compile_formulas(task, names_of(task), PERIOD)


def test_all_that_cannot_be_compiled_is_told_at_once() -> None:
    bad = Formula(lambda seen: np.sort(seen["chassis.speed"]))
    task = LANE.changed(rewards=(Reward("one", 1.0, bad), Reward("two", 1.0, bad)))
    with pytest.raises(ModelError, match=r"(?s)rewards\.one.*rewards\.two"):
        compile_formulas(task, names_of(task), PERIOD)


def with_plain_functions(task: Task, *kinds: str) -> Task:
    """The task with NumPy functions in place of formulas."""
    return task.changed(
        **{
            kind: tuple(
                replace(one, function=one.function.function) if isinstance(one.function, Formula) else one
                for one in getattr(task, kind)
            )
            for kind in kinds
        }
    )


DRIVEN = LANE.changed(
    observations=(
        *LANE.observations,
        Observation("way ahead", 10.0, Formula(lambda seen: seen["course.station"] * 0.5 + seen.elapsed)),
        Observation("held", 1.0, Formula(lambda seen: seen.action[:, 0])),
    ),
    terminations=(
        Termination("wide", Formula(lambda seen: np.abs(seen["course.lateral_deviation"]) > 0.4), -1.0),
        Termination("late", Formula(lambda seen: seen.elapsed > 0.13)),
    ),
)
"""Episodes end for three reasons: cars begin up to 0.5 m beside the middle."""


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize(
    "kinds", [("rewards",), ("terminations",), ("observations",), ("rewards", "terminations", "observations")]
)
def test_numpy_functions_and_formulas_make_the_same_episodes(mode: str, kinds: tuple[str, ...]) -> None:
    """One compiled call, or NumPy between two: the same bits, whatever is given as a NumPy function."""
    plain, whole = VectorEnv(with_plain_functions(DRIVEN, *kinds), 9, autoreset_mode=mode), whole_env(mode)
    one, other = plain.reset(seed=3)[0], whole.reset(seed=3)[0]
    np.testing.assert_array_equal(one, other)
    random, reasons = np.random.default_rng(0), set()
    for _ in range(16):
        action = random.uniform(-1.0, 1.0, (9, 2))
        told, expected = plain.step(action), whole.step(action)
        for a, b in zip(told[:4], expected[:4], strict=True):
            np.testing.assert_array_equal(a, b)
        assert told[4].keys() == expected[4].keys()
        for name, term in told[4]["reward_terms"].items():
            np.testing.assert_array_equal(term, expected[4]["reward_terms"][name])
        over = told[2] | told[3]
        if over.any():
            assert list(told[4]["reason"]) == list(expected[4]["reason"])
            reasons |= set(told[4]["reason"])
            if mode == "SameStep":
                for i in np.flatnonzero(over):
                    np.testing.assert_array_equal(told[4]["final_obs"][i], expected[4]["final_obs"][i])
            if mode == "Disabled":
                for env in (plain, whole):
                    env.reset(options={"reset_mask": over})
    assert reasons - {""} == {"wide", "late"}


def whole_env(mode: str) -> VectorEnv:
    return VectorEnv(DRIVEN, 9, autoreset_mode=mode)


def test_a_step_is_one_compiled_call(monkeypatch) -> None:
    """With formulas alone nothing is left to NumPy functions, whatever the mode."""
    for mode in ("NextStep", "SameStep", "Disabled"):
        env = whole_env(mode)
        calls = []
        run = env.cars.run
        monkeypatch.setattr(
            env.cars, "run", lambda what, buffer, run=run, calls=calls: (calls.append(what), run(what, buffer))
        )
        env.reset(seed=0)
        env.step(np.zeros((9, 2)))
        assert calls == [4, 3]
        assert not env._functions.any()
