"""Ways of writing the equations of motion: one room each, the same few answers in every room (see `verbs`)."""
