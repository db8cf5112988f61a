"""Joint coordinates of a spanning tree, loops cut, constraint forces removed by a null space (Kim & Yoo 1997)."""
