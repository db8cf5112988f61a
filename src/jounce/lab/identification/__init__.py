"""Numbers of a car from records of its runs: which fit them best, how well they are known, and what is not known."""
