"""The cockpit of a car: steering wheel, pedals and gear lever, and what they do to its run-time inputs."""
