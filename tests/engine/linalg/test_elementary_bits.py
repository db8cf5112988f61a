"""Elementary functions give the same bits in plain Python, in scalar and vector code, and on symbolic numbers."""

import builtins
import operator
import types

import numpy as np
import pytest

from jounce.engine import compiler
from jounce.engine.linalg import elementary
from tests.engine.linalg.elementary_points import adversarial, all_at, bits
from tools.elementary_accuracy import NAMES


def copy(function, table):
    """The same bytecode with other globals: functions of the table, and copies of all others of the package."""
    plain = getattr(function, "py_func", function)
    used = {name: value for name, value in plain.__globals__.items() if name in plain.__code__.co_names}
    space = {"__builtins__": builtins}
    for name, value in used.items():
        ours = getattr(value, "__module__", "").startswith(elementary.__name__)
        space[name] = table[name] if name in table else copy(value, table) if ours else value
    return types.FunctionType(plain.__code__, space)


def choose(condition, a, b):
    return a if condition else b


PLAIN = {"where": choose, "two_to": compiler.two_to, "split": compiler.split}


@pytest.mark.parametrize("name", NAMES)
def test_plain_python_and_compiled_code_agree(name):
    points = adversarial(name)
    plain = copy(getattr(elementary, name), PLAIN)
    assert np.array_equal(bits([plain(*p) for p in points]), bits(all_at(points)[NAMES.index(name)]))


def test_a_number_alone_and_one_among_others_agree():
    points = [(*a, *b) for a, b in zip(adversarial("sin"), adversarial("exp"), strict=True)]
    alone = np.concatenate([all_at([p]) for p in points], axis=1)
    assert np.array_equal(bits(all_at(points)), bits(alone))
    assert np.array_equal(bits(all_at(points[1:])), bits(alone[:, 1:]))


def test_sine_and_cosine_together_are_those_apart():
    both = copy(elementary.sin_cos, PLAIN)
    points = adversarial("sin")
    assert np.array_equal(bits([both(*p) for p in points]).T, bits(all_at(points)[:2]))


def test_a_caller_does_not_take_in_the_last_product():
    points = [(x, 1.0 / (1.0 + abs(x))) for (x,) in adversarial("exp") if abs(x) < 700.0]
    out = all_at(points)
    assert np.array_equal(bits(out[8]), bits([y + e for (_, y), e in zip(points, out[3], strict=True)]))


class Symbol:
    """A number or condition that is known by its place in a record of operations, and decides nothing."""

    def __init__(self, record, operation, *operands):
        self.record, self.place = record, len(record)
        record.append((operation, operands))

    def __bool__(self):
        raise TypeError("a symbolic condition decides nothing")


def recorded(operation):
    """An operation that is written down instead of done."""

    def write(*operands):
        record = next(o.record for o in operands if isinstance(o, Symbol))
        return Symbol(record, operation, *operands)

    return write


def reverse(operation):
    return lambda a, b: operation(b, a)


for _name in ("add", "sub", "mul", "truediv"):
    setattr(Symbol, f"__{_name}__", recorded(getattr(operator, _name)))
    setattr(Symbol, f"__r{_name}__", recorded(reverse(getattr(operator, _name))))
for _name in ("neg", "abs", "lt", "le", "gt", "ge"):
    setattr(Symbol, f"__{_name}__", recorded(getattr(operator, _name)))


def split_symbol(x):
    """Mantissa and exponent, as two numbers."""
    both = recorded(compiler.split)(x)
    return tuple(recorded(operator.itemgetter(k))(both) for k in (0, 1))


SYMBOLIC = {
    "where": recorded(choose),
    "two_to": recorded(compiler.two_to),
    "split": split_symbol,
}


def replay(record, point):
    """What a record gives for these arguments."""
    values = list(point)
    for operation, operands in record[len(point) :]:
        values.append(operation(*(values[o.place] if isinstance(o, Symbol) else o for o in operands)))
    return values


@pytest.mark.parametrize("name", NAMES)
def test_a_record_of_symbolic_numbers_agrees(name):
    points = adversarial(name)[::7]
    record = []
    arguments = [Symbol(record, None) for _ in points[0]]
    result = copy(getattr(elementary, name), SYMBOLIC)(*arguments)
    plain = copy(getattr(elementary, name), PLAIN)
    assert np.array_equal(bits([replay(record, p)[result.place] for p in points]), bits([plain(*p) for p in points]))
