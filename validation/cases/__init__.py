"""One module per subject, each with its GROUP (heading on the page) and a function `comparisons`."""
