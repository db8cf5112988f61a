"""Time per step of dw18 in its J-turn for several steps; the evaluations per step stay the same."""

from jounce.bench import measure_speed


def main() -> None:
    print(f"{'step':>8}{'smallest':>12}{'median':>12}{'real-time':>12}")
    for step in (0.5e-3, 1e-3, 2e-3):
        speed = measure_speed("dw18", step=step)
        times = f"{speed.us_per_step:9.1f} µs{speed.us_per_step_median:9.1f} µs"
        print(f"{1e3 * step:5.1f} ms{times}{speed.real_time_factor:12.2f}")


if __name__ == "__main__":
    main()
