"""Leading figures of maneuvers: what a reader wants to see first, one file a kind of figure."""
