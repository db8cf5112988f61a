"""What jounce computes against what is known: closed forms, published benchmarks, another program.

Used twice: the tests assert that every comparison holds, and `python -m validation` writes docs/validation.md.
"""
