"""Laws that compiled code evaluates: forces, tires, ground."""
