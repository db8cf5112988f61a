"""From names to numbers: a checked mechanism becomes numbered rows that any formulation can use.

Left of here things have names and units; right of here there are arrays. Nothing here is compiled or called in a loop.
"""
