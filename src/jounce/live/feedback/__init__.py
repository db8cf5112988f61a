"""Force feedback: the torque of a live car's steering wheel on a real one, by a program beside `jounce drive`."""
