"""One file an environment: its `TASK`."""
