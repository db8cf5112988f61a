"""Experiments and their numbers: maneuvers, drivers, runs, results, metrics, suspension analysis, studies."""
