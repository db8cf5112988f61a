"""How cars are steered: a kind of steering a file, what moves it, and skid steering."""
