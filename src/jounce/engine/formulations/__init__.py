"""Ways of writing the equations of motion: one package each, the same few answers from every package (see
`formulation`)."""
