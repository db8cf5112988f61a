"""Numbers of a car that make its metrics best: goals against each other, bounds, conditions, and the Pareto front."""
