"""`python -m benchmarks.step_sizes`: time per step of dw18 in its J-turn, for several steps."""

from jounce.lab.bench import measure_speed

NAMES = ("midpoint", "chord", "rosenbrock")


def main() -> None:
    print(f"{'step':>8}" + "".join(f"{name:>14}" for name in NAMES))
    for step in (0.5e-3, 1e-3, 2e-3):
        numbers = measure_speed("dw18", step=step, repeats=3)
        print(f"{1e3 * step:5.1f} ms" + "".join(f"{numbers[f'{name}_us']:11.2f} µs" for name in NAMES))


if __name__ == "__main__":
    main()
