"""A replay as a clip: pictures from a browser without a window, encoded as WebM or GIF."""
