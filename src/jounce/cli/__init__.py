"""The command `jounce`: one file per command, thin; what they do is done by functions that Python can call too."""
