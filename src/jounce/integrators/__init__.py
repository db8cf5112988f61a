"""Ways of stepping through time. They know y, its derivative and a projection; never what moves."""
