"""One process uses one core: pytest's workers share the machine, and small matrices gain nothing from more threads.

With as many threads as cores in every worker, threads that wait for each other took most of the time of a test.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before anything imports NumPy
