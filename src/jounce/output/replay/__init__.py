"""The page that draws a motion, live or recorded, and replays as single files."""
