"""How channels and metrics of a run change with parameters of the car."""
