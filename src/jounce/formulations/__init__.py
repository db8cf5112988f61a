"""Ways of writing the equations of motion: one room each, the same few verbs in every room (see `verbs`)."""
