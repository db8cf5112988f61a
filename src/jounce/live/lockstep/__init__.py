"""A car that other programs step: nothing happens until a message asks for it, and every message is answered."""
