"""Live sessions of the browser page, which `jounce.live.viewer.live.drive` serves; replays: `jounce.output.replay`."""
