"""Which body hangs on which, what is cut, and where every coordinate stands in y: for all formulations on a tree."""
