"""How fast this machine is: the measurements behind `jounce bench`."""

from jounce.lab.bench.speed import first_step_time, import_time, measure_speed, warmup_time

__all__ = ["first_step_time", "import_time", "measure_speed", "warmup_time"]
