"""The page of a validation: a model against a measurement."""
