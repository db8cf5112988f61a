"""The session behind the page of `jounce design`: hardpoints moved in a browser, K&C curves that follow."""
