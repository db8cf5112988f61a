"""What every description is made of: frozen models, quantities, units, YAML with line numbers, expressions."""
