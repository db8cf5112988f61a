"""The metrics of runs: which channels, facts and options of a result go into which function on arrays."""
